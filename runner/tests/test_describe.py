import sys
import unittest

from tests.process import ProcessTest


class Parameters(ProcessTest):
    def test_kinds_and_defaults_in_order(self):
        (tool,) = self.listed(
            """
            @edge_tool
            def f(a, /, b: int = 1, *args, c: bool = True, d, **kw): ...
            """
        )
        rows = [(p["name"], p["kind"], p.get("default"), p["written"]) for p in tool["parameters"]]
        expected = [
            ("a", "positional_only", None, None),
            ("b", "positional_or_keyword", {"value": 1}, "int"),
            ("args", "var_positional", None, None),
            ("c", "keyword_only", {"value": True}, "bool"),
            ("d", "keyword_only", None, None),
            ("kw", "var_keyword", None, None),
        ]
        self.assertEqual(rows, expected)

    def test_odd_defaults(self):
        (tool,) = self.listed(
            """
            @edge_tool
            def f(a=float("nan"), b={"x": {1}}, c=[1, (2.5,)], d=-9007199254740993, e="\\ud83d", g=2**200,
                  h="x" * (1 << 21)): ...
            """
        )
        defaults = [parameter["default"] for parameter in tool["parameters"]]
        expected = [
            {"unsupported": {"path": "$", "type": "float (NaN)"}},
            {"unsupported": {"path": "$.x", "type": "set"}},
            {"value": [1, [2.5]]},
            {"value": -9007199254740993},
            {"unsupported": {"path": "$", "type": "str (lone surrogate)"}},
            {"value": 2**200},
            {"unsupported": {"path": "$", "type": "value over 1048576 bytes"}},
        ]
        self.assertEqual(defaults, expected)

    def test_written_keeps_the_source(self):
        function = "# é\ndef f(ä: 'Länge', b: dict[str,\n    int], *, c:(int) = 1): ...\n"
        source = function + "f = edge_tool(f)\ng = edge_tool(lambda x: x)\n"
        first, second = self.listed(source)
        self.assertEqual([p["written"] for p in first["parameters"]], ["'Länge'", "dict[str,\n    int]", "int"])
        self.assertEqual((second["function"], second["parameters"][0]["written"]), ("<lambda>", None))

    def test_callables_without_parameters_to_read_take_args(self):
        tools = self.listed(
            """
            import functools
            p = edge_tool(functools.partial(print, 1))
            @edge_tool
            class Tool: ...
            """
        )
        args = {"name": "args", "kind": "var_positional", "hint": {"kind": "missing"}, "written": None}
        rows = [(tool["function"], tool["parameters"]) for tool in tools]
        self.assertEqual(rows, [("functools.partial", [args]), ("Tool", [args])])


class Metadata(ProcessTest):
    def test_only_what_was_given(self):
        first, second = self.listed(
            """
            @edge_tool(name="n", description="d", intent_tags=("a", "b"), execution_level="read",
                       return_direct=False, output_schema={"type": "object"}, permissions=["read_local"])
            def f(): ...
            @edge_tool(name={1}, output_schema={"a": [float("inf")]}, description=None)
            def g(): ...
            """
        )
        self.assertEqual(
            first["metadata"],
            {
                "name": {"value": "n"}, "description": {"value": "d"}, "intent_tags": {"value": ["a", "b"]},
                "execution_level": {"value": "read"}, "return_direct": {"value": False},
                "output_schema": {"value": {"type": "object"}}, "permissions": {"value": ["read_local"]},
            },
        )  # fmt: skip
        self.assertEqual(
            second["metadata"],
            {
                "name": {"unsupported": {"path": "$", "type": "set"}},
                "output_schema": {"unsupported": {"path": "$.a[0]", "type": "float (Infinity)"}},
                "description": {"value": None},
            },
        )

    def test_docstrings(self):
        tools = self.listed(
            '''
            @edge_tool
            def a():
                """Uses Args: or Returns: words.

                Args:
                  x (str): The ID: 3:5

                """
            @edge_tool
            def b(): ...
            b.__doc__ = "\\ud83d"
            @edge_tool
            def c(): ...
            c.__doc__ = 3
            @edge_tool
            def d(): ""
            '''
        )
        expected = ["Uses Args: or Returns: words.\n\nArgs:\n  x (str): The ID: 3:5", "\ufffd", None, ""]
        self.assertEqual([tool["docstring"] for tool in tools], expected)

    def test_metadata_that_developer_code_broke(self):
        (tool,) = self.listed("@edge_tool(name='x')\ndef f(): ...\nf.__edge_tool__ = 3\n")
        self.assertEqual((tool["function"], tool["metadata"]), ("f", {}))


