"""Which files below the tools file's folder are the developer's own."""

from __future__ import annotations

import os
import sys

from edgestudio import tools as decorator

_STDLIB = os.path.dirname(os.__file__)
_INSTALLED = ("site-packages", "dist-packages")


class Places:
    """Knows the folders it was asked about: a package has many modules."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._known: dict[str, bool] = {}
        # Most of what loads is the standard library, which needs no second look; what is installed below it may be a link.
        self._passed = None if _is_below(folder, os.path.realpath(_STDLIB)) else _STDLIB + os.sep

    def is_local(self, path: str) -> bool:
        """True when the file really lies below the folder, and not in an installation of Python or of packages there."""
        if self._passed is not None and path.startswith(self._passed) and "-packages" not in path:
            return False
        path = os.path.abspath(path)
        if os.path.islink(path):
            path = os.path.realpath(path)
        folder = os.path.dirname(path)
        if folder not in self._known:
            self._known[folder] = self._is_local_folder(os.path.realpath(folder))
        return self._known[folder]

    def _is_local_folder(self, folder: str) -> bool:
        if not _is_below(folder, self._folder) or os.path.basename(self._folder) in _INSTALLED:
            return False
        if any(_is_below(folder, root) for root in self._installations()):
            return False
        while folder != self._folder:
            if os.path.basename(folder) in _INSTALLED or os.path.isfile(os.path.join(folder, "pyvenv.cfg")):
                return False
            folder = os.path.dirname(folder)
        return True

    def _installations(self) -> list[str]:
        """What lies below the folder of this runner, the standard library, and Python's prefixes.

        The folder itself may be such a place, or lie in one: then it is the developer who put the file there.
        """
        prefixes = {sys.prefix, sys.exec_prefix, sys.base_prefix, sys.base_exec_prefix}
        roots = [*prefixes, _STDLIB, os.path.dirname(__file__), os.path.dirname(decorator.__file__)]
        return [root for root in map(os.path.realpath, roots) if root != self._folder and _is_below(root, self._folder)]


def _is_below(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)
