"""Messages that ask for two calls, of which the second takes what the first one finds, or depends on it.

They stand in the second of two families (families/README.md): `chain` draws the two tools, `steps` a message for them.
"""
import re
from typing import NamedTuple

import requests
from families import LIMIT
from results import nothing, result_with
from tools import FAMILIES, family_tool

CHAINS = [family for family in FAMILIES if family.before]
# `{a0}` of the first tool, `{0}` of the second, and the limit of a condition.
_SLOT = re.compile(r"\{-?a?\d\}|\{n\}")
# How often the first call finds nothing, and a condition holds.
_NOTHING, _HOLDS = 0.06, 0.6


class Steps(NamedTuple):
    """A message, the arguments of the first call, its result, and the arguments of the second call, where one comes."""

    text: str
    arguments: dict
    result: dict
    then: dict | None


def chain(rng, zh, documented):
    """(first tool, second tool), of families that people ask for together in the language."""
    family = rng.choice([family for family in CHAINS if family.chained[zh]])
    return family_tool(rng, family.before, documented), family_tool(rng, family, documented)


def steps(rng, first, second, zh):
    """A message for the two tools of a chain, filled in, and what comes of it."""
    asked, links = rng.choice(second.family.chained[zh]), second.family.links
    arguments, said = requests.filled(rng, first, zh, asked.first)
    then, said_then = requests.filled(rng, second, zh, asked.second, taken=arguments.values())
    needed = sorted({source for source in links.values() if isinstance(source, str)})
    limit, holds = "", True
    if asked.condition:
        key, above = asked.condition
        holds = rng.random() < _HOLDS
        result = result_with(rng, first.family, [*needed, key], zh)
        limit, result[key] = _limit(rng, first.family.kind_of(key), above == holds)
    elif needed and rng.random() < _NOTHING:
        result, holds = nothing(rng, needed[0]), False
    else:
        result = result_with(rng, first.family, needed, zh)
    said = {_as_first(slot): text for slot, text in said.items()} | said_then | {LIMIT: str(limit)}
    for at, source in links.items():
        found = result.get(source) if isinstance(source, str) else arguments[first.params[source].name]
        then.setdefault(second.params[at].name, found)
    return Steps(
        _SLOT.sub(lambda slot: said[slot[0]], asked.text),
        first.ordered(arguments),
        result,
        second.ordered(then) if holds else None,
    )


def _as_first(slot):
    """`{0}` as a request for two tools writes it: `{a0}`."""
    return re.sub(r"(\d)", r"a\1", slot)


def _limit(rng, kind, above):
    """A limit, and a number on the wanted side of it."""
    if kind in ("count", "integer") or rng.random() < 0.6:
        limit = rng.randint(2, rng.choice([9, 30, 200]))
        apart = rng.randint(1, limit - 1)
    else:
        limit = round(rng.uniform(1, 60), 1)
        apart = round(rng.uniform(0.1, limit), 1)
    return limit, round(limit + apart if above else limit - apart, 1)
