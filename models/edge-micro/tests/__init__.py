"""Tests of the generator, the tokenizer and the trainer; they need nothing but Python's standard library."""
import os
import random
import sys
from pathlib import Path

HOME = Path(__file__).parent.parent
ROOT = HOME.parent.parent
# Before any module of the generator is imported: what is drawn is the same whatever lists this machine has.
os.environ.setdefault("EDGE_MODEL_SHARE", "/missing")
sys.path[:0] = [str(HOME / "generator"), str(HOME / "trainer")]


class Always(random.Random):
    """Chance that decides alike: every share above `drawn` comes, and every choice is the first."""

    def __init__(self, drawn):
        super().__init__(0)
        self.drawn = drawn

    def random(self):
        return self.drawn

    def choice(self, options):
        return options[0]


# What is done now and then is done each time; what is, never.
EVERY, NEVER = Always(0.0), Always(0.9999)


def drawn(times, seed=0):
    """So many generators of random numbers, each another."""
    return (random.Random(seed + at) for at in range(times))
