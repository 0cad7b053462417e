"""Writes tokens.json: texts and their token ids, by the tokenizer of the trainer. Run it after the vocabulary changed:

    python3 -m tests.write_tokens        (in models/edge-micro)

`test/evaluation/tokens.test.ts` holds the same file to llama.cpp and the shipped model.
"""
import json
import random
from pathlib import Path

from . import HOME
from conversations import conversation
from tokenizer import Tokenizer

BY_HAND = [
    "Hello  world\n\n  x", "it's John's 'sir' can't", "naïve café Ünïcode ✓ 漢字", "a_b-c.d/e:f", "tab\tx \n y", "x½²3",
    " ", "\n", '{"tool_name":"calculate_fee","arguments":{"amount":250}}', '","arguments":{}}', "a@b.co (1,234.50)!",
    "C:\\dir\\file.txt", "#1 & <b>", "e.g. foo_bar_Baz fooBar HTTPServer2", "把客厅的灯关了，谢谢。", "查询订单A-1042的状态",
    "「引号」和《书名》……", "龘靐", "１２３", "🙂 ok", "用华为Mate60给张伟发“我晚点到”", "<|im_end|>", "Tools:", '{"city":"北京"}', "日本語のテキスト",
    "한국어",
]
LONGEST = 200


def main():
    tokenizer, rng = Tokenizer.load(HOME / "trainer" / "tokenizer.json"), random.Random(5)
    texts = list(BY_HAND)
    while len(texts) < 160:
        turns = conversation(rng)["turns"]
        text = rng.choice(turns)[1][:LONGEST]
        if text not in texts:
            texts.append(text)
    found = [{"text": text, "ids": tokenizer.encode(text, parse_control=False)} for text in texts]
    lines = ",\n".join(json.dumps(each, ensure_ascii=False) for each in found)
    (Path(__file__).parent / "tokens.json").write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    print(f"{len(found)} texts, {sum(len(each['ids']) for each in found)} tokens")


if __name__ == "__main__":
    main()
