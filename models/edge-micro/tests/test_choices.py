"""The choices of a conversation: where the tools' schemas stand, and which of them each call means."""
import unittest

from . import HOME
from chatml import SAID, encoded
from choices import Finder
from contract import call, result_turn, system
from tokenizer import Tokenizer


def tool(name, **properties):
    parameters = {"type": "object", "properties": properties, "required": [*properties], "additionalProperties": False}
    return {"name": name, "description": f"Does what {name} says.", "parameters": parameters}


SIZES = ["small", "long-bed", 'a "b"', None]
TOOLS = [
    tool(
        "park_car", bay={"type": "string"}, size={"type": ["string", "null"], "enum": SIZES}, level={"type": "integer"}
    ),
    tool("park_bike"),
    tool("ring", times={"type": "integer", "default": 1}),
]


class TheChoices(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.tokenizer = Tokenizer.load(HOME / "trainer" / "tokenizer.json")

    def found(self, *turns):
        """The tokens of a conversation that offers TOOLS, its schemas and its calls."""
        ids, weights = encoded(self.tokenizer, [("system", system(TOOLS), False), *turns])
        schemas, calls = Finder(self.tokenizer).find(ids, [weight == SAID for weight in weights[1:]] + [False])
        return ids, schemas, calls

    def test_schemas_stand_from_their_name_to_their_last_token(self):
        ids, schemas, _ = self.found()
        self.assertEqual([self.tokenizer.decode(each.name) for each in schemas], ["park_bike", "park_car", "ring"])
        for each in schemas:
            self.assertEqual(tuple(ids[each.start:each.start + len(each.name)]), each.name)
            self.assertRegex(self.tokenizer.decode(ids[each.start:each.end + 1]), "[^\n]*false}}$")

    def test_a_call_means_the_schema_of_its_name(self):
        ids, schemas, calls = self.found(
            ("user", "ring twice", False), ("assistant", call("ring", {"times": 2}), True),
            ("user", result_turn("ring", {"rung": 2}), False), ("assistant", "Rung.", True),
            ("user", "and park it in B4", False), ("assistant", call("park_car", {"bay": "B4"}), True),
        )
        self.assertEqual([self.tokenizer.decode(schemas[each.schema].name) for each in calls], ["ring", "park_car"])
        begun = [self.tokenizer.decode(ids[each.at:each.at + 2]) for each in calls]
        self.assertEqual(begun, ['{"tool_name":"ring', '{"tool_name":"park'])

    def test_a_call_counts_only_where_it_is_learnt_and_names_an_offered_tool(self):
        wrong, unknown = call("park_bike", {}), call("park_boat", {})
        _, _, calls = self.found(
            ("user", "my boat", False), ("assistant", wrong, False),
            ("user", "no", False), ("assistant", unknown, True),
        )
        self.assertEqual(calls, [])

    def test_what_a_user_quotes_of_a_call_is_none(self):
        quoted = call("ring", {"times": 2})
        _, schemas, calls = self.found(("user", quoted, False), ("assistant", "What is that?", True))
        self.assertEqual((len(schemas), calls), (3, []))

    def looks(self, request, arguments):
        """(what comes next, what is looked at) of a call's values: those that are options, those that are copied."""
        ids, _, [found] = self.found(("user", request, False), ("assistant", call("park_car", arguments), True))

        def texts(looks):
            return [
                (self.tokenizer.decode(ids[at + 1:at + 2]), self.tokenizer.decode(ids[span.first:span.last + 1]))
                for at, span in looks
            ]

        return texts(found.options), texts(found.copies)

    def test_the_options_of_an_enum_are_known_each(self):
        ids, schemas, _ = self.found()
        spans = schemas[1].options["size"]
        self.assertEqual(
            {option: self.tokenizer.decode(ids[span.first:span.last + 1]) for option, span in spans.items()},
            {"small": "small", "long-bed": "long-bed", 'a "b"': 'a \\"b\\"'},
        )
        self.assertEqual((schemas[0].options, schemas[2].options), ({}, {}))

    def test_a_value_that_is_an_option_looks_at_it_and_others_where_they_stand_in_the_request(self):
        request, arguments = "put it into 北-4 on 12, it's a pickup", {"bay": "北-4", "size": "long-bed", "level": 12}
        options, copies = self.looks(request, arguments)
        self.assertEqual((options, copies), ([("long", "long-bed")], [("北", "北-4"), ("1", "12")]))

    def test_a_value_that_the_request_holds_twice_not_at_all_or_within_another_looks_nowhere(self):
        for request in ("B4 or rather B4", "the fourth bay", "B44", "1.12, 12.5 and 112", ""):
            self.assertEqual(self.looks(request, {"bay": "B4", "size": None, "level": 12}), ([], []), request)


if __name__ == "__main__":
    unittest.main()
