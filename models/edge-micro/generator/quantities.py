"""Random numbers as JSON values, each with the text that a person types for it: digits mostly, now and then words.

Each function that a kind of value is drawn by takes (rng, zh) and gives (value, text).
"""
from chance import by_share
from words import CHINESE, ENGLISH

DIGITS = "零一二三四五六七八九十"
UNITS = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
seventeen eighteen nineteen""".split()
TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
ROUND = [50, 100, 150, 200, 250, 500, 1000, 1200, 2500, 5000, 10_000, 12_000, 80_000, 250_000]


def in_chinese(number):
    """A whole number below 100 in Chinese characters."""
    tens, ones = divmod(number, 10)
    if tens == 0:
        return DIGITS[ones]
    return ("" if tens == 1 else DIGITS[tens]) + "十" + (DIGITS[ones] if ones else "")


def in_english(number):
    """A whole number below 100 in English words."""
    if number < 20:
        return UNITS[number]
    tens, ones = divmod(number, 10)
    return TENS[tens - 2] + (f"-{UNITS[ones]}" if ones else "")


def whole(rng, value, zh):
    """A whole number as digits; now and then in words, or with the marks that people use for thousands."""
    if 0 < value < 100 and rng.random() < (0.2 if value <= 12 else 0.08):
        return value, _in_words(rng, value, zh)
    if value >= 1000 and value % 1000 == 0 and rng.random() < 0.2:
        if not zh:
            return value, f"{value // 1000}k"
        if value >= 10_000:
            return value, f"{value / 10_000:.10g}万"
    if value >= 1000 and rng.random() < 0.12:
        return value, f"{value:,}"
    return value, str(value)


def _in_words(rng, value, zh):
    if zh:
        return "两" if value == 2 and rng.random() < 0.7 else in_chinese(value)
    return "a dozen" if value == 12 and rng.random() < 0.3 else in_english(value)


_HIGHEST = {12: 21, 99: 25, 999: 21, 9999: 15, 999_999: 9, 9_999_999: 4, 9_999_999_999: 3}


def integer(rng, zh):
    """Of any sign and size, small ones mostly."""
    if rng.random() < 0.03:
        return _with_a_run(rng, zh)
    highest = by_share(rng, _HIGHEST)
    value = rng.randint(0 if highest > 12 else 1, highest)
    return (-value, str(-value)) if value and rng.random() < 0.06 else whole(rng, value, zh)


def count(rng, zh):
    """1 to 20."""
    return whole(rng, rng.randint(1, 20), zh)


def _small(rng, zh):
    return whole(rng, rng.randint(1, rng.choice([9, 99, 999, 9999, 99_999])), zh)


def _round(rng, zh):
    return whole(rng, rng.choice(ROUND), zh)


def _large(rng, zh):
    return whole(rng, rng.randint(100_000, 9_999_999), zh)


def _with_a_run(rng, zh):
    """Up to thirteen digits, one of which comes again and again."""
    digit = rng.choice("00000123456789")
    text = str(rng.randint(1, rng.choice([9, 99, 9999]))) + digit * rng.randint(2, 9)
    return _plain(int(text))


def _and_a_half(rng, zh):
    value = rng.randint(1, 9)
    return value + 0.5, f"{value}.5" if zh or rng.random() < 0.5 else f"{UNITS[value]} and a half"


def _decimal(rng, zh):
    return _plain(round(rng.random() * rng.choice([1, 10, 100, 1000, 20_000]), rng.choice([1, 1, 2, 2, 2, 3])))


_AMOUNTS = {_small: 40, _round: 13, _large: 7, _with_a_run: 5, _and_a_half: 3, _decimal: 32}


def amount(rng, zh):
    """Not negative; whole, or with up to three decimals, or a run of one digit."""
    return by_share(rng, _AMOUNTS)(rng, zh)


_MINUS = {ENGLISH: ["-", "-", "-", "minus ", "-"], CHINESE: ["-", "-", "-", "负", "零下"]}


def number(rng, zh):
    """Of any sign."""
    value, text = amount(rng, zh)
    if not value or rng.random() >= 0.2:
        return value, text
    return -value, rng.choice(_MINUS[zh]) + str(value)


def percent(rng, zh):
    """0.01 to 100."""
    shares = [rng.randint(1, 100), rng.randint(1, 40), rng.randint(1, 200) / 10, rng.randint(1, 400) / 100]
    return _plain(rng.choice(shares))


def listed_number(rng, zh):
    """As it stands in a list: in digits."""
    value = number(rng, False)[0] if rng.random() < 0.7 else rng.randint(0, 120)
    return value, str(value)


def listed_integer(rng, zh):
    """As it stands in a list: in digits, and not negative."""
    value = rng.randint(0, rng.choice([12, 99, 999]))
    return value, str(value)


def _plain(value):
    """In digits, and without a decimal point where there is nothing behind it."""
    value = int(value) if value == int(value) else value
    return value, str(value)
