import textwrap
import unittest

from tests.process import ProcessTest

NAME = {name: {"kind": "name", "name": name} for name in ("str", "int", "float", "bool", "None")}
MISSING = {"kind": "missing"}


def union(*args):
    return {"kind": "union", "args": list(args)}


def array(*args):
    return {"kind": "list", "args": list(args)}


def literal(*pairs):
    return {"kind": "literal", "values": [{"type": type, "value": value} for type, value in pairs]}


class Hints(ProcessTest):
    FUNCTION = """
        from typing import Annotated, Any, Dict, List, Literal, Optional, Union

        @edge_tool
        def f(
            a: str, b: int, c: float, d: bool, e: None,
            g: Optional[int], h: int | None, i: None | str, j: Union[int, str],
            k: Literal["a", "b"], l: Literal[1, True, None], m: Optional[Literal["x"]],
            n: list[int], o: List[List[str]], p: list, q: List,
            r: Annotated[int, "one", 2, "two"], s: "int", t: "list['int']", u: Optional["str"],
            v: dict[str, int], w: Dict, x: Any, y: object, z,
        ): ...
    """
    EXPECTED = {
        "a": NAME["str"], "b": NAME["int"], "c": NAME["float"], "d": NAME["bool"], "e": NAME["None"],
        "g": union(NAME["int"], NAME["None"]), "h": union(NAME["int"], NAME["None"]),
        "i": union(NAME["None"], NAME["str"]), "j": union(NAME["int"], NAME["str"]),
        "k": literal(("str", "a"), ("str", "b")), "l": literal(("int", 1), ("bool", True), ("NoneType", None)),
        "m": union(literal(("str", "x")), NAME["None"]),
        "n": array(NAME["int"]), "o": array(array(NAME["str"])), "p": array(), "q": array(),
        "r": {"kind": "annotated", "arg": NAME["int"], "texts": ["one", "two"]},
        "s": NAME["int"], "t": array(NAME["int"]), "u": union(NAME["str"], NAME["None"]),
        "v": {"kind": "other", "text": "dict[str, int]"}, "w": {"kind": "other", "text": "typing.Dict"},
        "x": {"kind": "other", "text": "typing.Any"}, "y": {"kind": "other", "text": "object"}, "z": MISSING,
    }  # fmt: skip

    def hints(self, source: str) -> dict:
        """The hints of the one tool's parameters, by name."""
        (tool,) = self.listed(source)
        return {parameter["name"]: parameter["hint"] for parameter in tool["parameters"]}

    def test_every_form(self):
        self.assertEqual(self.hints(self.FUNCTION), self.EXPECTED)

    def test_the_same_with_postponed_evaluation(self):
        (plain,) = self.listed(self.FUNCTION)
        source = "from __future__ import annotations\nfrom edgestudio.tools import edge_tool\n"
        file = self.write("tools.py", source + textwrap.dedent(self.FUNCTION))
        (postponed,) = self.describe(file)["tools"]
        self.assertEqual(postponed.pop("line"), plain.pop("line") + 1)
        self.assertEqual(postponed, plain)

    def test_without_typing(self):
        hints = self.hints(
            """
            @edge_tool
            def f(a: int | None, b: list[list[str]], c: "list[int] | None", d: dict, e: tuple[int]): ...
            """
        )
        expected = {
            "a": union(NAME["int"], NAME["None"]),
            "b": array(array(NAME["str"])),
            "c": union(array(NAME["int"]), NAME["None"]),
            "d": {"kind": "other", "text": "dict"},
            "e": {"kind": "other", "text": "tuple[int]"},
        }
        self.assertEqual(hints, expected)

    def test_what_does_not_evaluate(self):
        hints = self.hints(
            """
            @edge_tool
            def f(a: "Foo", b: "1/0", c: list["Foo"], d: "not a hint", e: "exit(3)"): ...
            """
        )
        self.assertEqual(hints["a"], {"kind": "unresolved", "text": "Foo", "error": "NameError"})
        self.assertEqual(hints["b"], {"kind": "unresolved", "text": "1/0", "error": "ZeroDivisionError"})
        self.assertEqual(hints["c"], array(hints["a"]))
        self.assertEqual(hints["d"]["error"], "SyntaxError")
        self.assertEqual(hints["e"]["kind"], "unresolved")

    def test_odd_hints_never_fail(self):
        hints = self.hints(
            """
            import enum
            from dataclasses import dataclass
            from typing import Annotated, Literal, TypeVar
            class Mean:
                __origin__ = list
                def __repr__(self): raise RuntimeError
                def __eq__(self, other): raise RuntimeError
                __hash__ = None
            class Colour(enum.Enum): RED = 1
            @dataclass
            class C: n: int
            Loop = list["Loop"]
            @edge_tool
            def f(a: Mean(), b: C, c: Literal[Colour.RED, b"x"], d: Loop, e: TypeVar("T"), g: 3,
                  h: Annotated[int, "\\ud83d"], i: "\\ud83d"): ...
            """
        )
        self.assertEqual(hints["a"], {"kind": "other", "text": "edge_tools_file.Mean"})
        self.assertEqual(hints["b"], {"kind": "other", "text": "edge_tools_file.C"})
        self.assertEqual(hints["c"]["values"], [{"type": "edge_tools_file.Colour"}, {"type": "bytes"}])
        self.assertEqual((hints["d"]["kind"], hints["e"]["kind"]), ("list", "other"))
        self.assertEqual(hints["g"], {"kind": "other", "text": "3"})
        self.assertEqual(hints["h"]["texts"], ["\ufffd"])
        self.assertEqual((hints["i"]["kind"], hints["i"]["text"]), ("unresolved", "\ufffd"))


if __name__ == "__main__":
    unittest.main()
