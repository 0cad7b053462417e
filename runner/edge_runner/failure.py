"""What is told about an exception: its type and place to `edge`, all of it to stderr."""

from __future__ import annotations

import os
import sys

from edge_runner.names import encodable, type_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_TEXT_LIMIT = 16 * 1024
_LINE_LIMIT = 1000
_RUNNER = os.path.dirname(os.path.abspath(__file__)) + os.sep


def failure(error: BaseException, sources: dict[str, bytes]) -> dict[str, Any]:
    """`{type, file, line}` of an exception, whose traceback goes to stderr.

    `sources` are the user's files: the place is the innermost frame in one of them, or null.
    """
    _print(error, sources)
    file, line = _place(error, sources)
    return {"type": type_name(type(error)), "file": file, "line": line}


def flush() -> None:
    """Write out what the streams hold. Developer code may have put anything in their place."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BaseException:
            pass


def _place(error: BaseException, sources: dict[str, bytes]) -> tuple[str | None, int | None]:
    if isinstance(error, SyntaxError) and error.filename in sources and type(error.lineno) is int:
        return encodable(error.filename), error.lineno
    place: tuple[str | None, int | None] = (None, None)
    trace = error.__traceback__
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if file in sources:
            place = encodable(file), trace.tb_lineno
        trace = trace.tb_next
    return place


def _print(error: BaseException, sources: dict[str, bytes]) -> None:
    flush()
    try:
        text = _bounded(_traceback(error, sources))
    except BaseException:  # the exception's own methods may raise anything
        text = f"{type_name(type(error))}\n"
    data = text.encode("utf-8", "backslashreplace")
    try:
        while data:
            data = data[os.write(2, data) :]
    except OSError:  # developer code closed stderr
        pass


def _traceback(error: BaseException, sources: dict[str, bytes]) -> str:
    import traceback

    _seed_source_lines(sources)
    report = traceback.TracebackException(type(error), error, error.__traceback__)
    pending = [report]
    while pending:
        part = pending.pop()
        part.stack[:] = _users_frames(part.stack, sources)
        chained = [part.__cause__, part.__context__, *(getattr(part, "exceptions", None) or ())]
        pending += [other for other in chained if other is not None]
    return "".join(report.format())


def _users_frames(frames: list[Any], sources: dict[str, bytes]) -> list[Any]:
    """Start at the user's first frame; leave out the runner's and the import system's everywhere."""
    users = [index for index, frame in enumerate(frames) if frame.filename in sources]
    ours = (_RUNNER, "<frozen importlib")
    return [frame for frame in frames[users[0] if users else 0 :] if not frame.filename.startswith(ours)]


def _seed_source_lines(sources: dict[str, bytes]) -> None:
    """Let tracebacks show the bytes that ran, whatever the files hold by now."""
    import linecache

    from edge_runner.source import source_text

    for path, data in sources.items():
        try:
            lines = [line + "\n" for line in source_text(data).split("\n")]
        except (SyntaxError, UnicodeError):  # not decodable, so it never ran
            continue
        # Without a modification time `linecache` does not compare the entry with the file.
        linecache.cache[path] = (len(data), None, lines, path)


def _bounded(text: str) -> str:
    """The text, neither itself nor a line of it too long."""
    return "\n".join(_shortened(line, _LINE_LIMIT, " ") for line in _shortened(text, _TEXT_LIMIT, "\n").split("\n"))


def _shortened(text: str, limit: int, space: str) -> str:
    """The beginning and the end of a text that is too long: either may hold what matters."""
    if len(text) <= limit:
        return text
    half = limit // 2
    return f"{text[:half]}{space}… {len(text) - 2 * half} characters left out …{space}{text[-half:]}"
