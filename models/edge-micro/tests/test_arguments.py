"""What the trainer's programs take on their command lines."""
import unittest
from argparse import ArgumentTypeError

from . import HOME
import arguments


class Arguments(unittest.TestCase):
    def accepts(self, kind, text, value):
        self.assertEqual(kind(text), value)

    def refuses(self, kind, *texts):
        for text in texts:
            with self.subTest(text), self.assertRaises(ArgumentTypeError):
                kind(text)

    def test_a_count(self):
        self.accepts(arguments.count, "12", 12)
        self.refuses(arguments.count, "0", "-1", "1.5", "", "many", "１２")

    def test_minutes(self):
        self.accepts(arguments.minutes, "0.5", 0.5)
        self.refuses(arguments.minutes, "0", "-1", "", "nan", "soon")

    def test_a_file_that_is_there(self):
        here = str(HOME / "trainer" / "tokenizer.json")
        self.accepts(arguments.existing_file, here, here)
        self.refuses(arguments.existing_file, str(HOME), "nowhere.json")

    def test_a_file_to_be_written(self):
        new = str(HOME / "new.npz")
        self.accepts(arguments.writable_path, new, new)
        self.accepts(arguments.writable_path, "new.npz", "new.npz")
        self.refuses(arguments.writable_path, "nowhere/new.npz")


if __name__ == "__main__":
    unittest.main()
