import hashlib
import unittest

from tests.process import ProcessTest

USES_HELPER = "import helper\n@edge_tool\ndef f(): return helper.VALUE\n"
USES_LAZILY = "@edge_tool\ndef f():\n    import helper\n    return helper.VALUE\n"


class Discovery(ProcessTest):
    def test_every_kind_of_module_is_listed(self):
        files = {
            "helper.py": "VALUE = 1\n",
            "pack/__init__.py": "from .inner import VALUE\n",
            "pack/inner.py": "VALUE = 2\n",
            "pack/deep/leaf.py": "VALUE = 3\n",
            "space/leaf.py": "VALUE = 4\n",
            "latin.py": b"# coding: latin-1\nVALUE = '\xe9'\n",
        }
        for name, source in files.items():
            self.write(name, source)
        source = """
            import helper, latin, pack, space.leaf
            from pack import deep
            import pack.deep.leaf
            @edge_tool
            def f(): return [helper.VALUE, pack.VALUE, pack.deep.leaf.VALUE, space.leaf.VALUE, latin.VALUE]
        """
        request = self.freeze(self.tools(source), "f")
        names = ["helper", "latin", "pack", "pack.deep.leaf", "pack.inner", "space.leaf"]
        self.assertEqual([module["name"] for module in request["local_modules"]], names)
        for module in request["local_modules"]:
            data = (self.folder / module["path"]).read_bytes()
            self.assertEqual(module["sha256"], "sha256:" + hashlib.sha256(data).hexdigest())
        self.assertEqual(self.ask(request)["result"], {"result": [1, 2, 3, 4, "é"]})
        self.assertEqual(list(self.folder.rglob("__pycache__")), [])

    def test_bytecode_caches_are_not_read(self):
        import py_compile

        helper = self.write("helper.py", "VALUE = 'cached'\n")
        py_compile.compile(str(helper), invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
        self.write("helper.py", "VALUE = 'written'\n")
        self.assertEqual(self.call(USES_HELPER)["result"], {"result": "written"})

    def test_only_the_files_own_folder_is_searched(self):
        self.write("elsewhere/helper.py", "VALUE = 1\n")
        body = self.describe(self.tools(USES_HELPER), cwd=self.folder / "elsewhere")
        self.assertEqual((body["outcome"], body["type"]), ("import_failed", "ModuleNotFoundError"))

    def test_the_standard_library_goes_first(self):
        self.write("string.py", "raise RuntimeError\n")
        self.write("email/__init__.py", "raise RuntimeError\n")
        body = self.describe(self.tools("import string, email.message\n"))
        self.assertEqual((body["outcome"], body["local_modules"]), ("described", []))

    def test_a_module_that_is_not_there(self):
        self.write("pack/__init__.py", "here = 1\n")
        source = """
            import importlib
            missing = []
            for name in ("helper", "pack.none", "none.deep", "a/b", "..up", "pack..x"):
                try: importlib.import_module(name)
                except (ModuleNotFoundError, TypeError, ValueError) as error: missing.append(name)
            try: from pack import here, none
            except ImportError: missing.append("from pack")
            @edge_tool
            def f(): return missing
        """
        expected = ["helper", "pack.none", "none.deep", "a/b", "..up", "pack..x", "from pack"]
        self.assertEqual(self.call(source)["result"], {"result": expected})

    def test_asking_for_a_module_does_not_load_it(self):
        self.write("helper.py", "VALUE = 1\n")
        source = "from importlib.util import find_spec\n@edge_tool\ndef f(): return find_spec('helper') is not None\n"
        request = self.freeze(self.tools(source), "f")
        self.assertEqual((request["local_modules"], self.ask(request)["result"]), ([], {"result": True}))

    def test_a_helper_that_imports_the_tools_file(self):
        self.write("helper.py", "import tools\nVALUE = tools.BASE + 1\n")
        request = self.freeze(self.tools("BASE = 1\n" + USES_HELPER), "f")
        self.assertEqual([module["name"] for module in request["local_modules"]], ["helper"])
        self.assertEqual(self.ask(request)["result"], {"result": 2})

    def test_a_module_executed_again_runs_the_same_bytes(self):
        helper = self.write("helper.py", "VALUE = 1\n")
        source = """
            import importlib, helper
            open(helper.__file__, "w").write("VALUE = 2\\n")
            importlib.reload(helper)
            value = helper.VALUE
            open(helper.__file__, "w").write("VALUE = 1\\n")
            @edge_tool
            def f(): return value
        """
        self.assertEqual(self.call(source)["result"], {"result": 1})
        self.assertEqual(helper.read_text(), "VALUE = 1\n")

    def test_extension_modules_and_sourceless_code_do_not_load(self):
        self.write("pack/__init__.py", "")
        self.write("pack/native.so", b"")
        self.write("pack/old.pyc", b"")
        for name in ("native", "old"):
            body = self.describe(self.tools(f"import pack.{name}\n"))
            self.assertEqual(body["type"], "ModuleNotFoundError")


class Calls(ProcessTest):
    CAUGHT = """
        @edge_tool
        def f():
            try:
                import helper
            except BaseException:
                return "caught"
            return helper.VALUE
    """

    def test_a_changed_helper(self):
        helper = self.write("helper.py", "VALUE = 1\n")
        request = self.freeze(self.tools(USES_HELPER), "f")
        self.assertEqual(self.ask(request)["result"], {"result": 1})
        self.write("helper.py", "VALUE = 2; print('it ran')\n")
        self.assertEqual(self.ask(request), {"outcome": "file_changed", "path": str(helper)})
        self.assertNotIn("it ran", self.stderr)

    def test_a_helper_that_moved_or_went(self):
        helper = self.write("helper.py", "VALUE = 1\n")
        request = self.freeze(self.tools("try: import helper\nexcept ImportError: helper = None\n" + USES_LAZILY), "f")
        helper.unlink()
        self.assertEqual(self.ask(request), {"outcome": "file_changed", "path": str(helper)})
        moved = self.write("helper/__init__.py", "VALUE = 1\n")
        self.assertEqual(self.ask(request), {"outcome": "file_changed", "path": str(moved)})

    def test_a_helper_that_was_not_frozen(self):
        self.write("helper.py", "print('it ran')\n")
        expected = {"outcome": "module_not_frozen", "name": "helper", "path": "helper.py"}
        for source in (USES_LAZILY, self.CAUGHT):
            self.assertEqual(self.call(source), expected)
            self.assertNotIn("it ran", self.stderr)

    def test_a_helper_in_a_thread_or_a_coroutine(self):
        self.write("helper.py", "")
        threaded = """
            import threading
            @edge_tool
            def f():
                thread = threading.Thread(target=__import__, args=("helper",))
                thread.start()
                thread.join()
                return 1
        """
        awaited = "@edge_tool\nasync def f():\n    import helper\n"
        for source in (threaded, awaited):
            self.assertEqual(self.call(source)["outcome"], "module_not_frozen")

    def test_a_frozen_helper_may_load_late(self):
        self.write("helper.py", "VALUE = 1\n")
        source = "import os\nif 'SKIP' not in os.environ: import helper\n" + USES_LAZILY
        request = self.freeze(self.tools(source), "f")
        self.assertEqual(self.ask(request, env={"SKIP": "1"})["result"], {"result": 1})

    def test_a_folder_does_not_hide_an_installed_module(self):
        self.write("edge_installed/data.txt", "")
        site = self.write("site/edge_installed.py", "VALUE = 'installed'\n").parent
        source = f"""
            import sys
            sys.path.append({str(site)!r})
            import edge_installed
            @edge_tool
            def f(): return edge_installed.VALUE
        """
        self.assertEqual(self.call(source)["result"], {"result": "installed"})

    def test_adding_the_folder_to_the_path_changes_nothing(self):
        self.write("helper.py", "VALUE = 1\n")
        source = "import os, sys\nsys.path.insert(0, os.path.dirname(__file__))\n" + USES_HELPER
        request = self.freeze(self.tools(source), "f")
        self.assertEqual([module["name"] for module in request["local_modules"]], ["helper"])
        self.write("helper.py", "VALUE = 2\n")
        self.assertEqual(self.ask(request)["outcome"], "file_changed")


if __name__ == "__main__":
    unittest.main()
