"""Whole conversations: `conversation(rng)` gives the turns that the model reads and writes.

A turn is `(role, text, learnt)`; the roles are those of the chat template, and only learnt turns carry the full loss.
"""
import contract
import requests
import values
from answers import NO_INFO, NO_TOOL, answer, result_for, which
from tools import FAMILIES, LOOKUP, composed_tool, family_tool, lookup_tool, others
from words import COMMON

CHINESE = 0.45
# How often one tool is offered, two, … eight: few mostly, as in use, and so that much is learnt from a short prompt.
TOOL_COUNTS = [20, 28, 15, 11, 9, 7, 5, 5]
MOST_CHARACTERS = 5000


class Talk:
    """A conversation as it grows, over the tools that it offers."""

    def __init__(self, rng, zh, tools, profile=""):
        self.rng, self.zh, self.tools = rng, zh, tools
        self.turns = []
        schemas = [tool.schema() for tool in tools]
        if profile and tools and rng.random() < 0.2:
            # A contract that comes after a prefix that is fixed already, as a restored imprint brings it.
            self.turns = [("system", contract.system([], profile), False), ("user", contract.contract(schemas), False), ("assistant", contract.READY, False)]
        elif tools or profile:
            self.turns = [("system", contract.system(schemas, profile), False)]

    def user(self, text):
        self.turns.append(("user", text, False))

    def model(self, text, learnt=True):
        self.turns.append(("assistant", text, learnt))

    def call(self, tool, arguments):
        self.model(contract.call(tool.name, arguments))

    def result(self, tool, arguments):
        result = result_for(self.rng, tool, arguments, self.zh)
        self.user(contract.result_turn(tool.name, result))
        return result


def target(rng, zh):
    """A tool to ask for: of a family that knows the language, composed, or the look-up of facts."""
    documented = rng.random() < (0.42 if zh else 0.06)
    form = rng.random()
    if form < 0.07:
        return lookup_tool(rng)
    if form < 0.82:
        family = rng.choice(FAMILIES)
        while not family.requests["zh" if zh else "en"]:
            family = rng.choice(FAMILIES)
        return family_tool(rng, family, documented)
    return composed_tool(rng, zh=documented, chinese=zh)


def offered(rng, wanted, zh, least=0):
    """The wanted tools among others, one to eight."""
    count = max(len(wanted) + least, rng.choices(range(1, 9), TOOL_COUNTS)[0])
    return wanted + others(rng, wanted, count - len(wanted), zh and rng.random() < 0.5)


def call_and_answer(talk, tool, answered=0.72):
    asked = requests.ask(talk.rng, tool, talk.zh)
    talk.user(asked.text)
    talk.call(tool, asked.arguments)
    if talk.rng.random() < answered:
        talk.model(answer(talk.result(tool, asked.arguments), talk.zh))


def one_call(rng, zh):
    tool = target(rng, zh)
    talk = Talk(rng, zh, offered(rng, [tool], zh))
    call_and_answer(talk, tool)
    return talk


def missing(rng, zh):
    """A needed value is missing: the model asks for it, and calls when it has come."""
    while True:
        tool = target(rng, zh)
        lacking = requests.ask_lacking(rng, tool, zh)
        if lacking:
            break
    asked, param = lacking
    talk = Talk(rng, zh, offered(rng, [tool], zh))
    ask_for(talk, tool, asked, param)
    return talk


def ask_for(talk, tool, asked, param):
    rng, zh = talk.rng, talk.zh
    talk.user(requests.finish(rng, asked.text, tool, zh, closing=0.06))
    talk.model(which(param, zh))
    complete = all(each.name in asked.arguments or each is param for each in tool.params if each.required)
    if complete and rng.random() < 0.55:
        value, text = param.draw(rng, zh)
        human = (param.zh if zh else param.en) or param.name
        form = rng.choice(["{v}", "{v}", "是{v}", "{n}是{v}", "{v}，谢谢", "用{v}"] if zh else ["{v}", "{v}", "It is {v}.", "{n} {v}", "{v}, please.", "The {n} is {v}.", "Sorry, {v}."])
        talk.user(form.replace("{v}", text).replace("{n}", human))
        talk.call(tool, requests.ordered(tool, {**asked.arguments, param.name: value}))


