"""Values: what is drawn for a kind fits its schema, and stands in the text that is typed for it."""
import unittest

from . import drawn
import characters
import values
from words import CHINESE, ENGLISH

TYPES = {"string": str, "number": (int, float), "integer": int}
TIMES = 120


def is_chinese(text):
    return any("一" <= character <= "鿿" for character in text)


class Values(unittest.TestCase):
    def draws(self, kinds):
        for kind in sorted(kinds):
            for zh in (ENGLISH, CHINESE):
                for rng in drawn(TIMES):
                    yield kind, *values.draw(kind, rng, zh)

    def test_of_texts_are_typed_as_they_are(self):
        for kind, value, text in self.draws(values.TEXTS):
            self.assertEqual((value, value.strip()), (text, text), kind)
            self.assertTrue(text and text.isprintable(), kind)

    def test_fit_the_schema_of_their_kind(self):
        for kind, value, _ in self.draws(values.KINDS):
            schema = values.schema(kind)
            if kind in values.LISTS:
                self.assertEqual(schema["type"], "array")
                for item in value:
                    self.assertIsInstance(item, TYPES[schema["items"]["type"]], kind)
            else:
                self.assertIsInstance(value, TYPES[schema["type"]], kind)

    def test_of_lists_are_typed_one_after_the_other_and_none_twice(self):
        for kind, value, text in self.draws(values.LISTS):
            self.assertEqual([item for item in value if value.count(item) > 1], [], kind)
            at = 0
            for item in map(str, value):
                self.assertFalse(set(",，、") & set(item), item)
                at = text.find(item, at)
                self.assertGreaterEqual(at, 0, (item, text))
                at += len(item)

    def test_are_chinese_in_chinese_alone(self):
        for kind in ("word", "phrase", "sentence", "title", "person", "city", "address", "company", "product", "date"):
            texts = {zh: [values.draw(kind, rng, zh)[1] for rng in drawn(TIMES)] for zh in (ENGLISH, CHINESE)}
            self.assertFalse([text for text in texts[ENGLISH] if is_chinese(text)], kind)
            self.assertGreater(sum(map(is_chinese, texts[CHINESE])), TIMES / 3, kind)

    def test_of_any_characters_are_made_of_the_frequent_ones(self):
        self.assertEqual(len(set(characters.FREQUENT)), 3755)
        self.assertEqual((characters.FREQUENT[0], characters.FREQUENT[-1]), ("啊", "座"))
        for kind, draw in characters.OF_CHARACTERS.items():
            self.assertIn(kind, values.TEXTS)
            for rng in drawn(20):
                self.assertTrue(is_chinese(draw(rng)), kind)

    def test_of_a_boolean_have_a_schema_too(self):
        self.assertEqual(values.schema("bool"), {"type": "boolean"})

    def test_of_any_kind_are_scalars(self):
        found = {type(values.any_value(rng)) for rng in drawn(300)}
        self.assertEqual(found, {str, int, float, bool})


if __name__ == "__main__":
    unittest.main()
