"""Adds the merges of Chinese characters to tokenizer.json: build_tokenizer.py

The English merges that the file begins with were learnt earlier, from word lists, and stay as they are. A second run
adds the characters that the generator has begun to write since. That moves the ids of the tokens behind them: the model
has to be trained on (train.py --init finds each token by its text) and tests/tokens.json to be written anew.

A character in UTF-8 is three bytes, so two merges make it a token: the first two bytes, then the third. Every Han
character gets the first merge, so that it costs two tokens at most; the frequent ones, and all that the generator
writes, get the second too.
"""
import argparse
import json
import sys
from collections import Counter
from pathlib import Path

from tokenizer import Tokenizer, to_alphabet

HERE = Path(__file__).parent
# Debian's python3-jieba: word, how often it was counted, part of speech.
DICTIONARY = Path("/usr/lib/python3/dist-packages/jieba/dict.txt")
FREQUENT = 2200
HAN = [chr(code) for code in range(0x4E00, 0xA000)]
MARKS = "，。？！：；、“”‘’（）《》「」…—·￥％"
SAMPLES = ["把客厅的灯关了，谢谢。", "查询订单 A-1042 的状态", json.dumps({"city": "北京"}, ensure_ascii=False)]


def frequent():
    """The most frequent Han characters of the dictionary, the first of them first."""
    counts, han = Counter(), set(HAN)
    for line in DICTIONARY.read_text(encoding="utf-8").splitlines():
        word, count, *_ = line.split(" ")
        for character in word:
            if character in han:
                counts[character] += int(count)
    return [character for character, _ in counts.most_common(FREQUENT)]


def written():
    """The Han characters in the generator's files, in the order of their codes."""
    paths = [path for path in (HERE.parent / "generator").rglob("*") if path.suffix in (".txt", ".py")]
    return sorted(set(HAN) & set("".join(path.read_text(encoding="utf-8") for path in paths)))


def merges_for(characters):
    """Merges that make each character of three bytes a token, and each other Han character two; some come twice."""
    whole = [each for each in map(to_alphabet, characters) if len(each) == 3]
    heads = [(each[0], each[1]) for each in [*map(to_alphabet, HAN), *whole]]
    return heads + [(each[:2], each[2]) for each in whole]


def main():
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    if not DICTIONARY.is_file():
        sys.exit(f"there is no {DICTIONARY}: apt-get install python3-jieba")
    known = Tokenizer.load(HERE / "tokenizer.json").merges
    merges = list(dict.fromkeys([*known, *merges_for([*frequent(), *written(), *MARKS])]))
    tokenizer = Tokenizer(merges)
    tokenizer.save(HERE / "tokenizer.json")
    print(f"{len(tokenizer)} tokens, {len(merges)} merges", file=sys.stderr)
    for text in SAMPLES:
        print([tokenizer.decode([token]) for token in tokenizer.encode(text)], file=sys.stderr)


if __name__ == "__main__":
    main()
