"""The source text of hints, and of files. Imported at discovery and for tracebacks only."""

from __future__ import annotations

import ast
from importlib.util import decode_source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import CodeType


def source_text(data: bytes) -> str:
    """A Python file's text, by its byte order mark or coding comment. Raises `SyntaxError`, `UnicodeError`."""
    return decode_source(data)


class WrittenHints:
    """Looks up how a function's hints were written, parsing each file once."""

    def __init__(self, sources: dict[str, bytes]) -> None:
        self._sources = sources
        self._files: dict[str, dict[tuple[int, str], dict[str, str]]] = {}

    def of(self, code: CodeType) -> dict[str, str]:
        """The hints' text by parameter name; without entries where the source is unknown."""
        path = code.co_filename
        if path not in self._files:
            self._files[path] = _hints_by_function(self._sources.get(path, b""))
        return self._files[path].get((code.co_firstlineno, code.co_name), {})


def _hints_by_function(data: bytes) -> dict[tuple[int, str], dict[str, str]]:
    try:
        text = source_text(data)
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return {}
    lines = [line.encode() for line in text.split("\n")]
    functions = [node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
    return {(_first_line(node), node.name): _hints(node.args, lines) for node in functions}


def _first_line(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    return min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])


def _hints(arguments: ast.arguments, lines: list[bytes]) -> dict[str, str]:
    every = [*arguments.posonlyargs, *arguments.args, arguments.vararg, *arguments.kwonlyargs, arguments.kwarg]
    hints = {argument.arg: argument.annotation for argument in every if argument is not None}
    return {name: _segment(hint, lines) for name, hint in hints.items() if hint is not None}


def _segment(node: ast.expr, lines: list[bytes]) -> str:
    """The node's own text; the tree counts columns in UTF-8 bytes."""
    taken = lines[node.lineno - 1 : node.end_lineno]
    taken[-1] = taken[-1][: node.end_col_offset]
    taken[0] = taken[0][node.col_offset :]
    return b"\n".join(taken).decode()
