"""The script that `edge` starts: `python -I -B -X utf8 main.py`.

Python compiles the main script at every start, so this one only secures the descriptors and
imports the rest, whose bytecode is cached.
"""

import os
import sys


def main():
    # Not inherited by children (PEP 446); from here on whatever writes to stdout reaches stderr.
    replies = os.dup(1)
    os.dup2(2, 1)
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    sys.path.insert(0, root)
    try:
        from edge_runner.session import serve
    finally:
        # `edgestudio` is loaded by now: a tools file can neither miss it nor find a neighbour here.
        sys.path.remove(root)
    serve(replies)


# `multiprocessing` runs this file again, under another name, in the children it spawns.
if __name__ == "__main__":
    main()
