"""SHA-256 and HMAC-SHA256.

`hashlib` and `hmac` load OpenSSL, which takes as long as Python's own start. CPython's built-in
implementation is the one `hashlib` itself falls back to.
"""

from __future__ import annotations

try:
    from _sha2 import sha256  # CPython 3.12 and later
except ImportError:
    try:
        from _sha256 import sha256  # CPython 3.10 and 3.11
    except ImportError:
        from hashlib import sha256


def content_hash(data: bytes) -> str:
    """`sha256:<64 hex digits>` of the bytes."""
    return "sha256:" + sha256(data).hexdigest()


def hmac_sha256(key: bytes, message: bytes) -> str:
    """HMAC-SHA256 (RFC 2104) in hex, for a key of at most 64 bytes."""
    block = key.ljust(64, b"\0")
    inner = sha256(bytes(byte ^ 0x36 for byte in block) + message).digest()
    return sha256(bytes(byte ^ 0x5C for byte in block) + inner).hexdigest()
