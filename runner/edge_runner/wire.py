"""The two lines of the protocol: reads a request, signs a reply."""

from __future__ import annotations

from edge_runner.canonical import Unsupported, canonical
from edge_runner.digest import hmac_sha256
from edge_runner.reading import read_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

VERSION = 1


class BadRequest(Exception):
    """A request that is not exactly what the protocol says. Its message repeats none of it."""


def read_request(line: bytes) -> dict[str, Any]:
    """The request of one line, checked down to its last key. Raises `BadRequest`."""
    request = _parse(line)
    if type(request) is not dict:
        raise BadRequest("the request is not an object")
    if not _is_version(request.get("version")):
        raise BadRequest("unknown version")
    op = request.get("op")
    if type(op) is not str or op not in _SHAPES:
        raise BadRequest("unknown op")
    _check_shape(request, _SHAPES[op], _OPTIONAL.get(op, {}))
    return request


def secret_of(line: bytes) -> bytes | None:
    """The request's secret, also of a request that is bad in another way; None where there is none."""
    try:
        secret = read_json(line.decode())["secret"]
    except (ValueError, LookupError, TypeError):
        return None
    return bytes.fromhex(secret) if _is_secret(secret) else None


def sign_reply(body: dict[str, Any], secret: bytes | None) -> bytes:
    """The reply line. A member of `body` that is `bytes` is canonical JSON already.

    Without a secret there is nothing to sign with: the `hmac` is empty, which nobody accepts.
    """
    members = (canonical(key) + b":" + _member(body[key]) for key in sorted(body))
    text = b"{" + b",".join(members) + b"}"
    hmac = hmac_sha256(secret, text) if secret else ""
    return b'{"body":' + text + b',"hmac":"' + hmac.encode() + b'"}\n'


def _parse(line: bytes) -> Any:
    try:
        request = read_json(line.decode())
        canonical(request)  # refuses lone surrogates, and nesting that no reply could carry
    except UnicodeDecodeError:
        raise BadRequest("not UTF-8") from None
    except (ValueError, Unsupported):
        raise BadRequest("not strict JSON") from None
    return request


def _member(value: Any) -> bytes:
    return value if type(value) is bytes else canonical(value)


def _check_shape(value: dict[str, Any], shape: dict[str, Any], optional: dict[str, Any]) -> None:
    if not shape.keys() <= value.keys() <= shape.keys() | optional.keys():
        raise BadRequest("keys are missing or unknown")
    for key, fits in {**shape, **optional}.items():
        if key in value and not fits(value[key]):
            raise BadRequest(f"`{key}` has the wrong form")


def _is_version(value: Any) -> bool:
    return type(value) is int and value == VERSION


def _is_text(value: Any) -> bool:
    return type(value) is str


def _is_count(value: Any) -> bool:
    return type(value) is int and 0 < value < 2**31


def _is_secret(value: Any) -> bool:
    return type(value) is str and len(value) == 64 and set(value) <= set("0123456789abcdef")


def _is_object(value: Any) -> bool:
    return type(value) is dict


def _are_modules(value: Any) -> bool:
    keys = {"name", "path", "sha256"}
    return type(value) is list and all(
        type(module) is dict and module.keys() == keys and all(map(_is_text, module.values())) for module in value
    )


_DESCRIBE = {
    "version": _is_version,
    "op": _is_text,
    "secret": _is_secret,
    "file": _is_text,
    "alarm_seconds": _is_count,
}
_SHAPES = {
    "describe": _DESCRIBE,
    "invoke": {
        **_DESCRIBE,
        "file_sha256": _is_text,
        "local_modules": _are_modules,
        "tool": _is_text,
        "description_sha256": _is_text,
        "arguments": _is_object,
        "result_limit": _is_count,
    },
}
_OPTIONAL = {"describe": {"file_sha256": _is_text}}
