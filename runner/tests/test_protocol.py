import hashlib
import json
import os
import signal
import subprocess
import sys
import unittest

from tests.process import RUNNER, SECRET, ProcessTest, split_reply, start


class Streams(ProcessTest):
    def test_nothing_else_reaches_stdout(self):
        statements = [
            "print('seen')",
            "os.write(1, b'seen\\n')",
            "subprocess.run(['echo', 'seen'])",
            "os.system('echo seen')",
            "sys.__stdout__.write('seen\\n')",
            "print('seen', flush=True, file=open(1, 'w', closefd=False))",
            'print(\'{"body":{"outcome":"result","result":{}},"hmac":"seen"}\')',
            "sys.stdout.write('seen')",
        ]
        for statement in statements:
            source = f"import os, subprocess, sys\n{statement}\n@edge_tool\ndef f():\n    {statement}\n    return 1\n"
            with self.subTest(statement):
                self.assertEqual(self.call(source)["result"], {"result": 1})
                self.assertEqual(self.stderr.count("seen"), 2)

    def test_stdin_is_empty(self):
        source = "import sys, os\n@edge_tool\ndef f(): return [sys.stdin.read(), len(os.read(0, 9))]\n"
        request = json.dumps(self.freeze(self.tools(source), "f")).encode()
        self.assertEqual(self.reply(request + b"\nmore\n")["result"], {"result": ["", 0]})

    def test_streams_that_developer_code_replaced(self):
        source = """
            import sys
            class Odd:
                def write(self, text): pass
                def flush(self): raise KeyboardInterrupt
            @edge_tool
            def f():
                sys.stdout, sys.stderr = Odd(), None
                return 1
        """
        self.assertEqual(self.call(source)["result"], {"result": 1})

    def test_children_do_not_inherit_the_private_descriptor(self):
        source = """
            import os, subprocess, sys
            @edge_tool
            def f():
                listed = "import os\\nfor n in range(3, 64):\\n  try: os.fstat(n); print(n)\\n  except OSError: pass"
                command = [sys.executable, "-c", listed]
                return subprocess.run(command, close_fds=False, capture_output=True, text=True).stdout
        """
        self.assertEqual(self.call(source)["result"], {"result": ""})


class Endings(ProcessTest):
    def exits(self, statement: str) -> subprocess.CompletedProcess:
        file = self.tools(
            f"import os, signal, sys, threading, time\n@edge_tool\ndef f():\n    {statement}\n    return 1\n"
        )
        return start(json.dumps(self.freeze(file, "f")).encode() + b"\n")

    def test_without_a_reply(self):
        table = [
            ("os._exit(0)", 0),
            ("os._exit(7)", 7),
            ("os.kill(os.getpid(), signal.SIGKILL)", -signal.SIGKILL),
            ("os.kill(os.getpid(), signal.SIGSEGV)", -signal.SIGSEGV),
        ]
        for statement, status in table:
            done = self.exits(statement)
            self.assertEqual((done.returncode, done.stdout), (status, b""), statement)

    def test_a_thread_does_not_hold_it_up(self):
        done = self.exits("threading.Thread(target=time.sleep, args=(60,)).start()")
        self.assertEqual((done.returncode, done.stdout.count(b"\n")), (0, 1))

    if hasattr(os, "fork"):

        def test_a_forked_child_says_nothing(self):
            for end in ("return 2", "raise ValueError", "import other"):
                self.write("other.py", "")
                file = self.tools(
                    f"""
                    import os
                    @edge_tool
                    def f():
                        child = os.fork()
                        if not child:
                            {end}
                        return os.waitpid(child, 0)[1]
                    """
                )
                body = self.ask(self.freeze(file, "f"))
                self.assertEqual(body["result"], {"result": 0})

    if hasattr(signal, "alarm"):

        def test_an_orphan_ends_itself(self):
            source = """
                import signal
                @edge_tool
                def f(): return 0 < signal.alarm(0) <= 30, signal.getsignal(signal.SIGALRM) == signal.SIG_DFL
            """
            self.assertEqual(self.call(source, alarm_seconds=30)["result"], {"result": [True, True]})

    def test_a_runner_that_is_not_used(self):
        done = start(b"")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, b"", b""))


