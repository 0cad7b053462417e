"""The families: the format, and what every family that is shipped must hold."""
import tempfile
import unittest
from pathlib import Path

from . import HOME  # noqa: F401
import families
import leaks
from words import THINGS

PARCEL = """@ parcels
names: track_parcel, where
en: Track a parcel. | Follow it.
zh: 查询包裹。
p: number, code: id = tracking number | 运单号
p?: carrier: enum ups (UPS | UPS), sf (SF Express, SF | 顺丰, 顺丰速运)
p?: loud: bool
r: status: enum shipped, lost; city: city
+en 1=sf, 2=true: Find {0} by SF, loudly
-0 zh: 我的快递到哪了？
"""


def read(text):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "some.txt"
        path.write_text(text, encoding="utf-8")
        return families.read(path)


class TheFormat(unittest.TestCase):
    def test_a_family(self):
        (family,) = read(PARCEL)
        self.assertEqual((family.group, family.names), ("parcels", ["track_parcel", "where"]))
        self.assertEqual(family.descriptions, {"en": ["Track a parcel.", "Follow it."], "zh": ["查询包裹。"]})
        number, carrier, loud = family.params
        self.assertEqual((number.names, number.kind, number.required, number.en, number.zh), (["number", "code"], "id", True, "tracking number", "运单号"))
        self.assertEqual(carrier.options, {"ups": {"en": ["UPS"], "zh": ["UPS"]}, "sf": {"en": ["SF Express", "SF"], "zh": ["顺丰", "顺丰速运"]}})
        self.assertEqual((loud.kind, loud.required), ("bool", False))
        (request,) = family.requests["en"]
        self.assertEqual((request.slots, request.settled), ([0], {1: "sf", 2: True}))
        self.assertEqual(family.lacking["zh"][0][0], 0)
        self.assertEqual(family.results, [[("status", " enum shipped, lost"), ("city", " city")]])

    def test_wrong_lines_are_named(self):
        for line, why in [
            ("+en: Where is it?", "leaves out required"),
            ("+en: Where is {7}?", "a slot without a parameter"),
            ("+en 1=dhl: Find {0}", "no option"),
            ("p: x: nothing", "no parameter"),
            ("what: is this", "an unknown line"),
        ]:
            with self.subTest(line), self.assertRaisesRegex(families.Wrong, rf"^some\.txt:\d+: .*{why}"):
                read(PARCEL + line + "\n")


class WhatIsShipped(unittest.TestCase):
    def test_no_name_stands_twice_in_a_group_and_none_is_of_the_evaluation_set(self):
        found = families.read_all()
        self.assertGreater(len(found), 600)
        for family in found:
            self.assertFalse(leaks.NAMES & set(family.names), family.where)

    def test_no_request_is_a_prompt_of_the_evaluation_set(self):
        self.assertGreater(len(leaks.PROMPTS), 200)
        for family in families.read_all():
            for request in family.requests["en"] + family.requests["zh"]:
                self.assertNotIn(leaks.plain(request.text), leaks.PROMPTS, family.where)

    def test_things_have_words_in_both_languages(self):
        self.assertGreater(len(THINGS), 900)
        for thing in THINGS:
            self.assertTrue(thing.en and thing.zh and thing.group, thing.en)


if __name__ == "__main__":
    unittest.main()
