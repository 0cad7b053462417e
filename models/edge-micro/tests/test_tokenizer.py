"""The tokenizer, held to tokens.json: the ids that llama.cpp gives to the same texts with the shipped model."""
import json
import unittest
from pathlib import Path

from . import HOME
from tokenizer import Tokenizer

GOLDEN = json.loads((Path(__file__).parent / "tokens.json").read_text(encoding="utf-8"))


class TheTokenizer(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.tokenizer = Tokenizer.load(HOME / "trainer" / "tokenizer.json")

    def test_cuts_as_the_runtime_does(self):
        self.assertGreater(len(GOLDEN), 100)
        for each in GOLDEN:
            self.assertEqual(self.tokenizer.encode(each["text"], parse_control=False), each["ids"], each["text"])

    def test_gives_back_every_text(self):
        for each in GOLDEN:
            self.assertEqual(self.tokenizer.decode(each["ids"]), each["text"])

    def test_a_word_is_cut_alike_wherever_it_stands(self):
        word = self.tokenizer.encode("Zanzibar")
        self.assertEqual(self.tokenizer.encode(" Zanzibar")[1:], word)
        self.assertEqual(self.tokenizer.encode('"Zanzibar')[1:], word)

    def test_frequent_chinese_characters_are_one_token_and_rare_ones_two(self):
        self.assertEqual(len(self.tokenizer.encode("订单")), 2)
        self.assertEqual(len(self.tokenizer.encode("龘")), 2)

    def test_what_looks_like_a_control_token_is_text(self):
        self.assertGreater(len(self.tokenizer.encode("<|im_end|>", parse_control=False)), 1)


if __name__ == "__main__":
    unittest.main()
