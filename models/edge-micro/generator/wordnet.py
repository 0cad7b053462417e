"""Nouns and verbs of WordNet (Debian's wordnet-base) with their other words and glosses.

Three files of its folder are read, as wndb(5WN), senseidx(5WN) and cntlist(5WN) define them:

cntlist.rev     one sense a line: how often it was met in WordNet's own texts
    key number count            key: word%type:file:id:head:head_id; file and id in two decimal digits

data.noun       one synset a line, that is one meaning and its words; lines that begin with two spaces are the licence
data.verb
    offset file type word_count (word id)* pointer_count (symbol offset type places)* [frame_count (+ frame place)*]
    | gloss; "an example"       offset: the name by which pointers find the synset
                                file: its lexicographer file, lexnames(5WN): a wide field such as food or motion
                                word_count, id: hexadecimal; a word has `_` for each space
                                symbol `@`: the pointer leads to what the synset is a kind of
                                frame: of verbs only, wninput(5WN): a sentence that the verb fits
"""
import re
from collections import Counter
from typing import NamedTuple

from words import SHARE

FOLDER = SHARE / "wordnet"
# Files of nouns for what a tool may be about: all but feelings, motives, relations, states and the most general ones.
_NOUN_FILES = set("04 05 06 07 08 09 10 11 13 14 15 17 18 19 20 21 22 23 25 27 28".split())
# "Somebody ----s something".
_TRANSITIVE = "08"
# A meaning met less often is one that few people think of.
_LEAST_NOUN, _LEAST_VERB = 2, 3
_MOST_WORDS, _MOST_KINDS = 4, 2
_DECIMAL = {f"{id_:x}": f"{id_:02d}" for id_ in range(16)}
_UNWANTED = re.compile(
    "sex|kill|murder|rape|drug|weapon|god|christ|jew|muslim|islam|nazi|slave|prostitut|genital|excre|urin|feces|terror"
    "|racis|vulgar|offensive|obscene"
)


class Meaning(NamedTuple):
    """`words`: the usual word, others. `group`: its field. `kinds`: words for what it is a kind of. `gloss`: what it is
    in a few words."""

    words: list
    group: str
    kinds: list
    gloss: str


class _Synset:
    """A line of a data file. `senses`: (word, id) of each of its words, the id as the keys of cntlist.rev have it."""

    def __init__(self, line):
        data, _, self.gloss = line.partition(" | ")
        fields = data.split()
        self.file = fields[1]
        words_end = 4 + 2 * int(fields[3], 16)
        pointers_end = words_end + 1 + 4 * int(fields[words_end])
        self.senses = list(zip(fields[4:words_end:2], (_DECIMAL[id_] for id_ in fields[5:words_end:2])))
        self._pointers, self._frames = fields[words_end + 1:pointers_end], fields[pointers_end + 1:]

    def words(self):
        """Those that may be said."""
        return [word.replace("_", " ") for word, _ in self.senses if _usable(word)]

    def above(self):
        """The offsets of what it is a kind of."""
        return [offset for symbol, offset in zip(self._pointers[::4], self._pointers[1::4]) if symbol == "@"]

    def frames(self):
        """The sentences that a verb fits."""
        return self._frames[1::3]


def read(folder=FOLDER):
    """Meanings of nouns and of verbs; no noun and no verb where WordNet is not installed."""
    if not folder.exists():
        return [], []
    counts = _counts(folder)
    nouns = _meanings(folder, "noun", counts, _LEAST_NOUN, lambda synset: synset.file in _NOUN_FILES)
    verbs = _meanings(folder, "verb", counts, _LEAST_VERB, lambda synset: _TRANSITIVE in synset.frames())
    return nouns, [verb for verb in verbs if len(verb.words) > 1]


def _counts(folder):
    """{(word, file, id): how often that sense was met}"""
    found = Counter()
    for line in (folder / "cntlist.rev").read_text(encoding="utf-8").splitlines():
        key, _, count = line.split()
        word, _, rest = key.partition("%")
        _, file, id_, *_ = rest.split(":")
        found[word, file, id_] += int(count)
    return found


def _meanings(folder, part, counts, least, fits):
    """Of the synsets of a data file that fit, were met at least so often, and are told in a few harmless words."""
    text = (folder / f"data.{part}").read_text(encoding="utf-8")
    lines = {line.partition(" ")[0]: line for line in text.splitlines() if not line.startswith("  ")}
    found = []
    for synset in map(_Synset, lines.values()):
        met = sum(counts[word.lower(), synset.file, id_] for word, id_ in synset.senses)
        if met < least or not fits(synset) or _UNWANTED.search(synset.gloss):
            continue
        words, clause = synset.words(), _first_clause(synset.gloss)
        if words and 8 <= len(clause) <= 80:
            kinds = [word for offset in synset.above() for word in _Synset(lines[offset]).words()]
            found.append(Meaning(words[:_MOST_WORDS], f"{part}.{synset.file}", kinds[:_MOST_KINDS], clause))
    return found


def _first_clause(gloss):
    return " ".join(re.split(r"[;\"(]", gloss)[0].split())


def _usable(word):
    return re.fullmatch("[a-z]+(_[a-z]+)?", word) and 3 <= len(word) <= 22 and not _UNWANTED.search(word)