def _wrong(rng, tool, arguments):
    """A wrong call and what the product says about it: code and message."""
    keys = list(arguments)
    form = rng.random()
    if form < 0.12:
        name = rng.choice([tool.name + "_tool", "get_" + tool.name, rng.choice(COMMON) + "_" + rng.choice(COMMON)])
        return contract.call(name, arguments), "unknown_tool", None
    if form < 0.42 and keys:
        required = [param.name for param in tool.params if param.required and param.name in arguments]
        if required:
            key = rng.choice(required)
            return contract.call(tool.name, {each: value for each, value in arguments.items() if each != key}), "invalid_tool_args", f"{key} is required"
    if form < 0.8 and keys:
        key = rng.choice(keys)
        value = arguments[key]
        param = next(each for each in tool.params if each.name == key)
        if param.kind == "enum":
            bad, problem = rng.choice(COMMON), "must be one of " + ", ".join(contract.dumps(option) for option in param.schema["enum"])
        elif isinstance(value, list):
            bad, problem = contract.dumps(value), "must be an array"
        elif isinstance(value, bool):
            bad, problem = "yes" if value else "no", "must be true or false"
        elif isinstance(value, str):
            bad, problem = rng.choice([rng.randint(0, 999), True, [value]]), "must be a string"
        else:
            bad, problem = str(value), "must be an integer" if param.schema["type"] in ("integer", ["integer", "null"]) else "must be a number"
        return contract.call(tool.name, {**arguments, key: bad}), "invalid_tool_args", f"{key} {problem}"
    key = rng.choice(COMMON)
    known = [param.name for param in tool.params]
    problem = f"is unknown; known: {', '.join(known)}" if known else "is unknown; the tool takes no arguments"
    return contract.call(tool.name, {**arguments, key: values.any_value(rng)}), "invalid_tool_args", f'"{key}" {problem}'


def rejected(rng, zh):
    """A call was refused, and the model corrects it."""
    tool = target(rng, zh)
    talk = Talk(rng, zh, offered(rng, [tool], zh))
    asked = requests.ask(rng, tool, zh)
    wrong, code, message = _wrong(rng, tool, asked.arguments)
    if code == "unknown_tool":
        message = "No active tool has that name. Active tools: " + ", ".join(sorted(each.name for each in talk.tools))
    talk.user(asked.text)
    talk.model(wrong, learnt=False)
    talk.user(contract.rejection_turn(code, message))
    talk.call(tool, asked.arguments)
    if rng.random() < 0.3:
        talk.model(answer(talk.result(tool, asked.arguments), zh))
    return talk


_JOINTS = {
    False: ["{a} and {b}.", "{a}, then {b}.", "{a}. {B}.", "{a}, and also {b}.", "First {a}, then {b}.", "{a}. Then {b}.", "{a} and then {b}", "{a}. Also {b}.", "Two things: {a} and {b}.", "{a}; after that {b}"],
    True: ["{a}，然后{b}", "{a}，再{b}", "先{a}，再{b}", "{a}。另外{b}", "{a}，还有{b}", "{a}，顺便{b}", "两件事：{a}，{b}", "{a}，同时{b}。", "{a}；{b}"],
}


def two_steps(rng, zh):
    """Two requests in one message: one call after the other, then one answer to both."""
    first, second = target(rng, zh), target(rng, zh)
    while first.name == second.name or first.group == second.group or LOOKUP in (first.family, second.family):
        first, second = target(rng, zh), target(rng, zh)
    talk = Talk(rng, zh, offered(rng, [first, second], zh))
    one, other = requests.ask(rng, first, zh, plain=True), requests.ask(rng, second, zh, plain=True)
    a, b = (asked.text.rstrip(".?!。？！ ") for asked in (one, other))
    low = lambda text: text if text[:2].isupper() or not text[:1].isascii() or text.startswith("I ") or text.startswith("I'") else text[:1].lower() + text[1:]
    form = rng.choice(_JOINTS[zh])
    talk.user(form.format(a=a if form.startswith("{a}") else low(a), b=low(b), B=b))
    talk.call(first, one.arguments)
    found = talk.result(first, one.arguments)
    talk.call(second, other.arguments)
    more = talk.result(second, other.arguments)
    talk.model(answer(found, zh) + ("" if zh else " ") + answer(more, zh))
    return talk


def no_tool(rng, zh):
    """A request that none of the offered tools fits."""
    wanted = target(rng, zh)
    tools = others(rng, [wanted], rng.choices(range(1, 9), TOOL_COUNTS)[0], zh and rng.random() < 0.5)
    tools = [tool for tool in tools if not (tool.searches and (wanted.searches or rng.random() < 0.9))]
    talk = Talk(rng, zh, tools)
    talk.user(requests.ask(rng, wanted, zh).text)
    talk.model(NO_TOOL[zh] if tools else NO_INFO[zh])
    return talk


def small_talk(rng, zh):
    tools = offered(rng, [target(rng, zh)], zh) if rng.random() < 0.8 else []
    talk = Talk(rng, zh, tools)
    for _ in range(rng.choice([1, 1, 2])):
        if rng.random() < 0.7 or any(tool.searches for tool in tools):
            prompt, reply = requests.small_talk(rng, zh)
        else:
            prompt, reply = requests.idle_question(rng, zh), NO_INFO[zh]
        talk.user(prompt)
        talk.model(reply)
    return talk


