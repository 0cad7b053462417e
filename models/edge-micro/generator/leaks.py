"""What stands in the evaluation set and must never be trained on: the names of its tools, and its prompts."""
import json
import re
from pathlib import Path

EVALUATION = Path(__file__).parent.parent / "evaluation"
_FEW = 10


def plain(text):
    return re.sub(r"[\s.?!。？！，,]+", " ", text.lower()).strip()


def _load():
    cases, tools = EVALUATION / "cases.json", EVALUATION / "tools.py"
    if not (cases.exists() and tools.exists()):
        return frozenset(), frozenset()
    names = re.findall(r"^def (\w+)", tools.read_text(encoding="utf-8"), re.M)
    prompts = (plain(case["prompt"]) for case in json.loads(cases.read_text(encoding="utf-8")))
    # Greetings are anyone's.
    return frozenset(names) - {"local_facts_lookup"}, frozenset(prompt for prompt in prompts if len(prompt) > _FEW)


NAMES, PROMPTS = _load()


def leaks(talk):
    """True for a conversation that names a tool of the evaluation set or holds one of its prompts."""
    return bool(NAMES & set(talk["tools"])) or any(role == "user" and plain(text) in PROMPTS for role, text, _ in talk["turns"])
