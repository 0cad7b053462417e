"""native.py declares each kernel as kernels.c defines it: ctypes itself would not notice a difference."""
import ast
import re
import unittest

from . import HOME

TRAINER = HOME / "trainer"
TYPES = {"float *": "F32", "bf16 *": "BF16", "int64_t *": "I64", "long ": "LONG", "float ": "FLOAT"}


def defined():
    """{name: types of its parameters}, as native.py would write them."""
    source = (TRAINER / "kernels.c").read_text(encoding="utf-8")
    kernels = re.findall(r"^void (\w+)\(([^)]*)\)", source, re.M)
    return {name: [_type(each) for each in parameters.split(",")] for name, parameters in kernels}


def _type(parameter):
    return TYPES[re.sub(r"\w+$", "", re.sub(r"\s+", " ", parameter).strip().removeprefix("const "))]


def declared():
    """{name: types}, of each `_kernel("name", types...)` of native.py."""
    tree = ast.parse((TRAINER / "native.py").read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and ast.unparse(node.func) == "_kernel"]
    return {call.args[0].value: [ast.unparse(each) for each in call.args[1:]] for call in calls}


class TheKernels(unittest.TestCase):
    def test_are_declared_as_they_are_defined(self):
        self.assertGreater(len(defined()), 10)
        self.assertEqual(declared(), defined())


if __name__ == "__main__":
    unittest.main()
