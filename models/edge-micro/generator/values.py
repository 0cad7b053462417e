"""Random values of each kind: `draw(kind, rng, zh)` gives the JSON value and the text that a person types for it.

`zh` asks for what stands in a Chinese request: mostly Chinese words and names, Latin ones in between.
"""

from words import COMMON, EN, PROPER, ZH

NUMBER_WORDS = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
eighteen nineteen""".split()
TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
HAN = "零一二三四五六七八九十"


def same(value):
    return value, value


def letters(rng, count):
    return "".join(rng.choice("ABCDEFGHIJKLMNOPQRSTUVWXYZ") for _ in range(count))


def digits(rng, count):
    """Repeated digits are the hard case for copying, so they come often."""
    pool = "0123456789" if rng.random() < 0.7 else "".join(rng.choice("0123456789") for _ in range(2))
    return str(rng.randint(1, 9)) + "".join(rng.choice(pool) for _ in range(count - 1))


def han(number):
    """A whole number below 100 in Chinese characters."""
    tens, ones = divmod(number, 10)
    if tens == 0:
        return HAN[ones]
    return ("" if tens == 1 else HAN[tens]) + "十" + (HAN[ones] if ones else "")


def spelled(number):
    """A whole number below 100 in English words."""
    if number < 20:
        return NUMBER_WORDS[number]
    tens, ones = divmod(number, 10)
    return TENS[tens - 2] + (f"-{NUMBER_WORDS[ones]}" if ones else "")


def whole(rng, value, zh):
    """A whole number as digits; now and then in words, or with the marks that people use for thousands."""
    if 0 < value < 100 and rng.random() < (0.2 if value <= 12 else 0.08):
        if zh:
            return value, "两" if value == 2 and rng.random() < 0.7 else han(value)
        return value, "a dozen" if value == 12 and rng.random() < 0.3 else spelled(value)
    if value >= 1000 and value % 1000 == 0 and rng.random() < 0.2:
        if not zh:
            return value, f"{value // 1000}k"
        if value % 10_000 == 0 or value > 10_000:
            return value, f"{value / 10_000:g}万"
    if value >= 1000 and rng.random() < 0.12:
        return value, f"{value:,}"
    return value, str(value)


def integer(rng, zh):
    top = rng.choices([12, 99, 999, 9999, 999_999, 9_999_999], [22, 26, 22, 16, 9, 5])[0]
    value = rng.randint(0 if top > 12 else 1, top)
    return (-value, str(-value)) if value and rng.random() < 0.06 else whole(rng, value, zh)


def count(rng, zh):
    return whole(rng, rng.randint(1, 20), zh)


def positive(rng, zh):
    kind = rng.random()
    if kind < 0.42:
        return whole(rng, rng.randint(1, rng.choice([9, 99, 999, 9999, 99_999])), zh)
    if kind < 0.56:
        return whole(rng, rng.choice([50, 100, 150, 200, 250, 500, 1000, 1200, 2500, 5000, 10_000, 12_000, 80_000, 250_000]), zh)
    if kind < 0.64:
        return whole(rng, rng.randint(100_000, 9_999_999), zh)
    if kind < 0.67:
        value = rng.randint(1, 9)
        return value + 0.5, f"{value}.5" if zh or rng.random() < 0.5 else f"{NUMBER_WORDS[value]} and a half"
    value = round(rng.random() * rng.choice([1, 10, 100, 1000, 20_000]), rng.choice([1, 1, 2, 2, 2, 3]))
    value = int(value) if value == int(value) else value
    return value, str(value)


def number(rng, zh):
    value, text = positive(rng, zh)
    if not value or rng.random() >= 0.2:
        return value, text
    return -value, rng.choice(["-", "-", "-", "负" if zh else "minus ", "零下" if zh else "-"]) + str(value)


def percent(rng, zh):
    value = rng.choice([rng.randint(1, 100), rng.randint(1, 40), rng.randint(1, 200) / 10, rng.randint(1, 400) / 100])
    value = int(value) if value == int(value) else value
    return value, str(value)


# The 3,755 frequent characters of GB 2312, level 1 (rows 16 to 55): each must be copied right, whatever it means.
FREQUENT_HAN = [
    bytes([0xA0 + row, 0xA0 + cell]).decode("gb2312") for row in range(16, 56) for cell in range(1, 95) if row < 55 or cell < 90
]


def characters(rng, low, high):
    return "".join(rng.choice(FREQUENT_HAN) for _ in range(rng.randint(low, high)))


def odd(rng):
    """What no rule foresees: letters, digits, words and marks in any order, as ids, hosts, patterns and addresses have them."""
    form = rng.randrange(12)
    if form < 5:
        parts = [
            rng.choice([letters(rng, rng.randint(1, 4)), rng.choice(COMMON), digits(rng, rng.randint(1, 5)), str(rng.randint(1990, 2031)), "0" + digits(rng, rng.randint(1, 3))])
            for _ in range(rng.randint(2, 4))
        ]
        text = parts[0]
        for part in parts[1:]:
            text += rng.choice("-_/.:#+--__//.") + part
        return text + rng.choice(["", "", "", "", "*", "+", "/b", "a", "#"])
    host = lambda: ".".join(rng.choice(COMMON) for _ in range(rng.randint(1, 2))) + "." + rng.choice(["com", "org", "net", "example", "local", "io"])
    if form == 5:
        return rng.choice(["", "_", "www.", "api."]) + host() + rng.choice(["", "", f":{rng.randint(80, 9999)}"])
    if form == 6:
        return rng.choice("#@#") + rng.choice(COMMON) + rng.choice(["", "-" + rng.choice(COMMON), "_" + digits(rng, 2)])
    if form == 7:
        return f"{rng.choice(COMMON)}.{rng.choice(COMMON)}_{rng.choice([rng.choice(COMMON), digits(rng, 4), 'q' + str(rng.randint(1, 4))])}"
    if form == 8:
        return " ".join(rng.choice(["*", str(rng.randint(0, 59)), f"*/{rng.randint(2, 15)}", f"{rng.randint(1, 3)}-{rng.randint(4, 7)}"]) for _ in range(5))
    if form == 9:
        pieces = ["[A-Z]", "[0-9]", "[a-z_]", "\\d", "\\w", ".", "(" + rng.choice(COMMON) + ")", rng.choice(COMMON), "-", "\\."]
        return rng.choice(["^", ""]) + "".join(rng.choice(pieces) + rng.choice(["", "", "+", "*", "{%d}" % rng.randint(2, 8)]) for _ in range(rng.randint(2, 4))) + rng.choice(["$", ""])
    if form == 10:
        return ".".join(str(rng.randint(0, 255)) for _ in range(4)) + rng.choice(["", "", f":{rng.randint(80, 9999)}"])
    return letters(rng, rng.randint(1, 3)) + rng.choice([" ", "-"]) + letters(rng, rng.randint(1, 2)) + " " + digits(rng, rng.randint(2, 4))


_MARKED = {"a": "áàâäåã", "e": "éèêëě", "i": "íîï", "o": "óòôöøő", "u": "úüûů", "c": "çč", "n": "ñň", "s": "šśş", "z": "žż", "l": "ł", "r": "ř", "y": "ý", "g": "ğ"}


def marked(rng, text):
    """The text with one or two letters that carry a mark, as names of many languages have them."""
    places = [at for at, letter in enumerate(text) if letter in _MARKED]
    for at in rng.sample(places, min(len(places), rng.choice([1, 1, 2]))):
        text = text[:at] + rng.choice(_MARKED[text[at]]) + text[at + 1:]
    return text


def named(rng):
    """A name of a thing as people give it: possessives, abbreviations, numbers, marks."""
    a, b = rng.choice(PROPER), rng.choice(COMMON)
    return rng.choice([
        f"{a}'s {b}", f"St. {a}", f"{b} No. {rng.randint(1, 40)}", f"{a} & {rng.choice(PROPER)}", f"The {b.capitalize()} of {a}", f"{a} {rng.choice(['II', 'III', 'IV'])}", f"{b} #{rng.randint(1, 99)}",
        f"{a}, {b} {rng.randint(2, 9)}", f"{a}-{rng.choice(PROPER)}", f"{b} ({rng.choice(COMMON)})", f"{marked(rng, a)} {marked(rng, b)}", marked(rng, a), f"{rng.randint(2, 60)} {b}s", f"{b} {rng.randint(1, 9)}.{rng.randint(0, 9)}",
    ])


def talked(rng):
    """A message with marks inside it."""
    one, other = (rng.choice(EN["messages"]).rstrip(".!?") for _ in range(2))
    return rng.choice([f"{one}, {other}", f"{one}! {other}", f"{one} :(", f"{one}? {other}", f"{one} - {other}", f"{one} & {rng.choice(COMMON)}", f"{marked(rng, one)} :)", f"{one} ({rng.choice(COMMON)})", f"{one}; {other}", f"re: {one}"])


_ODD = {"id": (odd, 0.2), "code": (odd, 0.12), "word": (odd, 0.1), "phrase": (named, 0.12), "title": (named, 0.25), "sentence": (talked, 0.18), "company": (named, 0.15), "product": (named, 0.15)}


_OF_CHARACTERS = {
    "word": lambda rng: characters(rng, 2, 4),
    "phrase": lambda rng: characters(rng, 3, 7),
    "title": lambda rng: characters(rng, 3, 8),
    "product": lambda rng: characters(rng, 2, 5),
    "person": lambda rng: rng.choice(ZH["surnames"]) + characters(rng, 1, 2),
    "company": lambda rng: characters(rng, 2, 4) + rng.choice(["公司", "集团", "小学", "医院", "厂", "合作社", "博物馆", "店"]),
    "city": lambda rng: characters(rng, 2, 3) + rng.choice(["", "市", "镇", "岛", "村", "县"]),
    "address": lambda rng: f"{characters(rng, 2, 3)}{rng.choice('路街巷')}{rng.randint(1, 300)}号",
    "sentence": lambda rng: rng.choice(ZH["messages"]).rstrip("。！？") + characters(rng, 2, 5),
    "id": lambda rng: characters(rng, 1, 3) + rng.choice(["", "-", "_", ""]) + digits(rng, rng.randint(1, 5)),
}


def identifier(rng, zh=False):
    form = rng.randrange(13)
    if form < 3:
        return same(letters(rng, rng.randint(1, 4)) + "-" + digits(rng, rng.randint(1, 6)))
    if form == 3:
        return same(digits(rng, rng.randint(2, 11)))
    if form < 6:
        return same(letters(rng, rng.randint(1, 3)) + digits(rng, rng.randint(1, 7)))
    if form == 6:
        return same(rng.choice(COMMON)[:5] + rng.choice("_-") + digits(rng, rng.randint(1, 5)))
    if form == 7:
        return same(letters(rng, 2) + "-" + digits(rng, 4) + "-" + digits(rng, 2))
    if form == 8:
        return same("".join(rng.choice("0123456789abcdef") for _ in range(rng.choice([6, 7, 8]))))
    if form == 9:
        return same("0" * rng.randint(1, 3) + digits(rng, rng.randint(2, 6)))
    if form == 10:
        return same(digits(rng, rng.randint(1, 3)) + rng.choice(["", "-"]) + letters(rng, rng.randint(1, 2)))
    if form == 11:
        parts = [rng.choice([letters(rng, rng.randint(1, 3)), digits(rng, rng.randint(1, 3))]) for _ in range(3)]
        return same(rng.choice("-/.").join(parts))
    return same(rng.choice(COMMON) + digits(rng, rng.randint(1, 2)))


def word(rng, zh=False):
    if zh and rng.random() < 0.7:
        return same(rng.choice(ZH["words"] if rng.random() < 0.8 else ZH["products"]))
    kind = rng.random()
    if kind < 0.5:
        return same(rng.choice(COMMON))
    if kind < 0.66:
        return same(rng.choice(EN["words"]).split()[0])
    if kind < 0.8:
        return same(rng.choice(PROPER))
    if kind < 0.92:
        return same(rng.choice(COMMON) + rng.choice("-_") + rng.choice(COMMON))
    return same(letters(rng, rng.randint(2, 5)))


def phrase(rng, zh=False):
    if zh and rng.random() < 0.8:
        return same(rng.choice(ZH["phrases"]) if rng.random() < 0.6 else rng.choice(ZH["words"]) + rng.choice(ZH["words"]))
    if rng.random() < 0.5:
        return same(rng.choice(EN["phrases"]))
    return same(" ".join(rng.choice(COMMON) for _ in range(rng.randint(2, 4))))


def sentence(rng, zh=False):
    if zh and rng.random() < 0.85:
        return same(rng.choice(rng.choice([ZH["messages"], ZH["messages"], ZH["tasks"]])).rstrip("。！？"))
    kind = rng.random()
    if kind < 0.55:
        return same(rng.choice(EN["messages"]).rstrip("."))
    if kind < 0.8:
        return same(rng.choice(EN["tasks"]).rstrip("."))
    return same(" ".join(rng.choice(COMMON) for _ in range(rng.randint(3, 8))))


def title(rng, zh=False):
    if zh and rng.random() < 0.75:
        return same(rng.choice(ZH["titles"]).strip("《》"))
    return same(rng.choice(EN["titles"]) if rng.random() < 0.7 else " ".join(rng.choice(COMMON) for _ in range(rng.randint(2, 3))).title())


def person(rng, zh=False):
    if zh and rng.random() < 0.7:
        return same(rng.choice(ZH["surnames"]) + (rng.choice(ZH["given"]) if rng.random() < 0.8 else rng.choice(["经理", "老师", "医生", "工", "总"])))
    first = rng.choice(EN["first"]) if rng.random() < 0.65 else rng.choice(PROPER)
    last = rng.choice(EN["last"]) if rng.random() < 0.65 else rng.choice(PROPER)
    kind = rng.random()
    if kind < 0.45:
        return same(first)
    if kind < 0.92:
        return same(f"{first} {last}")
    return same(f"{rng.choice(['Dr.', 'Mr.', 'Mrs.', 'Ms.', 'Prof.'])} {last}")


def email(rng, zh=False):
    host = rng.choice(COMMON) + "." + rng.choice(["com", "org", "net", "io", "de", "cn", "co.uk", "edu"])
    user = (rng.choice(EN["first"]) if rng.random() < 0.5 else rng.choice(COMMON)).lower().replace("'", "").replace(" ", "")
    if rng.random() < 0.4:
        user += rng.choice("._-+") + (rng.choice(EN["last"]).lower().replace("'", "").replace(" ", "") if rng.random() < 0.6 else digits(rng, 2))
    user = user.encode("ascii", "ignore").decode() or "desk"
    return same(f"{user}@{host}")


def phone(rng, zh=False):
    if zh and rng.random() < 0.7:
        return same("1" + rng.choice("3589") + digits(rng, 9))
    form = rng.randrange(3)
    if form == 0:
        return same("+" + digits(rng, rng.randint(9, 12)))
    return same(f"{digits(rng, 3)}-{digits(rng, 4)}" if form == 1 else f"0{digits(rng, rng.randint(7, 10))}")


def city(rng, zh=False):
    if zh and rng.random() < 0.8:
        return same(rng.choice(ZH["cities"]))
    return same(rng.choice(EN["cities"]) if rng.random() < 0.75 else rng.choice(PROPER))


def address(rng, zh=False):
    if zh and rng.random() < 0.8:
        return same(f"{rng.choice(ZH['streets'])}{rng.randint(1, 300)}号")
    number_ = rng.randint(1, 240)
    street = rng.choice(EN["streets"])
    return same(f"{number_} {street}" if rng.random() < 0.75 else f"{street} {number_}")


def company(rng, zh=False):
    if zh and rng.random() < 0.75:
        return same(rng.choice(ZH["companies"]))
    return same(rng.choice(EN["companies"]) if rng.random() < 0.6 else f"{rng.choice(PROPER)} {rng.choice(['Ltd', 'Inc', 'GmbH', 'Group', 'Labs', 'Foods'])}")


def product(rng, zh=False):
    if zh and rng.random() < 0.8:
        return same(rng.choice(ZH["products"]))
    return same(rng.choice(EN["products"]) if rng.random() < 0.7 else f"{rng.choice(COMMON)} {rng.choice(COMMON)}")


def iso_date(rng, zh=False):
    return same(f"{rng.randint(2023, 2031)}-{rng.randint(1, 12):02d}-{rng.randint(1, 28):02d}")


def date(rng, zh=False):
    if rng.random() < 0.35:
        return iso_date(rng)
    if zh:
        return same(rng.choice(ZH["dates"]) if rng.random() < 0.6 else f"{rng.randint(1, 12)}月{rng.randint(1, 28)}{rng.choice('日号')}")
    if rng.random() < 0.6:
        return same(rng.choice(EN["dates"]))
    month = rng.choice("January February March April May June July August September October November December".split())
    return same(rng.choice([f"{month} {rng.randint(1, 28)}", f"{rng.randint(1, 28)} {month}", f"{rng.randint(1, 28)}/{rng.randint(1, 12)}/{rng.randint(2024, 2030)}"]))


def time(rng, zh=False):
    if rng.random() < 0.55:
        return same(f"{rng.randint(0, 23):02d}:{rng.choice([0, 15, 30, 45, rng.randint(0, 59)]):02d}")
    if zh:
        return same(rng.choice(ZH["times"]))
    return same(rng.choice(EN["times"]) if rng.random() < 0.5 else f"{rng.randint(1, 12)}{rng.choice(['', ':30', ':15'])}{rng.choice([' ', ''])}{rng.choice(['am', 'pm'])}")


EXTENSIONS = "txt csv json pdf md py log png jpg mp3 mp4 zip xlsx docx yaml html sql wav svg tar.gz".split()


def file(rng, zh=False):
    stem = rng.choice(ZH["words"] if zh and rng.random() < 0.3 else COMMON)
    if rng.random() < 0.4:
        stem += rng.choice("_-") + rng.choice([rng.choice(COMMON), digits(rng, rng.randint(1, 4))])
    name = f"{stem}.{rng.choice(EXTENSIONS)}"
    if rng.random() < 0.35:
        name = rng.choice(["/", "", "./", "~/", "C:\\"]) + rng.choice(["tmp", "home", "docs", "src", "data", rng.choice(COMMON)]) + "/" + name
        name = name.replace("/", "\\") if name.startswith("C:") else name
    return same(name)


def folder(rng, zh=False):
    if zh and rng.random() < 0.4:
        return same(rng.choice(ZH["folders"]))
    parts = [rng.choice(COMMON) for _ in range(rng.randint(1, 3))]
    return same(rng.choice(["/", "~/", "./", "", "/var/", "/home/"]) + "/".join(parts) + rng.choice(["", "", "/"]))


def url(rng, zh=False):
    tail = "/" + rng.choice(COMMON) if rng.random() < 0.6 else ""
    tail += f"/{digits(rng, 3)}" if rng.random() < 0.15 else ""
    return same(f"{rng.choice(['https://', 'http://', 'https://www.'])}{rng.choice(COMMON)}.{rng.choice(['com', 'org', 'io', 'net', 'cn', 'dev'])}{tail}")


CURRENCIES = "EUR USD GBP JPY CNY CHF SEK NOK DKK PLN CAD AUD INR BRL KRW euros dollars pounds yen francs".split()
LANGUAGES = """English German French Spanish Italian Portuguese Dutch Polish Russian Japanese Chinese Korean Arabic Turkish Swedish Greek
Hindi Welsh Finnish Danish Norwegian Czech Hungarian Thai Vietnamese Ukrainian Hebrew""".split()
COLORS = """red blue green yellow black white orange purple pink grey brown turquoise gold silver beige violet navy teal crimson
#ff8800 #1a2b3c magenta cyan olive maroon""".split()


