"""Lists the tools of an executed file, as plain data."""

from __future__ import annotations

import sys

from edge_runner.canonical import canonical
from edge_runner.digest import content_hash
from edge_runner.functions import attribute, code_of, parameters_of, wrapped_chain
from edge_runner.names import encodable, shorten, type_name
from edge_runner.values import plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from edge_runner.frozen import Recorder
    from edge_runner.load import Loaded
    from edge_runner.source import WrittenHints

_METADATA = ("name", "description", "intent_tags", "execution_level", "return_direct", "output_schema", "permissions")
_NAME_LIMIT = 1000


class Tool:
    """One decorated function. `target` is what a call calls; None where no name leads to it."""

    def __init__(self, function: Any, target: Any) -> None:
        self.function = function
        self.target = target
        self.innermost = wrapped_chain(function)[-1]

    @property
    def name(self) -> str:
        """The decorator's name, else the function's."""
        name = _given(self.function).get("name")
        return name if type(name) is str else self.function_name

    @property
    def function_name(self) -> str:
        name = attribute(self.function, "__name__")
        return shorten(name if type(name) is str else type_name(type(self.function)), _NAME_LIMIT)

    def description(self) -> dict[str, Any]:
        """What is frozen of the function."""
        given = _given(self.function)
        return {
            "function": self.function_name,
            "docstring": _clean(attribute(self.function, "__doc__")),
            "metadata": {key: plain(given[key]) for key in _METADATA if key in given},
            "parameters": parameters_of(self.innermost),
        }

    def description_sha256(self) -> str:
        return content_hash(canonical(self.description()))


def find_tools(loaded: Loaded) -> list[Tool]:
    """The tools in the order of their decoration, one for each function however many names it has.

    What a local module decorated counts where the tools file has a name for it.
    """
    # A decorated function below another decorated one is a part of it.
    below = {id(part) for function in loaded.registered for part in wrapped_chain(function)[1:]}
    functions = {id(f): f for f in loaded.registered if id(f) not in below}
    targets = _targets(loaded, functions)
    return [
        Tool(function, targets.get(key))
        for key, function in functions.items()
        if key in targets or _is_from(loaded, function)
    ]


def describe(loaded: Loaded, policy: Recorder) -> dict[str, Any]:
    """The reply to `describe`."""
    from edge_runner.source import WrittenHints

    written = WrittenHints(loaded.sources)
    tools = [_listed(tool, loaded, written) for tool in find_tools(loaded)]
    return {
        "outcome": "described",
        "python": {
            "version": "{}.{}.{}".format(*sys.version_info),
            "executable": encodable(sys.executable),
            "implementation": sys.implementation.name,
        },
        "file_sha256": policy.file_sha256,
        "local_modules": policy.local_modules(),
        "tools": tools,
    }


def _targets(loaded: Loaded, functions: dict[int, Any]) -> dict[int, Any]:
    """For each reachable function the object to call: under its own name, else the outermost."""
    found: dict[int, tuple[tuple[bool, int], Any]] = {}
    for name, value in list(vars(loaded.module).items()):
        for depth, part in enumerate(wrapped_chain(value)):
            if id(part) in functions:
                rank = (name == attribute(part, "__name__"), depth)
                if id(part) not in found or rank > found[id(part)][0]:
                    found[id(part)] = rank, value
                break
    return {key: value for key, (_, value) in found.items()}


def _is_from(loaded: Loaded, function: Any) -> bool:
    code = code_of(wrapped_chain(function)[-1])
    if code is not None:
        return code.co_filename == loaded.path
    return attribute(function, "__module__") == loaded.module.__name__


def _listed(tool: Tool, loaded: Loaded, written: WrittenHints) -> dict[str, Any]:
    """The description, and what only discovery tells."""
    description = tool.description()
    code = code_of(tool.innermost)
    texts = written.of(code) if code else {}
    for parameter in description["parameters"]:
        text = texts.get(parameter["name"])
        parameter["written"] = None if text is None else encodable(text)
    return {
        **description,
        "file": encodable(code.co_filename if code else loaded.path),
        "line": code.co_firstlineno if code else 1,
        "reachable": tool.target is not None,
    }


def _given(function: Any) -> dict[str, Any]:
    given = attribute(function, "__edge_tool__")
    return given if type(given) is dict else {}


def _clean(docstring: Any) -> str | None:
    """A docstring without its indentation and outer blank lines, as `inspect.cleandoc` does it."""
    if type(docstring) is not str:
        return None
    first, *rest = encodable(docstring).expandtabs().split("\n")
    margin = min((len(line) - len(line.lstrip()) for line in rest if line.strip()), default=0)
    lines = [first.lstrip(), *(line[margin:] for line in rest)]
    while lines and not lines[-1].strip():
        lines.pop()
    while lines and not lines[0].strip():
        lines.pop(0)
    return "\n".join(lines)
