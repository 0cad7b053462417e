"""What the generator makes: calls that fit their schemas, values that stand in the request; for one seed the same."""
import json
import random
import unittest
from unittest.mock import patch

from . import HOME  # noqa: F401
import conversations
import leaks

COUNT = 400
TYPES = {"string": str, "boolean": bool, "array": list, "null": type(None)}


def made(seed=7, count=COUNT):
    rng = random.Random(seed)
    return [conversations.conversation(rng) for _ in range(count)]


def fits(value, schema):
    types = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    if isinstance(value, bool):
        return "boolean" in types
    if isinstance(value, (int, float)):
        return "number" in types or ("integer" in types and isinstance(value, int))
    if not any(kind in TYPES and isinstance(value, TYPES[kind]) for kind in types):
        return False
    if isinstance(value, list):
        return all(fits(item, schema["items"]) for item in value)
    return value in schema.get("enum", [value])


def schemas_in(talk):
    """The tools as the model reads them, by name."""
    for _, text, _ in talk["turns"]:
        if "\nTools:\n" in text:
            return {tool["name"]: tool for tool in map(json.loads, text.split("\nTools:\n")[1].split("\n"))}
    return {}


class WhatIsMade(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.talks = made()

    def calls(self):
        for talk in self.talks:
            for role, text, learnt in talk["turns"]:
                if role == "assistant" and learnt and text.startswith("{"):
                    yield talk, json.loads(text)

    def test_the_same_for_the_same_seed(self):
        self.assertEqual(made(count=20), made(count=20))

    def test_every_kind_and_both_languages_come(self):
        self.assertEqual({talk["kind"] for talk in self.talks}, {make.__name__ for make in conversations.MIX})
        chinese = sum(talk["zh"] for talk in self.talks) / COUNT
        self.assertTrue(0.35 < chinese < 0.55, chinese)

    def test_each_has_something_to_learn(self):
        self.assertEqual([talk["turns"] for talk in self.talks if not any(learnt for *_, learnt in talk["turns"])], [])

    def test_a_drill_asks_again_and_again_of_at_most_eight_tools(self):
        drills = [talk for talk in self.talks if talk["kind"] == "drill"]
        self.assertTrue(all(3 <= len(talk["tools"]) <= 8 for talk in drills))
        said = [sum(learnt for *_, learnt in talk["turns"]) for talk in drills]
        self.assertGreater(sum(said) / len(said), 5)

    def test_a_drill_of_a_long_contract_asks_at_least_once(self):
        for seed in range(40):
            with patch.dict(conversations._DRILL_CHARACTERS, {False: 0, True: 0}):
                turns = conversations.drill(random.Random(seed), zh=seed % 2 == 0).turns
            self.assertTrue(any(learnt for *_, learnt in turns), turns)

    def test_a_message_may_ask_one_tool_twice(self):
        with patch.object(conversations, "_SAME_TOOL", 1):
            talks = [conversations._joined(random.Random(seed), zh=seed % 2 == 0) for seed in range(20)]
        twice = 0
        for talk in talks:
            calls = [json.loads(text) for role, text, learnt in talk.turns if learnt and text.startswith("{")]
            twice += len(calls) == 2 and calls[0]["tool_name"] == calls[1]["tool_name"]
        self.assertGreater(twice, 10)

    def test_every_call_that_is_learnt_fits_its_tool(self):
        seen = 0
        for talk, call in self.calls():
            self.assertEqual(list(call), ["tool_name", "arguments"])
            parameters = schemas_in(talk)[call["tool_name"]]["parameters"]
            self.assertLessEqual(set(parameters["required"]), set(call["arguments"]))
            declared = [name for name in parameters["properties"] if name in call["arguments"]]
            self.assertEqual(list(call["arguments"]), declared)
            for name, value in call["arguments"].items():
                self.assertTrue(fits(value, parameters["properties"][name]), (call, name))
            seen += 1
        self.assertGreater(seen, COUNT / 2)

    def test_texts_that_are_copied_stand_in_what_was_typed(self):
        for talk, call in self.calls():
            properties = schemas_in(talk)[call["tool_name"]]["parameters"]["properties"]
            typed = " ".join(text for role, text, _ in talk["turns"] if role == "user").lower()
            for name, value in call["arguments"].items():
                if isinstance(value, str) and "enum" not in properties[name]:
                    self.assertIn(value.lower(), typed)

    def test_tools_are_one_to_eight_with_names_of_their_own(self):
        for talk in self.talks:
            self.assertLessEqual(len(talk["tools"]), 8)
            self.assertEqual(len(set(talk["tools"])), len(talk["tools"]))

    def test_a_wrong_call_is_never_learnt(self):
        for talk in self.talks:
            for at, (role, text, _) in enumerate(talk["turns"]):
                if role == "user" and text.startswith("Tool call rejected ("):
                    self.assertFalse(talk["turns"][at - 1][2])
                    self.assertTrue(talk["turns"][at + 1][2])

    def test_leaks_are_seen(self):
        name, prompt = min(leaks.NAMES), min(leaks.PROMPTS)
        self.assertTrue(leaks.leaks({"tools": [name], "turns": []}))
        self.assertTrue(leaks.leaks({"tools": [], "turns": [("user", prompt.upper() + "!", False)]}))
        self.assertFalse(leaks.leaks({"tools": ["calculate_fee"], "turns": [("user", "hello", False)]}))


if __name__ == "__main__":
    unittest.main()
