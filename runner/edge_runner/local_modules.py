"""Imports the tools file's neighbours: each read once, checked, and compiled from those bytes.

A plain name is searched in the file's own folder. What Python's own loaders find below that folder by another way
(`sys.path`, `spec_from_file_location`, an editable installation) comes here through `loaders`. No bytecode cache is read or
written for either.
"""

from __future__ import annotations

import os
import sys

from edge_runner.digest import content_hash
from edge_runner.loaders import guard
from edge_runner.places import Places

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType
    from typing import Any

    from edge_runner.frozen import Recorder, Verifier

ModuleSpec = type(sys.__spec__)  # without the price of importing `importlib.machinery`


class LocalModules:
    """Finder and loader in one. `sources` maps the path of each executed file to its bytes."""

    def __init__(self, path: str, tools: ModuleType, policy: Recorder | Verifier) -> None:
        self.sources: dict[str, bytes] = {}
        self._path = path
        self._folder = os.path.dirname(path)
        self._places = Places(self._folder)
        self._tools = tools
        self._policy = policy
        self._packages: set[str] = set()

    def install(self) -> None:
        """Go before the finder of installed packages, after those of built-in and frozen modules."""
        names = [getattr(finder, "__name__", "") for finder in sys.meta_path]
        at = names.index("PathFinder") if "PathFinder" in names else len(names)
        sys.meta_path.insert(at, self)
        guard(self)

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        parts = name.split(".")
        parent = name.rpartition(".")[0]
        own = parts[0] not in sys.stdlib_module_names and all(map(str.isidentifier, parts))
        if not own or (parent and parent not in self._packages):
            self._policy.absent_module(name, self._missing)
            return None
        found = self._find(name, os.path.join(self._folder, *parts))
        if found is None and parent:
            # Handing on would let Python's own finder look into the folder by its own rules.
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return found

    def create_module(self, spec: Any) -> ModuleType | None:
        # A helper that imports the tools file means the one that is running.
        return self._tools if spec.origin == self._path else None

    def exec_module(self, module: ModuleType) -> None:
        if module is self._tools:
            return
        spec: Any = module.__spec__
        data = self._checked(spec.name, spec.origin, spec.origin)
        exec(compile(data, spec.origin, "exec", dont_inherit=True), module.__dict__)

    def holds(self, path: str) -> bool:
        """True for a file below the tools file's folder, unless an installation there brought it."""
        return self._places.is_local(path)

    def source_of(self, name: str, path: str) -> bytes:
        """The bytes of a module that another loader is about to run, checked like those of any neighbour."""
        return self._checked(name, path, os.path.realpath(path))

    def _checked(self, name: str, path: str, real: str) -> bytes:
        data = self._read(path)
        relative = os.path.relpath(real, self._folder).replace(os.sep, "/")
        self._policy.local_module(name, relative, path, content_hash(data))
        return data

    def _find(self, name: str, base: str) -> Any:
        package = os.path.join(base, "__init__.py")
        if _is_file(package) and _has_entry(base):
            return self._spec(name, package, [base])
        if _is_file(base + ".py"):
            return self._spec(name, base + ".py", None)
        self._policy.absent_module(name, self._missing)
        if os.path.isdir(base) and _has_entry(base) and not self._is_installed(name):
            return self._spec(name, None, [base])
        return None

    def _spec(self, name: str, origin: str | None, locations: list[str] | None) -> Any:
        """A module, a package, or (without an origin, hence without a loader) a namespace folder."""
        spec = ModuleSpec(name, self if origin else None, origin=origin, is_package=locations is not None)
        spec.has_location = origin is not None
        if locations is not None:
            spec.submodule_search_locations = locations
            self._packages.add(name)
        return spec

    def _read(self, path: str) -> bytes:
        """The file's bytes, read once even when the module is executed again."""
        if path not in self.sources:
            with open(path, "rb") as file:
                self.sources[path] = file.read()
        return self.sources[path]

    def _missing(self, relative: str) -> str | None:
        """None while the file is there, else where it should be."""
        path = os.path.join(self._folder, *relative.split("/"))
        return None if _is_file(path) else path

    def _is_installed(self, name: str) -> bool:
        """True when an installed module has the name: it wins over a bare folder, as in plain Python."""
        finders = [finder for finder in sys.meta_path if finder is not self and "." not in name]
        specs = [finder.find_spec(name, None) for finder in finders if hasattr(finder, "find_spec")]
        return any(spec is not None and spec.origin is not None for spec in specs)


def _is_file(path: str) -> bool:
    return os.path.isfile(path) and _has_entry(path)


def _has_entry(path: str) -> bool:
    """True when the folder lists exactly this name: some file systems ignore case, Python does not."""
    return os.path.basename(path) in os.listdir(os.path.dirname(path))
