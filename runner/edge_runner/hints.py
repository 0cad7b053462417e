"""Type hints as small trees of plain data (the table HINT in the runner's README).

`typing` is used only where developer code has imported it: without it no hint can need it.
"""

from __future__ import annotations

import sys

from edge_runner.names import encodable, shorten, type_name
from edge_runner.values import plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MISSING: dict[str, Any] = {"kind": "missing"}

_TEXT_LIMIT = 300
_DEPTH_LIMIT = 20  # a quoted hint can contain itself
_NAMES: dict[Any, str] = {str: "str", int: "int", float: "float", bool: "bool", type(None): "None"}
_Alias: Any = type(list[int])
_Union: Any = type(int | str)


def hint_tree(hint: Any, namespace: dict[str, Any]) -> dict[str, Any]:
    """The tree of one hint. Quoted hints, at any level, are evaluated in `namespace`."""
    try:
        return _tree(hint, namespace, 0)
    except Exception:  # an object posing as a hint may raise from anywhere
        return _other(hint)


def _tree(hint: Any, namespace: dict[str, Any], depth: int) -> dict[str, Any]:
    quoted = _quoted(hint)
    if depth > _DEPTH_LIMIT:
        return _other(quoted or hint)
    if quoted is not None:
        return _evaluated(quoted, namespace, depth)
    if hint is None or (isinstance(hint, type) and hint in _NAMES):
        return {"kind": "name", "name": _NAMES[hint or type(None)]}
    if hint is list:
        return {"kind": "list", "args": []}
    return _generic(hint, namespace, depth) or _other(hint)


def _generic(hint: Any, namespace: dict[str, Any], depth: int) -> dict[str, Any] | None:
    form, args = _form(hint)
    if form == "literal":
        return {"kind": form, "values": [_literal(value) for value in args]}
    if form == "annotated":
        texts = [encodable(text) for text in args[1:] if issubclass(type(text), str)]
        return {"kind": form, "arg": _tree(args[0], namespace, depth + 1), "texts": texts}
    if form is None:
        return None
    return {"kind": form, "args": [_tree(arg, namespace, depth + 1) for arg in args]}


def _form(hint: Any) -> tuple[str | None, tuple[Any, ...]]:
    """Which of the understood generic forms a hint is, and its arguments."""
    typing = sys.modules.get("typing")
    if typing is not None:
        forms = {typing.Literal: "literal", typing.Annotated: "annotated", typing.Union: "union"}
        origin, args = typing.get_origin(hint), typing.get_args(hint)
    else:
        forms = {}
        args = hint.__args__ if type(hint) in (_Alias, _Union) else ()
        origin = hint.__origin__ if type(hint) is _Alias else type(hint)
    forms.update({_Union: "union", list: "list"})
    known = [name for form, name in forms.items() if form is origin]
    return (known[0] if known else None), args


def _quoted(hint: Any) -> str | None:
    if issubclass(type(hint), str):
        return str.__str__(hint)
    typing = sys.modules.get("typing")
    if typing is not None and isinstance(hint, typing.ForwardRef):
        return hint.__forward_arg__
    return None


def _evaluated(text: str, namespace: dict[str, Any], depth: int) -> dict[str, Any]:
    try:
        hint = eval(text, namespace)
    except BaseException as error:  # developer code: it may even try to exit
        shown = shorten(text, _TEXT_LIMIT)
        return {"kind": "unresolved", "text": shown, "error": type_name(type(error))}
    return _tree(hint, namespace, depth + 1)


def _literal(value: Any) -> dict[str, Any]:
    """`{type, value}`; a value JSON cannot carry has no `value`."""
    return {"type": type_name(type(value)), **{key: v for key, v in plain(value).items() if key == "value"}}


def _other(hint: Any) -> dict[str, Any]:
    try:
        text = type_name(hint) if isinstance(hint, type) and type(hint) is not _Alias else repr(hint)
        return {"kind": "other", "text": shorten(text, _TEXT_LIMIT)}
    except Exception:  # from the hint's own `__repr__`
        return {"kind": "other", "text": type_name(type(hint))}
