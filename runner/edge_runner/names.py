"""Text about developer objects that is safe to send: never fails, always encodable, bounded."""

from __future__ import annotations

_NAME_LIMIT = 200


def type_name(kind: type) -> str:
    """A class as text: built-in classes bare (`set`), others as `module.qualname`."""
    try:
        module, name = kind.__module__, kind.__qualname__
        text = name if module == "builtins" else f"{module}.{name}"
    except Exception:  # a metaclass may answer with anything
        text = "object"
    return shorten(text, _NAME_LIMIT)


def shorten(text: str, limit: int) -> str:
    """At most `limit` characters of encodable text, marked where it was cut."""
    text = encodable(text)
    return text if len(text) <= limit else text[: limit - 1] + "…"


def encodable(text: str) -> str:
    """The text as an exact `str`, with U+FFFD for each lone surrogate."""
    text = str.__str__(text)
    if text.isascii():
        return text
    # A pair of surrogates, one after the other, is one character to UTF-16.
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
