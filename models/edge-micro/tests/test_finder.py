"""What is chosen in a conversation: where the schemas stand, which of them each call means, where values come from."""
import json
import unittest

from . import HOME, drawn
from chatml import SAID, encoded
from contract import call, contract, result_turn, system
from conversations import conversation
from finder import Finder
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


class TheFinder(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.tokenizer = Tokenizer.load(HOME / "trainer" / "tokenizer.json")

    def found(self, *turns):
        """The tokens of a conversation that offers TOOLS, its schemas and its calls."""
        offered = ("system", system(TOOLS), False), *turns
        return encoded(self.tokenizer, offered)[0], *self.in_turns(*offered)

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

    def test_a_value_is_found_only_where_it_stands_alone(self):
        for request, value, found in [
            ("user: start it", "start", "start"), ("be a user", "user", "user"), ("make it plain", "user", None),
            ("the user_id", "id", None), ("the café", "caf", None), ("B4-2 or so", "B4", None), ("#B4, please", "#B4", "#B4"),
            ("a,b", "b", "b"), ("停到北-4号位", "北-4", "北-4"), ("停到北-42", "北-4", None), ("叫小王停车", "小王", "小王"),
        ]:
            _, copies = self.looks(request, {"bay": value})
            self.assertEqual([text for _, text in copies], [found] if found else [], (request, value))

    def test_an_option_that_stands_in_the_request_is_looked_at_in_both_places(self):
        options, copies = self.looks("the small one", {"size": "small"})
        self.assertEqual([text for _, text in options + copies], ["small", "small"])

    def test_booleans_nothing_and_lists_are_looked_for_nowhere(self):
        self.assertEqual(self.looks("true, null, [1]", {"bay": True, "size": None, "level": [1]}), ([], []))

    def test_a_second_call_takes_from_the_result_of_the_first(self):
        ids, _, calls = self.found(
            ("user", "ring, then park", False), ("assistant", call("ring", {"times": 1}), True),
            ("user", result_turn("ring", {"bay": "C-17"}), False), ("assistant", call("park_car", {"bay": "C-17"}), True),
        )
        [[at, span]] = calls[1].copies
        self.assertEqual(self.tokenizer.decode(ids[span.first:span.last + 1]), "C-17")
        self.assertLess(span.last, at)

    def test_a_call_without_arguments_has_no_values(self):
        _, _, [found] = self.found(("user", "my bike", False), ("assistant", call("park_bike", {}), True))
        self.assertEqual((found.schema, found.options, found.copies), (0, [], []))

    def in_turns(self, *turns):
        """The schemas and the calls of a conversation."""
        ids, weights = encoded(self.tokenizer, turns)
        return Finder(self.tokenizer).find(ids, [weight == SAID for weight in weights[1:]] + [False])

    def test_a_contract_in_a_later_turn_is_read_and_schemas_elsewhere_are_not(self):
        schemas, calls = self.in_turns(
            ("system", system([], "[goal]\n- ride more"), False), ("user", contract(TOOLS), False),
            ("assistant", "Ready.", False), ("user", f"what is this?\n{contract(TOOLS[:1])}", False),
            ("assistant", call("ring", {}), True),
            ("user", '{"name":"x" oops "additionalProperties":false}}', False), ("assistant", "What?", True),
        )
        self.assertEqual([self.tokenizer.decode(each.name) for each in schemas], ["park_bike", "park_car", "ring"])
        self.assertEqual([each.schema for each in calls], [2])

    def test_an_option_that_is_cut_with_what_stands_beside_it_is_left_out(self):
        sizes = {"type": "array", "items": {"type": "string", "enum": ["a"]}}
        odd = tool("show", sizes=sizes, which={"type": ["string", "null"], "enum": ["all", "null", None]})
        [schema], _ = self.in_turns(("system", system([odd]), False))
        self.assertLessEqual({"all"}, {*schema.options["which"]})
        self.assertNotIn(None, [span for spans in schema.options.values() for span in spans.values()])
        self.assertNotIn("sizes", schema.options)

    def test_every_call_of_the_data_is_found(self):
        for rng in drawn(60):
            talk = conversation(rng)
            schemas, calls = self.in_turns(*talk["turns"])
            self.assertEqual(sorted(self.tokenizer.decode(each.name) for each in schemas), sorted(talk["tools"]))
            said = [json.loads(text) for _, text, learnt in talk["turns"] if learnt and text.startswith('{"')]
            called = [self.tokenizer.decode(schemas[each.schema].name) for each in calls]
            self.assertEqual(called, [each["tool_name"] for each in said])


if __name__ == "__main__":
    unittest.main()
