"""What the vocabulary is made of, and how Chinese comes into it."""
import unittest

from . import HOME
import contract
from build_tokenizer import HAN, merges_for
from tokenizer import CONTRACT, CONTROL, CONTROL_TOKENS, MULTIPLE, Tokenizer, to_alphabet

TOOL = {"name": "a", "description": "", "parameters": {}}


class TheVocabulary(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.tokenizer = Tokenizer.load(HOME / "trainer" / "tokenizer.json")

    def test_no_merge_holds_a_space_a_newline_or_a_digit(self):
        never = set(to_alphabet(" \t\r\n0123456789"))
        self.assertEqual([merge for merge in self.tokenizer.merges if never & set("".join(merge))], [])

    def test_holds_the_sentences_that_the_contract_is_made_of(self):
        rendered = "\n".join([
            contract.system([TOOL], "[goal]"),
            '{"tool_name":"NAME","arguments":{...}}',
            contract.result_turn("a", {}),
            contract.rejection_turn("code", "message"),
        ])
        for sentence in CONTRACT:
            self.assertIn(sentence, rendered)
            self.assertEqual(self.tokenizer.encode(sentence), [self.tokenizer.id[sentence]])

    def test_is_filled_up_with_tokens_that_no_text_gives(self):
        self.assertEqual(len(self.tokenizer) % MULTIPLE, 0)
        unused = [
            token for token, its in zip(self.tokenizer.tokens, self.tokenizer.types)
            if its == CONTROL and token not in CONTROL_TOKENS
        ]
        for token in unused:
            self.assertGreater(len(self.tokenizer.encode(token)), 1)

    def test_no_token_stands_twice(self):
        with self.assertRaises(ValueError):
            Tokenizer([("Tools:"[:end], "Tools:"[end]) for end in range(1, len("Tools:"))])


class ChineseMerges(unittest.TestCase):
    def test_make_a_wanted_character_one_token_and_others_two(self):
        tokenizer = Tokenizer(merges_for("订，"))
        self.assertEqual([len(tokenizer.encode(each)) for each in "订，龘"], [1, 1, 2])

    def test_leave_characters_of_other_lengths_alone(self):
        self.assertEqual(merges_for("a·🙂"), merges_for(""))
        self.assertEqual(len(merges_for("")), len(HAN))


if __name__ == "__main__":
    unittest.main()
