"""Run from the repository root: `python3 -m unittest discover -s runner/tests -t runner`."""
