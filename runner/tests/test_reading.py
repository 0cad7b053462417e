import unittest

from edge_runner.names import encodable, type_name
from edge_runner.reading import read_json


class Strictness(unittest.TestCase):
    def test_refused(self):
        texts = [
            "", " ", "{", "[1,]", '{"a":1,}', "{'a':1}", "NaN", "[Infinity]", "-Infinity", "1e999", "[-1e999]",
            "1e-400", "[-0.1E-323]", '{"a":1,"a":2}', '{"x":{"a":1,"\\u0061":2}}', "01", "+1", ".5", "1.", "True", "nul", '"a', '"\n"',
            '"\\x"', "1 2", "{} {}", "[1]//", "\ufeff1", "\u00a01", "[" * 100_000,
        ]  # fmt: skip
        for text in texts:
            with self.subTest(text[:30]), self.assertRaises(ValueError):
                read_json(text)

    def test_integers_keep_their_digits_and_their_type(self):
        self.assertEqual(read_json("[2512292042121000001,-9007199254740993]"), [2512292042121000001, -9007199254740993])
        self.assertEqual(read_json("9" * 10_000), 10**10_000 - 1)
        self.assertIs(type(read_json("3.0")), float)
        self.assertEqual(read_json("[5e-324,0e-400,-0.0e9]"), [5e-324, 0.0, 0.0])
        self.assertIs(type(read_json("3")), int)


class Names(unittest.TestCase):
    def test_lone_surrogates_are_replaced(self):
        table = [
            ("plain", "plain"), ("é\ud83dx", "é\ufffdx"), ("\udf78", "\ufffd"), ("a\ud83d", "a\ufffd"),
            ("\ud83c\udf78", "🍸"), ("\ufeff\ud83d", "\ufeff\ufffd"), ("東京 🎉", "東京 🎉"),
        ]  # fmt: skip
        for text, expected in table:
            self.assertEqual(encodable(text), expected)

    def test_type_names_never_fail(self):
        class Meta(type):
            @property
            def __module__(cls):
                raise RuntimeError

        self.assertEqual(type_name(set), "set")
        self.assertEqual(type_name(Meta("Odd", (), {})), "object")
        self.assertEqual(len(type_name(type("x" * 1000, (), {"__module__": "m"}))), 200)
