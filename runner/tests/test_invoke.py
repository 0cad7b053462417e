import unittest

from tests.process import ProcessTest


class InvokeTest(ProcessTest):
    def result(self, source: str, tool: str = "f", arguments: dict | None = None, **changes):
        body = self.call(source, tool, arguments, **changes)
        self.assertEqual(body["outcome"], "result", (body, self.stderr))
        return body["result"]

    def returned(self, expression: str, **changes) -> dict:
        """The outcome of a tool that returns the expression, without the times."""
        body = self.call(f"import sys\n@edge_tool\ndef f(): return {expression}\n", **changes)
        return {key: value for key, value in body.items() if not key.endswith("_us")}


class Arguments(InvokeTest):
    ECHO = """
        from typing import Annotated, Optional, Union
        @edge_tool(name="f")
        def echo(x: float = 1, n: int = 2, *, b: bool = True, s: str = "", o: Optional[float] = None,
                 xs: list[list[float]] = [], a: Annotated[float, "t"] = 0, u: Union[int, float] = 0):
            return {"repr": repr([x, n, b, s, o, xs, a, u])}
    """

    def test_defaults_are_pythons_own(self):
        self.assertEqual(self.result(self.ECHO), {"repr": "[1, 2, True, '', None, [], 0, 0]"})

    def test_types_follow_the_hints(self):
        arguments = {"x": 3, "n": 3.0, "b": False, "s": "5", "o": 4, "xs": [[1, 2.5], []], "a": -1, "u": 7}
        expected = {"repr": "[3.0, 3, False, '5', 4.0, [[1.0, 2.5], []], -1.0, 7]"}
        self.assertEqual(self.result(self.ECHO, arguments=arguments), expected)

    def test_no_digit_changes(self):
        for number in (2512292042121000001, -9007199254740993, 2**64, 10**30 + 1, 10**5000 + 7):
            result = self.result(
                "@edge_tool\ndef f(id: int): return {'id': id, 'next': id + 1}\n", arguments={"id": number}
            )
            self.assertEqual(result, {"id": number, "next": number + 1})

    def test_names_that_mean_something_elsewhere(self):
        source = "@edge_tool\ndef f(__proto__: int, constructor: int, toString: int, self: int): return locals()\n"
        arguments = {"__proto__": 1, "constructor": 2, "toString": 3, "self": 4}
        self.assertEqual(self.result(source, arguments=arguments), arguments)

    def test_a_float_that_overflows(self):
        body = self.call("@edge_tool\ndef f(x: float): return x\n", arguments={"x": 10**400})
        self.assertEqual(body["outcome"], "bad_request")

    def test_text(self):
        source = "@edge_tool\ndef f(s: str): return [s, 'Messgerät 東京 🎉', s == 'Messgerät 東京 🎉']\n"
        text = "Messgerät 東京 🎉"
        for environment in ({"LC_ALL": "C"}, {"PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0", "LC_ALL": "C"}):
            request = self.freeze(self.tools(source), "f", {"s": text})
            self.assertEqual(self.ask(request, env=environment)["result"], {"result": [text, text, True]})


class Results(InvokeTest):
    def test_values_are_wrapped_and_dicts_are_not(self):
        table = [
            ("{}", {}), ("{'a': 1}", {"a": 1}), ("[]", {"result": []}), ("''", {"result": ""}), ("0", {"result": 0}),
            ("False", {"result": False}), ("None", {"result": None}), ("(1, 2)", {"result": [1, 2]}),
            ("1.0", {"result": 1}), ("'\\U0001f378'", {"result": "🍸"}),
        ]  # fmt: skip
        for expression, result in table:
            with self.subTest(expression):
                self.assertEqual(self.returned(expression), {"outcome": "result", "result": result})

    def test_unsupported(self):
        table = [
            ("{'x': float('nan')}", "$.x", "float (NaN)"),
            ("{1, 2}", "$", "set"),
            ("{'a': [b'']}", "$.a[0]", "bytes"),
            ("{'a': 1, 1: 2}", "$", "dict (key of type int)"),
            ("'\\ud83d'", "$", "str (lone surrogate)"),
            ("(i for i in ())", "$", "generator"),
            ("object()", "$", "object"),
            ("__import__('datetime').datetime.now()", "$", "datetime.datetime"),
        ]
        for expression, path, type in table:
            with self.subTest(expression):
                expected = {"outcome": "unsupported_result", "path": path, "type": type}
                self.assertEqual(self.returned(expression), expected)

    def test_generator_functions(self):
        body = self.call("@edge_tool\ndef f(): yield 1\n")
        self.assertEqual(body, {"outcome": "unsupported_result", "path": "$", "type": "generator"})
        body = self.call("@edge_tool\nasync def f(): yield 1\n")
        self.assertEqual(body, {"outcome": "unsupported_result", "path": "$", "type": "async_generator"})

    def test_the_limit_counts_bytes(self):
        fits = self.returned("{'a': 'x' * 65528}")
        self.assertEqual(fits, {"outcome": "result", "result": {"a": "x" * 65528}})
        self.assertEqual(len(self.returned("'x' * 65523")["result"]["result"]), 65523)
        oversized = {"outcome": "oversized", "limit": 65536}
        for expression in ("{'a': 'x' * 65529}", "'x' * 65524", "'é' * 32768", "[0] * 40000", "1 << 10**9"):
            with self.subTest(expression):
                self.assertEqual(self.returned(expression), oversized)
        self.assertEqual(self.returned("'é' * 30000")["outcome"], "result")
        self.assertEqual(self.returned("'é' * 30000", result_limit=60011), {"outcome": "oversized", "limit": 60011})

    def test_times(self):
        body = self.call("import time\n@edge_tool\ndef f(): return 1\n")
        self.assertTrue(all(type(body[key]) is int and body[key] >= 0 for key in ("top_level_us", "function_us")))


