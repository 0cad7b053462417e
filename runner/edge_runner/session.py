"""One request, one reply, and the end of the process."""

from __future__ import annotations

import os
import sys

# All that a call needs is imported before the request is read: a runner started ahead has paid by then.
from edge_runner.describe import describe
from edge_runner.failure import flush
from edge_runner.frozen import Recorder, Verifier
from edge_runner.invoke import invoke
from edge_runner.load import Refused, load
from edge_runner.wire import BadRequest, read_request, secret_of, sign_reply

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

    End = Callable[[dict[str, Any]], NoReturn]


def serve(descriptor: int) -> NoReturn:
    """Answer the one request on descriptor 0, on `descriptor`, and end.

    Descriptor and secret live in local variables only: developer code does not come upon them by
    accident. (Code that searches the process for them finds them; it runs as the same user anyway.)
    """
    try:
        line = _read_line()
        if line:
            _take_stdin_and_stdout_away()
            _answer(line, descriptor)
    except BaseException:  # a fault of the runner: no reply is the reply
        sys.__excepthook__(*sys.exc_info())
        os._exit(1)
    os._exit(0)


def _answer(line: bytes, descriptor: int) -> NoReturn:
    try:
        request = read_request(line)
    except BadRequest as error:
        _ending(descriptor, secret_of(line))({"outcome": "bad_request", "reason": str(error)})
    end = _ending(descriptor, bytes.fromhex(request.pop("secret")))
    _set_alarm(request["alarm_seconds"])
    try:
        body = _run(request, end)
    except Refused as refused:
        body = refused.body
    end(body)


def _run(request: dict[str, Any], end: End) -> dict[str, Any]:
    if request["op"] == "describe":
        recorder = Recorder(request.get("file_sha256"), end)
        return describe(load(request["file"], recorder), recorder)
    return invoke(load(request["file"], Verifier(request, end)), request)


def _ending(descriptor: int, secret: bytes | None) -> End:
    """The function that writes the reply and ends the process."""
    owner = os.getpid()

    def end(body: dict[str, Any]) -> NoReturn:
        # Before the reply, since `edge` kills the group as soon as it has that.
        flush()
        # A child that developer code forked, and that came back here, has nothing to say.
        if os.getpid() == owner:
            _write(descriptor, sign_reply(body, secret))
        os._exit(0)

    return end


def _read_line() -> bytes:
    """The bytes up to the first line feed, or to the end of the input."""
    line = bytearray()
    while not line.endswith(b"\n"):
        chunk = os.read(0, 65536)
        if not chunk:
            break
        line += chunk
    return bytes(line).partition(b"\n")[0]


def _write(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]


def _take_stdin_and_stdout_away() -> None:
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    # Both streams reach stderr now: by line, or their lines would arrive out of order.
    sys.stdout.reconfigure(line_buffering=True)


def _set_alarm(seconds: int) -> None:
    """Let the system end the process after that long, should `edge` have died."""
    import _signal  # `signal` itself would import `enum`

    if hasattr(_signal, "alarm"):  # not on Windows
        _signal.signal(_signal.SIGALRM, _signal.SIG_DFL)
        _signal.alarm(seconds)
