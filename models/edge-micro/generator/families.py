"""Reads `families/*.txt`; the format stands in `families/README.md`."""
import re
from pathlib import Path

from values import KINDS
from words import split

SLOT = re.compile(r"\{(\d)\}")
FOLDER = Path(__file__).parent / "families"


class Wrong(ValueError):
    """A line that does not follow the format, with its file and number."""


class Spec:
    """A parameter of a family: `names`, `kind`, `required`, how it is called, and the options of an enum."""

    def __init__(self, text, required):
        names, _, rest = text.partition(":")
        kind, _, called = rest.partition("=")
        self.names, self.kind, self.required = split(names), kind.strip(), required
        en, _, zh = called.partition("|")
        self.en, self.zh = en.strip(), zh.strip()
        self.options = {}
        if self.kind.startswith("enum"):
            for option, en_words, zh_words in re.findall(r"([\w.-]+)\s*(?:\(([^|()]*)\|?([^()]*)\))?\s*(?:,|$)", self.kind[4:].strip()):
                self.options[option] = {"en": split(en_words), "zh": re.split(r"\s*[,，]\s*", zh_words.strip()) if zh_words.strip() else []}
            self.kind = "enum"
        if not self.names or self.kind not in {*KINDS, "bool", "enum"} or (self.kind == "enum" and len(self.options) < 2):
            raise ValueError(f"no parameter: {text}")


class Request:
    """A text with slots, and what it settles without a slot: parameter index → value."""

    def __init__(self, text, settled):
        self.text, self.settled = text, settled
        self.slots = [int(index) for index in SLOT.findall(text)]

    @property
    def covered(self):
        return {*self.slots, *self.settled}


class Family:
    def __init__(self, group, where):
        self.group, self.where = group, where
        self.names, self.params, self.results = [], [], []
        self.descriptions = {"en": [], "zh": []}
        self.requests = {"en": [], "zh": []}
        self.lacking = {"en": [], "zh": []}

    def settle(self, text):
        settled = {}
        for part in re.split(r"[,\s]+", text.strip()):
            index, _, value = part.partition("=")
            spec = self.params[int(index)]
            value = value.strip()
            if spec.kind == "bool":
                settled[int(index)] = {"true": True, "false": False}[value]
            elif spec.kind == "enum":
                if value not in spec.options:
                    raise ValueError(f"{value} is no option")
                settled[int(index)] = value
            else:
                settled[int(index)] = float(value) if "." in value else int(value)
        return settled

    def add(self, line):
        head, _, text = line.partition(":")
        text = text.strip()
        mark = re.fullmatch(r"\+(en|zh)(?:\s+(.+))?", head.strip())
        lacks = re.fullmatch(r"-(\d) (en|zh)(?:\s+(.+))?", head.strip())
        if mark:
            request = Request(text, self.settle(mark[2]) if mark[2] else {})
            if any(slot >= len(self.params) or self.params[slot].kind == "bool" for slot in request.slots):
                raise ValueError("a slot without a parameter, or for a boolean")
            missing = [index for index, spec in enumerate(self.params) if spec.required and index not in request.covered]
            if missing:
                raise ValueError(f"the request leaves out required {missing}")
            self.requests[mark[1]].append(request)
        elif lacks:
            request = Request(text, self.settle(lacks[3]) if lacks[3] else {})
            self.lacking[lacks[2]].append((int(lacks[1]), request))
            self.params[int(lacks[1])]
        elif head == "names":
            self.names = split(text)
        elif head in ("en", "zh"):
            self.descriptions[head] += split(text, "|")
        elif head in ("p", "p?"):
            self.params.append(Spec(text, head == "p"))
        elif head == "r":
            self.results.append("rows" if text == "rows" else [tuple(part.strip().split(":", 1)) for part in split(text, ";")])
        else:
            raise ValueError("an unknown line")

    def check(self):
        if not (self.names and self.requests["en"] and self.descriptions["en"]):
            raise Wrong(f"{self.where}: a family without names, descriptions or requests")
        return self


def read(path):
    families = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        if line.startswith("@"):
            families.append(Family(line[1:].strip(), f"{path.name}:{number}"))
            continue
        try:
            families[-1].add(line)
        except (ValueError, KeyError, IndexError) as error:
            raise Wrong(f"{path.name}:{number}: {error}: {line}") from error
    return [family.check() for family in families]


def read_all():
    return [family for path in sorted(FOLDER.glob("*.txt")) for family in read(path)]
