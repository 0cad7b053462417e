"""The generator renders what the product renders: both are held to the product's golden files."""
import json
import unittest
from pathlib import Path

from . import ROOT
import contract

GOLDEN = json.loads((ROOT / "test" / "golden" / "contract.json").read_text(encoding="utf-8"))
FEE = {
    "name": "calculate_fee",
    "description": "Compute the service fee for an amount.",
    "parameters": {
        "type": "object",
        "properties": {"amount": {"type": "number"}},
        "required": ["amount"],
        "additionalProperties": False,
    },
}
QUOTE = {
    "name": "fee_quote",
    "description": "Quote the fee for a tier.",
    "parameters": {
        "type": "object",
        "properties": {
            "amount": {"type": "number"},
            "tier": {"type": "string", "enum": ["basic", "pro"], "default": "basic"},
            "note": {"type": ["string", "null"], "default": None},
        },
        "required": ["amount"],
        "additionalProperties": False,
    },
}
STATUS = {
    "name": "order_status",
    "description": "Look up the status of a local order record.",
    "parameters": {
        "type": "object",
        "properties": {"order_id": {"type": "string", "description": "As printed on the bill: “A-1”."}},
        "required": ["order_id"],
        "additionalProperties": False,
    },
}


class TheContract(unittest.TestCase):
    def test_one_tool(self):
        self.assertEqual(contract.contract([FEE]), GOLDEN["one_tool"])

    def test_tools_are_sorted_by_name(self):
        self.assertEqual(contract.contract([STATUS, QUOTE]), GOLDEN["several_tools"])

    def test_a_result(self):
        self.assertEqual(contract.result_turn("calculate_fee", {"fee": 3.5}), GOLDEN["result_turn"])

    def test_a_rejection(self):
        rejection = contract.rejection_turn("invalid_tool_args", "amount must be a number")
        self.assertEqual(rejection, GOLDEN["rejection_turn"])

    def test_nothing_without_tools(self):
        self.assertEqual(contract.contract([]), "")

    def test_a_profile_stands_before_the_contract(self):
        self.assertEqual(contract.system([FEE], "[goal]\n- One."), "Profile:\n[goal]\n- One.\n\n" + GOLDEN["one_tool"])

    def test_a_result_has_sorted_keys_and_plain_unicode(self):
        self.assertEqual(contract.canonical({"b": "é", "a": [1, None]}), '{"a":[1,null],"b":"é"}')


if __name__ == "__main__":
    unittest.main()