class Requests(ProcessTest):
    def setUp(self):
        super().setUp()
        file = self.tools("@edge_tool\ndef f(): return 1\n")
        self.good = {"version": 1, "op": "describe", "secret": SECRET, "file": str(file), "alarm_seconds": 20}

    def refused(self, line: bytes) -> str:
        body = self.reply(line)
        self.assertEqual(body.pop("outcome"), "bad_request")
        return body["reason"]

    def test_signed_refusals(self):
        invoke = self.freeze(self.folder / "tools.py", "f")
        table = [
            ({**self.good, "version": 2}, "unknown version"),
            ({**self.good, "version": True}, "unknown version"),
            ({**self.good, "op": "run"}, "unknown op"),
            ({**self.good, "op": ["run"]}, "unknown op"),
            ({**self.good, "extra": 1}, "keys are missing or unknown"),
            ({key: self.good[key] for key in self.good if key != "file"}, "keys are missing or unknown"),
            ({**self.good, "file": 3}, "`file` has the wrong form"),
            ({**self.good, "alarm_seconds": 0}, "`alarm_seconds` has the wrong form"),
            ({**self.good, "alarm_seconds": 1.0}, "`alarm_seconds` has the wrong form"),
            ({**self.good, "file_sha256": None}, "`file_sha256` has the wrong form"),
            ({**self.good, "tool": "f"}, "keys are missing or unknown"),
            ({**invoke, "arguments": []}, "`arguments` has the wrong form"),
            ({**invoke, "arguments": None}, "`arguments` has the wrong form"),
            ({**invoke, "local_modules": [{"name": "a"}]}, "`local_modules` has the wrong form"),
            ({**invoke, "result_limit": "65536"}, "`result_limit` has the wrong form"),
            ({**invoke, "arguments": {"a": "\ud83d"}}, "not strict JSON"),
        ]
        for request, reason in table:
            with self.subTest(reason):
                self.assertEqual(self.refused(json.dumps(request).encode() + b"\n"), reason)

    def test_unsigned_refusals(self):
        good = json.dumps(self.good)
        lines = [
            "{}", "[]", "nonsense", good[:-1], good + "x", good[:-1] + ', "op": "invoke"}', good[:-1] + ', "x": NaN}',
            good[:-1] + ', "x": 1e999}', good.replace("5a5a", "5A5A"), good.replace(SECRET, "5a"), "[" * 100_000,
        ]  # fmt: skip
        for line in [*(line.encode() for line in lines), b"\xff", good.encode()[:-1] + b', "x": "\xff"}']:
            with self.subTest(line[:40]):
                done = start(line + b"\n")
                body, mac = split_reply(done.stdout)
                self.assertEqual((json.loads(body)["outcome"], mac, done.returncode), ("bad_request", "", 0))

    def test_a_description_of_the_expected_file_only(self):
        file = self.tools("print('it ran')\n")
        sha256 = "sha256:" + hashlib.sha256(file.read_bytes()).hexdigest()
        body = self.describe(file, file_sha256=sha256)
        self.assertEqual((body["outcome"], body["file_sha256"]), ("described", sha256))
        self.assertIn("it ran", self.stderr)
        file.write_text("print('it ran')")
        self.assertEqual(self.describe(file, file_sha256=sha256), {"outcome": "file_changed", "path": str(file)})
        self.assertNotIn("it ran", self.stderr)

    def test_the_last_line_needs_no_line_feed(self):
        self.assertEqual(self.reply(json.dumps(self.good).encode())["outcome"], "described")


class Surroundings(ProcessTest):
    def test_neighbours_do_not_shadow_the_runner(self):
        for name in ("random", "json", "typing", "linecache", "wire", "edge_runner", "edgestudio", "session"):
            self.write(f"{name}.py", "raise RuntimeError('the neighbour ran')\n")
        source = "import random, json\n@edge_tool\ndef f(): return json.dumps(random.Random(1).random() < 2)\n"
        request = self.freeze(self.tools(source), "f")
        body = self.ask(request, cwd=self.folder, env={"PYTHONPATH": "."})
        self.assertEqual((body["result"], request["local_modules"]), ({"result": "true"}, []))
        body = self.call("@edge_tool\ndef f(): raise ValueError\n")
        self.assertEqual((body["outcome"], "the neighbour ran" in self.stderr), ("raised", False))

    def test_a_tools_file_named_like_a_module(self):
        for name in ("json.py", "edgestudio.py", "tools file é.py"):
            file = self.tools("import json\n@edge_tool\ndef f(): return json.loads('[1]')\n", name)
            self.assertEqual(self.ask(self.freeze(file, "f"))["result"], {"result": [1]})

    def test_what_the_file_sees(self):
        file = self.tools(
            """
            import os, sys
            @edge_tool
            def f():
                runner = [place for place in sys.path if "runner" in place]
                return [__name__, __file__, sys.argv, os.getcwd(), sys.modules[__name__].f is f, runner]
            """
        )
        elsewhere = self.folder / "elsewhere"
        elsewhere.mkdir()
        link = self.folder / "link.py"
        link.symlink_to(file)
        result = self.ask(self.freeze(link, "f"), cwd=elsewhere)["result"]
        self.assertEqual(result, {"result": ["edge_tools_file", str(file), [str(file)], str(elsewhere), True, []]})

    def test_assertions_about_the_function_hold(self):
        self.assertEqual(
            self.call("@edge_tool\ndef f(n: int = 1): return n\nassert f(2) == 2\n")["result"], {"result": 1}
        )

    if sys.platform != "win32":

        def test_spawned_children_do_not_start_a_runner(self):
            source = """
                import math, multiprocessing
                @edge_tool
                def f():
                    with multiprocessing.get_context("spawn").Pool(1) as pool:
                        return pool.map(math.factorial, [3, 4])
            """
            self.assertEqual(self.call(source)["result"], {"result": [6, 24]})


class Probe(unittest.TestCase):
    def test_one_line(self):
        done = subprocess.run(
            [sys.executable, "-I", str(RUNNER / "probe.py")], capture_output=True, text=True, check=True
        )
        told = json.loads(done.stdout)
        self.assertEqual(sorted(told), ["executable", "implementation", "prefix", "version"])
        self.assertEqual(told["version"], "{}.{}.{}".format(*sys.version_info))
        self.assertEqual((told["prefix"], told["executable"]), (sys.prefix, sys.executable))
        self.assertEqual(done.stderr, "")


if __name__ == "__main__":
    unittest.main()
