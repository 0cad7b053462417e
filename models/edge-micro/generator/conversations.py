"""Whole conversations: `conversation(rng)` gives the turns that the model reads and writes.

A turn is `(role, text, learnt)`: the roles are those of the chat template, and only learnt turns carry the full loss.
To read some: conversations.py [SEED [COUNT]]
"""
import argparse
import random

import contract
import requests
import texts
import values
from answers import NO_INFO, NO_TOOL, SPACE, answer
from chains import chain, steps
from chance import by_share
from mistakes import wrong_call
from neighbours import others
from talk import Talk, beside, offered, target, tool_count
from tools import LOOKUP
from words import CHINESE, ENGLISH, GENERAL, SMALL_TALK, WORDINGS, WORDS

_CHINESE_SHARE = 0.45
_MOST_CHARACTERS = 5000
# No further request is made beyond; a drill's is the last of those that shards.py takes mostly.
_MANY_CHARACTERS = 4000
_DRILL_CHARACTERS = {ENGLISH: 3400, CHINESE: 2600}
_BASED_ON = {ENGLISH: "Based on your profile: ", CHINESE: "根据你的资料："}
# How often both requests of a message are for one tool.
_SAME_TOOL = 0.25
# What a general request may name.
_NAMED = ("person", "city", "date", "time", "product", "company", "title")
# A profile has one or both of the first; now and then one of the second.
_USUAL_HEADS = ["explicit_preference", "trust_boundary"]
_OTHER_HEADS = ["fact", "goal", "habit", "style", "preference", "domain_knowledge"]


def conversation(rng):
    """{kind: the name of its function below, zh: True for Chinese, tools: names of the offered ones, turns}"""
    while True:
        kind = by_share(rng, MIX)
        talk = kind(rng, rng.random() < _CHINESE_SHARE)
        if kind is not drill:
            _continue(talk)
        if talk.length <= _MOST_CHARACTERS:
            tools = [tool.name for tool in talk.tools]
            return {"kind": kind.__name__, "zh": talk.zh, "tools": tools, "turns": talk.turns}


def one_call(rng, zh):
    """A request, its call, and mostly the answer."""
    tool = target(rng, zh)
    talk = Talk(rng, zh, offered(rng, [tool], zh))
    talk.ask_and_call(tool)
    return talk


def drill(rng, zh):
    """Many tools, and request after request with hardly more than its call: choosing is what takes longest to learn."""
    tools = [target(rng, zh)]
    while rng.random() < 0.8 and not tools[0].chooses:
        tools = [target(rng, zh)]
    tools += beside(rng, tools, rng.choice([2, 3, 5, 6, 7, 7]), zh)
    talk = Talk(rng, zh, tools)
    understood = [tool for tool in tools if tool.understands(zh)]
    choosing = [tool for tool in understood if tool.chooses]
    again = understood + choosing + choosing
    for tool in rng.sample(understood, len(understood)) + rng.sample(again, len(again)):
        form = rng.random()
        if not (form < 0.12 and _ask_lacking(talk, tool) or form > 0.88 and _ask_for_another(talk)):
            asked = requests.ask(rng, tool, zh)
            talk.user(asked.text)
            talk.call(tool, asked.arguments)
        if talk.length >= _DRILL_CHARACTERS[zh]:
            break
    return talk


def missing(rng, zh):
    """A needed value is missing: the model asks for it, and calls when it has come."""
    lacking = None
    while not lacking:
        tool = target(rng, zh)
        lacking = requests.ask_lacking(rng, tool, zh)
    talk = Talk(rng, zh, offered(rng, [tool], zh))
    talk.ask_back(tool, *lacking)
    return talk


