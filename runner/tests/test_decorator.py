import functools
import inspect
import pickle
import subprocess
import sys
import unittest
from pathlib import Path

from edgestudio.tools import edge_tool


@edge_tool
def bare(n: int) -> int:
    """Doubles."""
    return 2 * n


@edge_tool(name="other", intent_tags=["a"], return_direct=False)
def given(n: int = 1, *, k: str = "x") -> dict:
    return {"n": n, "k": k}


class Decorator(unittest.TestCase):
    def test_the_function_is_the_function(self):
        self.assertEqual(bare(2), 4)
        self.assertEqual(given(), {"n": 1, "k": "x"})
        self.assertIs(pickle.loads(pickle.dumps(bare)), bare)
        self.assertEqual(str(inspect.signature(given)), "(n: int = 1, *, k: str = 'x') -> dict")
        self.assertEqual(bare.__doc__, "Doubles.")

    def test_it_returns_the_same_object(self):
        def plain():
            pass

        self.assertIs(edge_tool(plain), plain)
        self.assertIs(edge_tool()(plain), plain)
        self.assertIs(edge_tool(name="x")(plain), plain)

    def test_it_holds_what_was_given_unjudged(self):
        self.assertEqual(bare.__edge_tool__, {})
        self.assertEqual(given.__edge_tool__, {"name": "other", "intent_tags": ["a"], "return_direct": False})
        odd = edge_tool(name=3, permissions={"root"}, execution_level=None)(lambda: None)
        self.assertEqual(odd.__edge_tool__, {"name": 3, "permissions": {"root"}, "execution_level": None})

    def test_two_functions_do_not_share_the_metadata(self):
        decorate = edge_tool(name="x")
        first, second = decorate(lambda: 1), decorate(lambda: 2)
        self.assertIsNot(first.__edge_tool__, second.__edge_tool__)

    def test_callables_that_hold_attributes(self):
        self.assertEqual(edge_tool(functools.partial(bare, 1)).__edge_tool__, {})
        self.assertEqual(edge_tool(functools.lru_cache(lambda: 1)).__edge_tool__, {})

    def test_errors(self):
        table = [
            (lambda: edge_tool("fee"), "edge_tool decorates a function, not str; its arguments go by keyword"),
            (lambda: edge_tool(name="x")(3), "edge_tool decorates a function, not int"),
            (lambda: edge_tool(len), "edge_tool cannot attach to builtin_function_or_method"),
            (lambda: edge_tool([].append), "edge_tool cannot attach to builtin_function_or_method"),
            (lambda: edge_tool(self.test_errors), "edge_tool cannot attach to method"),
            (lambda: edge_tool(title="x"), "edge_tool() got an unexpected keyword argument 'title'"),
            (lambda: edge_tool(tags=["x"]), "'tags'; did you mean 'intent_tags'?"),
            (lambda: edge_tool(level="read"), "'level'; did you mean 'execution_level'?"),
            (lambda: edge_tool(Desc="x"), "'Desc'; did you mean 'description'?"),
            (
                lambda: edge_tool(zzz=1),
                "'zzz'; it takes name, description, intent_tags, execution_level, return_direct, output_schema, permissions",
            ),
        ]
        for make, message in table:
            with self.assertRaises(TypeError) as caught:
                make()
            self.assertIn(message, str(caught.exception))

    def test_it_imports_nothing(self):
        root = str(Path(__file__).resolve().parent.parent)
        code = (
            "import sys; sys.path.insert(0, sys.argv[1]); before = set(sys.modules); import edgestudio.tools;"
            "print(sorted(set(sys.modules) - before), edgestudio.tools._observers)"
        )
        done = subprocess.run([sys.executable, "-I", "-c", code, root], capture_output=True, text=True, check=True)
        self.assertEqual(done.stdout, "['__future__', 'edgestudio', 'edgestudio.tools'] []\n")
