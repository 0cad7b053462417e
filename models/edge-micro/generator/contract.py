"""The text that the model reads and writes, exactly as the product renders it.

`test/golden/contract.json` holds the product's own rendering; `tests/test_contract.py` compares this module with it.
"""
import json

HEAD = (
    "Tools are available. To use one, reply with exactly one JSON object and no other text:\n"
    '{"tool_name":"NAME","arguments":{...}}\n'
    "When no tool is needed, reply in plain text.\nTools:\n"
)
READY = "Ready."


def dumps(value):
    """Compact JSON in the order given, Unicode as it is."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def canonical(value):
    """Compact JSON with sorted keys: the result of a tool as the product shows it (RFC 8785)."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def contract(tools):
    """The contract over schemas `{"name", "description", "parameters"}`, sorted by name as the product sorts them."""
    return HEAD + "\n".join(dumps(tool) for tool in sorted(tools, key=lambda tool: tool["name"])) if tools else ""


def system(tools, profile=""):
    """The text of the system turn; `profile` is the body of a profile."""
    return "\n\n".join(part for part in (f"Profile:\n{profile}" if profile else "", contract(tools)) if part)


def call(name, arguments):
    """What the model says to call a tool."""
    return dumps({"tool_name": name, "arguments": arguments})


def result_turn(name, result):
    """What the product says after a call; `result`: any JSON."""
    return (
        f"Tool result for {name}: {canonical(result)}\n"
        "Answer the user's request using this result, or call another tool."
    )


def rejection_turn(code, message):
    """What the product says after a call that it refused."""
    return f"Tool call rejected ({code}): {message}. Reply with a corrected call or answer in plain text."
