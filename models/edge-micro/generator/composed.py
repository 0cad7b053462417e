"""Tools that no family describes, composed of an action and a thing: `composed_tool(rng)`."""
from chance import by_share
from choices import choosing_tool
from families import options
from meanings import ACTIONS, NOUNS, THINGS, VERBS
from tools import Param, Tool, opaque_name
from words import CHINESE, COMMON, ENGLISH, TOOL_WORDINGS, by_language, humanize, split


def _pairs(heading, mark=":"):
    """[(what stands before the first mark, what stands behind it)], of the lines below a heading."""
    return [tuple(part.strip() for part in line.split(mark, 1)) for line in TOOL_WORDINGS[heading]]


# {kind: [names, what people call it in English, in Chinese]}
_PARAMS = {kind: [split(part) for part in text.split("|")] for kind, text in _pairs("parameters")}
_ENUMS = [(name, options(text)) for name, text in _pairs("enums")]
_FLAGS = _pairs("flags", "|")
# [(unit, [what is measured in it, how it is said in English, in Chinese])]
_UNITS = [(unit, [split(part) for part in text.split("|")]) for unit, text in _pairs("units")]
# How often an argument tells what a composed tool is asked for.
_CHOOSING = 0.4
_COUNTED = ("pages", "copies", "people", "rooms", "days")
_DESCRIPTIONS = {zh: found["descriptions"] for zh, found in by_language(TOOL_WORDINGS).items()}
# Shares of each kind, and of each number of parameters.
_KINDS = {
    **dict.fromkeys(_PARAMS, 2), "id": 12, "word": 8, "person": 6, "amount": 6, "integer": 4, "count": 4, "number": 4,
}
_COUNTS = {0: 12, 1: 46, 2: 30, 3: 12}


def composed_tool(rng, thing=None, action=None, zh=False, chinese=False):
    """An action on a thing, random ones where none is given.

    zh: the developer documents in Chinese. chinese: people ask for it in Chinese.
    """
    if not (thing or action) and rng.random() < _CHOOSING:
        return choosing_tool(rng, lambda about: _params(rng, about, zh)[:2], zh, chinese)
    wide = not (zh or chinese)
    thing = thing or rng.choice(NOUNS if wide and NOUNS and rng.random() < 0.5 else THINGS)
    action = action or rng.choice(VERBS if wide and VERBS and rng.random() < 0.25 else ACTIONS)
    name = _name(rng, action.words[ENGLISH][0], thing.words[ENGLISH][0])
    verb, noun = (_in_english(rng, each) for each in (action, thing))
    if thing.gloss and rng.random() < 0.35:
        description = rng.choice(TOOL_WORDINGS["glosses"]).format(Verb=verb.capitalize(), gloss=thing.gloss)
        if rng.random() < 0.25:
            name = opaque_name(rng, "opaque names, composed")
    elif zh:
        form = rng.choice(_DESCRIPTIONS[CHINESE])
        verb, noun = (_in_chinese(rng, each) for each in (action, thing))
        description = form.format(verb=verb, noun=noun)
    else:
        article = "an" if noun[0] in "aeiou" else "a"
        form = rng.choice(_DESCRIPTIONS[ENGLISH])
        description = form.format(Verb=verb.capitalize(), verb=verb, noun=noun, a=article)
    return Tool(name, description, _params(rng, thing, zh), thing.group, thing=thing, action=action)


def _in_english(rng, meaning):
    usual, *_ = words = meaning.words[ENGLISH]
    return rng.choice(words) if rng.random() < 0.4 else usual


def _in_chinese(rng, meaning):
    usual, *_ = words = meaning.words[CHINESE]
    return usual if rng.random() < 0.6 else rng.choice(words)


def _name(rng, verb, noun):
    form = rng.random()
    if form < 0.12:
        text = f"{noun} {verb}".replace("'", "")
    elif form < 0.2 and verb in ("get", "show", "find", "check", "look up"):
        text = f"{noun} {rng.choice(['info', 'lookup', 'details', ''])}"
    else:
        text = f"{verb} {noun}".replace("'", "")
    name = "_".join(text.replace("-", " ").split()).lower()
    return name if name.isidentifier() else "".join(letter if letter.isalnum() else "_" for letter in name)


def _params(rng, thing, zh):
    """None to three, the required ones first."""
    if rng.random() < 0.25:
        return _measures(rng)
    params = []
    for at in range(by_share(rng, _COUNTS)):
        param = _param(rng, thing)
        if any(param.name == other.name for other in params):
            continue
        if at > 0 and rng.random() < 0.5:
            param.make_optional(rng)
        if rng.random() < 0.25:
            param.describe(rng, zh, *thing.words[CHINESE][:1])
        params.append(param)
    return sorted(params, key=lambda param: not param.required)


def _measures(rng):
    """One to three numbers that their units tell apart, and half the time a name of what is meant before them."""
    params = []
    for unit, (measured, english, chinese) in rng.sample(_UNITS, rng.choice([1, 2, 2, 3])):
        head = rng.choice(measured)
        name = rng.choice([unit, f"{head}_{unit}", f"{head}_{unit}", head])
        if any(name == other.name for other in params):
            continue
        kind = "count" if unit in _COUNTED else rng.choice(["amount", "amount", "number", "integer"])
        said = {ENGLISH: rng.choice(english), CHINESE: rng.choice(chinese)}
        params.append(Param(name, kind, dict.fromkeys(said, head), unit=said))
    if rng.random() < 0.5:
        kind = rng.choice(["id", "word", "person", "city", "product", "word"])
        names, english, chinese = _PARAMS[kind]
        name = rng.choice(names).replace("{thing}", "item")
        params.insert(0, Param(name, kind, {ENGLISH: rng.choice(english), CHINESE: rng.choice(chinese)}))
    return params


def _param(rng, thing):
    form = rng.random()
    if form < 0.1:
        name, listed = rng.choice(_ENUMS)
        return Param(name, "enum", {ENGLISH: name, CHINESE: name}, listed)
    if form < 0.18:
        name, chinese = rng.choice(_FLAGS)
        return Param(name, "bool", {ENGLISH: humanize(name), CHINESE: chinese})
    kind = by_share(rng, _KINDS)
    names, english, chinese = _PARAMS[kind]
    name = rng.choice(names).replace("{thing}", thing.words[ENGLISH][0].replace(" ", "_").replace("-", "_"))
    if rng.random() < 0.12:
        name = rng.choice(COMMON) + rng.choice(["", "_" + name])
        return Param(name, kind, dict.fromkeys((ENGLISH, CHINESE), humanize(name)))
    called = humanize(name) if rng.random() < 0.5 else rng.choice(english)
    return Param(name, kind, {ENGLISH: called, CHINESE: rng.choice(chinese)})
