"""The package as users get it: built, installed without a network, imported by their own tests, typed."""

import ast
import base64
import csv
import hashlib
import importlib.util
import io
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile
from pathlib import Path

import build_backend
import edgestudio.tools

RUNNER = Path(__file__).resolve().parent.parent
EXAMPLE = RUNNER.parent / "examples" / "tools.py"
INFO = "edgestudio-0.1.0.dist-info"

USERS_TEST = """\
import unittest

import edgestudio
from tools import calculate_fee, order_status

class Tools(unittest.TestCase):
    def test_fee(self):
        self.assertEqual(calculate_fee(250), {"fee": 0.75})

    def test_status(self):
        self.assertEqual(order_status("B-20"), {"order_id": "B-20", "status": "packed"})
        self.assertEqual(order_status.__edge_tool__, {"intent_tags": ["orders"]})

    def test_it_is_the_installed_package(self):
        self.assertEqual(edgestudio.__file__, INSTALLED)
"""


class InstallTest(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(os.path.realpath(temporary.name))

    def copy(self) -> Path:
        """The folder as a fresh checkout has it; what pip leaves there stays out of the real one."""
        return Path(shutil.copytree(RUNNER, self.folder / "runner", ignore=shutil.ignore_patterns("__pycache__")))

    def wheel(self, build=build_backend.build_wheel) -> zipfile.ZipFile:
        archive = zipfile.ZipFile(self.folder / build(self.folder))
        self.addCleanup(archive.close)
        return archive

    def python(self, *args: str, cwd: Path, **variables: str) -> subprocess.CompletedProcess:
        """Ends well, whatever this machine has set for pip and Python."""
        kept = {key: value for key, value in os.environ.items() if not key.startswith(("PIP_", "PYTHON"))}
        environment = {**kept, "PIP_CONFIG_FILE": os.devnull, **variables}
        done = subprocess.run([sys.executable, *args], cwd=cwd, env=environment, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done


class Wheel(InstallTest):
    def test_it_holds_the_package_and_nothing_else(self):
        with self.wheel() as archive:
            self.assertEqual(Path(archive.filename).name, "edgestudio-0.1.0-py3-none-any.whl")
            package = ["edgestudio/__init__.py", "edgestudio/py.typed", "edgestudio/tools.py"]
            self.assertEqual(archive.namelist(), [*package, *(f"{INFO}/{n}" for n in ("METADATA", "WHEEL", "RECORD"))])
            for name in package:
                self.assertEqual(archive.read(name), (RUNNER / name).read_bytes())
            self.assertEqual(
                archive.read(f"{INFO}/METADATA").decode(),
                "Metadata-Version: 2.4\nName: edgestudio\nVersion: 0.1.0\n"
                "Summary: Declare Python functions as tools that a local model may call.\n"
                "License-Expression: MIT\nRequires-Python: >=3.10\n",
            )

    def test_its_record_is_right(self):
        for build in (build_backend.build_wheel, build_backend.build_editable):
            with self.wheel(build) as archive:
                rows = list(csv.reader(io.StringIO(archive.read(f"{INFO}/RECORD").decode())))
                self.assertEqual([name for name, _, _ in rows], archive.namelist())
                self.assertEqual(rows.pop(), [f"{INFO}/RECORD", "", ""])
                for name, digest, size in rows:
                    content = archive.read(name)
                    algorithm, _, text = digest.partition("=")
                    self.assertEqual(algorithm, "sha256")
                    self.assertEqual(base64.urlsafe_b64decode(text + "="), hashlib.sha256(content).digest())
                    self.assertEqual(int(size), len(content))

    def test_another_checkout_at_another_time_gives_the_same_bytes(self):
        """Through the source archive, which holds all that a build needs."""
        first = Path(self.wheel().filename).read_bytes()
        sdist = build_backend.build_sdist(self.folder)
        self.assertEqual(sdist, "edgestudio-0.1.0.tar.gz")
        once = (self.folder / sdist).read_bytes()
        build_backend.build_sdist(self.folder)
        self.assertEqual((self.folder / sdist).read_bytes(), once)
        with tarfile.open(self.folder / sdist) as archive:
            for member in archive.getmembers():
                target = self.folder / member.name
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(archive.extractfile(member).read())
        again = "import build_backend as b; b.build_wheel('.'); b.build_sdist('.')"
        built = self.folder / "edgestudio-0.1.0"
        self.python("-c", again, cwd=built)
        self.assertEqual((built / "edgestudio-0.1.0-py3-none-any.whl").read_bytes(), first)
        self.assertEqual((built / sdist).read_bytes(), once)

    def test_python_310_reads_the_same_project(self):
        text = (RUNNER / "pyproject.toml").read_text(encoding="utf-8")
        plain = build_backend._plain_strings(text)
        self.assertEqual(plain, build_backend._project())
        self.assertEqual(list(plain), ["name", "version", "description", "license", "requires-python"])

    def test_it_asks_for_nothing(self):
        for of in ("wheel", "sdist", "editable"):
            self.assertEqual(getattr(build_backend, f"get_requires_for_build_{of}")(), [])


class Install(InstallTest):
    def test_a_users_own_tests_import_a_tools_file_without_edge(self):
        target = self.folder / "target"
        self.install(target)
        installed = sorted(path.name for path in target.iterdir())
        self.assertEqual(installed, ["edgestudio", INFO])
        project = self.folder / "project"
        project.mkdir()
        shutil.copy(EXAMPLE, project)
        expected = str(target / "edgestudio" / "__init__.py")
        (project / "test_tools.py").write_text(f"INSTALLED = {expected!r}\n{USERS_TEST}", encoding="utf-8")
        done = self.python("-m", "unittest", "test_tools", cwd=project, PYTHONPATH=str(target))
        self.assertRegex(done.stderr, r"Ran 3 tests in .*\n\nOK\n$")

    def test_an_editable_install_is_the_source_itself(self):
        target = self.folder / "target"
        with self.wheel(build_backend.build_editable) as archive:
            archive.extractall(target)
        code = "import site, sys; site.addsitedir(sys.argv[1]); import edgestudio.tools as t; print(t.__file__)"
        done = self.python("-I", "-c", code, str(target), cwd=self.folder)
        self.assertEqual(done.stdout, f"{RUNNER / 'edgestudio' / 'tools.py'}\n")

    def install(self, target: Path) -> None:
        """As users do; a Python without pip gets what pip would have put there."""
        if importlib.util.find_spec("pip") is None:
            with self.wheel() as archive:
                archive.extractall(target)
            return
        options = ["--no-index", "--no-cache-dir", "--disable-pip-version-check", "--target", str(target)]
        self.python("-m", "pip", "install", *options, "./runner", cwd=self.copy().parent)


class Types(unittest.TestCase):
    """`py.typed` promises types, and they are these. They exist for type checkers only, so the source is what tells."""

    def test_the_overloads(self):
        tree = ast.parse(Path(edgestudio.tools.__file__).read_text(encoding="utf-8"))
        functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
        bare, given = [node for node in functions if "overload" in map(ast.unparse, node.decorator_list)]
        self.assertEqual((bare.name, given.name), ("edge_tool", "edge_tool"))
        self.assertEqual((ast.unparse(bare.args), ast.unparse(bare.returns)), ("function: Function, /", "Function"))
        self.assertEqual(ast.unparse(given.returns), "Callable[[Function], Function]")
        self.assertEqual(
            ast.unparse(given.args),
            "*, name: str=..., description: str=..., intent_tags: Sequence[str]=..., "
            "execution_level: Literal['read', 'prepare', 'commit']=..., return_direct: bool=..., "
            "output_schema: dict[str, Any]=..., permissions: Sequence[Literal['read_local']]=...",
        )
        self.assertEqual({each.arg for each in given.args.kwonlyargs}, set(edgestudio.tools._ARGUMENTS))