class Awaiting(InvokeTest):
    def test_whatever_is_awaitable(self):
        source = """
            import asyncio, functools
            def sync(f):
                @functools.wraps(f)
                def wrapper(*a, **k): return f(*a, **k)
                return wrapper
            def lazily(f):
                @functools.wraps(f)
                async def wrapper(*a, **k): return f(*a, **k)
                return wrapper
            class Later:
                def __await__(self):
                    yield from asyncio.sleep(0).__await__()
                    return 3
            @edge_tool
            async def a(n: int): await asyncio.sleep(0); return n
            @sync
            @edge_tool
            async def b(n: int): return n
            @edge_tool
            @lazily
            async def c(n: int): return n
            @edge_tool
            def d(n: int): return Later()
            @edge_tool
            async def e(n: int): raise KeyboardInterrupt
        """
        file = self.tools(source)
        for tool in "abcd":
            self.assertEqual(self.ask(self.freeze(file, tool, {"n": 3}))["result"], {"result": 3})
        self.assertEqual(self.ask(self.freeze(file, "e", {"n": 3}))["type"], "KeyboardInterrupt")


class Wrappers(InvokeTest):
    def test_the_outermost_wrapper_is_called(self):
        source = """
            import functools
            def tens(f):
                @functools.wraps(f)
                def wrapper(**k): return 10 * f(**k)
                return wrapper
            @tens
            @edge_tool
            def f(n: int): return n
            @edge_tool
            @tens
            def g(n: int): return n
            @edge_tool
            def h(n: int): return n
            cached = functools.lru_cache(tens(h))
        """
        file = self.tools(source)
        for tool, result in (("f", 30), ("g", 30), ("h", 3)):
            self.assertEqual(self.ask(self.freeze(file, tool, {"n": 3}))["result"], {"result": result})


class Frozen(InvokeTest):
    def test_a_changed_file(self):
        file = self.tools("@edge_tool\ndef f(): return 1\n")
        request = self.freeze(file, "f")
        self.tools("@edge_tool\ndef f(): return 2\n")
        self.assertEqual(self.ask(request), {"outcome": "file_changed", "path": str(file)})

    def test_a_description_that_comes_out_different(self):
        source = """
            import os
            @edge_tool
            def f(n: int = int(os.environ.get("N", "1"))): return n
            if "GONE" in os.environ: del f
        """
        request = self.freeze(self.tools(source), "f")
        for environment in ({"N": "2"}, {"GONE": "1"}):
            self.assertEqual(self.ask(request, env=environment), {"outcome": "description_changed"})
        self.assertEqual(self.ask({**request, "tool": "g"}), {"outcome": "description_changed"})
        self.assertEqual(self.ask(request, env={})["result"], {"result": 1})

    def test_the_bytes_of_a_file(self):
        source = "from edgestudio.tools import edge_tool\n@edge_tool\ndef f(s: str = 'é'): return s\n"
        variants = {
            "lf.py": source.encode(),
            "crlf.py": source.replace("\n", "\r\n").encode(),
            "bom.py": b"\xef\xbb\xbf" + source.encode(),
            "open.py": source.rstrip("\n").encode(),
            "latin.py": b"# coding: latin-1\n" + source.encode("latin-1"),
        }
        requests = [self.freeze(self.write(name, data), "f") for name, data in variants.items()]
        self.assertEqual(len({request["file_sha256"] for request in requests}), 5)
        self.assertEqual(len({request["description_sha256"] for request in requests}), 1)
        for request in requests:
            self.assertEqual(self.ask(request)["result"], {"result": "é"})


if __name__ == "__main__":
    unittest.main()
