"""The families: the format, and what every family that is shipped must hold."""
import unittest

from . import HOME  # noqa: F401
import leaks
from families import ROWS, Wrong, parse
from tools import FAMILIES
from words import CHINESE, ENGLISH

PARCEL = """# A comment.
@ parcels
names: track_parcel, where
en: Track a parcel. | Follow it.
zh: 查询包裹。
p: number, code: id = tracking number | 运单号
p?: carrier: enum ups (UPS | UPS), sf (SF Express, SF | 顺丰，顺丰速运), own
p?: loud: bool
p?: tries: integer = | 次数
r: status: enum shipped, lost; city: city
r: rows

en: Where a parcel is.
+en: Find {0}
+zh 1=sf: 顺丰的{0}，不是{0}的
-0 zh: 我的快递到哪了？
"""


def request(line):
    """What the line says in the family of PARCEL, which has one request in each language."""
    (family,) = parse(PARCEL + line, "some.txt")
    return (family.requests[ENGLISH] + family.requests[CHINESE][1:])[-1]


class TheFormat(unittest.TestCase):
    def setUp(self):
        (self.family,) = parse(PARCEL, "some.txt")

    def test_of_a_family(self):
        family = self.family
        self.assertEqual((family.group, family.where), ("parcels", "some.txt:2"))
        self.assertEqual(family.names, ["track_parcel", "where"])
        english = ["Track a parcel.", "Follow it.", "Where a parcel is."]
        self.assertEqual(family.descriptions, {ENGLISH: english, CHINESE: ["查询包裹。"]})
        self.assertEqual(family.results, [[("status", ["shipped", "lost"]), ("city", "city")], ROWS])

    def test_of_parameters(self):
        number, carrier, loud, tries = self.family.params
        self.assertEqual((number.names, number.kind, number.required), (["number", "code"], "id", True))
        self.assertEqual(number.called, {ENGLISH: "tracking number", CHINESE: "运单号"})
        self.assertEqual((loud.kind, loud.required, loud.called), ("bool", False, {ENGLISH: "", CHINESE: ""}))
        self.assertEqual(tries.called, {ENGLISH: "", CHINESE: "次数"})
        self.assertEqual(carrier.options, {
            "ups": {ENGLISH: ["UPS"], CHINESE: ["UPS"]},
            "sf": {ENGLISH: ["SF Express", "SF"], CHINESE: ["顺丰", "顺丰速运"]},
            "own": {ENGLISH: [], CHINESE: []},
        })

    def test_of_requests(self):
        (plain,), (chinese,) = self.family.requests[ENGLISH], self.family.requests[CHINESE]
        self.assertEqual((plain.text, plain.slots, plain.settles), ("Find {0}", [0], {}))
        self.assertEqual((chinese.slots, chinese.settles, chinese.covered), ([0], {1: "sf"}, {0, 1}))

    def test_of_requests_that_settle_values(self):
        for line, settles in [
            ("+en 1=sf: Find {0}", {1: "sf"}),
            ("+en 1=sf, 2=true: Find {0}", {1: "sf", 2: True}),
            ("+en 1=sf,2=false: Find {0}", {1: "sf", 2: False}),
            ("+en 3=255 1=own: Find {0}", {3: 255, 1: "own"}),
            ("+en 3=-2.5: Find {0}", {3: -2.5}),
        ]:
            with self.subTest(line):
                self.assertEqual(request(line).settles, settles)

    def test_of_requests_that_lack_a_value(self):
        ((lacking, asked),) = self.family.lacking[CHINESE]
        self.assertEqual((lacking, asked.text), (0, "我的快递到哪了？"))
        (family,) = parse(PARCEL + "-0 en 1=sf 2=true: Find it with SF", "some.txt")
        ((lacking, asked),) = family.lacking[ENGLISH]
        self.assertEqual((lacking, asked.settles), (0, {1: "sf", 2: True}))

    def test_names_wrong_lines(self):
        at = len(PARCEL.splitlines()) + 1
        for line, why in [
            ("+en: Where is it?", "leaves out required"),
            ("+en: Where is {7}?", "a slot without a parameter"),
            ("+en: Where is {0}, {2}?", "or for a boolean"),
            ("+en 1=dhl: Find {0}", "no option"),
            ("+en 2=perhaps: Find {0}", "perhaps"),
            ("+en 8=1: Find {0}", "out of range"),
            ("+en 3=many: Find {0}", "many"),
            ("-0 en: Where is {0}?", "lacks no required 0"),
            ("-1 en: Where is {0}?", "lacks no required 1"),
            ("p: x: nothing", "no parameter"),
            ("p: x: enum alone", "no parameter"),
            ("p: x: word of mine", "no parameter"),
            ("r: status: enumeration", "no kind"),
            ("what: is this", "an unknown line"),
        ]:
            with self.subTest(line), self.assertRaisesRegex(Wrong, rf"^some\.txt:{at}: .*{why}"):
                parse(PARCEL + line + "\n", "some.txt")

    def test_names_a_family_that_lacks_what_each_has(self):
        with self.assertRaisesRegex(Wrong, "^some.txt:1: a family without"):
            parse("@ parcels\nnames: where\n" + PARCEL, "some.txt")


class WhatIsShipped(unittest.TestCase):
    def test_names_no_tool_of_the_evaluation_set(self):
        self.assertGreater(len(FAMILIES), 600)
        for family in FAMILIES:
            self.assertFalse(leaks.NAMES & set(family.names), family.where)

    def test_holds_no_prompt_of_the_evaluation_set(self):
        self.assertGreater(len(leaks.PROMPTS), 200)
        for family in FAMILIES:
            for asked in family.requests[ENGLISH] + family.requests[CHINESE]:
                self.assertNotIn(leaks.plain(asked.text), leaks.PROMPTS, family.where)


if __name__ == "__main__":
    unittest.main()
