"""Where a conversation chooses: tools, options and values, found in its tokens."""
import json
import re
from bisect import bisect_left
from itertools import accumulate
from typing import NamedTuple

from tokenizer import IM_START

_CALL, _SCHEMA = '{"tool_name":"', '{"name":"'
_NAME_ENDS = '","'
_SCHEMA_ENDS = '"additionalProperties":false}}'


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
        self._call, self._schema, self._turn = (tokenizer.id[text] for text in (_CALL, _SCHEMA, IM_START))
        texts = list(enumerate(tokenizer.tokens))
        self._name_ends = {index for index, text in texts if text.startswith(_NAME_ENDS)}
        self._schema_ends = {index for index, text in texts if text.endswith(_SCHEMA_ENDS)}
        self._sizes = [len(tokenizer.bytes_of(index)) for index, _ in texts]

    def find(self, tokens, said):
        """The schemas, and the calls of one of them: two lists, from a conversation's tokens.

        said: true at the positions whose next token the model says and learns. Calls elsewhere do not count.
        """
        schemas, calls, request = [], [], (0, 0)
        for at, token in enumerate(tokens):
            if token == self._schema:
                end = self._first(tokens, at, self._schema_ends)
                if end is not None:
                    schemas.append(Schema(self._name(tokens, at), at + 1, end, self._options(tokens, at, end + 1)))
            elif token == self._turn:
                request = request[1], at
            elif token == self._call and said[at]:
                name, end = self._name(tokens, at), self._first(tokens, at, {self._tokenizer.eos})
                for number, schema in enumerate(schemas):
                    if schema.name == name:
                        calls.append(Call(at, number, *self._values(tokens, at, end, schema, request)))
        return schemas, calls

    def _name(self, tokens, at):
        return tuple(tokens[at + 1:self._first(tokens, at + 1, self._name_ends)])

    @staticmethod
    def _first(tokens, start, wanted):
        return next((at for at in range(start, len(tokens)) if tokens[at] in wanted), None)

    def _options(self, tokens, start, end):
        """The options of a schema that stands from start to end."""
        text, found, at = self._text(tokens, start, end), {}, 0
        for name, schema in json.loads(text.text)["parameters"]["properties"].items():
            if "enum" in schema:
                at = text.text.index('"enum":[', at) + len('"enum":[')
                found[name] = {}
                for option in schema["enum"]:
                    written = _written(option)
                    if isinstance(option, str) and option:
                        found[name][option] = text.span(at + 1, at + len(written) - 1)
                    at += len(written) + 1
        return found

    def _values(self, tokens, start, end, schema, request):
        """The values of a call that stands from start to end: two lists, as `Call` has them."""
        text, asked, options, copies = self._text(tokens, start, end), self._text(tokens, *request), [], []
        at = text.text.index('"arguments":{') + len('"arguments":{')
        for name, value in json.loads(text.text)["arguments"].items():
            at += len(_written(name)) + 1
            written = _written(value)
            quoted = isinstance(value, str)
            own = text.span(at + quoted, at + len(written) - quoted)
            at += len(written) + 1
            if own is None:
                continue
            option = schema.options.get(name, {}).get(value) if quoted else None
            source = asked.only(value if quoted else written)
            options += [(own.first - 1, option)] if option else []
            copies += [(own.first - 1, source)] if source else []
        return options, copies

    def _text(self, tokens, start, end):
        cut = tokens[start:end]
        return _Text(self._tokenizer.decode(cut), start, [0, *accumulate(self._sizes[token] for token in cut)])


def _written(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


class _Text:
    """The text of tokens from position `start` on, whose bytes end at `ends`."""

    def __init__(self, text, start, ends):
        self.text, self._start, self._ends = text, start, ends

    def span(self, first, end):
        """The tokens that make up text[first:end]; None where it is empty, or does not begin and end with a token."""
        begins, stops = (len(self.text[:at].encode("utf-8")) for at in (first, end))
        token, after = bisect_left(self._ends, begins), bisect_left(self._ends, stops)
        if first == end or self._ends[token] != begins or self._ends[after] != stops:
            return None
        return Span(self._start + token, self._start + after - 1)

    def only(self, value):
        """The tokens of a value that stands in the text once, and not within a longer number or word."""
        alone = rf"(?<![A-Za-z\d.,-]){re.escape(value)}(?![A-Za-z\d]|[.,]\d)"
        found = list(re.finditer(alone, self.text)) if value else []
        return self.span(*found[0].span()) if len(found) == 1 else None
