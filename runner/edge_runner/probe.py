"""Compiles the runner for this Python, and says which one it is: `python -I probe.py`.

Prints one JSON line, last of all: `edge` ends the process soon after it. Runs on any Python 3, so that one that is too old can say so.
"""

import json
import os
import sys


def main():
    if sys.version_info >= (3, 10):
        compile_runner(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    print(json.dumps(describe_python()))


def describe_python():
    """The interpreter itself: behind a shim the real one, in a virtual environment that one's own."""
    return {
        "version": "{}.{}.{}".format(*sys.version_info),
        "executable": sys.executable,
        "implementation": sys.implementation.name,
        "prefix": sys.prefix,
    }


def compile_runner(root):
    """Write bytecode caches that hold by content, so that copying the files keeps them valid."""
    import py_compile

    mode = py_compile.PycInvalidationMode.CHECKED_HASH
    for package in ("edgestudio", "edge_runner"):
        folder = os.path.join(root, package)
        for name in sorted(os.listdir(folder)):
            if name.endswith(".py"):
                try:
                    py_compile.compile(os.path.join(folder, name), quiet=2, invalidation_mode=mode)
                except OSError:  # a folder that is not ours to write: each start compiles again
                    return


if __name__ == "__main__":
    main()
