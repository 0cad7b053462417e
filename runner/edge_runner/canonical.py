"""Canonical JSON (RFC 8785), except that integers keep every digit."""

from __future__ import annotations

import sys

from edge_runner.names import encodable, shorten, type_name
from edge_runner.numeric import all_digits, float_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

DEPTH_LIMIT = 200
_KEY_LIMIT = 64
_PATH_LIMIT = 256

# Loads the codec that sorting keys needs here, where a process that was started ahead has the time.
"".encode("utf-16-be")


class Unsupported(Exception):
    """A value JSON cannot carry: where it stands (`$.a[0]`) and what it is (`set`, `float (NaN)`)."""

    def __init__(self, path: str, type: str) -> None:
        super().__init__(path, type)
        self.path = path
        self.type = type


class Oversized(Exception):
    """The canonical text would be longer than the limit."""


def canonical(value: Any, limit: int = sys.maxsize) -> bytes:
    """The canonical text of a value, at most `limit` bytes of it.

    Subclasses of the JSON types pass, but are read past whatever they override; members of an
    enumeration do not pass. Raises `Unsupported`, or `Oversized` before the excess is built.
    """
    writer = _Writer(limit)
    with all_digits():
        writer.value(value)
    return b"".join(writer.parts)


class _Writer:
    """Collects the text, counts down the bytes that are left, and knows the path it is at."""

    def __init__(self, limit: int) -> None:
        self.parts: list[bytes] = []
        self._left = limit
        self._path: list[str | int] = []
        self._open: set[int] = set()

    def value(self, value: Any) -> None:
        # Not `isinstance`: an object can lie about its `__class__`.
        kind = type(value)
        if value is None:
            self._put(b"null")
        elif kind is bool:
            self._put(b"true" if value else b"false")
        elif _is_enumeration(kind):
            self._refuse(type_name(kind))
        else:
            for base, write in _WRITERS:
                if issubclass(kind, base):
                    return write(self, value)
            self._refuse(type_name(kind))

    def _string(self, value: str) -> None:
        text = str.__str__(value)
        self._require(len(text) + 2)
        try:
            self._put(b'"' + text.translate(_ESCAPES).encode() + b'"')
        except UnicodeEncodeError:
            self._refuse("str (lone surrogate)")

    def _integer(self, value: int) -> None:
        number = int.__index__(value)
        # Ten bits are more than three digits. This spares the conversion, whose time is quadratic.
        self._require(number.bit_length() * 3 // 10)
        self._put(str(number).encode())

    def _float(self, value: float) -> None:
        number = float.__float__(value)
        if number - number != 0:  # only for NaN and the infinities
            names = {"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}
            self._refuse(f"float ({names[repr(number)]})")
        self._put(float_text(number).encode())

    def _array(self, value: Any) -> None:
        base = list if issubclass(type(value), list) else tuple
        self._require(2 * base.__len__(value))
        self._enter(value, base.__name__)
        separator = b"["
        for index, item in enumerate(tuple(base.__iter__(value))):
            self._put(separator)
            self._child(index, item)
            separator = b","
        self._put(b"]" if separator == b"," else b"[]")
        self._open.remove(id(value))

    def _object(self, value: dict[Any, Any]) -> None:
        self._require(5 * dict.__len__(value))
        self._enter(value, "dict")
        separator = b"{"
        for key, item in self._members(value):
            self._put(separator)
            self._string(key)
            self._put(b":")
            self._child(key, item)
            separator = b","
        self._put(b"}" if separator == b"," else b"{}")
        self._open.remove(id(value))

    def _members(self, value: dict[Any, Any]) -> list[tuple[str, Any]]:
        """The members with exact `str` keys, sorted by the keys' UTF-16 code units."""
        members = {}
        for key, item in tuple(dict.items(value)):
            kind = type(key)
            if not issubclass(kind, str) or _is_enumeration(kind):
                self._refuse(f"dict (key of type {type_name(kind)})")
            text = str.__str__(key)
            if text in members:
                self._refuse("dict (duplicate key)")
            members[text] = item
        try:
            return sorted(members.items(), key=lambda member: member[0].encode("utf-16-be"))
        except UnicodeEncodeError:
            self._refuse("dict (key with a lone surrogate)")

    def _child(self, step: str | int, item: Any) -> None:
        self._path.append(step)
        self.value(item)
        self._path.pop()

    def _enter(self, value: object, name: str) -> None:
        if id(value) in self._open:
            self._refuse(f"{name} (cycle)")
        if len(self._open) >= DEPTH_LIMIT:
            self._refuse(f"{name} (nested over {DEPTH_LIMIT} deep)")
        self._open.add(id(value))

    def _put(self, text: bytes) -> None:
        self._require(len(text))
        self._left -= len(text)
        self.parts.append(text)

    def _require(self, count: int) -> None:
        if count > self._left:
            raise Oversized

    def _refuse(self, type: str) -> NoReturn:
        raise Unsupported(_path_text(self._path), type)


_WRITERS = (
    (str, _Writer._string),
    (dict, _Writer._object),
    (list, _Writer._array),
    (int, _Writer._integer),
    (float, _Writer._float),
    (tuple, _Writer._array),
)

_ESCAPES = {code: f"\\u{code:04x}" for code in range(0x20)}
_ESCAPES.update({8: "\\b", 9: "\\t", 10: "\\n", 12: "\\f", 13: "\\r", 34: '\\"', 92: "\\\\"})


def _is_enumeration(kind: type) -> bool:
    """True for the class of an enum member; no member exists where `enum` was never imported."""
    enum = sys.modules.get("enum")
    return enum is not None and issubclass(kind, enum.Enum)


def _path_text(steps: list[str | int]) -> str:
    text = "".join(_step_text(step) for step in steps)
    return shorten("$" + text, _PATH_LIMIT)


def _step_text(step: str | int) -> str:
    if isinstance(step, int):
        return f"[{step}]"
    if step.isascii() and step.isidentifier() and len(step) <= _KEY_LIMIT:
        return "." + step
    return '["' + shorten(encodable(step), _KEY_LIMIT).translate(_ESCAPES) + '"]'