class Discovery(ProcessTest):
    def rows(self, source: str) -> list[tuple]:
        return [(tool["function"], tool["line"], tool["reachable"]) for tool in self.listed(source)]

    def test_imports_and_plain_functions_are_no_tools(self):
        source = """
            from typing import Optional
            from pathlib import Path
            from functools import lru_cache
            def plain(): ...
            @edge_tool
            def f(): ...
        """
        self.assertEqual(self.rows(source), [("f", 7, True)])

    def test_one_function_under_two_names_is_one_tool(self):
        self.assertEqual(self.rows("@edge_tool\ndef f(): ...\ng = f\nedge_tool(f)\n"), [("f", 2, True)])

    def test_a_replaced_definition_is_still_seen(self):
        source = "@edge_tool\ndef a(): ...\n@edge_tool\ndef a(x: int): ...\n"
        self.assertEqual(self.rows(source), [("a", 2, False), ("a", 4, True)])

    def test_decorators(self):
        source = """
            import functools
            def wraps(f):
                @functools.wraps(f)
                def wrapper(*args, **kw): return f(*args, **kw)
                return wrapper
            def hides(f):
                def wrapper(*args, **kw): return f(*args, **kw)
                return wrapper
            @edge_tool
            @wraps
            def above(n: int): ...
            @wraps
            @edge_tool
            def below(n: int): ...
            @edge_tool
            @hides
            def above_hidden(n: int): ...
            @hides
            @edge_tool
            def below_hidden(n: int): ...
            @edge_tool(name="outer")
            @wraps
            @edge_tool(name="inner")
            def twice(n: int): ...
        """
        tools = self.listed(source)
        rows = [(t["function"], [p["name"] for p in t["parameters"]], t["reachable"]) for t in tools]
        expected = [
            ("above", ["n"], True),
            ("below", ["n"], True),
            ("wrapper", ["args", "kw"], True),
            ("below_hidden", ["n"], False),
            ("twice", ["n"], True),
        ]
        self.assertEqual(rows, expected)
        self.assertEqual(tools[4]["metadata"], {"name": {"value": "outer"}})

    def test_what_a_local_module_decorates(self):
        helper = "from edgestudio.tools import edge_tool\n@edge_tool\ndef seen(): ...\n@edge_tool\ndef unseen(): ...\n"
        path = self.write("helper.py", helper)
        tools = self.listed("from helper import seen\nimport helper\n")
        self.assertEqual([(t["function"], t["file"], t["reachable"]) for t in tools], [("seen", str(path), True)])

    def test_methods_are_not_reachable(self):
        self.assertEqual(self.rows("class A:\n  @edge_tool\n  def m(self): ...\n"), [("m", 3, False)])

    def test_objects_that_answer_to_every_attribute(self):
        source = """
            class Anything:
                def __getattr__(self, name): return self
                __wrapped__ = property(lambda self: 1 / 0)
            class Deeper:
                __wrapped__ = property(lambda self: Deeper())
            a, b = Anything(), Deeper()
            def loop(): ...
            loop.__wrapped__ = loop
            @edge_tool
            def f(): ...
            f.__wrapped__ = f
        """
        self.assertEqual(self.rows(source), [("f", 11, True)])


class Python(ProcessTest):
    def test_it_names_itself(self):
        body = self.describe(self.tools(""))
        version = "{}.{}.{}".format(*sys.version_info)
        self.assertEqual(body["python"]["version"], version)
        self.assertEqual(body["python"]["implementation"], sys.implementation.name)
        self.assertEqual(body["tools"], [])


if __name__ == "__main__":
    unittest.main()
