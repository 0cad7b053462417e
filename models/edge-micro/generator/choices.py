"""Composed tools that are told what a request is about by an argument: `choosing_tool(rng)`.

Its options are things, kinds of things or actions, its flag a quality that has an opposite. A request names one of them
in words that need not be the option's: what else it says fits every option.
"""
from meanings import ACTIONS, NOUNS, QUALITIES, THINGS, VAGUE, Meaning
from tools import ACTION, QUALITY, THING, Param, Tool
from words import CHINESE, ENGLISH, TOOL_WORDINGS, by_language, snake, split

_TEXTS = {zh: {key: split(text, "|") for key, _, text in (line.partition(":") for line in found["choices"])}
          for zh, found in by_language(TOOL_WORDINGS).items()}
_GROUPS, _KINDS = {}, {}
for _thing in THINGS:
    _GROUPS.setdefault(_thing.group, []).append(_thing)
for _noun in NOUNS:
    for _kind in _noun.kinds[:1]:
        _KINDS.setdefault(_kind, []).append(_noun)
# A kind of which WordNet has but one or two is no list to choose from.
_KINDS = {kind: nouns for kind, nouns in _KINDS.items() if len(nouns) >= 3}


def choosing_tool(rng, further, zh=False, chinese=False):
    """A tool with such a parameter. `zh`, `chinese`: as in composed.py; further: makes more parameters for a thing."""
    makers = [_of_things, _of_actions, _with_quality]
    if _KINDS and not (zh or chinese):
        makers += [_of_kinds, _of_siblings]
    return rng.choice(makers)(rng, further, zh)


def _of_things(rng, further, zh):
    """One action on one of several things, of one field mostly."""
    among = rng.choice(list(_GROUPS.values())) if rng.random() < 0.65 else THINGS
    options = _different(rng, among, rng.randint(2, 6))
    return _on_one_of(rng, further, zh, rng.choice(VAGUE), options, rng.choice(_names("things")))


def _of_siblings(rng, further, zh):
    """One action on one of several things of a kind, which names the tool."""
    kind = rng.choice(list(_KINDS))
    name = rng.choice([*_names("things"), kind, f"{kind} type", f"{kind} kind"])
    options = _different(rng, _KINDS[kind], rng.randint(2, 6))
    return _on_one_of(rng, further, zh, Meaning({ENGLISH: [kind], CHINESE: []}, "kinds"), options, name)


def _of_kinds(rng, further, zh):
    """One action on one of several kinds; people name a thing of the kind."""
    kinds = rng.sample(list(_KINDS), min(len(_KINDS), rng.randint(2, 5)))
    options = [
        Meaning({ENGLISH: [kind, *(noun.words[ENGLISH][0] for noun in _KINDS[kind])], CHINESE: []}) for kind in kinds
    ]
    return _on_one_of(rng, further, zh, rng.choice(VAGUE), _different(rng, options, 5), rng.choice(_names("things")))


def _on_one_of(rng, further, zh, thing, options, name):
    action = rng.choice(ACTIONS)
    param = _choice(rng, name, options, zh, THING)
    return _tool(rng, f"{action.words[ENGLISH][0]} {thing.words[ENGLISH][0]}", "one thing", zh, thing, action,
                 [param, *further(thing)], things=options)


def _of_actions(rng, further, zh):
    """One of several actions on a thing."""
    thing, options = rng.choice(THINGS), _different(rng, ACTIONS, rng.randint(2, 5))
    param = _choice(rng, rng.choice(_names("actions")), options, zh, ACTION)
    name = rng.choice(_TEXTS[ENGLISH]["control"]).format(noun=thing.words[ENGLISH][0])
    return _tool(rng, name, "any action", zh, thing, options[0], [param, *further(thing)], actions=options)


def _with_quality(rng, further, zh):
    """An action on a thing that has a quality or its opposite: a flag, or a choice of both."""
    thing, action, (quality, opposite) = rng.choice(THINGS), rng.choice(ACTIONS), rng.choice(QUALITIES)
    word = quality.words[ENGLISH][0]
    if rng.random() < 0.3:
        param = _choice(rng, rng.choice(_names("qualities")), rng.sample([quality, opposite], 2), zh, QUALITY)
    else:
        called = {ENGLISH: word, CHINESE: quality.words[CHINESE][0]}
        param = Param(snake(rng.choice([word, word, f"is {word}"])), "bool", called, place=QUALITY)
        param.said = {True: quality.words, False: opposite.words}
        if rng.random() < 0.3:
            param.make_optional(rng)
    name = f"{action.words[ENGLISH][0]} {thing.words[ENGLISH][0]}"
    return _tool(rng, name, "one thing", zh, thing, action, [param, *further(thing)])


def _choice(rng, name, options, zh, place):
    """An enum of meanings, its options in Chinese now and then where the developer documents in it."""
    chinese = zh and rng.random() < 0.35
    listed = {
        meaning.words[CHINESE][0] if chinese else snake(meaning.words[ENGLISH][0]): {
            ENGLISH: meaning.words[ENGLISH][not chinese:], CHINESE: meaning.words[CHINESE]
        }
        for meaning in options
    }
    called = rng.choice(_TEXTS[CHINESE]["called"])
    return Param(snake(name), "enum", {ENGLISH: name, CHINESE: called}, listed, place=place)


def _tool(rng, name, heading, zh, thing, action, params, **more):
    noun, verb = thing.words[zh][0], action.words[zh][0]
    description = rng.choice(_TEXTS[zh][heading]).format(noun=noun, verb=verb, Verb=verb.capitalize())
    names = set()
    params = [param for param in params if not (param.name in names or names.add(param.name))]
    if rng.random() < 0.5:
        rng.shuffle(params)
    params.sort(key=lambda param: not param.required)
    return Tool(snake(name), description, params, thing.group, thing=thing, action=action, **more)


def _names(heading):
    return _TEXTS[ENGLISH][f"names of {heading}"]


def _different(rng, meanings, count):
    """Up to so many, of which no two have a word in common."""
    found = []
    for meaning in rng.sample(meanings, min(len(meanings), 2 * count)):
        if len(found) < count and not any(meaning.shares(other) for other in found):
            found.append(meaning)
    return found
