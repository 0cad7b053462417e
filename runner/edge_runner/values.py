"""Developer values as plain JSON data."""

from __future__ import annotations

from edge_runner.canonical import Oversized, Unsupported, canonical
from edge_runner.reading import read_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_LIMIT = 1024 * 1024


def plain(value: Any) -> dict[str, Any]:
    """`{"value": JSON}`, or `{"unsupported": {path, type}}`. Never fails.

    Going through the canonical text leaves nothing in the copy that developer code could change.
    """
    try:
        return {"value": read_json(canonical(value, _LIMIT).decode())}
    except Unsupported as error:
        return {"unsupported": {"path": error.path, "type": error.type}}
    except Oversized:
        return {"unsupported": {"path": "$", "type": f"value over {_LIMIT} bytes"}}
