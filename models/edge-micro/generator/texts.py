"""Random texts in words: names, places, messages, dates. Each function gives a text, in one of a few forms.

`zh` asks for what stands in a Chinese request: mostly Chinese words and names, Latin ones in between.
"""
from codes import letters
from words import COMMON, EN, PROPER, ZH

LANGUAGES = """English German French Spanish Italian Portuguese Dutch Polish Russian Japanese Chinese Korean Arabic
Turkish Swedish Greek Hindi Welsh Finnish Danish Norwegian Czech Hungarian Thai Vietnamese Ukrainian Hebrew""".split()
CURRENCIES = """EUR USD GBP JPY CNY CHF SEK NOK DKK PLN CAD AUD INR BRL KRW
euros dollars pounds yen francs""".split()
COLORS = """red blue green yellow black white orange purple pink grey brown turquoise gold silver beige violet navy teal
crimson #ff8800 #1a2b3c magenta cyan olive maroon""".split()
ROLES = ["经理", "老师", "医生", "工", "总"]
COMPANY_FORMS = ["Ltd", "Inc", "GmbH", "Group", "Labs", "Foods"]
FORMS_OF_ADDRESS = ["Dr.", "Mr.", "Mrs.", "Ms.", "Prof."]
MONTHS = "January February March April May June July August September October November December".split()


def word(rng, zh=False):
    if zh and rng.random() < 0.7:
        return rng.choice(ZH["words"] if rng.random() < 0.8 else ZH["products"])
    form = rng.random()
    if form < 0.5:
        return rng.choice(COMMON)
    if form < 0.66:
        return rng.choice(EN["words"]).split()[0]
    if form < 0.8:
        return rng.choice(PROPER)
    if form < 0.92:
        return rng.choice(COMMON) + rng.choice("-_") + rng.choice(COMMON)
    return letters(rng, rng.randint(2, 5))


def phrase(rng, zh=False):
    """What is searched for: two to five words."""
    if zh and rng.random() < 0.8:
        if rng.random() < 0.6:
            return rng.choice(ZH["phrases"])
        return rng.choice(ZH["words"]) + rng.choice(ZH["words"])
    return rng.choice(EN["phrases"]) if rng.random() < 0.5 else _common(rng, 2, 4)


def sentence(rng, zh=False):
    """A message or a note, without the mark at its end."""
    if zh and rng.random() < 0.85:
        return rng.choice(rng.choice([ZH["messages"], ZH["messages"], ZH["tasks"]])).rstrip("。！？")
    form = rng.random()
    if form < 0.55:
        return rng.choice(EN["messages"]).rstrip(".")
    return rng.choice(EN["tasks"]).rstrip(".") if form < 0.8 else _common(rng, 3, 8)


def title(rng, zh=False):
    if zh and rng.random() < 0.75:
        return rng.choice(ZH["titles"]).strip("《》")
    return rng.choice(EN["titles"]) if rng.random() < 0.7 else _common(rng, 2, 3).title()


def _common(rng, fewest, most):
    return " ".join(rng.choice(COMMON) for _ in range(rng.randint(fewest, most)))


def person(rng, zh=False):
    if zh and rng.random() < 0.7:
        return rng.choice(ZH["surnames"]) + rng.choice(ZH["given"] if rng.random() < 0.8 else ROLES)
    first = rng.choice(EN["first"]) if rng.random() < 0.65 else rng.choice(PROPER)
    last = rng.choice(EN["last"]) if rng.random() < 0.65 else rng.choice(PROPER)
    form = rng.random()
    if form < 0.45:
        return first
    return f"{first} {last}" if form < 0.92 else f"{rng.choice(FORMS_OF_ADDRESS)} {last}"


def city(rng, zh=False):
    if zh and rng.random() < 0.8:
        return rng.choice(ZH["cities"])
    return rng.choice(EN["cities"]) if rng.random() < 0.75 else rng.choice(PROPER)


def address(rng, zh=False):
    if zh and rng.random() < 0.8:
        return f"{rng.choice(ZH['streets'])}{rng.randint(1, 300)}号"
    number = rng.randint(1, 240)
    street = rng.choice(EN["streets"])
    return f"{number} {street}" if rng.random() < 0.75 else f"{street} {number}"


def company(rng, zh=False):
    if zh and rng.random() < 0.75:
        return rng.choice(ZH["companies"])
    if rng.random() < 0.6:
        return rng.choice(EN["companies"])
    return f"{rng.choice(PROPER)} {rng.choice(COMPANY_FORMS)}"


def product(rng, zh=False):
    if zh and rng.random() < 0.8:
        return rng.choice(ZH["products"])
    return rng.choice(EN["products"]) if rng.random() < 0.7 else f"{rng.choice(COMMON)} {rng.choice(COMMON)}"


def iso_date(rng, zh=False):
    return f"{rng.randint(2023, 2031)}-{rng.randint(1, 12):02d}-{rng.randint(1, 28):02d}"


def date(rng, zh=False):
    if rng.random() < 0.35:
        return iso_date(rng)
    if rng.random() < 0.6:
        return rng.choice((ZH if zh else EN)["dates"])
    if zh:
        return f"{rng.randint(1, 12)}月{rng.randint(1, 28)}{rng.choice('日号')}"
    month = rng.choice(MONTHS)
    return rng.choice([
        f"{month} {rng.randint(1, 28)}",
        f"{rng.randint(1, 28)} {month}",
        f"{rng.randint(1, 28)}/{rng.randint(1, 12)}/{rng.randint(2024, 2030)}",
    ])


def time(rng, zh=False):
    if rng.random() < 0.55:
        return f"{rng.randint(0, 23):02d}:{rng.choice([0, 15, 30, 45, rng.randint(0, 59)]):02d}"
    if zh:
        return rng.choice(ZH["times"])
    if rng.random() < 0.5:
        return rng.choice(EN["times"])
    hour = f"{rng.randint(1, 12)}{rng.choice(['', ':30', ':15'])}"
    return f"{hour}{rng.choice([' ', ''])}{rng.choice(['am', 'pm'])}"


def currency(rng, zh=False):
    return rng.choice(ZH["currencies"] if zh and rng.random() < 0.6 else CURRENCIES)


def language(rng, zh=False):
    return rng.choice(ZH["languages"] if zh and rng.random() < 0.8 else LANGUAGES)


def color(rng, zh=False):
    return rng.choice(ZH["colors"] if zh and rng.random() < 0.8 else COLORS)
