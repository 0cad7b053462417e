"""What no rule foresees: names, codes and messages with marks inside them, as people and machines have them."""
from codes import digits, letters
from words import COMMON, EN, PROPER

_MARKED = {
    "a": "áàâäåã", "c": "çč", "e": "éèêëě", "g": "ğ", "i": "íîï", "l": "ł", "n": "ñň", "o": "óòôöøő", "r": "ř",
    "s": "šśş", "u": "úüûů", "y": "ý", "z": "žż",
}


def marked(rng, text):
    """The text with one or two letters that carry a mark, as names of many languages have them."""
    places = [at for at, letter in enumerate(text) if letter in _MARKED]
    for at in rng.sample(places, min(len(places), rng.choice([1, 1, 2]))):
        text = text[:at] + rng.choice(_MARKED[text[at]]) + text[at + 1:]
    return text


def odd_name(rng):
    """A name of a thing as people give it: possessives, abbreviations, numbers, marks."""
    a, b = rng.choice(PROPER), rng.choice(COMMON)
    return rng.choice([
        f"{a}'s {b}",
        f"St. {a}",
        f"St. {a}'s {b}",
        f"{a} {b}",
        f"{marked(rng, a)} {b}",
        f"{a} {rng.choice(PROPER)} {rng.choice(['II', 'III', 'IV', b])}",
        f"{rng.choice(COMMON)} {b} {rng.choice(['of', 'in', 'for', 'and'])} {a}",
        f"{b} No. {rng.randint(1, 40)}",
        f"{a} & {rng.choice(PROPER)}",
        f"The {b.capitalize()} of {a}",
        f"{a} {rng.choice(['II', 'III', 'IV'])}",
        f"{b} #{rng.randint(1, 99)}",
        f"{a}, {b} {rng.randint(2, 9)}",
        f"{a}-{rng.choice(PROPER)}",
        f"{b} ({rng.choice(COMMON)})",
        f"{marked(rng, a)} {marked(rng, b)}",
        marked(rng, a),
        f"{rng.randint(2, 60)} {b}s",
        f"{b} {rng.randint(1, 9)}.{rng.randint(0, 9)}",
    ])


def odd_message(rng):
    one, other = (rng.choice(EN["messages"]).rstrip(".!?") for _ in range(2))
    return rng.choice([
        f"{one}, {other}",
        f"{one}! {other}",
        f"{one} :(",
        f"{one}? {other}",
        f"{one} - {other}",
        f"{one} & {rng.choice(COMMON)}",
        f"{marked(rng, one)} :)",
        f"{one} ({rng.choice(COMMON)})",
        f"{one}; {other}",
        f"re: {one}",
    ])


def odd_code(rng):
    """Letters, digits, words and marks in any order, as ids, hosts, patterns and schedules have them."""
    return rng.choice(_CODES)(rng)


def _mixed(rng):
    first, *others = [_part(rng) for _ in range(rng.randint(2, 4))]
    text = first + "".join(rng.choice("-_/.:#+--__//.") + part for part in others)
    return text + rng.choice(["", "", "", "", "*", "+", "/b", "a", "#"])


def _part(rng):
    return rng.choice([
        letters(rng, rng.randint(1, 4)),
        rng.choice(COMMON),
        digits(rng, rng.randint(1, 5)),
        str(rng.randint(1990, 2031)),
        "0" + digits(rng, rng.randint(1, 3)),
    ])


def _host(rng):
    start = rng.choice(["", "_", "www.", "api."])
    name = ".".join(rng.choice(COMMON) for _ in range(rng.randint(1, 2)))
    return f"{start}{name}.{rng.choice(['com', 'org', 'net', 'example', 'local', 'io'])}{_port(rng)}"


def _port(rng):
    return rng.choice(["", "", f":{rng.randint(80, 9999)}"])


def _handle(rng):
    return rng.choice("#@#") + rng.choice(COMMON) + rng.choice(["", "-" + rng.choice(COMMON), "_" + digits(rng, 2)])


def _table_name(rng):
    start = f"{rng.choice(COMMON)}.{rng.choice(COMMON)}"
    return f"{start}_{rng.choice([rng.choice(COMMON), digits(rng, 4), f'q{rng.randint(1, 4)}'])}"


def _cron_line(rng):
    return " ".join(
        rng.choice([
            "*",
            str(rng.randint(0, 59)),
            f"*/{rng.randint(2, 15)}",
            f"{rng.randint(1, 3)}-{rng.randint(4, 7)}",
        ])
        for _ in range(5)
    )


def _pattern(rng):
    words = f"({rng.choice(COMMON)})", rng.choice(COMMON)
    pieces = ["[A-Z]", "[0-9]", "[a-z_]", r"\d", r"\w", ".", *words, "-", r"\."]
    start = rng.choice(["^", ""])
    middle = "".join(
        rng.choice(pieces) + rng.choice(["", "", "+", "*", f"{{{rng.randint(2, 8)}}}"])
        for _ in range(rng.randint(2, 4))
    )
    return start + middle + rng.choice(["$", ""])


def _ip_address(rng):
    parts = [str(rng.randint(0, 255)) for _ in range(4)] if rng.random() < 0.6 else rng.choices(["0", "127", "10", "1"], k=4)
    return ".".join(parts) + _port(rng)


def _number_plate(rng):
    start = letters(rng, rng.randint(1, 3)) + rng.choice([" ", "-"])
    return start + letters(rng, rng.randint(1, 2)) + " " + digits(rng, rng.randint(2, 4))


_CODES = [_mixed] * 5 + [_host, _handle, _table_name, _cron_line, _pattern, _ip_address, _number_plate]
