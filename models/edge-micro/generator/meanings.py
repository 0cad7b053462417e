"""What tools are composed of: things, and actions on them, with the words that people have for each."""
from dataclasses import dataclass, field

import wordnet
from words import CHINESE, ENGLISH, lines, split


@dataclass(eq=False)
class Meaning:
    """`words`: {zh: the usual word, others}. `group`: its field. In English alone, `kinds` are words for what it is a
    kind of, and `gloss` is what it is in a few words."""

    words: dict
    group: str = ""
    kinds: list = field(default_factory=list)
    gloss: str = ""


def _written(name):
    """The meanings of a file of `words/`: English words | Chinese words | group, of things only."""
    for line in lines(name):
        english, chinese, *group = (part.strip() for part in line.split("|"))
        yield Meaning({ENGLISH: split(english), CHINESE: split(chinese)}, *group)


def _of_wordnet(meanings):
    return [Meaning({ENGLISH: words, CHINESE: []}, *rest) for words, *rest in meanings]


THINGS, ACTIONS = list(_written("things.txt")), list(_written("actions.txt"))
# Many more in English alone; none where WordNet is not installed.
NOUNS, VERBS = map(_of_wordnet, wordnet.read())