_ADVICE = {
    False: ["What should I do about {x}?", "Any advice on {x}?", "What do you recommend for {x}?", "Should I get {x}?", "How should I handle {x}?", "Give me a suggestion for {x}.", "what fits me?", "Based on what you know about me, what about {x}?",
            "What do you know about me?", "what are my preferences?", "Which limits did I set?", "How do I like things done?", "Remind me of my rules.", "Is {x} a good idea for me?"],
    True: ["我该怎么处理{x}？", "关于{x}有什么建议？", "你推荐什么{x}？", "我应该买{x}吗？", "按我的习惯，{x}怎么办？", "你了解我什么？", "我有什么偏好？", "我设了哪些限制？", "我有哪些规矩？", "{x}适合我吗？"],
}
_HEADS = ["explicit_preference", "trust_boundary", "fact", "goal", "habit", "style", "preference", "domain_knowledge"]


def profile(rng, zh):
    """A profile stands before the tools: advice restates it, other requests are met as ever."""
    lines, body = [], []
    for head in sorted(rng.sample(_HEADS[:2], rng.choice([1, 2])) + ([rng.choice(_HEADS[2:])] if rng.random() < 0.25 else [])):
        body.append(f"[{head}]")
        for _ in range(rng.choice([1, 1, 2])):
            line = requests.boundary(rng, zh) if head == "trust_boundary" else requests.preference(rng, zh)
            if line not in lines:
                lines.append(line)
                body.append(f"- {line}")
    tool = target(rng, zh)
    tools = offered(rng, [tool], zh) if rng.random() < 0.7 else []
    talk = Talk(rng, zh, tools, "\n".join(body))
    if tools and rng.random() < 0.45:
        call_and_answer(talk, tool)
        return talk
    thing = values.product(rng, zh)[0]
    if any(each.searches for each in tools) or rng.random() < 0.12:
        prompt, reply = requests.small_talk(rng, zh)
    else:
        prompt, reply = rng.choice(_ADVICE[zh]).format(x=thing), ("根据你的资料：" if zh else "Based on your profile: ") + ("" if zh else " ").join(lines)
    talk.user(prompt)
    talk.model(reply)
    return talk


def askable(tool, zh):
    """True where a request for the tool can be made in the language."""
    if tool.family is None:
        return not zh or bool(tool.thing.zh and tool.action.zh)
    return tool.family is LOOKUP or bool(tool.family.requests["zh" if zh else "en"])


def more(talk):
    """Further requests on the same tools: more that is learnt from one contract."""
    rng = talk.rng
    while talk.tools and rng.random() < 0.75 and sum(len(text) for _, text, _ in talk.turns) < 4000 and talk.turns[-1][0] == "assistant":
        zh = talk.zh
        tool = rng.choice(talk.tools)
        if not askable(tool, zh):
            continue
        form = rng.random()
        if form < 0.1:
            lacking = requests.ask_lacking(rng, tool, zh)
            if lacking:
                ask_for(talk, tool, *lacking)
        elif form < 0.2 and not any(each.searches for each in talk.tools):
            other = others(rng, talk.tools, 1)[0]
            if other.family is not LOOKUP and askable(other, zh):
                talk.user(requests.ask(rng, other, zh).text)
                talk.model(NO_TOOL[zh])
        elif form < 0.24:
            prompt, reply = requests.small_talk(rng, zh)
            talk.user(prompt)
            talk.model(reply)
        else:
            call_and_answer(talk, tool)


MIX = [(one_call, 62), (missing, 9), (rejected, 5), (two_steps, 7), (no_tool, 9), (small_talk, 5), (profile, 4)]


def conversation(rng, mix=MIX):
    """The name of its kind, the language (`zh`: Chinese), the names of its tools, and its turns."""
    while True:
        make = rng.choices([kind for kind, _ in mix], [weight for _, weight in mix])[0]
        talk = make(rng, rng.random() < CHINESE)
        more(talk)
        if sum(len(text) for _, text, _ in talk.turns) <= MOST_CHARACTERS:
            return {"kind": make.__name__, "zh": talk.zh, "tools": [tool.name for tool in talk.tools], "turns": talk.turns}


if __name__ == "__main__":
    import random
    import sys

    dice = random.Random(int(sys.argv[1]) if len(sys.argv) > 1 else 0)
    for _ in range(int(sys.argv[2]) if len(sys.argv) > 2 else 5):
        shown = conversation(dice)
        print("=" * 20, shown["kind"])
        for role, text, _ in shown["turns"]:
            print(f"[{role}] {text}")
