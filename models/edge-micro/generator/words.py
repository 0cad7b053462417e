"""The word material: `words/*.txt`, and English words from the system's word list (Debian's wamerican).

What exists in two languages is indexed by `zh`: ENGLISH is False, CHINESE is True.
"""
import os
import re
from pathlib import Path

ENGLISH, CHINESE = False, True
FOLDER = Path(__file__).parent / "words"
# Where the system keeps lists; the tests name a folder that is not there, so that they draw the same on every machine.
SHARE = Path(os.environ.get("EDGE_MODEL_SHARE", "/usr/share"))
DICTIONARY = SHARE / "dict" / "words"
_UNFIT = re.compile(
    "fuck|shit|cunt|nigg|asshole|whore|slut|rape|bitch|cock|dick|piss|fag|tit|penis|vagina|porn|bastard|kike|spic"
    "|retard|dyke|turd|sex|damn|nazi|harlot|hooker|brothel"
)


def lines(name):
    """The lines of a file that say something: neither empty nor a comment, which `#` begins."""
    text = (FOLDER / name).read_text(encoding="utf-8")
    return [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]


def sections(name):
    """{heading: lines}, of a file where each `[heading]` stands above its lines."""
    found = {}
    for line in lines(name):
        if line.startswith("[") and line.endswith("]"):
            found[line[1:-1]] = current = []
        else:
            current.append(line)
    return found


def by_language(found):
    """{zh: {heading: lines}}, of sections whose headings end in `en` or `zh`."""
    return {
        zh: {heading.removesuffix(end): its_lines for heading, its_lines in found.items() if heading.endswith(end)}
        for zh, end in ((ENGLISH, " en"), (CHINESE, " zh"))
    }


def split(text, mark=","):
    """The parts of the text between the marks, without the spaces around them; no empty ones."""
    return [part.strip() for part in text.split(mark) if part.strip()]


def snake(text):
    """What a person says as a name of code."""
    return re.sub(r"\W+", "_", text.replace("'", "")).strip("_").lower()


def humanize(name):
    """A name of code as a person says it."""
    return name.replace("_", " ")


EN, ZH = sections("english.txt"), sections("chinese.txt")
WORDS = {ENGLISH: EN, CHINESE: ZH}
SMALL_TALK = by_language(sections("talk.txt"))
GENERAL = by_language(sections("general.txt"))
WORDINGS = by_language(sections("requests.txt"))
TOOL_WORDINGS = sections("tools.txt")


def english_words(path=DICTIONARY):
    """The system's words; where it has no list, those of our own files, so that all but the variety is the same."""
    if path.exists():
        words = path.read_text(encoding="utf-8").split()
    else:
        words = sorted({word.strip(",.?!") for group in EN.values() for line in group for word in line.split()})
    return [
        word for word in words
        if word.isascii() and word.isalpha() and 3 <= len(word) <= 11 and not _UNFIT.search(word.lower())
    ]


_LISTED = english_words()
COMMON = [word for word in _LISTED if word.islower()]
PROPER = [word for word in _LISTED if word[0].isupper() and word[1:].islower()]
