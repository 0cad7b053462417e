"""What a function object says about itself, read without `inspect`, which is slow to import."""

from __future__ import annotations

from edge_runner.hints import MISSING, hint_tree
from edge_runner.values import plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import CodeType
    from typing import Any

_POSITIONAL_VARIADIC, _KEYWORD_VARIADIC = 0x04, 0x08  # CO_VARARGS, CO_VARKEYWORDS
_CHAIN_LIMIT = 100  # a property can make up a new link every time


def attribute(target: Any, name: str) -> Any:
    """An attribute as it stands, without the object's own `__getattr__`; None where there is none."""
    try:
        return object.__getattribute__(target, name)
    except Exception:  # a property may raise anything
        return None


def wrapped_chain(target: Any) -> list[Any]:
    """The object, what it wraps (`functools.wraps`), and so on to the innermost function."""
    chain: list[Any] = []
    while target is not None and len(chain) < _CHAIN_LIMIT and not any(target is seen for seen in chain):
        chain.append(target)
        target = attribute(target, "__wrapped__")
    return chain


def code_of(function: Any) -> CodeType | None:
    """The code of a function written in Python, None for every other callable."""
    code = attribute(function, "__code__")
    return code if type(code) is type(code_of.__code__) else None


def parameters_of(function: Any) -> list[dict[str, Any]]:
    """The parameters in order, each `{name, kind, hint, default?}`.

    A callable that is no Python function (a class, a `partial`) counts as taking `*args`.
    """
    code = code_of(function)
    if code is None:
        return [{"name": "args", "kind": "var_positional", "hint": MISSING}]
    defaults, hints = _defaults(function, code), _annotations(function)
    return [
        {"name": name, "kind": kind, "hint": _hint(function, hints, name), **_default(defaults, name)}
        for name, kind in _names_and_kinds(code)
    ]


def _names_and_kinds(code: CodeType) -> list[tuple[str, str]]:
    positional, keyword = code.co_argcount, code.co_kwonlyargcount
    names = code.co_varnames
    kinds = [
        (name, "positional_only" if index < code.co_posonlyargcount else "positional_or_keyword")
        for index, name in enumerate(names[:positional])
    ]
    # In the code object the variadic ones come after the keyword-only ones.
    variadic = list(names[positional + keyword :])
    if code.co_flags & _POSITIONAL_VARIADIC:
        kinds.append((variadic.pop(0), "var_positional"))
    kinds += [(name, "keyword_only") for name in names[positional : positional + keyword]]
    if code.co_flags & _KEYWORD_VARIADIC:
        kinds.append((variadic.pop(0), "var_keyword"))
    return kinds


def _defaults(function: Any, code: CodeType) -> dict[str, Any]:
    values = function.__defaults__ or ()
    names = code.co_varnames[: code.co_argcount]
    positional = zip(names[len(names) - len(values) :], values)
    return {**dict(positional), **(function.__kwdefaults__ or {})}


def _default(defaults: dict[str, Any], name: str) -> dict[str, Any]:
    return {"default": plain(defaults[name])} if name in defaults else {}


def _annotations(function: Any) -> dict[str, Any]:
    try:
        return function.__annotations__
    except Exception:
        # From Python 3.14 on, hints are evaluated here, and one may name what does not exist.
        import annotationlib

        return annotationlib.get_annotations(function, format=annotationlib.Format.STRING)


def _hint(function: Any, hints: dict[str, Any], name: str) -> dict[str, Any]:
    return hint_tree(hints[name], function.__globals__) if name in hints else MISSING
