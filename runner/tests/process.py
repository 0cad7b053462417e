"""Starts the runner as `edge` does, and checks the frame of what it answers."""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import subprocess
import sys
import tempfile
import textwrap
import unittest
from pathlib import Path

from edge_runner.numeric import all_digits

RUNNER = Path(__file__).resolve().parent.parent / "edge_runner"
SECRET = "5a" * 32
NOT_DESCRIBED = {"written", "file", "line", "reachable"}


class ProcessTest(unittest.TestCase):
    """A test with a folder of its own, for tools files and their neighbours."""

    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(os.path.realpath(temporary.name))
        self.stderr = ""

    def write(self, name: str, source: str | bytes) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        data = source if isinstance(source, bytes) else textwrap.dedent(source).encode()
        path.write_bytes(data)
        return path

    def tools(self, source: str, name: str = "tools.py") -> Path:
        """A tools file that starts with the import of the decorator, on its first line."""
        return self.write(name, "from edgestudio.tools import edge_tool\n" + textwrap.dedent(source))

    def describe(self, file: Path, file_sha256: str | None = None, **options) -> dict:
        request = {"version": 1, "op": "describe", "secret": SECRET, "file": str(file), "alarm_seconds": 20}
        return self.ask({**request, **({"file_sha256": file_sha256} if file_sha256 else {})}, **options)

    def listed(self, source: str) -> list[dict]:
        body = self.describe(self.tools(source))
        self.assertEqual(body["outcome"], "described", self.stderr)
        return body["tools"]

    def freeze(self, file: Path, tool: str, arguments: dict | None = None, cwd: Path | None = None, **changes) -> dict:
        """The request that calls a tool of the file as it is now."""
        described = self.describe(file, cwd=cwd)
        self.assertEqual(described["outcome"], "described", self.stderr)
        named = [each for each in described["tools"] if tool_name(each) == tool and each["reachable"]]
        return {
            "version": 1,
            "op": "invoke",
            "secret": SECRET,
            "file": str(file),
            "alarm_seconds": 20,
            "file_sha256": described["file_sha256"],
            "local_modules": described["local_modules"],
            "tool": tool,
            "description_sha256": description_hash(named[0]),
            "arguments": arguments or {},
            "result_limit": 65536,
            **changes,
        }

    def call(self, source: str, tool: str = "f", arguments: dict | None = None, **changes) -> dict:
        """Freeze and call, in two processes."""
        return self.ask(self.freeze(self.tools(source), tool, arguments, **changes))

    def ask(self, request: dict, **options) -> dict:
        with all_digits():
            line = json.dumps(request).encode() + b"\n"
        return self.reply(line, **options)

    def reply(self, line: bytes, **options) -> dict:
        """The body of the one reply, whose HMAC, canonical form and exit status were right."""
        done = start(line, **options)
        self.stderr = done.stderr.decode(errors="replace")
        self.assertEqual(done.returncode, 0, self.stderr)
        self.assertEqual(done.stdout.count(b"\n"), 1, self.stderr)
        body, expected = split_reply(done.stdout)
        self.assertEqual(hmac.new(bytes.fromhex(SECRET), body, "sha256").hexdigest(), expected)
        with all_digits():
            return json.loads(body)


def start(line: bytes, python: str = sys.executable, **options) -> subprocess.CompletedProcess:
    command = [python, "-I", "-B", "-X", "utf8", str(RUNNER / "main.py")]
    return subprocess.run(command, input=line, capture_output=True, timeout=30, **options)


def split_reply(line: bytes) -> tuple[bytes, str]:
    prefix, separator = b'{"body":', b',"hmac":"'
    assert line.startswith(prefix) and line.endswith(b'"}\n'), line
    body, _, mac = line[len(prefix) : -3].rpartition(separator)
    return body, mac.decode()


def tool_name(tool: dict) -> str:
    return tool["metadata"].get("name", {}).get("value", tool["function"])


def description_hash(tool: dict) -> str:
    """The hash as `edge` computes it: over the reply's own data, by another writer than the runner's."""
    description = {key: value for key, value in tool.items() if key not in NOT_DESCRIBED}
    description["parameters"] = [
        {key: value for key, value in parameter.items() if key != "written"} for parameter in tool["parameters"]
    ]
    text = json.dumps(description, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()
