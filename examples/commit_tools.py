"""A small ledger. Reading it is free; adding to it waits for a person: `edge tools confirm`."""

from edgestudio.tools import edge_tool

LEDGER = "ledger.txt"


@edge_tool(
    execution_level="commit",
    return_direct=True,
    output_schema={
        "type": "object",
        "properties": {"entries": {"type": "integer"}},
        "required": ["entries"],
        "additionalProperties": False,
    },
)
def append_entry(account: str, cents: int) -> dict:
    """Append one entry to the ledger in the current folder.

    Args:
        account: Who is charged.
        cents: The amount in cents.
    """
    with open(LEDGER, "a", encoding="utf-8") as ledger:
        ledger.write(f"{account!r} {cents}\n")
    return {"entries": len(lines())}


@edge_tool
def count_entries() -> dict:
    """Count the entries of the ledger in the current folder."""
    return {"entries": len(lines())}


def lines() -> list[str]:
    try:
        with open(LEDGER, encoding="utf-8") as ledger:
            return ledger.readlines()
    except FileNotFoundError:
        return []
