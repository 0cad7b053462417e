"""The `edge_tool` decorator. It attaches metadata to a function and changes nothing else."""

from __future__ import annotations

# Type checkers take this name for true. Importing `typing` would double the start-up of a tool call.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, Literal, TypeVar, overload

    Function = TypeVar("Function", bound=Callable[..., object])
else:

    def overload(function):
        return function


@overload
def edge_tool(function: Function, /) -> Function: ...


@overload
def edge_tool(
    *,
    name: str = ...,
    description: str = ...,
    intent_tags: Sequence[str] = ...,
    execution_level: Literal["read", "prepare", "commit"] = ...,
    return_direct: bool = ...,
    output_schema: dict[str, Any] = ...,
    permissions: Sequence[Literal["read_local"]] = ...,
) -> Callable[[Function], Function]: ...


def edge_tool(function: Any = None, /, **metadata: Any) -> Any:
    """Declare a function as a tool: `@edge_tool`, or `@edge_tool(name="fee_quote")`.

    Returns the same object, which then carries the given arguments, unjudged, as the dict
    `__edge_tool__`. The values are checked when `edge` reads the file.

    Raises `TypeError` for an argument of another name, for something that is not callable,
    and for a callable that takes no attributes (a built-in function, a bound method).
    """
    unknown = [key for key in metadata if key not in _ARGUMENTS]
    if unknown:
        raise TypeError(_unknown(unknown[0]))
    if function is not None:
        return _attach(function, metadata)
    return lambda decorated: _attach(decorated, metadata)


_ARGUMENTS = ("name", "description", "intent_tags", "execution_level", "return_direct", "output_schema", "permissions")

# Called with every decorated object, in order. Only the runner puts something here: that is how it
# still sees a function whose name a later definition took.
_observers: list[Callable[[object], None]] = []


def _unknown(key: str) -> str:
    from difflib import get_close_matches  # slow to import, and needed by nobody else

    meant = get_close_matches(key.lower(), _ARGUMENTS, n=1, cutoff=0.5)
    known = f"did you mean {meant[0]!r}? It takes" if meant else "it takes"
    return f"edge_tool() got an unexpected keyword argument {key!r}; {known} {', '.join(_ARGUMENTS)}"


def _attach(function: Any, metadata: dict[str, Any]) -> Any:
    kind = type(function).__name__
    if not callable(function):
        raise TypeError(f"edge_tool decorates a function, not {kind}; its arguments go by keyword")
    try:
        function.__edge_tool__ = dict(metadata)
    except (AttributeError, TypeError):
        raise TypeError(f"edge_tool cannot attach to {kind}; wrap it in a function of your own") from None
    for observe in _observers:
        observe(function)
    return function
