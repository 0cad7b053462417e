"""What a shard holds of a conversation: its tokens, and how much each weighs."""
import unittest

from . import HOME
from chatml import IGNORED, READ, SAID, encoded
from tokenizer import IM_END, Tokenizer


class AConversation(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.tokenizer = Tokenizer.load(HOME / "trainer" / "tokenizer.json")

    def of_weight(self, turns, weight):
        ids, weights = encoded(self.tokenizer, turns)
        self.assertEqual(len(ids), len(weights))
        return self.tokenizer.decode([each for each, its in zip(ids, weights) if its == weight])

    def test_is_chatml_after_the_first_token(self):
        ids, _ = encoded(self.tokenizer, [("user", "Hello", False), ("assistant", "Good day", True)])
        self.assertEqual(ids[0], self.tokenizer.bos)
        text = "<|im_start|>user\nHello<|im_end|>\n<|im_start|>assistant\nGood day<|im_end|>\n"
        self.assertEqual(self.tokenizer.decode(ids[1:]), text)

    def test_what_the_model_says_weighs_most_and_what_it_reads_a_little(self):
        turns = [("system", "Tools:", False), ("user", "Hello", False), ("assistant", "Good day", True)]
        self.assertEqual(self.of_weight(turns, SAID), "Good day<|im_end|>")
        self.assertEqual(self.of_weight(turns, READ), "Tools:<|im_end|>Hello<|im_end|>")

    def test_what_the_model_must_not_imitate_weighs_nothing(self):
        turns = [("assistant", "A wrong call", False)]
        ids, _ = encoded(self.tokenizer, turns)
        self.assertEqual(self.of_weight(turns, IGNORED), self.tokenizer.decode(ids))

    def test_a_control_token_in_a_text_ends_no_turn(self):
        ids, _ = encoded(self.tokenizer, [("user", f"What does {IM_END} do?", False)])
        self.assertEqual(ids.count(self.tokenizer.eos), 1)


if __name__ == "__main__":
    unittest.main()
