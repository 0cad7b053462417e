"""Executes a tools file, from bytes that were read once and checked."""

from __future__ import annotations

import os
import sys
from time import perf_counter_ns

from edge_runner.digest import content_hash
from edge_runner.failure import failure
from edge_runner.local_modules import LocalModules
from edgestudio import tools as decorator

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType
    from typing import Any

    from edge_runner.frozen import Recorder, Verifier

MODULE_NAME = "edge_tools_file"


class Refused(Exception):
    """The request ends here, with `body` as its reply."""

    def __init__(self, body: dict[str, Any]) -> None:
        super().__init__()
        self.body = body


class Loaded:
    """A tools file that has been executed."""

    def __init__(self, path: str, policy: Recorder | Verifier) -> None:
        self.path = path
        self.module: ModuleType = type(sys)(MODULE_NAME)
        self.local = LocalModules(path, self.module, policy)
        self.registered: list[Any] = []  # every decorated object, in order
        self.top_level_us = 0

    @property
    def sources(self) -> dict[str, bytes]:
        """The bytes of each file that was executed, by path."""
        return self.local.sources


def load(file: str, policy: Recorder | Verifier) -> Loaded:
    """Read, check and execute the file. Raises `Refused` when it cannot be read or when it raises."""
    path = os.path.realpath(file)
    loaded = Loaded(path, policy)
    loaded.sources[path] = data = _read(file, path)
    policy.tools_file(path, content_hash(data))
    _prepare(loaded)
    try:
        # Bytes, not text: Python itself then heeds a byte order mark and a coding comment.
        code = compile(data, path, "exec", dont_inherit=True)
        started = perf_counter_ns()
        exec(code, loaded.module.__dict__)
        loaded.top_level_us = (perf_counter_ns() - started) // 1000
    except BaseException as error:
        relative = isinstance(error, ImportError) and "attempted relative import" in str(error)
        body = {**failure(error, loaded.sources), "relative_import": relative}
        raise Refused({"outcome": "import_failed", **body}) from None
    return loaded


def _read(file: str, path: str) -> bytes:
    try:
        if not os.path.isfile(path):  # opening a pipe or a device could wait for ever
            raise OSError
        with open(path, "rb") as opened:
            return opened.read()
    except (OSError, ValueError):  # ValueError: a NUL in the path
        raise Refused({"outcome": "file_unreadable", "path": file}) from None


def _prepare(loaded: Loaded) -> None:
    """Make the process look as the file expects it."""
    loaded.module.__file__ = loaded.path
    loaded.module.__package__ = ""
    sys.modules[MODULE_NAME] = loaded.module
    sys.argv = [loaded.path]
    loaded.local.install()
    decorator._observers.append(loaded.registered.append)
