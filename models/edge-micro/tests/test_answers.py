"""Each form of a result has one answer in each language."""
import unittest

from . import drawn
from answers import answer, which
from results import result_for
from tools import FAMILIES, Param, Tool, family_tool
from words import CHINESE, ENGLISH

# (result, answer in English, in Chinese)
ANSWERS = {
    "an error": ({"error": "access denied"}, "The tool failed: access denied.", "工具出错了：access denied。"),
    "an error among others": ({"a": 1, "error": "timeout"}, "The tool failed: timeout.", "工具出错了：timeout。"),
    "nothing at all": ({}, "Nothing was found.", "没有找到。"),
    "no match": ({"matches": []}, "Nothing was found.", "没有找到。"),
    "null": ({"result": None}, "Nothing was found.", "没有找到。"),
    "none counted": ({"count": 0, "items": []}, "Nothing was found.", "没有找到。"),
    "zero": ({"count": 0}, "The count is 0.", "count 是 0。"),
    "a number": ({"fee": 3.5}, "The fee is 3.5.", "fee 是 3.5。"),
    "a text": ({"due_date": "2027-01-09"}, "The due date is 2027-01-09.", "due date 是 2027-01-09。"),
    "a text that ends itself": ({"note": "Call back!"}, "The note is Call back!", "note 是 Call back!"),
    "a text that is the answer": ({"result": "Take the bus"}, "Take the bus", "Take the bus"),
    "a number that is the result": ({"result": 7}, "The result is 7.", "result 是 7。"),
    "it went well": ({"saved": True}, "Done.", "完成了。"),
    "it did not": ({"ok": False}, "That did not work.", "没有成功。"),
    "yes": ({"in_stock": True}, "Yes, in stock is true.", "是，in stock 是 true。"),
    "no": ({"late": False}, "No, late is false.", "否，late 是 false。"),
    "a list": ({"names": ["Mia", "Li Wei", "Jo"]}, "The names are Mia, Li Wei and Jo.", "names：Mia、Li Wei、Jo。"),
    "a list of one": ({"names": ["Mia"]}, "The names is Mia.", "names：Mia。"),
    "two values": (
        {"status": "sent", "city": "Oslo"},
        "The city is Oslo and the status is sent.",
        "city 是 Oslo，status 是 sent。",
    ),
    "done, and a value": ({"ok": True, "id": "A-1"}, "Done. The id is A-1.", "完成了。id 是 A-1。"),
    "not done, and a value": (
        {"ok": False, "id": "A-1"},
        "The id is A-1 and the ok is false.",
        "id 是 A-1，ok 是 false。",
    ),
    "done twice": ({"ok": True, "done": True}, "The done is true and the ok is true.", "done 是 true，ok 是 true。"),
    "several values": (
        {"size": 3, "city": "Oslo", "open": True, "days": ["Mon", "Tue"]},
        "city: Oslo, days: Mon and Tue, open: true, size: 3.",
        "city: Oslo，days: Mon、Tue，open: true，size: 3。",
    ),
    "texts": (
        {"rows": [{"text": "Open at 9", "topic": "shop"}, {"text": "Is it?", "topic": "x"}]},
        "Open at 9. Is it?",
        "Open at 9。Is it?",
    ),
    "rows": (
        {"items": [{"price": 3, "name": "tea"}, {"price": 4, "name": "milk"}]},
        "Found 2: name: tea, price: 3; name: milk, price: 4.",
        "找到 2 条：name: tea，price: 3；name: milk，price: 4。",
    ),
}


class AnAnswer(unittest.TestCase):
    def test_of_each_form_of_a_result(self):
        for form, (result, english, chinese) in ANSWERS.items():
            with self.subTest(form):
                self.assertEqual(answer(result, ENGLISH), english)
                self.assertEqual(answer(result, CHINESE), chinese)

    def test_follows_the_sorted_keys(self):
        self.assertEqual(answer({"b": 1, "a": 2, "c": 3}), answer({"c": 3, "b": 1, "a": 2}))

    def test_asks_for_a_missing_value_by_its_name(self):
        param = Param("order_id", "id", {ENGLISH: "order number", CHINESE: "订单号"})
        self.assertEqual([which(param, zh) for zh in (ENGLISH, CHINESE)], ["Which order_id?", "请提供 order_id。"])


class AResult(unittest.TestCase):
    def test_of_a_family_has_the_fields_of_one_of_its_forms(self):
        family = next(each for each in FAMILIES if len(each.results) > 1 and "rows" not in each.results)
        forms = [{key for key, _ in form} for form in family.results]
        exact = 0
        for rng in drawn(200):
            result = result_for(rng, family_tool(rng, family), {}, ENGLISH)
            exact += set(result) in forms
        self.assertGreater(exact, 100)

    def test_has_an_answer_that_says_it(self):
        tool = Tool("a_tool", "", [], "none")
        for rng in drawn(400):
            result = result_for(rng, tool, {}, CHINESE)
            for zh in (ENGLISH, CHINESE):
                said = answer(result, zh)
                for value in result.values():
                    if isinstance(value, (str, float)):
                        self.assertIn(str(value), said)


if __name__ == "__main__":
    unittest.main()
