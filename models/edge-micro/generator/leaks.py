"""What stands in the evaluation set and must never be trained on: the names of its tools, and its prompts."""
import json
import re
from pathlib import Path

from tools import OWN_LOOKUP

EVALUATION = Path(__file__).parent.parent / "evaluation"
# A prompt this short is a greeting, and anyone's.
_FEW_CHARACTERS = 10


def plain(text):
    """The text without what does not make another prompt of it: case, spaces and marks."""
    return re.sub(r"[\s.?!。？！，,]+", " ", text.lower()).strip()


def leaks(talk):
    """True for a conversation, as `conversations.py` gives it, that holds a name or a prompt of the evaluation set."""
    typed = {plain(text) for role, text, _ in talk["turns"] if role == "user"}
    return bool(NAMES & set(talk["tools"]) or PROMPTS & typed)


def _names():
    """Of its tools, without the one that the product itself offers."""
    source = (EVALUATION / "tools.py").read_text(encoding="utf-8")
    return frozenset(re.findall(r"^def (\w+)", source, re.M)) - {OWN_LOOKUP}


def _prompts():
    cases = json.loads((EVALUATION / "cases.json").read_text(encoding="utf-8"))
    prompts = (plain(case["prompt"]) for case in cases)
    return frozenset(prompt for prompt in prompts if len(prompt) > _FEW_CHARACTERS)


NAMES, PROMPTS = _names(), _prompts()
