"""Adds the merges for Chinese characters to tokenizer.json: build_tokenizer.py.

A character in UTF-8 is three bytes, so two merges make it a token: the first two bytes, then the third. Every Han
character gets the first merge, so that it costs two tokens at most; the frequent ones, and all that the generator
writes, get the second too.
"""
import json
import sys
from collections import Counter
from pathlib import Path

from tokenizer import Tokenizer, to_alphabet

HERE = Path(__file__).parent
# Debian's python3-jieba: word, how often it was counted, part of speech.
DICTIONARY = Path("/usr/lib/python3/dist-packages/jieba/dict.txt")
FREQUENT = 2200
MARKS = "，。？！：；、“”‘’（）《》「」…—·￥％"


def is_han(character):
    return "\u4e00" <= character <= "\u9fff"


def frequent():
    counts = Counter()
    for line in DICTIONARY.read_text(encoding="utf-8").splitlines():
        word, count, *_ = line.split(" ")
        for character in word:
            if is_han(character):
                counts[character] += int(count)
    return [character for character, _ in counts.most_common(FREQUENT)]


def written():
    generator = HERE.parent / "generator"
    text = "".join(path.read_text(encoding="utf-8") for path in sorted(generator.rglob("*")) if path.suffix in (".txt", ".py"))
    return sorted({character for character in text if is_han(character)})


def main():
    merges = Tokenizer.load(HERE / "tokenizer.json").merges
    known = set(merges)
    heads, tails = [], []
    for code in range(0x4E00, 0xA000):
        first, second, _ = to_alphabet(chr(code))
        heads.append((first, second))
    for character in [*frequent(), *written(), *MARKS]:
        first, second, third = to_alphabet(character) if len(to_alphabet(character)) == 3 else (None, None, None)
        if first:
            heads.append((first, second))
            tails.append((first + second, third))
    for merge in [*heads, *tails]:
        if merge not in known:
            known.add(merge)
            merges.append(merge)
    tokenizer = Tokenizer(merges)
    tokenizer.save(HERE / "tokenizer.json")
    print(f"{len(tokenizer)} tokens, {len(merges)} merges", file=sys.stderr)
    for text in ("把客厅的灯关了，谢谢。", "查询订单 A-1042 的状态", json.dumps({"city": "北京"}, ensure_ascii=False)):
        print([tokenizer.decode([token]) for token in tokenizer.encode(text)], file=sys.stderr)


if __name__ == "__main__":
    main()
