"""Finds in the tokens of a conversation what is chosen there: tools, options of enums, and values of the request."""
import json
import re
from bisect import bisect_left
from itertools import accumulate
from typing import NamedTuple

from tokenizer import IM_START

_CONTRACT, _CALL, _SCHEMA = "Tools:", '{"tool_name":"', '{"name":"'
_NAME_ENDS = '","'
# What goes on in a word or a number; not Chinese, which has no spaces: there a value may stand between any two characters.
_WORD = r"A-Za-z\u00c0-\u024f\d_-"


class Span(NamedTuple):
    """The first and the last of the positions of a text."""

    first: int
    last: int


class Schema(NamedTuple):
    """A tool that is offered. Positions are in the conversation."""

    name: tuple  # tokens
    start: int  # of the name
    end: int  # the last token of the schema, which has seen all of it
    options: dict  # {name of a parameter: {option: Span}}


class Call(NamedTuple):
    """A call that the model says."""

    at: int  # the position whose next token begins the name of the tool
    schema: int  # the number of the tool among the conversation's schemas
    # Pairs of the position whose next token begins a value, and a Span:
    options: list  # of the option that the value is
    copies: list  # of the same text in the request, where it stands there once


class Finder:
    """Finds the choices in tokens of a tokenizer."""

    def __init__(self, tokenizer):
        self._tokenizer = tokenizer
        self._turn, self._eos = tokenizer.id[IM_START], tokenizer.eos
        self._contract, self._call, self._schema = (tokenizer.id[text] for text in (_CONTRACT, _CALL, _SCHEMA))
        (self._newline,) = tokenizer.encode("\n")
        texts = list(enumerate(tokenizer.tokens))
        self._name_ends = {index for index, text in texts if text.startswith(_NAME_ENDS)}
        self._sizes = [len(tokenizer.bytes_of(index)) for index, _ in texts]

    def find(self, tokens, said):
        """The schemas of the contract, and the calls of one of them: two lists, from a conversation's tokens.

        said: true at the positions whose next token the model says and learns. Calls elsewhere do not count.
        """
        schemas, calls, request = [], [], range(0)
        for start, end in self._turns(tokens):
            if not schemas and self._contract in tokens[start:end]:
                schemas = self._schemas(tokens, tokens.index(self._contract, start), end)
            number = {schema.name: number for number, schema in enumerate(schemas)}
            if tokens[start] == self._call and said[start]:
                found = number.get(self._name(tokens, start))
                if found is not None:
                    calls.append(Call(start, found, *self._values(tokens, start, end, schemas[found], request)))
            request = range(start, end)
        return schemas, calls

    def _turns(self, tokens):
        """Where the text of each turn starts, and where it ends."""
        for at, token in enumerate(tokens):
            if token == self._turn:
                start = self._first(tokens, at, {self._newline}) + 1
                end = self._first(tokens, start, {self._eos})
                if start < end < len(tokens):
                    yield start, end

    @staticmethod
    def _first(tokens, start, wanted):
        """The first position from start on of a wanted token, or the end."""
        return next((at for at in range(start, len(tokens)) if tokens[at] in wanted), len(tokens))

    def _name(self, tokens, at):
        return tuple(tokens[at + 1:self._first(tokens, at + 1, self._name_ends)])

    def _schemas(self, tokens, start, end):
        """The schemas, one a line, between two positions."""
        found = []
        for at in range(start, end):
            if tokens[at] == self._schema and tokens[at - 1] == self._newline:
                stop = min(end, self._first(tokens, at, {self._newline}))
                found.append(Schema(self._name(tokens, at), at + 1, stop - 1, self._options(tokens, at, stop)))
        return found

    def _options(self, tokens, start, end):
        """The options of a schema that stands from start to end."""
        cut, found, at = self._cut(tokens, start, end), {}, 0
        for name, schema in json.loads(cut.text)["parameters"]["properties"].items():
            at = cut.text.index(f"{_written(name)}:{{", at)
            if "enum" in schema:
                at = cut.text.index('"enum":[', at) + len('"enum":[')
                found[name] = {}
                for option in schema["enum"]:
                    written = _written(option)
                    span = cut.span(at + 1, at + len(written) - 1)
                    at += len(written) + 1
                    if isinstance(option, str) and span:
                        found[name][option] = span
        return found

    def _values(self, tokens, start, end, schema, request):
        """The values of a call that stands from start to end: two lists, as `Call` has them."""
        cut, options, copies = self._cut(tokens, start, end), [], []
        asked = self._cut(tokens, request.start, request.stop)
        at = cut.text.index('"arguments":{') + len('"arguments":{')
        for name, value in json.loads(cut.text)["arguments"].items():
            at += len(_written(name)) + 1
            written, quoted = _written(value), isinstance(value, str)
            own = cut.span(at + quoted, at + len(written) - quoted)
            at += len(written) + 1
            if own is None or value is None or isinstance(value, (bool, list)):
                continue
            option = schema.options.get(name, {}).get(value)
            source = asked.only(value if quoted else written)
            options += [(own.first - 1, option)] if option else []
            copies += [(own.first - 1, source)] if source else []
        return options, copies

    def _cut(self, tokens, start, end):
        cut = tokens[start:end]
        return _Cut(self._tokenizer.decode(cut), start, [0, *accumulate(self._sizes[token] for token in cut)])


def _written(value):
    """As contract.py of the generator writes it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


class _Cut:
    """The text of the tokens from position `start` on, whose bytes end at `ends`."""

    def __init__(self, text, start, ends):
        self.text, self._start, self._ends = text, start, ends

    def span(self, first, end):
        """The tokens that make up text[first:end]; None where it is empty, or does not begin and end with a token."""
        begins, stops = (len(self.text[:at].encode("utf-8")) for at in (first, end))
        token, after = bisect_left(self._ends, begins), bisect_left(self._ends, stops)
        if first >= end or self._ends[token] != begins or self._ends[after] != stops:
            return None
        return Span(self._start + token, self._start + after - 1)

    def only(self, value):
        """The tokens of a value that stands in the text once, not counting where it is part of a longer word or number."""
        before = rf"(?<![{_WORD}])(?<!\d[.,])" if re.match(f"[{_WORD}]", value) else ""
        after = rf"(?![{_WORD}]|[.,]\d)" if re.search(f"[{_WORD}]$", value) else ""
        found = list(re.finditer(before + re.escape(value) + after, self.text)) if value else []
        return self.span(*found[0].span()) if len(found) == 1 else None
