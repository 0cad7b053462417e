"""Modules of the tools file's folder that are found by other ways than their plain names."""

import os
import py_compile
import sysconfig
import textwrap
import unittest
import zipfile
from unittest import mock

from edge_runner import places
from tests.process import ProcessTest

ON_PATH = "import os, sys\nsys.path.insert(0, os.path.join(os.path.dirname(__file__), 'lib'))\n"
USES = "@edge_tool\ndef f(): return inner.VALUE\n"
BY_PATH = ON_PATH + textwrap.dedent("""
    from importlib.util import module_from_spec, spec_from_file_location
    def load(name, file):
        spec = spec_from_file_location(name, os.path.join(os.path.dirname(__file__), "lib", file))
        module = module_from_spec(spec)
        spec.loader.exec_module(module)
        return module
""")


class OtherWays(ProcessTest):
    """The same module, reached in each way, is recorded at discovery and checked at a call."""

    WAYS = {
        "sys.path": ON_PATH + "import inner\n" + USES,
        "a package on sys.path": ON_PATH + "from pack import inner\n" + USES,
        "a namespace on sys.path": ON_PATH + "import space.inner as inner\n" + USES,
        "a link on sys.path": ON_PATH.replace("'lib'", "'link'") + "import inner\n" + USES,
        "a relative sys.path": "import os, sys\nsys.path.insert(0, 'lib')\nimport inner\n" + USES,
        "its file": BY_PATH + "inner = load('x', 'inner.py')\n" + USES,
        "a name of the standard library": ON_PATH + "import this as inner\n" + USES,
    }

    def setUp(self):
        super().setUp()
        for name in ("inner", "pack/inner", "space/inner", "this"):
            self.write(f"lib/{name}.py", "VALUE = 1\n")
        self.write("lib/pack/__init__.py", "")
        (self.folder / "link").symlink_to("lib")

    def test_changed_bytes_never_run(self):
        for way, source in self.WAYS.items():
            with self.subTest(way):
                request = self.freeze(self.tools(source), "f", cwd=self.folder)
                last = request["local_modules"][-1]
                path = self.folder / last["path"]
                self.assertEqual((last["path"][:4], path.read_text()), ("lib/", "VALUE = 1\n"))
                self.assertEqual(self.ask(request, cwd=self.folder)["result"], {"result": 1})
                path.write_text("VALUE = 2; print('it ran')\n")
                body = self.ask(request, cwd=self.folder)
                self.assertEqual((body["outcome"], os.path.realpath(body["path"])), ("file_changed", str(path)))
                self.assertNotIn("it ran", self.stderr)
                path.write_text("VALUE = 1\n")

    def test_a_module_that_was_not_frozen(self):
        source = ON_PATH + "@edge_tool\ndef f():\n    import inner\n"
        expected = {"outcome": "module_not_frozen", "name": "inner", "path": "lib/inner.py"}
        self.assertEqual(self.call(source), expected)

    def test_a_frozen_module_that_is_gone(self):
        source = ON_PATH + "try: import inner\nexcept ImportError: inner = None\n" + USES
        request = self.freeze(self.tools(source), "f")
        gone = self.folder / "lib" / "inner.py"
        gone.unlink()
        self.assertEqual(self.ask(request), {"outcome": "file_changed", "path": str(gone)})

    def test_one_name_for_several_files(self):
        self.write("lib/other.py", "VALUE = 2\n")
        source = BY_PATH
        source += "both = [load('x', 'inner.py').VALUE, load('x', 'other.py').VALUE]\n@edge_tool\ndef f(): return both\n"
        request = self.freeze(self.tools(source), "f")
        listed = [(module["name"], module["path"]) for module in request["local_modules"]]
        self.assertEqual(listed, [("x", "lib/inner.py"), ("x", "lib/other.py")])
        self.assertEqual(self.ask(request)["result"], {"result": [1, 2]})

    def test_bytecode_caches_are_neither_read_nor_written(self):
        for module in ("lib/inner.py", "lib/pack/inner.py"):
            self.write(module, "VALUE = 'cached'\n")
            mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
            py_compile.compile(str(self.folder / module), invalidation_mode=mode)
            self.write(module, "VALUE = 'written'\n")
        source = ON_PATH + "import inner, pack.inner\n@edge_tool\ndef f(): return [inner.VALUE, pack.inner.VALUE]\n"
        self.assertEqual(self.call(source)["result"], {"result": ["written", "written"]})


