"""A strict JSON reader: no duplicate keys, no NaN, no infinity, integers with all their digits."""

from __future__ import annotations

from edge_runner.numeric import all_digits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def read_json(text: str) -> Any:
    """The value of one JSON text. Raises `ValueError`."""
    text = text.strip(" \t\r\n")
    with all_digits():
        try:
            value, end = _scan(text, 0)
        except (StopIteration, SystemError):
            # Before Python 3.13 the scanner sets no exception where `json.decoder` was not imported.
            raise ValueError("not JSON") from None
        except RecursionError:
            raise ValueError("nested too deeply") from None
    if end != len(text):
        raise ValueError("text after the JSON value")
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("duplicate key")
    return members


def _float(text: str) -> float:
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise ValueError("number out of range")
    if value == 0 and text.lower().partition("e")[0].strip("-0."):
        raise ValueError("number too small")
    return value


def _constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


class _Settings:
    """What the scanner wants to know, as attributes."""

    strict = True
    object_hook = None
    object_pairs_hook = staticmethod(_object)
    parse_float = staticmethod(_float)
    parse_int = int
    parse_constant = staticmethod(_constant)


try:
    # The scanner that `json` wraps. `json` itself imports `re`, a third of Python's start.
    from _json import make_scanner

    _scan = make_scanner(_Settings)
except ImportError:  # an implementation other than CPython
    from json import JSONDecoder

    _scan = JSONDecoder(object_pairs_hook=_object, parse_float=_float, parse_constant=_constant).scan_once
