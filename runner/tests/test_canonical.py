import collections
import datetime
import decimal
import enum
import json
import pathlib
import random
import struct
import sys
import unittest
from pathlib import Path

from edge_runner.canonical import Oversized, Unsupported, canonical
from edge_runner.numeric import exact_integer
from edge_runner.reading import read_json

HERE = Path(__file__).parent


class Colour(enum.IntEnum):
    RED = 1


class Word(str, enum.Enum):
    A = "a"


class Shouting(str):
    def __str__(self):
        return "changed"

    def translate(self, table):
        return "changed"


class Hiding(dict):
    def items(self):
        return []

    def __iter__(self):
        return iter(())

    def __len__(self):
        return 0


class Twins(str):
    __hash__ = object.__hash__

    def __eq__(self, other):
        return self is other


class Impostor:
    __class__ = dict


def nested(depth):
    value = []
    for _ in range(depth - 1):
        value = [value]
    return value


def cycle():
    value = {"a": []}
    value["a"].append(value)
    return value


class Vectors(unittest.TestCase):
    def test_shared_vectors(self):
        for vector in json.loads((HERE / "canonical_vectors.json").read_text("utf-8")):
            with self.subTest(vector["name"]):
                self.assertEqual(canonical(read_json(vector["json_text"])).decode(), vector["canonical"])

    def test_canonical_text_is_a_fixed_point(self):
        for vector in json.loads((HERE / "canonical_vectors.json").read_text("utf-8")):
            with self.subTest(vector["name"]):
                self.assertEqual(canonical(read_json(vector["canonical"])).decode(), vector["canonical"])

    def test_floats(self):
        for vector in json.loads((HERE / "float_vectors.json").read_text("utf-8")):
            (value,) = struct.unpack(">d", bytes.fromhex(vector["bits"]))
            with self.subTest(vector["bits"]):
                self.assertEqual(canonical(value).decode(), vector["canonical"])
                self.assertEqual(float(vector["canonical"]), value)

    def test_random_floats_read_back(self):
        numbers = random.Random(8785)
        for _ in range(2000):
            (value,) = struct.unpack(">d", numbers.randbytes(8))
            if value - value == 0:
                self.assertEqual(float(canonical(value)), value)


class Accepted(unittest.TestCase):
    def test_values(self):
        table = [
            ((1, ("a",)), '[1,["a"]]'),
            (collections.OrderedDict(b=1, a=2), '{"a":2,"b":1}'),
            (collections.namedtuple("Point", "x y")(1, 2), "[1,2]"),
            (Shouting("kept"), '"kept"'),
            ({Shouting("key"): 1}, '{"key":1}'),
            (Hiding(a=1), '{"a":1}'),
            (True, "true"),
            (10**5000, "1" + "0" * 5000),
            ([[], {}, [[]]], "[[],{},[[]]]"),
        ]
        for value, text in table:
            with self.subTest(text[:40]):
                self.assertEqual(canonical(value).decode(), text)

    def test_a_value_may_stand_in_two_places(self):
        shared = [1]
        self.assertEqual(canonical({"a": shared, "b": [shared, shared]}), b'{"a":[1],"b":[[1],[1]]}')

    def test_depth(self):
        self.assertEqual(canonical(nested(200)), b"[" * 200 + b"]" * 200)

    def test_the_digit_limit_is_restored(self):
        # The first releases of 3.10 have none.
        limit = getattr(sys, "get_int_max_str_digits", lambda: None)
        before = limit()
        canonical(10**5000)
        read_json("1" * 5000)
        self.assertEqual(limit(), before)


class Refused(unittest.TestCase):
    def test_path_and_type(self):
        table = [
            (float("nan"), "$", "float (NaN)"),
            ({"x": [1, {"y": float("-inf")}]}, "$.x[1].y", "float (-Infinity)"),
            ([float("inf")], "$[0]", "float (Infinity)"),
            ({"a": {1}}, "$.a", "set"),
            ([b""], "$[0]", "bytes"),
            (bytearray(), "$", "bytearray"),
            (1j, "$", "complex"),
            (object(), "$", "object"),
            (..., "$", "ellipsis"),
            (int, "$", "type"),
            (datetime.date(2024, 1, 1), "$", "datetime.date"),
            (decimal.Decimal(1), "$", "decimal.Decimal"),
            (pathlib.PurePosixPath("a"), "$", f"{pathlib.PurePosixPath.__module__}.PurePosixPath"),
            ({1: "a"}, "$", "dict (key of type int)"),
            ({"a": 1, 1: 2}, "$", "dict (key of type int)"),
            ({"a": {None: 2}}, "$.a", "dict (key of type NoneType)"),
            ({Word.A: 1}, "$", f"dict (key of type {__name__}.Word)"),
            ({Twins("a"): 1, Twins("a"): 2}, "$", "dict (duplicate key)"),
            (Colour.RED, "$", f"{__name__}.Colour"),
            (Word.A, "$", f"{__name__}.Word"),
            (Impostor(), "$", f"{__name__}.Impostor"),
            ("\ud83d", "$", "str (lone surrogate)"),
            (["\ud83c\udf78"], "$[0]", "str (lone surrogate)"),
            ({"\ud83d": 1}, "$", "dict (key with a lone surrogate)"),
            (cycle(), "$.a[0]", "dict (cycle)"),
            ({"odd key": [{1}]}, '$["odd key"][0]', "set"),
            ({'"\n': {1}}, '$["\\"\\n"]', "set"),
            ({"é": {1}}, '$["é"]', "set"),
            ((i for i in ()), "$", "generator"),
        ]
        for value, path, type in table:
            with self.subTest(type), self.assertRaises(Unsupported) as caught:
                canonical(value)
            self.assertEqual((caught.exception.path, caught.exception.type), (path, type))

    def test_too_deep(self):
        with self.assertRaises(Unsupported) as caught:
            canonical(nested(201))
        self.assertEqual(caught.exception.type, "list (nested over 200 deep)")
        self.assertLessEqual(len(caught.exception.path), 256)

    def test_long_keys_are_cut_in_the_path(self):
        with self.assertRaises(Unsupported) as caught:
            canonical({"k" * 1000: {1}})
        self.assertEqual(caught.exception.path, '$["' + "k" * 63 + '…"]')


class Limits(unittest.TestCase):
    def test_bytes_are_counted(self):
        for value in ("a" * 98, "é" * 49, [0] * 49 + [10], {"k": "x" * 92}, "\x00" * 16 + "ab", 10**99):
            size = len(canonical(value))
            with self.subTest(value=str(value)[:20]):
                self.assertEqual(len(canonical(value, size)), size)
                with self.assertRaises(Oversized):
                    canonical(value, size - 1)

    def test_nothing_huge_is_converted(self):
        huge = [1 << 10**8, "x" * 10**8, [None] * 10**7]
        for value in huge:
            with self.assertRaises(Oversized):
                canonical(value, 65536)


class ExactIntegers(unittest.TestCase):
    def test_the_number_that_the_text_names(self):
        table = [(1e23, 10**23), (-1e21, -(10**21)), (3.0, 3), (0.0, 0), (1.5e22, 15 * 10**21)]
        for value, integer in table:
            self.assertEqual(exact_integer(value), integer)
