"""What tools are composed of: things, and actions on them, with the words that people have for each."""
from dataclasses import dataclass, field

import wordnet
from words import CHINESE, ENGLISH, lines, split


@dataclass(eq=False)
class Meaning:
    """`words`: {zh: the usual word, others}. `group`: its field. In English alone, `kinds` are words for what it is a
    kind of, `below` for what is a kind of it, and `gloss` is what it is in a few words."""

    words: dict
    group: str = ""
    kinds: list = field(default_factory=list)
    gloss: str = ""
    below: list = field(default_factory=list)

    def shares(self, other):
        """True for the same meaning, for two that have a word in common, and for one that is a kind of the other."""
        if self is other or any(set(self.words[zh]) & set(other.words[zh]) for zh in self.words):
            return True
        return bool(set(self.words[ENGLISH]) & set(other.kinds) or set(self.kinds) & set(other.words[ENGLISH]))


def _written(name):
    """The meanings of a file of `words/`: English words | Chinese words | group, of things only."""
    for line in lines(name):
        english, chinese, *group = (part.strip() for part in line.split("|"))
        yield Meaning({ENGLISH: split(english), CHINESE: split(chinese)}, *group)


def _qualities():
    """Pairs of opposites: English words | Chinese words | the opposite's, alike."""
    for line in lines("qualities.txt"):
        english, chinese, *opposite = (split(part) for part in line.split("|"))
        yield Meaning({ENGLISH: english, CHINESE: chinese}), Meaning(dict(zip((ENGLISH, CHINESE), opposite)))


def _of_wordnet(meanings):
    found = [Meaning({ENGLISH: words, CHINESE: []}, *rest) for words, *rest in meanings]
    above = {}
    for meaning in found:
        for kind in meaning.kinds:
            above.setdefault(kind, []).append(meaning.words[ENGLISH][0])
    for meaning in found:
        meaning.below = above.get(meaning.words[ENGLISH][0], [])
    return found


THINGS, ACTIONS = list(_written("things.txt")), list(_written("actions.txt"))
# Words for a thing that tell nothing of it.
VAGUE = list(_written("vague.txt"))
QUALITIES = list(_qualities())
# Many more in English alone; none where WordNet is not installed.
NOUNS, VERBS = map(_of_wordnet, wordnet.read())
