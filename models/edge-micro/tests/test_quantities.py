"""Numbers: whatever a person types for one, it says the value that goes into the call."""
import unittest

from . import drawn
import quantities
from words import CHINESE, ENGLISH

ENGLISH_WORDS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17,
    "eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70,
    "eighty": 80, "ninety": 90,
}
CHINESE_DIGITS = {"": 0, "一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9}


def read(text):
    """The number that a person means, by another way than the generator's."""
    for minus in ("-", "minus ", "负", "零下"):
        if text.startswith(minus):
            return -read(text.removeprefix(minus))
    if text == "a dozen":
        return 12
    if text.endswith(" and a half"):
        return read(text.removesuffix(" and a half")) + 0.5
    if text.endswith("k"):
        return float(text[:-1]) * 1000
    if text.endswith("万"):
        return round(float(text[:-1]) * 10_000)
    if text[0].isalpha() and text.isascii():
        return sum(ENGLISH_WORDS[part] for part in text.split("-"))
    if "十" in text:
        tens, ones = text.split("十")
        return 10 * (CHINESE_DIGITS[tens] or 1) + CHINESE_DIGITS[ones]
    return CHINESE_DIGITS[text] if text in CHINESE_DIGITS else float(text.replace(",", ""))


class Quantities(unittest.TestCase):
    def test_are_typed_in_digits_in_words_and_with_the_marks_for_thousands(self):
        for value, zh, texts in [
            (0, ENGLISH, {"0"}),
            (2, ENGLISH, {"2", "two"}),
            (12, ENGLISH, {"12", "twelve", "a dozen"}),
            (40, ENGLISH, {"40", "forty"}),
            (99, ENGLISH, {"99", "ninety-nine"}),
            (100, ENGLISH, {"100"}),
            (1250, ENGLISH, {"1250", "1,250"}),
            (12_000, ENGLISH, {"12000", "12,000", "12k"}),
            (2, CHINESE, {"2", "二", "两"}),
            (10, CHINESE, {"10", "十"}),
            (15, CHINESE, {"15", "十五"}),
            (20, CHINESE, {"20", "二十"}),
            (99, CHINESE, {"99", "九十九"}),
            (3000, CHINESE, {"3000", "3,000"}),
            (12_000, CHINESE, {"12000", "12,000", "1.2万"}),
            (250_000, CHINESE, {"250000", "250,000", "25万"}),
        ]:
            with self.subTest(value=value, zh=zh):
                found = {quantities.whole(rng, value, zh) for rng in drawn(300)}
                self.assertEqual(found, {(value, text) for text in texts})

    def test_say_their_value(self):
        kinds = quantities.integer, quantities.count, quantities.amount, quantities.number, quantities.percent
        for draw in kinds:
            for zh in (ENGLISH, CHINESE):
                for rng in drawn(400):
                    value, text = draw(rng, zh)
                    self.assertEqual(read(text), value, (draw.__name__, text))

    def test_and_a_half_is_said_in_english_alone(self):
        halves = {zh: {quantities.amount(rng, zh) for rng in drawn(1500)} for zh in (ENGLISH, CHINESE)}
        self.assertIn((3.5, "three and a half"), halves[ENGLISH])
        self.assertFalse([text for _, text in halves[CHINESE] if "half" in text])

    def test_below_zero_are_said_in_the_words_of_their_language(self):
        for zh, signs in ((ENGLISH, {"-", "minus "}), (CHINESE, {"-", "负", "零下"})):
            found = {
                text.removesuffix(str(abs(value)))
                for value, text in (quantities.number(rng, zh) for rng in drawn(600))
                if value < 0
            }
            self.assertEqual(found, signs)

    def test_keep_to_their_bounds(self):
        for rng in drawn(400):
            self.assertIn(quantities.count(rng, ENGLISH)[0], range(1, 21))
            self.assertGreaterEqual(quantities.amount(rng, ENGLISH)[0], 0)
            self.assertTrue(0 < quantities.percent(rng, ENGLISH)[0] <= 100)
            self.assertIsInstance(quantities.integer(rng, ENGLISH)[0], int)

    def test_have_no_decimal_point_without_decimals(self):
        for rng in drawn(400):
            value, text = quantities.number(rng, ENGLISH)
            self.assertFalse(isinstance(value, float) and value.is_integer(), text)


if __name__ == "__main__":
    unittest.main()
