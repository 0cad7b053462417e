"""Requests: what the text states is what goes into the call, however it is said."""
import itertools
import random
import unittest
from unittest.mock import patch

from . import EVERY, NEVER, drawn
import families
import mentions
import requests
from composed import composed_tool
from tools import Param, family_tool, lookup_tool
from words import CHINESE, ENGLISH

FAMILY = """@ parcels
names: track_parcel
en: Track a parcel.
p: receiver: person = receiver | 收件人
p: what: phrase = contents | 物品
p: carrier: enum ups (UPS), sf (SF Express | 顺丰)
p?: pieces: integer
p?: loud: bool
+en 2=sf, 4=true 3=2: Both by SF, and shout: {1} for {0}
+zh 2=ups: {0}的“{1}”发往{0}
-0 en 2=sf: Send {1} by SF
-1 zh: 用{2}寄给{0}
"""


class OfAFamily(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        (cls.family,) = families.parse(FAMILY, "here")

    def tools_asked(self, zh, times=200):
        """Tools of the family, and what is asked of each by one of the family's own requests, again and again."""
        for rng in drawn(times):
            tool = family_tool(rng, self.family)
            asked = requests.ask(rng, tool, zh)
            if ("发往" if zh else "shout") in asked.text.lower():
                yield tool, asked

    def asked(self, zh, times=200):
        return (asked for _, asked in self.tools_asked(zh, times))

    def test_fills_each_slot_and_settles_what_stands_in_none(self):
        asked = requests.ask(NEVER, family_tool(NEVER, self.family), ENGLISH)
        what, receiver = asked.arguments["what"], asked.arguments["receiver"]
        self.assertEqual(asked.text, f"Both by SF, and shout: {what} for {receiver}")
        settled = {"carrier": "sf", "pieces": 2, "loud": True}
        self.assertEqual(asked.arguments, {"receiver": receiver, "what": what, **settled})

    def test_settles_an_option_as_the_tool_writes_it(self):
        tool = family_tool(NEVER, self.family)
        tool.params[2].options = {option.upper(): words for option, words in tool.params[2].options.items()}
        self.assertEqual(requests.ask(NEVER, tool, ENGLISH).arguments["carrier"], "SF")

    def test_fills_a_slot_as_often_as_it_stands(self):
        for asked in self.asked(CHINESE):
            receiver = asked.arguments["receiver"]
            self.assertEqual(asked.text.count(receiver), 2 if receiver not in asked.arguments["what"] else 3)

    def test_settles_the_same_however_it_is_said(self):
        found = list(self.asked(ENGLISH))
        self.assertGreater(len(found), 100)
        for asked in found:
            self.assertIn(asked.arguments["carrier"], ("sf", "SF"))
            self.assertEqual((asked.arguments["pieces"], asked.arguments["loud"]), (2, True))
            self.assertIn(asked.arguments["what"], asked.text)
            self.assertIn(asked.arguments["receiver"], asked.text)

    def test_has_its_arguments_in_the_order_of_the_schema(self):
        orders = set()
        for zh in (ENGLISH, CHINESE):
            for tool, asked in self.tools_asked(zh):
                declared = list(tool.schema()["parameters"]["properties"])
                self.assertEqual(list(asked.arguments), [name for name in declared if name in asked.arguments])
                orders.add(tuple(declared))
        self.assertEqual(len(orders), 12, "three required ones in any order, then two that are optional in any")

    def test_a_remark_changes_no_argument(self):
        def asked(share, seed, zh):
            rng = random.Random(seed)
            tool = composed_tool(rng, chinese=zh)
            with patch.object(requests, "_REMARKED", share):
                return tool.searches, requests.ask(rng, tool, zh)

        for seed, zh in itertools.product(range(60), (ENGLISH, CHINESE)):
            (searches, plain), (_, remarked) = asked(0, seed, zh), asked(1, seed, zh)
            self.assertEqual(remarked.arguments, plain.arguments)
            # What is searched for could be anything, the remark too.
            self.assertEqual(len(remarked.text) > len(plain.text), not searches, remarked)

    def test_quotes_a_value_without_changing_the_argument(self):
        quoted = 0
        for asked in self.asked(ENGLISH, times=600):
            what = asked.arguments["what"]
            self.assertNotIn(what[0], "\"'“”‘’`「」")
            quoted += any(f"{opening}{what}{closing}" in asked.text for opening, closing in ('""', "''", "“”", "``"))
        self.assertGreater(quoted, 20)

    def test_does_not_quote_what_the_request_quotes(self):
        found = list(self.asked(CHINESE))
        self.assertGreater(len(found), 100)
        for asked in found:
            self.assertIn(f"“{asked.arguments['what']}”", asked.text)

    def test_that_lacks_a_value_lacks_it_in_the_call_too(self):
        for rng in drawn(50):
            tool = family_tool(rng, self.family)
            for zh, lacking in ((ENGLISH, "receiver"), (CHINESE, "what")):
                asked, param = requests.ask_lacking(rng, tool, zh)
                self.assertEqual(param.name, lacking)
                self.assertNotIn(lacking, asked.arguments)
                self.assertIn("carrier", asked.arguments)


class OfAComposedTool(unittest.TestCase):
    def test_gives_every_required_value_or_lacks_one(self):
        for rng in drawn(300):
            for zh in (ENGLISH, CHINESE):
                tool = composed_tool(rng, chinese=zh)
                required = {param.name for param in tool.params if param.required}
                self.assertLessEqual(required, set(requests.ask(rng, tool, zh).arguments))
                lacking = requests.ask_lacking(rng, tool, zh)
                if lacking:
                    asked, param = lacking
                    self.assertEqual(required - set(asked.arguments), {param.name})


class OfALookUp(unittest.TestCase):
    def test_is_its_own_query_or_holds_it(self):
        own = 0
        for rng in drawn(200):
            for zh in (ENGLISH, CHINESE):
                asked = requests.ask(rng, lookup_tool(rng), zh)
                self.assertEqual(list(asked.arguments), ["query"])
                self.assertIn(asked.arguments["query"], asked.text)
                own += asked.arguments["query"] == asked.text
        self.assertTrue(140 < own < 230, own)


class AMention(unittest.TestCase):
    loud = Param("is_loud", "bool", {ENGLISH: "loud", CHINESE: "大声"})
    label = Param("label", "word", {ENGLISH: "tag", CHINESE: "标签"})
    amount = Param("total_sum", "amount", {ENGLISH: "", CHINESE: ""})

    def test_states_a_boolean_by_its_name(self):
        for zh, value, said in [
            (ENGLISH, True, "with loud on"),
            (ENGLISH, False, "with loud off"),
            (CHINESE, True, "要大声"),
            (CHINESE, False, "不要大声"),
        ]:
            self.assertEqual(mentions.mention(EVERY, self.loud, value, "", zh), said)

    def test_names_the_parameter_or_says_where_the_value_belongs(self):
        self.assertEqual(mentions.mention(NEVER, self.label, "pear", "pear", ENGLISH), "with tag pear")
        self.assertEqual(mentions.mention(NEVER, self.label, "pear", "pear", CHINESE), "标签pear")
        self.assertEqual(mentions.mention(NEVER, self.amount, 2, "two", ENGLISH), "with total sum two")
        self.assertEqual(mentions.mention(EVERY, self.amount, 2, "two", ENGLISH), "of two")
        self.assertEqual(mentions.mention(EVERY, self.amount, 2, "two", ENGLISH, near=False), "with total sum two")

    def test_says_a_unit_in_place_of_the_name(self):
        for english, chinese, said in [
            ("kilos", "公斤", ["2 kilos", "2 kilos", "2公斤"]),
            ("kg", "公斤", ["2kg", "2 kg", "2公斤"]),
            ("°C", "度", ["2°C", "2°C", "2度"]),
        ]:
            unit = {ENGLISH: english, CHINESE: chinese}
            load = Param("load", "amount", {ENGLISH: "load", CHINESE: "load"}, unit=unit)
            chances = ((EVERY, ENGLISH), (NEVER, ENGLISH), (EVERY, CHINESE))
            self.assertEqual([mentions.mention(rng, load, 2, "2", zh) for rng, zh in chances], said)

    def test_puts_no_quotes_around_what_holds_them(self):
        self.assertEqual(mentions.quoted(EVERY, "pear", ENGLISH), '"pear"')
        self.assertEqual(mentions.quoted(EVERY, "pear", CHINESE), "“pear”")
        self.assertEqual(mentions.quoted(EVERY, 'the "pear"', ENGLISH), 'the "pear"')

    def test_comes_with_others(self):
        self.assertEqual(mentions.joined(NEVER, [], ENGLISH), "")
        self.assertEqual(mentions.joined(NEVER, ["a 1", "b 2"], ENGLISH), "a 1 b 2")
        self.assertEqual(mentions.joined(EVERY, ["a 1", "b 2", "c 3"], ENGLISH), "a 1, b 2 and c 3")
        self.assertEqual(mentions.joined(EVERY, ["甲1", "乙2"], CHINESE), "甲1，乙2")


class WhatStandsAround(unittest.TestCase):
    tool = family_tool(NEVER, families.parse(FAMILY, "here")[0])

    def finished(self, rng, text, zh):
        return requests.finish(rng, text, self.tool, zh)

    def test_may_be_nothing(self):
        self.assertEqual(self.finished(NEVER, "Where is it?", ENGLISH), "Where is it?")

    def test_is_a_greeting_and_a_closing_with_the_mark_between(self):
        self.assertEqual(self.finished(EVERY, "where is it", ENGLISH), "Hi, where is it. Thanks")
        self.assertEqual(self.finished(EVERY, "Where is it?", ENGLISH), "Hi, Where is it? Thanks")
        self.assertEqual(self.finished(EVERY, "在哪里", CHINESE), "你好，在哪里。谢谢")


if __name__ == "__main__":
    unittest.main()
