"""Reads `families/*.txt`; the format stands in `families/README.md`."""
import re
from pathlib import Path
from typing import NamedTuple

from values import KINDS, NUMBERS
from words import CHINESE, ENGLISH, split

FOLDER = Path(__file__).parent / "families"
SLOT = re.compile(r"\{(-?)(\d)\}")
# The form of a result that is a list of texts.
ROWS = "rows"
# Kinds of numbers that may be negative.
SIGNED = {"number", "integer", "amount"}
_LANGUAGES = {"en": ENGLISH, "zh": CHINESE}
_REQUEST = re.compile(r"(?:\+|-(?P<lacks>\d) )(?P<language>en|zh)(?:\s+(?P<settled>.+))?")
# In a request for two tools: a slot of the first, and where the limit of its condition stands.
_SLOT_OF_FIRST = re.compile(r"\{(-?)a(\d)\}")
LIMIT = "{n}"
_CHAINED = re.compile(r">(?P<language>en|zh)(?:\s+(?P<key>\w+)(?P<side>[<>])n)?(?:\s+(?P<settled>.+))?")
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
    """A text with slots, and what it `settles` without a slot, {index of the parameter: value}.

    negative: the indexes of the slots that show a negative number without its sign.
    """

    def __init__(self, text, settles):
        self.text, self.settles = text, settles
        self.slots = sorted({int(index) for _, index in SLOT.findall(text)})
        self.negative = {int(index) for sign, index in SLOT.findall(text) if sign}

    @property
    def covered(self):
        """The indexes of the parameters whose values it gives."""
        return {*self.slots, *self.settles}


class Chained(NamedTuple):
    """A request for two calls: its `text`, and what that says of the `first` tool and of the `second`.

    condition: (key of the first result, True where it must lie above the limit) where the second call depends on it
    """

    text: str
    first: Request
    second: Request
    condition: tuple | None


class Family:
    """A block of a file: what one tool may be called, take and return, and how people ask for it.

    results: each ROWS, or [(key, kind)], where the kind of an enum is the list of its options
    descriptions: {zh: texts}
    requests: {zh: requests}
    lacking: {zh: [(index of the required parameter that the request lacks, request)]}
    before: the family that a message may ask for first, or None
    links: {index of the parameter: what fills it, a key of the result of `before` or the index of a parameter of it}
    chained: {zh: [Chained]}, messages that ask for `before` and for this one
    """

    def __init__(self, group, where):
        self.group, self.where = group, where
        self.names, self.params, self.results = [], [], []
        self.descriptions = {ENGLISH: [], CHINESE: []}
        self.requests = {ENGLISH: [], CHINESE: []}
        self.lacking = {ENGLISH: [], CHINESE: []}
        self.before, self.links, self.chained = None, {}, {ENGLISH: [], CHINESE: []}

    def add(self, line, before=None):
        """Takes a line of the block; `before`: the block above it."""
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
        elif head == "after":
            self._follow(before)
            self.links = dict(self._link(part) for part in text.split())
        elif asks := _CHAINED.fullmatch(head):
            self._follow(before)
            self._add_chained(text, **asks.groupdict())
        else:
            raise ValueError("an unknown line")

    def check(self):
        """The family itself, where nothing is missing."""
        if not (self.names and self.requests[ENGLISH] and self.descriptions[ENGLISH]):
            raise Wrong(f"{self.where}: a family without names, descriptions or requests")
        return self

    def _add_request(self, text, lacks, language, settled):
        request, zh = self._request(text, _pairs(settled or "")), _LANGUAGES[language]
        missing = self._missing(request)
        if lacks is None and missing:
            raise ValueError(f"the request leaves out required {missing}")
        if lacks is None:
            self.requests[zh].append(request)
        elif int(lacks) in missing:
            self.lacking[zh].append((int(lacks), request))
        else:
            raise ValueError(f"the request lacks no required {lacks}")

    def _request(self, text, pairs):
        request = Request(text, self._settled(pairs))
        if any(slot >= len(self.params) or self.params[slot].kind == "bool" for slot in request.slots):
            raise ValueError("a slot without a parameter, or for a boolean")
        if any(self.params[slot].kind not in SIGNED for slot in request.negative):
            raise ValueError("a negative slot for what is no number, or never negative")
        return request

    def _missing(self, request):
        """The required parameters that it gives no value."""
        return [at for at, spec in enumerate(self.params) if spec.required and at not in request.covered]

    def _follow(self, before):
        """This tool may come after that of the block above."""
        if before is None or before.group != self.group:
            raise ValueError("no block of the same group stands above")
        self.before = before

    def _link(self, text):
        """(index of the parameter, what fills it), of `code=0` or `a1=0`."""
        source, _, index = text.partition("=")
        if re.fullmatch(r"a\d", source):
            source = int(source[1:])
            kind = self.before.params[source].kind
        else:
            kind = self.before.kind_of(source)
        if kind != self.params[int(index)].kind:
            raise ValueError(f"{source} is of another kind than parameter {index}")
        return int(index), source

    def kind_of(self, key):
        """The kind of a key of its results."""
        return self.form_of(key)[key]

    def form_of(self, *keys):
        """{key: kind}, the first form of its results that has all the keys."""
        for form in self.results:
            if form != ROWS and set(keys) <= {key for key, _ in form}:
                return dict(form)
        raise ValueError(f"no result has {', '.join(keys)}")

    def _add_chained(self, text, language, key, side, settled):
        pairs = _pairs(settled or "")
        first = self.before._request(_of_first(text), [(at[1:], value) for at, value in pairs if at[0] == "a"])
        second = self._request(text, [(at, value) for at, value in pairs if at[0] != "a"])
        missing = self.before._missing(first) + [at for at in self._missing(second) if at not in self.links]
        if missing:
            raise ValueError(f"the request leaves out required {missing}")
        if (key is None) == (LIMIT in text) or (key and self.before.kind_of(key) not in NUMBERS):
            raise ValueError(f"a condition is a number of the first result, and stands in the text as {LIMIT}")
        self.chained[_LANGUAGES[language]].append(Chained(text, first, second, key and (key, side == ">")))

    def _settled(self, pairs):
        """{index: value}, of [("1", "sf"), ("2", "true")]."""
        return {int(index): _value(self.params[int(index)], value) for index, value in pairs}


def _pairs(text):
    """[("1", "sf"), ("2", "true")], of `1=sf 2=true`."""
    return [tuple(part.split("=", 1)) for part in re.split(r"[,\s]+", text) if part]


def _of_first(text):
    """A request for two tools as one for the first: its slots alone, without the letter."""
    return _SLOT_OF_FIRST.sub(r"{\1\2}", SLOT.sub("", text))


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
            families[-1].add(line, families[-2] if len(families) > 1 else None)
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
