"""Tests of the generator and the tokenizer; they need nothing but Python's standard library."""
import sys
from pathlib import Path

HOME = Path(__file__).parent.parent
ROOT = HOME.parent.parent
sys.path[:0] = [str(HOME / "generator"), str(HOME / "trainer")]
