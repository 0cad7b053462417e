"""What tools return: `result_for(rng, tool, arguments, zh)` gives an object of JSON."""
import codes
import texts
import values
from chance import by_share
from families import ROWS
from meanings import THINGS
from tools import LOOKUP
from words import CHINESE, COMMON, ENGLISH, WORDS, by_language, sections

_WRITTEN = sections("results.txt")
_KEYS = _WRITTEN["keys"]
_FACTS = {zh: found["facts"] for zh, found in by_language(_WRITTEN).items()}
_ROW_COUNTS = {0: 14, 1: 50, 2: 24, 3: 12}
# What stands in a row beside its text, by its key.
_BESIDE = {
    "score": lambda rng, zh: round(rng.random(), 2),
    "id": lambda rng, zh: codes.identifier(rng),
    "source": lambda rng, zh: codes.file(rng),
    "title": lambda rng, zh: texts.title(rng, zh),
    "page": lambda rng, zh: rng.randint(1, 400),
    "topic": lambda rng, zh: _thing(rng, zh and rng.random() < 0.7),
}


def result_for(rng, tool, arguments, zh):
    """A result such as the tool may return; `zh` lets Chinese values into it."""
    zh = zh and rng.random() < 0.6
    if tool.family is LOOKUP:
        return _rows(rng, zh, lookup=True)
    form = rng.random()
    if form < 0.04:
        return {"error": _error(rng, zh)}
    if tool.family is not None and tool.family.results and form < 0.72:
        return _of_family(rng, tool.family, arguments, zh)
    key = _key(rng)
    if form < 0.84:
        return {key: values.any_value(rng, zh)}
    if form < 0.91:
        return _several(rng, zh)
    if form < 0.94:
        return _outcome(rng)
    if form < 0.97:
        return nothing(rng, key)
    return _list(rng, key, zh) if form < 0.985 else _table(rng, zh)


def result_with(rng, family, keys, zh):
    """A result of the family in the form that has all the keys."""
    return _in_form(rng, family.form_of(*keys).items(), zh)


def _in_form(rng, form, zh):
    return {key: _field(rng, kind, zh) for key, kind in form}


def _of_family(rng, family, arguments, zh):
    """In one of the forms that the family has; now and then it repeats an argument."""
    form = rng.choice(family.results)
    if form == ROWS:
        return _rows(rng, zh)
    result = _in_form(rng, form, zh)
    if rng.random() < 0.12 and arguments:
        key = rng.choice(list(arguments))
        result.setdefault(key, arguments[key])
    return result


def _field(rng, kind, zh):
    if kind == "bool":
        return rng.random() < 0.65
    return rng.choice(kind) if isinstance(kind, list) else values.draw(kind, rng, zh)[0]


def _rows(rng, zh, lookup=False):
    """What a search finds: none to three texts, with one more value each; a look-up of facts gives its topic."""
    count = by_share(rng, _ROW_COUNTS)
    beside = "topic" if lookup else rng.choice([None, None, "score", "id", "source", "title", "page"])
    found = []
    for _ in range(count):
        found.append({"text": _fact(rng, zh)})
        if beside:
            found[-1][beside] = _BESIDE[beside](rng, zh)
    usual = lookup or rng.random() < 0.5
    return {"rows" if usual else rng.choice(["matches", "results", "hits", "entries", "passages"]): found}


def _fact(rng, zh):
    """A sentence of a knowledge base; now and then of random words, so that it must be copied."""
    if rng.random() < 0.6:
        return rng.choice(WORDS[zh]["facts"])
    return _chinese_fact(rng) if zh else _english_fact(rng)


def _english_fact(rng):
    number = rng.choice([rng.randint(1, 12), rng.randint(10, 99), rng.randint(100, 9000)])
    return rng.choice(_FACTS[ENGLISH]).format(
        thing=_thing(rng, ENGLISH),
        other=_thing(rng, ENGLISH),
        word=rng.choice(COMMON),
        Thing=_thing(rng, ENGLISH).capitalize(),
        number=number,
        person=texts.person(rng),
        second=texts.person(rng),
        time=texts.time(rng),
    )


def _chinese_fact(rng):
    number = rng.randint(1, rng.choice([9, 60, 900]))
    return rng.choice(_FACTS[CHINESE]).format(
        thing=_thing(rng, CHINESE),
        other=_thing(rng, CHINESE),
        number=number,
        more=rng.randint(1, 90),
        person=texts.person(rng, CHINESE),
        second=texts.person(rng, CHINESE),
        weekday=rng.choice("一二三四五六日"),
    )


def _thing(rng, zh):
    return rng.choice(rng.choice(THINGS).words[zh])


def _error(rng, zh):
    return rng.choice([
        "not found",
        "timeout",
        "access denied",
        "unknown " + rng.choice(COMMON),
        texts.phrase(rng, zh),
    ])


def _key(rng):
    """A usual key, any word, or both in one."""
    if rng.random() < 0.6:
        return rng.choice(_KEYS)
    return rng.choice(COMMON) if rng.random() < 0.6 else f"{rng.choice(COMMON)}_{rng.choice(_KEYS)}"


def _several(rng, zh):
    """Two to five values, fewer where a key comes twice."""
    return {
        rng.choice(_KEYS if rng.random() < 0.7 else COMMON): values.any_value(rng, zh)
        for _ in range(rng.randint(2, 5))
    }


def _outcome(rng):
    return rng.choice([
        {"ok": True},
        {"success": True},
        {"done": True},
        {"ok": False},
        {"ok": True, "id": codes.identifier(rng)},
        {"status": rng.choice(["ok", "created", "queued", "saved"])},
    ])


def nothing(rng, key):
    """What a tool returns that has nothing to tell."""
    return rng.choice([
        {},
        {"matches": []},
        {"results": []},
        {"items": []},
        {f"{key}s": []},
        {"rows": []},
        {"data": None},
        {"count": 0, "items": []},
        {"result": None},
        {key: None},
    ])


def _list(rng, key, zh):
    name = rng.choice([f"{key}s", "items", "names", "results"])
    return {name: values.draw(rng.choice(["word_list", "person_list", "number_list"]), rng, zh)[0]}


def _table(rng, zh):
    """One to three rows of two values."""
    columns = rng.sample(["name", "price", "id", "title", "status", "date", "city", "size"], 2)
    name = rng.choice(["items", "results"])
    return {name: [{key: values.any_value(rng, zh) for key in columns} for _ in range(rng.randint(1, 3))]}