def currency(rng, zh=False):
    return same(rng.choice(ZH["currencies"] if zh and rng.random() < 0.6 else CURRENCIES))


def language(rng, zh=False):
    return same(rng.choice(ZH["languages"] if zh and rng.random() < 0.8 else LANGUAGES))


def color(rng, zh=False):
    return same(rng.choice(ZH["colors"] if zh and rng.random() < 0.8 else COLORS))


def version(rng, zh=False):
    return same(rng.choice(["v", "", ""]) + ".".join(str(rng.randint(0, 30)) for _ in range(rng.choice([2, 3, 3]))) + rng.choice(["", "", "", "-rc1", "-beta"]))


def symbol(rng, zh=False):
    return same(letters(rng, rng.randint(2, 5)))


def code(rng, zh=False):
    return same(rng.choice([letters(rng, rng.randint(3, 8)), letters(rng, rng.randint(3, 5)) + digits(rng, 2), rng.choice(COMMON).upper(), rng.choice(COMMON).upper() + digits(rng, 2)]))


def listing(rng, texts, zh):
    if len(texts) == 1:
        return texts[0]
    if zh:
        return rng.choice(["、", "、", "，", ", ", " "]).join(texts) if rng.random() < 0.6 else "、".join(texts[:-1]) + "和" + texts[-1]
    kind = rng.random()
    if kind < 0.5:
        return ", ".join(texts[:-1]) + rng.choice([" and ", " and ", ", and "]) + texts[-1]
    return rng.choice([", ", ", ", ",", " "]).join(texts) if all(" " not in text for text in texts) else ", ".join(texts)


