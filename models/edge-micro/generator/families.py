"""Reads `families/*.txt`; the format stands in `families/README.md`."""
import re
from pathlib import Path

from values import KINDS
from words import CHINESE, ENGLISH, split

FOLDER = Path(__file__).parent / "families"
SLOT = re.compile(r"\{(\d)\}")
# The form of a result that is a list of texts.
ROWS = "rows"
_LANGUAGES = {"en": ENGLISH, "zh": CHINESE}
_REQUEST = re.compile(r"(?:\+|-(?P<lacks>\d) )(?P<language>en|zh)(?:\s+(?P<settled>.+))?")
_OPTION = re.compile(r"([\w.-]+)\s*(?:\(([^|()]*)\|?([^()]*)\))?\s*(?:,|$)")


class Wrong(ValueError):
    """A line that does not follow the format, with its file and number."""


class Spec:
    """A parameter of a family: its `names`, its `kind`, whether it is `required`, what people call it, {zh: text}, and
    the `options` of an enum."""

    def __init__(self, text, required):
        names, _, rest = text.partition(":")
        kind, _, called = rest.partition("=")
        english, _, chinese = called.partition("|")
        self.names, self.required = split(names), required
        self.called = {ENGLISH: english.strip(), CHINESE: chinese.strip()}
        self.kind, _, listed = kind.strip().partition(" ")
        self.options = options(listed) if self.kind == "enum" else {}
        known = len(self.options) > 1 if self.kind == "enum" else self.kind in KINDS | {"bool"} and not listed
        if not (self.names and known):
            raise ValueError(f"no parameter: {text}")


class Request:
    """A text with slots, and what it `settles` without a slot, {index of the parameter: value}."""

    def __init__(self, text, settles):
        self.text, self.settles = text, settles
        self.slots = sorted({int(index) for index in SLOT.findall(text)})

    @property
    def covered(self):
        """The indexes of the parameters whose values it gives."""
        return {*self.slots, *self.settles}


class Family:
    """A block of a file: what one tool may be called, take and return, and how people ask for it.

    results: each ROWS, or [(key, kind)], where the kind of an enum is the list of its options
    descriptions: {zh: texts}
    requests: {zh: requests}
    lacking: {zh: [(index of the required parameter that the request lacks, request)]}
    """

    def __init__(self, group, where):
        self.group, self.where = group, where
        self.names, self.params, self.results = [], [], []
        self.descriptions = {ENGLISH: [], CHINESE: []}
        self.requests = {ENGLISH: [], CHINESE: []}
        self.lacking = {ENGLISH: [], CHINESE: []}

    def add(self, line):
        """Takes a line of the block."""
        head, _, text = (part.strip() for part in line.partition(":"))
        if head == "names":
            self.names += split(text)
        elif head in _LANGUAGES:
            self.descriptions[_LANGUAGES[head]] += split(text, "|")
        elif head in ("p", "p?"):
            self.params.append(Spec(text, required=head == "p"))
        elif head == "r":
            self.results.append(ROWS if text == ROWS else [_field(part) for part in split(text, ";")])
        elif asks := _REQUEST.fullmatch(head):
            self._add_request(text, **asks.groupdict())
        else:
            raise ValueError("an unknown line")

    def check(self):
        """The family itself, where nothing is missing."""
        if not (self.names and self.requests[ENGLISH] and self.descriptions[ENGLISH]):
            raise Wrong(f"{self.where}: a family without names, descriptions or requests")
        return self

    def _add_request(self, text, lacks, language, settled):
        request, zh = Request(text, self._settled(settled or "")), _LANGUAGES[language]
        if any(slot >= len(self.params) or self.params[slot].kind == "bool" for slot in request.slots):
            raise ValueError("a slot without a parameter, or for a boolean")
        missing = [at for at, spec in enumerate(self.params) if spec.required and at not in request.covered]
        if lacks is None and missing:
            raise ValueError(f"the request leaves out required {missing}")
        if lacks is None:
            self.requests[zh].append(request)
        elif int(lacks) in missing:
            self.lacking[zh].append((int(lacks), request))
        else:
            raise ValueError(f"the request lacks no required {lacks}")

    def _settled(self, text):
        """{index: value}, of `1=sf 2=true`."""
        pairs = (part.partition("=") for part in re.split(r"[,\s]+", text) if part)
        return {int(index): _value(self.params[int(index)], value) for index, _, value in pairs}


def read_all():
    return [
        family for path in sorted(FOLDER.glob("*.txt")) for family in parse(path.read_text(encoding="utf-8"), path.name)
    ]


def parse(text, name):
    """The families of a file's text; `name`: the file's, for what goes wrong."""
    families = []
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        if line.startswith("@"):
            families.append(Family(line[1:].strip(), f"{name}:{number}"))
            continue
        try:
            families[-1].add(line)
        except (ValueError, KeyError, IndexError) as error:
            raise Wrong(f"{name}:{number}: {error}: {line}") from error
    return [family.check() for family in families]


def options(text):
    """{option: {zh: words for it}}, of `ups (UPS | 联合包裹), sf (SF Express, SF | 顺丰)`."""
    return {
        option: {ENGLISH: split(english), CHINESE: split(chinese.replace("，", ","))}
        for option, english, chinese in _OPTION.findall(text)
    }


def _field(text):
    """(key, kind), of `status: enum sent, lost`."""
    key, kind = (part.strip() for part in text.split(":", 1))
    if kind.startswith("enum "):
        return key, split(kind.removeprefix("enum "))
    if kind not in KINDS | {"bool"}:
        raise ValueError(f"no kind: {kind}")
    return key, kind


def _value(spec, text):
    """What a request settles for a parameter."""
    if spec.kind == "bool":
        return {"true": True, "false": False}[text]
    if spec.kind != "enum":
        return float(text) if "." in text else int(text)
    if text not in spec.options:
        raise ValueError(f"{text} is no option")
    return text
