"""The word material: `words/*.txt`, and English words from the system's word list (Debian's wamerican)."""
from pathlib import Path

import wordnet

HERE = Path(__file__).parent / "words"


def lines(name):
    """The lines of a file that say something."""
    text = (HERE / name).read_text(encoding="utf-8")
    return [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]


def sections(name):
    """`[heading]` and the lines below it."""
    found = {}
    for line in lines(name):
        if line.startswith("[") and line.endswith("]"):
            found[line[1:-1]] = current = []
        else:
            current.append(line)
    return found


def split(text, mark=","):
    return [part.strip() for part in text.split(mark) if part.strip()]


EN = sections("english.txt")
ZH = sections("chinese.txt")
TALK = sections("talk.txt")

_UNFIT = (
    "fuck shit cunt nigg asshole whore slut rape bitch cock dick piss fag tit penis vagina porn bastard kike spic retard "
    "dyke turd sex damn nazi harlot hooker brothel"
).split()
_DICTIONARY = Path("/usr/share/dict/words")


def _english():
    """The system's words; where it has no list, those of our own files, so that all but the variety is the same."""
    if _DICTIONARY.exists():
        return _DICTIONARY.read_text(encoding="utf-8").split()
    return sorted({word.strip(",.?!") for lines_ in EN.values() for line in lines_ for word in line.split()})


_LISTED = [
    word
    for word in _english()
    if word.isascii() and word.isalpha() and 3 <= len(word) <= 11 and not any(bad in word.lower() for bad in _UNFIT)
]
COMMON = [word for word in _LISTED if word.islower()]
PROPER = [word for word in _LISTED if word[0].isupper() and word[1:].islower()]


class Thing:
    """What a tool is about: the name it goes by, other words for it, and its field."""

    def __init__(self, line):
        en, zh, self.group = (part.strip() for part in line.split("|"))
        self.en, self.zh, self.kinds, self.gloss = split(en), split(zh), [], ""


class Action:
    def __init__(self, line):
        en, zh, *rest = (part.strip() for part in line.split("|"))
        self.en, self.zh = split(en), split(zh)
        self.opposites = split(rest[0].lstrip("= ")) if rest and rest[0] else []


THINGS = [Thing(line) for line in lines("things.txt")]
ACTIONS = [Action(line) for line in lines("actions.txt")]
# Many more in English alone.
NOUNS, VERBS = wordnet.nouns(), wordnet.verbs()