class NoSource(ProcessTest):
    def refused(self, name):
        body = self.describe(self.tools(f"{ON_PATH}import {name}\n"))
        self.assertEqual((body["outcome"], body["type"]), ("import_failed", "ImportError"), self.stderr)
        self.assertIn("is no source file", self.stderr)
        self.assertNotIn("it ran", self.stderr)

    def test_compiled_code(self):
        source = self.write("lib/old.py", "print('it ran')\n")
        py_compile.compile(str(source), cfile=str(source.with_suffix(".pyc")))
        source.unlink()
        self.refused("old")

    def test_an_extension_module(self):
        self.write("lib/native" + sysconfig.get_config_var("EXT_SUFFIX"), b"")
        self.refused("native")

    def test_an_archive(self):
        (self.folder / "lib").mkdir()
        with zipfile.ZipFile(self.folder / "lib" / "all.zip", "w") as archive:
            archive.writestr("zipped.py", "print('it ran')\n")
        source = ON_PATH.replace("'lib'", "'lib', 'all.zip'") + "import zipped\n"
        body = self.describe(self.tools(source))
        self.assertEqual((body["outcome"], body["type"]), ("import_failed", "ImportError"), self.stderr)
        self.assertIn("is no source file", self.stderr)


class Installed(ProcessTest):
    """What an installation brought is nobody's neighbour, wherever it lies."""

    def listed(self, source):
        body = self.describe(self.tools(source))
        self.assertEqual(body["outcome"], "described", self.stderr)
        return body["local_modules"]

    def test_site_packages_and_environments_below_the_folder(self):
        self.write("env/pyvenv.cfg", "")
        for lib in ("env/lib", "other/lib/site-packages"):
            self.write(f"{lib}/edge_installed.py", "")
            source = f"import sys\nsys.path.insert(0, {str(self.folder / lib)!r})\nimport edge_installed\n"
            self.assertEqual(self.listed(source), [], lib)

    def test_the_interpreter_and_the_runner_below_the_folder(self):
        # As for a tools file that lies above all of them.
        source = (
            "import os, sys\n"
            "from edge_runner.places import Places\n"
            "import edge_runner.digest, json, _json\n"
            "files = [edge_runner.digest.__file__, json.__file__, getattr(_json, '__file__', json.__file__)]\n"
            "found = [Places(os.path.realpath(folder)).is_local(file) for folder in ('/', sys.prefix) for file in files]\n"
            "@edge_tool\ndef f(): return found\n"
        )
        self.assertEqual(self.call(source)["result"], {"result": [False] * 6})

    def test_a_tools_file_inside_an_installation(self):
        source = (
            "import os\nfrom edge_runner.places import Places\nlib = os.path.dirname(os.path.realpath(os.__file__))\n"
            "pack = os.path.join(lib, 'site-packages', 'pack')\n"
            "found = [Places(pack).is_local(os.path.join(pack, 'deep', 'x.py')), Places(pack).is_local(os.__file__)]\n"
            "@edge_tool\ndef f(): return found\n"
        )
        self.assertEqual(self.call(source)["result"], {"result": [True, False]})

    def test_an_installed_link_into_the_folder_is_local(self):
        inner = self.write("project/pack/inner.py", "")
        packages = self.write("lib/site-packages/none.txt", "").parent
        (packages / "pack").symlink_to(inner.parent)
        with mock.patch.object(places, "_STDLIB", str(packages.parent)):
            project = places.Places(str(self.folder / "project"))
            self.assertTrue(project.is_local(str(packages / "pack" / "inner.py")))
            self.assertFalse(project.is_local(str(packages.parent / "json.py")))

    def test_a_file_outside_that_links_into_the_folder_is_local(self):
        self.write("files/lib/inner.py", "VALUE = 1\n")
        self.write("outside/none.txt", "")
        (self.folder / "outside" / "inner.py").symlink_to(self.folder / "files" / "lib" / "inner.py")
        source = f"import sys\nsys.path.insert(0, {str(self.folder / 'outside')!r})\nimport inner\n"
        body = self.describe(self.tools(source, "files/tools.py"))
        self.assertEqual([module["path"] for module in body["local_modules"]], ["lib/inner.py"])


if __name__ == "__main__":
    unittest.main()
