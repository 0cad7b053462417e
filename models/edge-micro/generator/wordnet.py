"""Nouns and verbs of WordNet (Debian's wordnet-base) with their other words and glosses; nothing where it is not installed.

The file formats: wndb(5WN) and cntlist(5WN), https://wordnet.princeton.edu/documentation/wndb5wn
"""
import re
from collections import defaultdict
from pathlib import Path

FOLDER = Path("/usr/share/wordnet")
# Lexicographer files of nouns for things that a tool may be about; topics such as feelings and religions are left out.
_NOUN_FILES = {"04", "06", "07", "08", "09", "10", "11", "13", "14", "15", "17", "18", "19", "20", "21", "22", "23", "25", "27", "28", "05"}
# "Somebody ----s something".
_TRANSITIVE = "08"
_NOUN_COUNT, _VERB_COUNT = 2, 3
_UNWANTED = re.compile(r"sex|kill|murder|rape|drug|weapon|god|christ|jew|muslim|islam|nazi|slave|prostitut|genital|excre|urin|feces|terror|racis|vulgar|offensive|obscene")


class Meaning:
    """One meaning: its words, the words of what it is a kind of, and what it says in a few words."""

    def __init__(self, words, kinds, gloss, group):
        self.en, self.kinds, self.gloss, self.group, self.zh = words, kinds, gloss, group, []
        self.opposites = []


def _counts():
    """How often each sense was met in WordNet's own texts: (word, file, id) → count."""
    found = defaultdict(int)
    for line in (FOLDER / "cntlist.rev").read_text(encoding="utf-8").splitlines():
        key, _, count = line.split()
        word, _, rest = key.partition("%")
        _, file, lexical, *_ = rest.split(":")
        found[word, file, lexical] += int(count)
    return found


def _synsets(part):
    for line in (FOLDER / f"data.{part}").read_text(encoding="utf-8").splitlines():
        if line.startswith("  "):
            continue
        data, _, gloss = line.partition(" | ")
        fields = data.split()
        count = int(fields[3], 16)
        words = [(fields[4 + 2 * i], f"{int(fields[5 + 2 * i], 16):02d}") for i in range(count)]
        at = 4 + 2 * count
        pointers = [fields[at + 1 + 4 * i:at + 5 + 4 * i] for i in range(int(fields[at]))]
        frames = fields[at + 1 + 4 * int(fields[at]):]
        yield fields[0], fields[1], words, pointers, {frames[i + 1] for i in range(1, len(frames) - 1) if frames[i] == "+"}, gloss


def _first_clause(gloss):
    text = re.split(r"[;\"(]", gloss)[0].strip()
    return re.sub(r"\s+", " ", text)


def _usable(word):
    return re.fullmatch(r"[a-z]+(_[a-z]+)?", word) and 3 <= len(word) <= 22 and not _UNWANTED.search(word)


def _meanings(part, least, files=None, frame=None):
    counts, words_of, chosen = _counts(), {}, []
    for offset, file, words, pointers, frames, gloss in _synsets(part):
        said = [word.replace("_", " ") for word, _ in words if _usable(word)]
        words_of[offset] = said
        met = sum(counts[word.lower(), file, lexical] for word, lexical in words)
        clause = _first_clause(gloss)
        fits = (files is None or file in files) and (frame is None or frame in frames)
        if said and met >= least and fits and 8 <= len(clause) <= 80 and not _UNWANTED.search(gloss):
            above = [pointer[1] for pointer in pointers if pointer[0] == "@"]
            chosen.append((said, above, clause, f"{part}.{file}"))
    return [Meaning(said[:4], [word for offset in above for word in words_of.get(offset, [])][:2], clause, group) for said, above, clause, group in chosen]


def nouns():
    return _meanings("noun", _NOUN_COUNT, files=_NOUN_FILES) if FOLDER.exists() else []


def verbs():
    return [each for each in _meanings("verb", _VERB_COUNT, frame=_TRANSITIVE) if len(each.en) > 1] if FOLDER.exists() else []