def rejected(rng, zh):
    """A call was refused, and the model corrects it."""
    tool = target(rng, zh)
    talk = Talk(rng, zh, offered(rng, [tool], zh))
    asked = requests.ask(rng, tool, zh)
    wrong, code, message = wrong_call(rng, tool, asked.arguments, talk.tools)
    talk.user(asked.text)
    talk.model(wrong, learnt=False)
    talk.user(contract.rejection_turn(code, message))
    talk.call(tool, asked.arguments)
    if rng.random() < 0.3:
        talk.model(talk.run(tool, asked.arguments))
    return talk


def two_steps(rng, zh):
    """One message for two calls."""
    return _chained(rng, zh) if rng.random() < 0.65 else _joined(rng, zh)


def _chained(rng, zh):
    """The second call takes what the first one found, or depends on it; then one answer to both."""
    first, second = chain(rng, zh, documented=rng.random() < (0.42 if zh else 0.06))
    talk = Talk(rng, zh, offered(rng, [first, second], zh))
    asked = steps(rng, first, second, zh)
    talk.user(asked.text)
    talk.call(first, asked.arguments)
    talk.user(contract.result_turn(first.name, asked.result))
    told = answer(asked.result, zh)
    if asked.then is None:
        talk.model(told)
        return talk
    talk.call(second, asked.then)
    talk.model(told + SPACE[zh] + talk.run(second, asked.then))
    return talk


def _joined(rng, zh):
    """Two requests in one message, now and then for the same tool: one call after the other, then one answer to both."""
    first, second = target(rng, zh), target(rng, zh)
    while first.name == second.name or first.group == second.group or LOOKUP in (first.family, second.family):
        first, second = target(rng, zh), target(rng, zh)
    if first.params and rng.random() < _SAME_TOOL:
        second = first
    talk = Talk(rng, zh, offered(rng, [first] if second is first else [first, second], zh))
    asked = [requests.ask(rng, tool, zh, plain=True) for tool in (first, second)]
    talk.user(_in_one_message(rng, zh, *map(_without_end, asked)))
    answers = []
    for tool, each in zip((first, second), asked):
        talk.call(tool, each.arguments)
        answers.append(talk.run(tool, each.arguments))
    talk.model(SPACE[zh].join(answers))
    return talk


def _without_end(asked):
    """The request without the marks at its end, unless they are a value's own."""
    text = asked.text.rstrip(".?!。？！ ")
    stated = [value for value in asked.arguments.values() if isinstance(value, str) and value in asked.text]
    return text if all(value in text for value in stated) else asked.text


def _in_one_message(rng, zh, first, second):
    form = rng.choice(WORDINGS[zh]["joints"])
    start = first if form.startswith("{first}") else _within(first)
    return form.format(first=start, second=_within(second), Second=second)


def _within(text):
    """As it stands within a sentence: abbreviations, Chinese and `I` keep their first letter."""
    keeps = text[:2].isupper() or not text[:1].isascii() or text.startswith(("I ", "I'"))
    return text if keeps else text[:1].lower() + text[1:]


def no_tool(rng, zh):
    """A request that none of the offered tools fits."""
    wanted = target(rng, zh)
    tools = beside(rng, [wanted], tool_count(rng), zh)
    general = rng.random() < 0.45
    # A question could be meant for whatever searches.
    tools = [tool for tool in tools if not (tool.searches and (general or wanted.searches or rng.random() < 0.9))]
    talk = Talk(rng, zh, tools)
    talk.user(_general(rng, zh) if general else requests.ask(rng, wanted, zh).text)
    talk.model(NO_TOOL[zh] if tools else NO_INFO[zh])
    return talk


def _general(rng, zh):
    """What people ask an assistant for, and no tool of a developer's does."""
    text = rng.choice(GENERAL[zh]["asks"])
    drawn = {"number": str(rng.randint(2, rng.choice([12, 100, 3000])))}
    drawn |= {kind: values.draw(kind, rng, zh)[1] for kind in _NAMED}
    text = text.format(**drawn)
    return text.lower() if rng.random() < 0.2 else text


