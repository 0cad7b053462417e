"""What happens to the hash of each file that is about to run: noted at discovery, checked at a call."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn


class Recorder:
    """For `describe`: notes every file. Where a hash of the tools file is `expected`, no other one runs."""

    def __init__(self, expected: str | None, end: Callable[[dict[str, Any]], NoReturn]) -> None:
        self.file_sha256 = ""
        self._expected = expected
        self._end = end
        self._modules: dict[tuple[str, str], str] = {}

    def tools_file(self, path: str, sha256: str) -> None:
        if self._expected not in (None, sha256):
            self._end({"outcome": "file_changed", "path": path})
        self.file_sha256 = sha256

    def local_module(self, name: str, relative: str, path: str, sha256: str) -> None:
        self._modules[name, relative] = sha256

    def absent_module(self, name: str, gone: Callable[[str], str | None]) -> None:
        """A module that is not there is developer code's own affair."""

    def local_modules(self) -> list[dict[str, str]]:
        """Every local module that was executed, `{name, path, sha256}`, by name and path."""
        return [{"name": name, "path": path, "sha256": self._modules[name, path]} for name, path in sorted(self._modules)]


class Verifier:
    """For `invoke`: lets frozen bytes pass and ends the process before any others run.

    `end` writes the reply and does not return, so developer code cannot catch a refusal.
    """

    def __init__(self, request: dict[str, Any], end: Callable[[dict[str, Any]], NoReturn]) -> None:
        self._file_sha256 = request["file_sha256"]
        # A name may stand for several files: scripts that are loaded by path are often given the same one.
        self._modules: dict[str, dict[str, str]] = {}
        for module in request["local_modules"]:
            self._modules.setdefault(module["name"], {})[module["path"]] = module["sha256"]
        self._end = end

    def tools_file(self, path: str, sha256: str) -> None:
        if sha256 != self._file_sha256:
            self._end({"outcome": "file_changed", "path": path})

    def local_module(self, name: str, relative: str, path: str, sha256: str) -> None:
        frozen = self._modules.get(name)
        if frozen is None:
            self._end({"outcome": "module_not_frozen", "name": name, "path": relative})
        if frozen.get(relative) != sha256:
            self._end({"outcome": "file_changed", "path": path})

    def absent_module(self, name: str, gone: Callable[[str], str | None]) -> None:
        """A frozen module that is gone is a change; developer code might fall back to something else."""
        for relative in self._modules.get(name, ()):
            path = gone(relative)
            if path is not None:
                self._end({"outcome": "file_changed", "path": path})
