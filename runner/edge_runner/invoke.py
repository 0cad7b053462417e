"""Calls one function of an executed file, once it has been found unchanged."""

from __future__ import annotations

from time import perf_counter_ns

from edge_runner.canonical import Oversized, Unsupported, canonical
from edge_runner.describe import find_tools
from edge_runner.failure import failure
from edge_runner.numeric import exact_integer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from edge_runner.describe import Tool
    from edge_runner.load import Loaded


def invoke(loaded: Loaded, request: dict[str, Any]) -> dict[str, Any]:
    """The reply to `invoke`, for a file whose hashes were right."""
    tool = _find(loaded, request)
    if tool is None:
        return {"outcome": "description_changed"}
    hints = {parameter["name"]: parameter["hint"] for parameter in tool.description()["parameters"]}
    try:
        arguments = {name: _fitted(value, hints.get(name)) for name, value in request["arguments"].items()}
    except OverflowError:
        return {"outcome": "bad_request", "reason": "an integer is too large for its `float` parameter"}
    try:
        value, function_us = _call(tool.target, arguments)
    except BaseException as error:
        return {"outcome": "raised", **failure(error, loaded.sources)}
    times = {"top_level_us": loaded.top_level_us, "function_us": function_us}
    return _reply(value, request["result_limit"], times)


def _find(loaded: Loaded, request: dict[str, Any]) -> Tool | None:
    """The one tool of that name, if it is still what was frozen."""
    named = [tool for tool in find_tools(loaded) if tool.name == request["tool"]]
    if len(named) != 1 or named[0].target is None:
        return None
    return named[0] if named[0].description_sha256() == request["description_sha256"] else None


def _fitted(value: Any, hint: dict[str, Any] | None) -> Any:
    """The argument as the type its hint names: JSON does not tell `3` from `3.0`."""
    if hint is None or value is None:
        return value
    if hint["kind"] == "annotated":
        return _fitted(value, hint["arg"])
    if hint["kind"] == "list" and hint["args"] and type(value) is list:
        return [_fitted(item, hint["args"][0]) for item in value]
    if hint["kind"] == "union":
        types = [arg for arg in hint["args"] if arg.get("name") != "None"]
        return _fitted(value, types[0]) if len(types) == 1 else value
    if type(value) is int and hint.get("name") == "float":
        return float(value)
    if type(value) is float and hint.get("name") == "int" and value.is_integer():
        return exact_integer(value)
    return value


def _call(target: Any, arguments: dict[str, Any]) -> tuple[Any, int]:
    """What the function returns, awaited where it is awaitable, and the microseconds it took."""
    started = perf_counter_ns()
    value = target(**arguments)
    taken = perf_counter_ns() - started
    if _is_awaitable(value):
        import asyncio

        started = perf_counter_ns()
        value = asyncio.run(_settled(value))
        taken += perf_counter_ns() - started
    return value, taken // 1000


async def _settled(value: Any) -> Any:
    while _is_awaitable(value):
        value = await value
    return value


def _is_awaitable(value: Any) -> bool:
    return hasattr(type(value), "__await__")


def _reply(value: Any, limit: int, times: dict[str, int]) -> dict[str, Any]:
    """The canonical result as an object of at most `limit` bytes, or why there is none."""
    before, after = (b"", b"") if issubclass(type(value), dict) else (b'{"result":', b"}")
    try:
        text = canonical(value, limit - len(before) - len(after))
    except Oversized:
        return {"outcome": "oversized", "limit": limit}
    except Unsupported as error:
        return {"outcome": "unsupported_result", "path": error.path, "type": error.type}
    return {"outcome": "result", "result": before + text + after, **times}