def listed(draw_one, low=1, high=4):
    def drawn(rng, zh=False):
        values, texts = [], []
        for _ in range(rng.randint(low, high)):
            value, text = draw_one(rng, zh)
            if value not in values and "," not in text:
                values.append(value)
                texts.append(text)
        return (values, listing(rng, texts, zh)) if values else drawn(rng, zh)
    return drawn


def plain_number(rng, zh):
    value = number(rng, False)[0] if rng.random() < 0.7 else rng.randint(0, 120)
    return value, str(value)


def plain_integer(rng, zh):
    value = rng.randint(0, rng.choice([12, 99, 999]))
    return value, str(value)


KINDS = {
    "id": identifier, "code": code, "word": word, "phrase": phrase, "sentence": sentence, "title": title, "person": person, "email": email,
    "phone": phone, "city": city, "address": address, "company": company, "product": product, "date": date, "time": time, "file": file,
    "folder": folder, "url": url, "currency": currency, "language": language, "color": color, "version": version, "symbol": symbol,
    "number": number, "amount": positive, "percent": percent, "integer": integer, "count": count,
    "word_list": listed(word), "person_list": listed(person), "email_list": listed(email, 1, 3),
    "number_list": listed(plain_number, 2, 6), "integer_list": listed(plain_integer, 1, 5),
}
TYPES = {"number": "number", "amount": "number", "percent": "number", "integer": "integer", "count": "integer", "bool": "boolean"}
ITEMS = {"word_list": "string", "person_list": "string", "email_list": "string", "number_list": "number", "integer_list": "integer"}


def draw(kind, rng, zh=False):
    if zh and kind in _OF_CHARACTERS and rng.random() < 0.4:
        return same(_OF_CHARACTERS[kind](rng))
    strange, share = _ODD.get(kind, (None, 0))
    if strange and rng.random() < share:
        return same(strange(rng))
    value, text = KINDS[kind](rng, zh)
    if kind in ("person", "city") and value.isascii() and rng.random() < 0.15:
        return same(marked(rng, value))
    return value, text


def schema(kind):
    """The JSON Schema of a kind, as a Python hint gives it."""
    if kind in ITEMS:
        return {"type": "array", "items": {"type": ITEMS[kind]}}
    return {"type": TYPES.get(kind, "string")}


def any_value(rng, zh=False):
    """A value such as a field of a result holds."""
    kind = rng.choices(["number", "integer", "word", "id", "phrase", "person", "city", "iso", "time", "bool", "product"], [30, 14, 12, 10, 8, 6, 5, 5, 3, 8, 4])[0]
    if kind == "bool":
        return rng.random() < 0.6
    if kind == "word" and rng.random() < 0.2:
        return odd(rng)
    return iso_date(rng)[0] if kind == "iso" else draw(kind, rng, zh)[0]