def small_talk(rng, zh):
    """Remarks, and questions that no tool answers."""
    tools = offered(rng, [target(rng, zh)], zh) if rng.random() < 0.8 else []
    talk = Talk(rng, zh, tools)
    for _ in range(rng.choice([1, 1, 2])):
        if rng.random() < 0.7 or talk.searches:
            talk.small_talk()
        else:
            talk.user(rng.choice(SMALL_TALK[zh]["questions"]))
            talk.model(NO_INFO[zh])
    return talk


def profile(rng, zh):
    """A profile stands before the tools: advice restates it, other requests are met as ever."""
    body, told = _profile(rng, zh)
    tool = target(rng, zh)
    tools = offered(rng, [tool], zh) if rng.random() < 0.7 else []
    talk = Talk(rng, zh, tools, body)
    if tools and rng.random() < 0.6:
        talk.ask_and_call(tool)
        return talk
    thing = texts.product(rng, zh)
    if talk.searches or rng.random() < 0.12:
        talk.small_talk()
    else:
        talk.user(rng.choice(WORDINGS[zh]["advice"]).format(thing=thing))
        talk.model(_BASED_ON[zh] + SPACE[zh].join(told))
    return talk


def _profile(rng, zh):
    """The body of a profile, and what it tells."""
    body, told = [], []
    for head in sorted(_heads(rng)):
        body.append(f"[{head}]")
        for _ in range(rng.choice([1, 1, 2])):
            line = rng.choice(WORDS[zh]["boundaries" if head == "trust_boundary" else "preferences"])
            if line not in told:
                told.append(line)
                body.append(f"- {line}")
    return "\n".join(body), told


def _heads(rng):
    usual = rng.sample(_USUAL_HEADS, rng.choice([1, 2]))
    return usual + [rng.choice(_OTHER_HEADS)] if rng.random() < 0.25 else usual


def _continue(talk):
    """Further requests on the same tools: more that is learnt from one contract."""
    while talk.tools and talk.rng.random() < 0.75 and talk.length < _MANY_CHARACTERS and talk.answered:
        tool = talk.rng.choice(talk.tools)
        if tool.understands(talk.zh):
            _ask_again(talk, tool)


def _ask_again(talk, tool):
    form = talk.rng.random()
    if form < 0.1 and _ask_lacking(talk, tool):
        return
    if 0.1 <= form < 0.2 and _ask_for_another(talk):
        return
    if 0.2 <= form < 0.24:
        talk.small_talk()
    else:
        talk.ask_and_call(tool)


def _ask_lacking(talk, tool):
    """A request that lacks a value, and what follows; False where the tool has none to lack."""
    lacking = requests.ask_lacking(talk.rng, tool, talk.zh)
    if lacking:
        talk.ask_back(tool, *lacking)
    return bool(lacking)


def _ask_for_another(talk):
    """A request that no offered tool fits, and what the model says.

    False where a tool could be meant by any request, and where what was drawn to ask for cannot be asked for.
    """
    rng, zh = talk.rng, talk.zh
    if talk.searches:
        return False
    (other,) = others(rng, talk.tools, 1)
    if rng.random() < 0.4:
        text = _general(rng, zh)
    elif other.family is not LOOKUP and other.understands(zh):
        text = requests.ask(rng, other, zh).text
    else:
        return False
    talk.user(text)
    talk.model(NO_TOOL[zh])
    return True


# How often each kind comes.
MIX = {one_call: 50, drill: 14, missing: 13, rejected: 5, two_steps: 13, no_tool: 17, small_talk: 8, profile: 13}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("seed", type=int, nargs="?", default=0, metavar="SEED")
    parser.add_argument("count", type=int, nargs="?", default=5, metavar="COUNT")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    for _ in range(options.count):
        talk = conversation(rng)
        print("=" * 20, talk["kind"])
        for role, text, _ in talk["turns"]:
            print(f"[{role}] {text}")


if __name__ == "__main__":
    main()
