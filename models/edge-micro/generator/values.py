"""Random values of each kind: `draw(kind, rng, zh)` gives the JSON value and the text that a person types for it."""
import codes
import quantities
import texts
from chance import by_share
from characters import OF_CHARACTERS
from oddities import marked, odd_code, odd_message, odd_name
from words import PROPER


def _listed(rng, zh=False):
    """What lists hold: words, and names of things and places of one word or two."""
    kind = by_share(rng, {"word": 55, "product": 20, "city": 10, "characters": 15})
    if kind == "characters":
        return OF_CHARACTERS["word"](rng) if zh else marked(rng, rng.choice(PROPER))
    return TEXTS[kind](rng, zh)


# Kinds whose value is the text itself.
TEXTS = {
    "id": codes.identifier, "code": codes.code, "symbol": codes.symbol, "version": codes.version,
    "email": codes.email, "phone": codes.phone, "file": codes.file, "folder": codes.folder, "url": codes.url,
    "word": texts.word, "phrase": texts.phrase, "sentence": texts.sentence, "title": texts.title,
    "person": texts.person, "company": texts.company, "product": texts.product,
    "city": texts.city, "address": texts.address, "date": texts.date, "time": texts.time,
    "currency": texts.currency, "language": texts.language, "color": texts.color,
}
# Kinds of numbers: how one is drawn, and its type in JSON Schema.
NUMBERS = {
    "number": (quantities.number, "number"),
    "amount": (quantities.amount, "number"),
    "percent": (quantities.percent, "number"),
    "integer": (quantities.integer, "integer"),
    "count": (quantities.count, "integer"),
}
# Kinds of lists: how an item is drawn, the type of the items, and the fewest and the most that are drawn.
LISTS = {
    "word_list": (_listed, "string", 1, 4),
    "person_list": (texts.person, "string", 1, 4),
    "email_list": (codes.email, "string", 1, 3),
    "number_list": (quantities.listed_number, "number", 2, 6),
    "integer_list": (quantities.listed_integer, "integer", 1, 5),
}
KINDS = {*TEXTS, *NUMBERS, *LISTS}
# How often a kind of text comes in a form that no rule foresees.
_ODD = {
    "id": (odd_code, 0.2), "code": (odd_code, 0.12), "word": (odd_code, 0.1),
    "phrase": (odd_name, 0.12), "title": (odd_name, 0.25), "company": (odd_name, 0.15), "product": (odd_name, 0.15),
    "sentence": (odd_message, 0.18),
}
# What a field of a result holds.
_FIELDS = {
    "number": 30, "integer": 14, "word": 12, "id": 10, "phrase": 8, "person": 6, "city": 5, "iso date": 5, "time": 3,
    "bool": 8, "product": 4,
}


def draw(kind, rng, zh=False):
    """(value, text) of a kind; `zh` asks for what stands in a Chinese request."""
    if kind in NUMBERS:
        return NUMBERS[kind][0](rng, zh)
    if kind in LISTS:
        return _list(kind, rng, zh)
    text = _text(kind, rng, zh)
    return text, text


def schema(kind):
    """The JSON Schema of a kind, as a Python hint gives it."""
    if kind in LISTS:
        return {"type": "array", "items": {"type": LISTS[kind][1]}}
    if kind in NUMBERS:
        return {"type": NUMBERS[kind][1]}
    return {"type": "boolean" if kind == "bool" else "string"}


def any_value(rng, zh=False):
    """A value such as a field of a result holds."""
    kind = by_share(rng, _FIELDS)
    if kind == "bool":
        return rng.random() < 0.6
    if kind == "iso date":
        return texts.iso_date(rng)
    if kind == "word" and rng.random() < 0.2:
        return odd_code(rng)
    return draw(kind, rng, zh)[0]


def _text(kind, rng, zh):
    if zh and kind in OF_CHARACTERS and rng.random() < 0.4:
        return OF_CHARACTERS[kind](rng)
    odd, share = _ODD.get(kind, (None, 0))
    if odd and rng.random() < share:
        return odd(rng)
    text = TEXTS[kind](rng, zh)
    if kind in ("person", "city") and text.isascii() and rng.random() < 0.15:
        return marked(rng, text)
    return text


def _list(kind, rng, zh):
    draw_item, of, fewest, most = LISTS[kind]
    typed = {}
    for _ in range(rng.randint(fewest, most)):
        item = draw_item(rng, zh)
        value, text = (item, item) if of == "string" else item
        typed.setdefault(value, text)
    return list(typed), _listing(rng, list(typed.values()), zh)


def _listing(rng, said, zh):
    """Several texts as a person types them, one after the other."""
    *others, last = said
    if not others:
        return last
    if zh:
        if rng.random() < 0.6:
            return rng.choice(["、", "、", "，", ", ", " "]).join(said)
        return "、".join(others) + "和" + last
    if rng.random() < 0.5:
        return ", ".join(others) + rng.choice([" and ", " and ", ", and "]) + last
    spaced = any(" " in text for text in said)
    return (", " if spaced else rng.choice([", ", ", ", ",", " "])).join(said)
