"""Builds the `edgestudio` package with nothing but the standard library.

A build backend as PEP 517 describes it, with PEP 660's editable wheels. It asks for no package at all, so that
`pip install ./runner` needs neither a network nor setuptools. The same files give the same bytes under every Python.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import re
import tarfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent
PACKAGE = "edgestudio"
EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest date that a zip can hold


def get_requires_for_build_wheel(config_settings=None) -> list[str]:
    """PEP 517 and 660: what must be installed before a build, which is nothing."""
    return []


get_requires_for_build_sdist = get_requires_for_build_editable = get_requires_for_build_wheel


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None) -> str:
    """PEP 517: writes the wheel into the folder and returns its file name."""
    return _write_wheel(wheel_directory, _package())


def build_editable(wheel_directory, config_settings=None, metadata_directory=None) -> str:
    """PEP 660: a wheel that puts this folder on the path instead of copying the package."""
    return _write_wheel(wheel_directory, {f"{PACKAGE}.pth": f"{ROOT}\n".encode()})


def build_sdist(sdist_directory, config_settings=None) -> str:
    """PEP 517: the package and what builds it, as `NAME-VERSION.tar.gz`."""
    project = _project()
    base = f"{project['name']}-{project['version']}"
    sources = {name: (ROOT / name).read_bytes() for name in ("build_backend.py", "pyproject.toml")}
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name, content in sorted({**_package(), **sources, "PKG-INFO": _metadata(project)}.items()):
            entry = tarfile.TarInfo(f"{base}/{name}")
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    path = Path(sdist_directory, f"{base}.tar.gz")
    path.write_bytes(gzip.compress(packed.getvalue(), mtime=0))
    return path.name


def _write_wheel(folder, files: dict[str, bytes]) -> str:
    """PEP 427: a zip of the files with `.dist-info` last, and `RECORD`, the hash of every other file, last of all."""
    project = _project()
    base = f"{project['name']}-{project['version']}"
    tag = "py3-none-any"
    wheel = f"Wheel-Version: 1.0\nGenerator: {PACKAGE} build_backend\nRoot-Is-Purelib: true\nTag: {tag}\n"
    files = {
        **files,
        f"{base}.dist-info/METADATA": _metadata(project),
        f"{base}.dist-info/WHEEL": wheel.encode(),
    }
    record = "".join(f"{name},{_digest(content)},{len(content)}\n" for name, content in files.items())
    own = f"{base}.dist-info/RECORD"
    path = Path(folder, f"{base}-{tag}.whl")
    # Stored, not deflated: compressed bytes differ from one zlib to the next.
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        for name, content in {**files, own: f"{record}{own},,\n".encode()}.items():
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.create_system = 3  # Unix, also where this runs elsewhere: the modes below are Unix modes
            entry.external_attr = 0o100644 << 16
            archive.writestr(entry, content)
    return path.name


def _package() -> dict[str, bytes]:
    """The package's files by their names in the archive, sorted."""
    kept = (path for path in (ROOT / PACKAGE).rglob("*") if path.suffix == ".py" or path.name == "py.typed")
    return {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in sorted(kept)}


def _metadata(project: dict[str, str]) -> bytes:
    """The core metadata, with PEP 639's licence expression."""
    return (
        "Metadata-Version: 2.4\n"
        f"Name: {project['name']}\n"
        f"Version: {project['version']}\n"
        f"Summary: {project['description']}\n"
        f"License-Expression: {project['license']}\n"
        f"Requires-Python: {project['requires-python']}\n"
    ).encode()


def _digest(content: bytes) -> str:
    """PEP 427: `sha256=` and the URL-safe base64 of the hash, without padding."""
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")


def _project() -> dict[str, str]:
    """The `[project]` table of pyproject.toml."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    try:
        import tomllib
    except ModuleNotFoundError:  # Python 3.10
        return _plain_strings(text)
    return tomllib.loads(text)["project"]


def _plain_strings(text: str) -> dict[str, str]:
    """What `tomllib` would find, as long as the table holds only lines of the form `key = "text"`."""
    table = text.partition("\n[project]\n")[2].partition("\n[")[0]
    return dict(re.findall(r'^([\w-]+) = "([^"\\]*)"$', table, re.MULTILINE))
