"""Leads Python's own loaders through the local modules, for the files that are theirs.

However such a file is found, it is one of these loaders that reads it, so here no way around the check is left but code that
reads and executes a file by itself.
"""

from __future__ import annotations

import sys
import zipimport

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from edge_runner.local_modules import LocalModules

# `importlib.machinery` would cost an import to name the same classes.
_external: Any = sys.modules["_frozen_importlib_external"]


def guard(local: LocalModules) -> None:
    """From here on, local files load only from source bytes that `local` has checked."""
    _read_source_from(local)
    _refuse(local, _external.SourcelessFileLoader, "get_code", "path")
    _refuse(local, _external.ExtensionFileLoader, "create_module", "path")
    _refuse(local, zipimport.zipimporter, "get_code", "archive")


def _read_source_from(local: LocalModules) -> None:
    loader = _external.SourceFileLoader
    plain = loader.get_code

    def get_code(self: Any, fullname: str) -> Any:
        path = self.get_filename(fullname)
        if not local.holds(path):
            return plain(self, fullname)
        return self.source_to_code(local.source_of(fullname, path), path)

    loader.get_code = get_code


def _refuse(local: LocalModules, loader: Any, method: str, attribute: str) -> None:
    plain = getattr(loader, method)

    def checked(self: Any, *arguments: Any) -> Any:
        path = getattr(self, attribute)
        if local.holds(path):
            raise ImportError(f"{path} is no source file; nothing else loads from the tools file's folder", path=path)
        return plain(self, *arguments)

    setattr(loader, method, checked)
