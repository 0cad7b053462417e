"""Tools: their schemas are those that the product makes, and no neighbour is meant by a request for another."""
import json
import unittest
from itertools import permutations

from . import EVERY, NEVER, drawn
from composed import composed_tool
from contract import dumps
from families import parse
from mistakes import wrong_call
from neighbours import others
from requests import ask
from tools import FAMILIES, Param, family_tool, lookup_tool
from words import CHINESE, ENGLISH

SIZES = {"small": {ENGLISH: [], CHINESE: ["小"]}, "large": {ENGLISH: ["big"], CHINESE: ["大"]}}


def param(kind, options=None):
    return Param("it", kind, {ENGLISH: "thing", CHINESE: "东西"}, options)


class TheSchemaOfAParameter(unittest.TestCase):
    def test_that_is_required_has_no_default(self):
        self.assertEqual(param("amount").schema(), {"type": "number"})
        self.assertEqual(param("email_list").schema(), {"type": "array", "items": {"type": "string"}})
        self.assertEqual(param("enum", SIZES).schema(), {"type": "string", "enum": ["small", "large"]})

    def test_that_may_be_null_is_null_by_default(self):
        for kind, options, schema in [
            ("count", None, '{"type":["integer","null"],"default":null}'),
            ("enum", SIZES, '{"type":["string","null"],"enum":["small","large",null],"default":null}'),
            ("word_list", None, '{"type":["array","null"],"items":{"type":"string"},"default":null}'),
        ]:
            optional = param(kind, options)
            optional.make_optional(EVERY)
            self.assertEqual(dumps(optional.schema()), schema)

    def test_that_may_not_be_null_has_a_default_of_its_type(self):
        for kind, options, schema in [
            ("word", None, {"type": "string", "default": ""}),
            ("bool", None, {"type": "boolean", "default": False}),
            ("enum", SIZES, {"type": "string", "enum": ["small", "large"], "default": "small"}),
        ]:
            optional = param(kind, options)
            optional.make_optional(NEVER)
            self.assertEqual(optional.schema(), schema)

    def test_has_its_description_before_its_default(self):
        described = param("bool")
        described.make_optional(NEVER)
        described.describe(NEVER, ENGLISH)
        self.assertEqual(dumps(described.schema()), '{"type":"boolean","description":"The thing.","default":false}')
        described.describe(NEVER, CHINESE)
        self.assertEqual(described.schema()["description"], "东西")


class AFamilysTool(unittest.TestCase):
    def test_has_its_options_in_any_order(self):
        (family,) = parse("@ a\nnames: f\nen: D.\np: x: enum one, two, three\n+en 0=one: first", "here")
        orders = {tuple(family_tool(rng, family).params[0].schema()["enum"]) for rng in drawn(200)}
        self.assertEqual({tuple(map(str.lower, order)) for order in orders}, set(permutations(("one", "two", "three"))))


class TheLookUp(unittest.TestCase):
    def test_has_the_schema_that_the_product_gives_it(self):
        parameters = lookup_tool(EVERY).schema()["parameters"]
        self.assertEqual(parameters["properties"], {
            "query": {"type": "string"},
            "topic": {"type": ["string", "null"], "default": None},
            "limit": {"type": "integer", "default": 5},
        })
        self.assertEqual(parameters["required"], ["query"])


class Neighbours(unittest.TestCase):
    def test_are_as_many_as_wanted_and_none_shares_a_name_or_a_family(self):
        for rng in drawn(60):
            wanted = family_tool(rng, rng.choice(FAMILIES))
            found = [wanted, *others(rng, [wanted], 7)]
            self.assertEqual(len({tool.name for tool in found}), 8)
            known = [tool.family for tool in found if tool.family is not None]
            self.assertEqual(len({id(family) for family in known}), len(known))
            self.assertLessEqual(sum(tool.searches for tool in found), 1)


class AWrongCall(unittest.TestCase):
    def test_is_another_call_and_is_told_why(self):
        codes = set()
        for rng in drawn(300):
            tool = composed_tool(rng)
            arguments = ask(rng, tool, ENGLISH).arguments
            text, code, message = wrong_call(rng, tool, arguments, [tool])
            wrong = json.loads(text)
            self.assertNotEqual(wrong, {"tool_name": tool.name, "arguments": arguments})
            self.assertEqual(wrong["tool_name"] == tool.name, code == "invalid_tool_args", message)
            codes.add(code)
        self.assertEqual(codes, {"unknown_tool", "invalid_tool_args"})


if __name__ == "__main__":
    unittest.main()
