"""Tools that are told by an argument what a request is about: the request's words say which, in both languages."""
import unittest
from unittest.mock import patch

from . import drawn
import choices
from choices import choosing_tool
from meanings import Meaning
from neighbours import others
from requests import ask
from tools import ACTION, QUALITY, THING
from words import CHINESE, ENGLISH, humanize


def chosen(rng, zh):
    """A tool, what is asked of it, and its parameter that tells what the request is about."""
    tool = choosing_tool(rng, lambda thing: [], chinese=zh)
    (param,) = [param for param in tool.params if param.place]
    return tool, ask(rng, tool, zh, plain=True), param


def told(text, words):
    return any(word.lower() in text.lower() for word in words)


class AChoosingTool(unittest.TestCase):
    def test_is_asked_for_in_words_of_the_option_that_the_call_has(self):
        places, other_words = set(), 0
        for rng in drawn(200):
            for zh in (ENGLISH, CHINESE):
                tool, asked, param = chosen(rng, zh)
                if param.kind == "bool" or tool.name in asked.text:
                    continue
                option = asked.arguments[param.name]
                own = [option, humanize(option)]
                self.assertTrue(told(asked.text, own + param.options[option][zh]), asked)
                other_words += not told(asked.text, own)
                places.add(param.place)
        self.assertEqual(places, {THING, ACTION, QUALITY})
        self.assertGreater(other_words, 150)

    def test_has_a_flag_that_is_false_when_the_opposite_is_said(self):
        found = set()
        for rng in drawn(300):
            for zh in (ENGLISH, CHINESE):
                tool, asked, param = chosen(rng, zh)
                if param.kind != "bool" or param.name not in asked.arguments or tool.name in asked.text:
                    continue
                value = asked.arguments[param.name]
                said = told(asked.text, param.said[value][zh])
                named = told(asked.text, [param.name, param.called[zh]])
                self.assertTrue(said or named, asked)
                found.add((zh, value))
        self.assertEqual(len(found), 4)

    def test_offers_options_of_which_no_two_are_the_same(self):
        for rng in drawn(200):
            tool, _, param = chosen(rng, ENGLISH)
            words = [word for meaning in tool.things for word in meaning.words[ENGLISH]]
            self.assertEqual(len(words), len(set(words)), param.options)

    def test_has_kinds_and_what_is_of_a_kind_where_wordnet_is_there(self):
        def noun(*words):
            return Meaning({ENGLISH: list(words), CHINESE: []})

        kinds = {"craft": [noun("tall ship", "schooner"), noun("dinghy"), noun("barge")], "tool": [noun("awl")] * 3}
        asked = {}
        with patch.object(choices, "_KINDS", kinds):
            for rng in drawn(300):
                tool, each, param = chosen(rng, ENGLISH)
                asked.setdefault(each.arguments.get(param.name), set()).add(each.text.lower())
        self.assertTrue(any(told(text, ["schooner"]) for text in asked["tall_ship"]), "another word of a thing of a kind")
        self.assertTrue(any(told(text, ["awl"]) for text in asked["tool"]), "a thing for its kind")

    def test_stands_beside_no_tool_for_one_of_its_things(self):
        for rng in drawn(60):
            tool, _, _ = chosen(rng, ENGLISH)
            for other in others(rng, [tool], 7):
                if other.thing and any(one.shares(each) for one in tool.things for each in other.things):
                    alike = any(one.shares(each) for one in tool.actions for each in other.actions)
                    self.assertFalse(alike, (tool.name, other.name))


if __name__ == "__main__":
    unittest.main()
