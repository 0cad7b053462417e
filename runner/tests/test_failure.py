import unittest

from tests.process import ProcessTest


class Raised(ProcessTest):
    def test_every_exception(self):
        raising = {
            "KeyboardInterrupt": "raise KeyboardInterrupt",
            "SystemExit": "raise SystemExit(0)",
            "GeneratorExit": "raise GeneratorExit",
            "BaseException": "raise BaseException",
            "ZeroDivisionError": "1 / 0",
            "RecursionError": "f()",
            "TypeError": "f(1, 2)",
            "edge_tools_file.Mine": "raise Mine",
        }
        for type, statement in raising.items():
            source = f"class Mine(Exception): ...\n@edge_tool\ndef f():\n    {statement}\n"
            with self.subTest(type):
                file = str(self.folder / "tools.py")
                self.assertEqual(self.call(source), {"outcome": "raised", "type": type, "file": file, "line": 5})
        for status in ("0", "'bad'"):
            self.assertEqual(self.call(f"import sys\n@edge_tool\ndef f(): sys.exit({status})\n")["type"], "SystemExit")

    def test_the_place_is_the_innermost_of_the_users(self):
        helper = self.write("helper.py", "import json\n\ndef parse(text):\n    return json.loads(text)\n")
        body = self.call("import helper\n@edge_tool\ndef f(): helper.parse('[')\n")
        self.assertEqual(
            body, {"outcome": "raised", "type": "json.decoder.JSONDecodeError", "file": str(helper), "line": 4}
        )

    def test_a_wrong_call_has_no_place(self):
        source = "import functools\n@edge_tool\ndef f(n: int): return n\nf = functools.wraps(f)(lambda: 1)\n"
        body = self.call(source, arguments={"n": 1})
        self.assertEqual(body, {"outcome": "raised", "type": "TypeError", "file": None, "line": None})


class Tracebacks(ProcessTest):
    def test_it_starts_in_the_users_file(self):
        self.call("@edge_tool\ndef f():\n    raise ValueError('my text')\n")
        lines = self.stderr.splitlines()
        self.assertEqual(lines[0], "Traceback (most recent call last):")
        self.assertIn(str(self.folder / "tools.py"), lines[1])
        self.assertEqual(lines[2], "    raise ValueError('my text')")
        self.assertEqual(lines[-1], "ValueError: my text")

    def test_no_frame_of_the_runner(self):
        self.write("helper.py", "try:\n    1 / 0\nexcept ZeroDivisionError as e:\n    raise ValueError from e\n")
        sources = [
            "@edge_tool\nasync def f(): raise ValueError\n",
            "@edge_tool\ndef f():\n    try: 1 / 0\n    except Exception as e: raise ValueError from e\n",
            "@edge_tool\ndef f():\n    try: import helper\n    except ValueError as e: raise KeyError\n",
        ]
        for source in sources:
            file = self.tools(source)
            modules = self.describe(file)["local_modules"]
            self.assertEqual(modules, [])
            self.call(source)
            self.assertNotIn("edge_runner", self.stderr)
        self.describe(self.tools("import helper\n"))
        self.assertNotIn("edge_runner", self.stderr)
        self.assertNotIn("importlib", self.stderr)
        self.assertIn("direct cause", self.stderr)

    def test_it_shows_the_bytes_that_ran(self):
        self.call("@edge_tool\ndef f():\n    open(__file__, 'w').write('gone\\n' * 9)\n    raise ValueError\n")
        self.assertIn("    raise ValueError\n", self.stderr)

    def test_it_is_bounded(self):
        self.call("@edge_tool\ndef f(): raise ValueError('x\\n' * 10**7)\n")
        self.assertLess(len(self.stderr), 17 * 1024)
        self.assertIn("left out", self.stderr)

    def test_its_lines_are_bounded(self):
        self.call("@edge_tool\ndef f(): raise ValueError('a' + 'x' * 10**7 + 'z')\n")
        *_, start, _, end = self.stderr.splitlines()
        self.assertTrue(all(len(line) < 1100 for line in self.stderr.splitlines()))
        self.assertRegex(start, "^ValueError: ax+ … [0-9]+ characters left out … x+$")
        self.assertRegex(end, "^x+ … [0-9]+ characters left out … x+z$")

    def test_exceptions_that_cannot_be_shown(self):
        source = "class Odd(Exception):\n    def __str__(self): raise SystemExit\n@edge_tool\ndef f(): raise Odd\n"
        self.assertEqual(self.call(source)["type"], "edge_tools_file.Odd")
        self.assertIn("Odd", self.stderr)


class Imports(ProcessTest):
    def failed(self, source: str) -> dict:
        body = self.describe(self.write("tools.py", source))
        self.assertEqual(body.pop("outcome"), "import_failed")
        return body

    def test_faults_of_the_file(self):
        table = [
            ("1 / 0\n", "ZeroDivisionError", 1),
            ("\nraise SystemExit\n", "SystemExit", 2),
            ("x = 1\ndef f(:\n", "SyntaxError", 2),
            ("\n\nimport not_there\n", "ModuleNotFoundError", 3),
            ("if 1:\nx\n", "IndentationError", 2),
        ]
        for source, type, line in table:
            expected = {"type": type, "file": str(self.folder / "tools.py"), "line": line, "relative_import": False}
            with self.subTest(source):
                self.assertEqual(self.failed(source), expected)

    def test_what_does_not_compile_at_all(self):
        for data in (b"x = '\xff'\n", b"# coding: nonsense\n", b"x\0y\n", b"-" * 10**5 + b"1"):
            body = self.describe(self.write("tools.py", data))
            self.assertEqual(body["outcome"], "import_failed")

    def test_a_syntax_error_in_a_local_module(self):
        helper = self.write("helper.py", "x = (\n")
        body = self.failed("import helper\n")
        self.assertEqual((body["type"], body["file"], body["line"]), ("SyntaxError", str(helper), 1))

    def test_relative_imports_say_so(self):
        self.write("helper.py", "")
        for source in ("from . import helper\n", "from .helper import x\n", "from ..a import b\n"):
            self.assertTrue(self.failed(source)["relative_import"])
        self.assertFalse(self.failed("raise ValueError('attempted relative import')\n")["relative_import"])

    def test_unreadable(self):
        for path in (self.folder / "none.py", self.folder):
            self.assertEqual(self.describe(path), {"outcome": "file_unreadable", "path": str(path)})

    def test_at_a_call_too(self):
        source = "import os\n@edge_tool\ndef f(): return 1\nif 'FAIL' in os.environ: 1 / 0\n"
        request = self.freeze(self.tools(source), "f")
        self.assertEqual(self.ask(request, env={"FAIL": "1"})["outcome"], "import_failed")


if __name__ == "__main__":
    unittest.main()
