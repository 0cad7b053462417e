"""Chains: a message for two tools, and what comes of it."""
import random
import unittest
from unittest.mock import patch

from . import drawn
import chains
import families
import leaks
from answers import NOTHING
import tools
from conversations import two_steps
from tools import family_tool
from words import CHINESE, ENGLISH

TWO = """@ lost
names: find_lost
en: Find a lost thing.
p: what: product = thing | 东西
p?: urgent: bool
r: box: id; days: count
+en: Where is {0}?

@ lost
names: open_box
en: Open a box.
p: box: id
p: minutes: integer
p?: by: product
+en: Open {0} for {1} minutes
after: box=0 a0=2
"""


def second(*lines):
    """The second of the two families, with further lines."""
    return families.parse(TWO + "\n".join(lines), "here")[1]


def made(line, times=300, zh=ENGLISH):
    """Steps of a family whose only chained request is the line; its tools declare their parameters as it does."""
    family = second(line)
    for rng in drawn(times):
        with patch.object(tools, "_MIXED", 0):
            first, then = family_tool(rng, family.before), family_tool(rng, family)
        yield chains.steps(rng, first, then, zh)


class TheFormat(unittest.TestCase):
    def test_says_what_fills_a_parameter(self):
        self.assertEqual(second().links, {0: "box", 2: 0})
        self.assertEqual(second().before.names, ["find_lost"])

    def test_tells_the_two_tools_apart(self):
        (asked,) = second(">en days<n 1=5 a1=true: {n} days {a0} and {-1}, {2}").chained[ENGLISH]
        self.assertEqual((asked.condition, asked.first.slots, asked.second.slots), (("days", False), [0], [1, 2]))
        self.assertEqual((asked.first.settles, asked.second.settles), ({1: True}, {1: 5}))
        self.assertEqual((asked.second.negative, asked.first.negative), ({1}, set()))
        (asked,) = second(">zh days>n: {a0}超过{n}天，开{1}分钟").chained[CHINESE]
        self.assertEqual(asked.condition, ("days", True))

    def test_names_wrong_lines(self):
        for line, why in [
            (">en: open it for {1} minutes", r"leaves out required \[0\]"),
            (">en: has {a0} turned up?", r"leaves out required \[1\]"),
            (">en: {a5} and {1}", "a slot without a parameter"),
            (">en: {a0} for {1}, if below {n}", "a condition is a number"),
            (">en days<n: {a0} for {1}", "a condition is a number"),
            (">en box<n: {a0} for {1} if {n}", "a condition is a number"),
            (">en weight<n: {a0} for {1} if {n}", "no result has weight"),
            ("after: weight=0", "no result has weight"),
            ("after: days=0", "of another kind"),
            ("after: a1=0", "of another kind"),
            ("+en: {-0} for {1}", "a negative slot"),
        ]:
            with self.subTest(line), self.assertRaisesRegex(families.Wrong, f"^here:17: .*{why}"):
                second(line)
        with self.assertRaisesRegex(families.Wrong, "no block of the same group"):
            families.parse(TWO.replace("@ lost", "@ found", 1), "here")


class Steps(unittest.TestCase):
    def test_pass_on_what_was_found_and_what_was_said(self):
        for found in made(">en: has {a0} turned up? open its box for {1} minutes"):
            if found.then is None:
                self.assertFalse(any(found.result.values()), found.result)
                continue
            self.assertEqual(found.then["box"], found.result["box"])
            self.assertEqual(found.then["by"], found.arguments["what"])
            self.assertEqual(list(found.then), ["box", "minutes", "by"])
            self.assertIn(found.arguments["what"], found.text)
            self.assertNotIn(found.result["box"], found.text)

    def test_go_on_where_the_condition_holds_and_only_there(self):
        for line, holds in [
            (">en days<n: {a0}: if under {n} days, open it {1}", lambda days, limit: days < limit),
            (">en days>n: {a0}: if over {n} days, open it {1}", lambda days, limit: days > limit),
        ]:
            went_on = 0
            for found in made(line):
                limit = int(found.text.split(" days")[0].split("r ")[-1])
                self.assertEqual(found.then is not None, holds(found.result["days"], limit), found)
                self.assertIsInstance(found.result["days"], int)
                went_on += found.then is not None
            self.assertTrue(120 < went_on < 240, went_on)

    def test_show_a_negative_number_without_its_sign(self):
        for found in made(">en: {a0} is {-1} too high"):
            if found.then:
                self.assertLess(found.then["minutes"], 0)
                self.assertNotIn(" -", found.text.removeprefix(found.arguments["what"]))


class WhatIsShipped(unittest.TestCase):
    def test_can_be_asked_in_both_languages(self):
        self.assertGreater(len(chains.CHAINS), 60)
        for family in chains.CHAINS:
            self.assertTrue(family.chained[ENGLISH] and family.chained[CHINESE], family.where)

    def test_holds_no_prompt_of_the_evaluation_set(self):
        for family in chains.CHAINS:
            for asked in family.chained[ENGLISH] + family.chained[CHINESE]:
                self.assertNotIn(leaks.plain(asked.text), leaks.PROMPTS, family.where)

    def test_ends_in_one_answer_after_one_call_or_two(self):
        rng, calls = random.Random(4), []
        for _ in range(300):
            talk = two_steps(rng, ENGLISH)
            said = [text for role, text, _ in talk.turns if role == "assistant"]
            calls.append(sum(text.startswith('{"tool_name"') for text in said))
            self.assertFalse(said[-1].startswith('{"tool_name"'))
            self.assertEqual(len(said), calls[-1] + 1)
            if NOTHING[ENGLISH] == said[-1]:
                self.assertEqual(calls[-1], 1)
        self.assertEqual(set(calls), {1, 2})


if __name__ == "__main__":
    unittest.main()
