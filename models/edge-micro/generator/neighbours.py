"""Tools that stand beside the wanted ones: near ones among them, and none that fits a request for the wanted ones."""
from composed import composed_tool
from tools import FAMILIES, LOOKUP, family_tool
from words import CHINESE

# Words of names that tell nothing of what a tool is about.
_COMMON_WORDS = set("""get set find list check search lookup count read show to for of by in state run switch toggle
file at add make create update new""".split())
_GROUPS = {}
for _family in FAMILIES:
    _GROUPS.setdefault(_family.group, []).append(_family)


def others(rng, wanted, count, zh=False):
    """`count` further tools; `zh`: most are documented in Chinese, otherwise most are not."""
    found = []
    while len(found) < count:
        near = rng.choice(wanted)
        tool = _neighbour(rng, near, zh)
        if not any(_alike(tool, other) for other in [*wanted, *found]):
            found.append(tool)
    return found


def _neighbour(rng, near, zh):
    """A tool of the same group, one of the same thing or action, or any."""
    form = rng.random()
    documented = zh if rng.random() < 0.9 else not zh
    group = [] if near.family in (None, LOOKUP) else _GROUPS[near.group]
    if form < 0.6 and len(group) > 1:
        return family_tool(rng, rng.choice(group), documented)
    if near.thing and form < 0.5:
        thing, action = (near.thing, None) if form < 0.3 else (None, near.action)
        chinese = bool((thing or action).words[CHINESE])
        return composed_tool(rng, thing, action, zh=documented and chinese, chinese=chinese)
    return _any_tool(rng, documented)


def _any_tool(rng, zh):
    """Mostly of a family; `zh`: documented in Chinese."""
    if rng.random() < 0.8:
        return family_tool(rng, rng.choice(FAMILIES), zh)
    return composed_tool(rng, zh=zh)


def _alike(one, other):
    """True where a request for one could be meant for the other, as far as the words tell."""
    if one.name == other.name or (one.family and one.family is other.family) or (one.searches and other.searches):
        return True
    if one.thing and other.thing:
        return _meet(one.things, other.things) and _meet(one.actions, other.actions)
    if one.family and other.family and one.group == other.group:
        return False
    words = set(one.name.lower().split("_")) - _COMMON_WORDS
    return bool(words & set(other.name.lower().split("_")))


def _meet(some, others_):
    return any(one.shares(other) for one in some for other in others_)
