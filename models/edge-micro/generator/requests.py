"""What people type: a request for a tool, and the arguments that it settles."""

from contract import dumps
from tools import LOOKUP, humanize
from words import EN, TALK, THINGS, ZH

QUOTABLE = {"word", "phrase", "sentence", "title", "product", "company", "file", "id"}
TEXT = {"phrase", "sentence", "title"}

OPENINGS = {
    "en": ["Please ", "Can you ", "Could you ", "I need you to ", "I want to ", "I'd like to ", "Hi, please ", "Would you ", "Go ahead and ", "Let's ", "Can you please ", "pls ", "We have to "],
    "zh": ["请", "帮我", "麻烦", "请帮我", "帮忙", "我想", "我要", "能不能", "可以帮我", "给我", "麻烦帮我", "劳驾"],
}
GREETINGS = {"en": ["Hi, ", "Hello, ", "Hey, ", "hi there, ", "Quick question: ", "ok, ", "Good morning, "], "zh": ["你好，", "您好，", "请问", "那个，", "早上好，", "在吗？"]}
CLOSINGS = {
    "en": [" Thanks.", " Please.", " thanks!", " State the exact {k}.", " Tell me the exact {k}.", " Give me the {k} only.", " What is the result?", " Tell me what it returns.", " Be brief.",
           " State the result.", " I need the exact {k}.", " It's urgent.", " thx"],
    "zh": ["谢谢。", "，谢谢", "告诉我结果。", "请给出准确的{k}。", "，急", "，麻烦了", "直接告诉我结果就行。", "结果是多少？", "，多谢！"],
}
MENTIONS = {
    "en": ["with {n} {v}", "{n} {v}", "for {n} {v}", "{n}: {v}", "where the {n} is {v}", "{p}={v}", "{p} {v}", "using {n} {v}", "the {n} is {v}", "{n} = {v}"],
    "zh": ["{n}{v}", "{n}是{v}", "{n}为{v}", "{n}：{v}", "{n} {v}", "{p}={v}", "{p} {v}", "{n}用{v}", "{n}填{v}"],
}
NEAR = {
    "en": {"id": ["{v}", "for {v}", "of {v}", "no. {v}", "#{v}"], "city": ["in {v}", "for {v}", "near {v}"], "person": ["for {v}", "of {v}", "by {v}"], "email": ["to {v}", "for {v}", "at {v}"],
           "date": ["on {v}", "for {v}", "{v}"], "time": ["at {v}", "{v}"], "phrase": ["for {v}", "about {v}", "on {v}"], "sentence": ['saying "{v}"', '"{v}"', ": {v}"], "word": ["{v}", "named {v}", "called {v}"],
           "file": ["{v}", "in {v}", "from {v}"], "folder": ["{v}", "in {v}"], "url": ["at {v}", "{v}"], "number": ["of {v}", "at {v}", "to {v}"], "amount": ["of {v}", "for {v}"], "percent": ["at {v}%", "of {v} percent"],
           "company": ["at {v}", "for {v}", "from {v}"], "product": ["{v}", "for {v}"], "address": ["at {v}"], "title": ['"{v}"', "called {v}"], "language": ["in {v}"], "color": ["in {v}"], "currency": ["in {v}"]},
    "zh": {"id": ["{v}", "{v}的", "（{v}）"], "city": ["在{v}", "{v}的"], "person": ["{v}的", "给{v}"], "email": ["发到{v}"], "date": ["{v}", "{v}的"], "time": ["{v}"], "phrase": ["关于{v}", "“{v}”"],
           "sentence": ["：{v}", "“{v}”", "说{v}"], "word": ["{v}", "叫{v}"], "amount": ["{v}"], "percent": ["{v}%", "百分之{v}"], "title": ["《{v}》", "“{v}”"], "language": ["用{v}"], "currency": ["按{v}"]},
}
BOOLEANS = {
    "en": {True: ["with {n} on", "with {n}", "{n} enabled", "set {n} to true", "{p}=true", "make it {n}", "{n}: yes", "as {n}"], False: ["with {n} off", "without {n}", "{n} disabled", "set {n} to false", "{p}=false", "not {n}", "{n}: no", "no {n}"]},
    "zh": {True: ["要{n}", "开启{n}", "{n}打开", "{p}=true", "设为{n}", "{n}：是"], False: ["不要{n}", "关闭{n}", "不用{n}", "{p}=false", "不{n}", "{n}：否"]},
}
QUOTES = {"en": ['"{}"', "'{}'", "“{}”", "`{}`"], "zh": ["“{}”", "「{}」", '"{}"', "‘{}’"]}


class Asked:
    """A request: its text, the arguments that it settles in the order of the tool, and the language."""

    def __init__(self, text, arguments, zh):
        self.text, self.arguments, self.zh = text, arguments, zh


def quoted(rng, text, zh):
    mark = rng.choice(QUOTES["zh" if zh else "en"])
    return text if mark[0] in text or mark[-1] in text else mark.format(text)


def mention(rng, param, value, text, zh, near=True):
    """A phrase that states the value of a parameter."""
    key = "zh" if zh else "en"
    human = (param.zh or humanize(param.name)) if zh else (param.en or humanize(param.name))
    if param.kind == "bool":
        return rng.choice(BOOLEANS[key][value]).format(n=human, p=param.name)
    if param.unit:
        unit = param.unit[zh]
        return text + ("" if zh or unit in "%°C€" or (len(unit) <= 2 and rng.random() < 0.4) else " ") + unit
    if param.kind in QUOTABLE and rng.random() < 0.25:
        text = quoted(rng, text, zh)
    if near and param.kind in NEAR[key] and rng.random() < 0.55:
        form = rng.choice(NEAR[key][param.kind])
        return form.replace("{v}", text) if '"' not in form or text[0] not in "\"'“`「‘" else text
    return rng.choice(MENTIONS[key]).replace("{n}", human).replace("{p}", param.name).replace("{v}", text)


def ordered(tool, found):
    """Arguments in the order in which the tool declares them."""
    return {param.name: found[param.name] for param in tool.params if param.name in found}


def finish(rng, text, tool, zh, closing=0.14):
    """Greetings, closings and the punctuation that people leave out."""
    key = "zh" if zh else "en"
    if rng.random() < 0.05:
        text = rng.choice(GREETINGS[key]) + (text if zh or text[:2].isupper() or text[:1] in "\"'" else text)
    if rng.random() < closing:
        noun = tool.thing.en[0] if tool.thing and not zh else tool.thing.zh[0] if tool.thing else rng.choice(["结果", "数字"]) if zh else rng.choice(["result", "value", "number"])
        text = text.rstrip()
        last = rng.choice(CLOSINGS[key]).replace("{k}", noun)
        if text and text[-1] not in ".?!。？！，" and last[0] not in "，,":
            text += "。" if zh else "."
        elif text and text[-1] in "。？！" and last[0] == "，":
            text = text[:-1]
        text += last
    if rng.random() < 0.25 and text[-1:] in ".。":
        text = text[:-1]
    return text


def lowered(text, arguments, tool):
    """Lower-case typing, where that changes neither a value nor the tool's name."""
    strings = [item for value in arguments.values() for item in (value if isinstance(value, list) else [value]) if isinstance(item, str)]
    return text if any(item != item.lower() for item in strings) else text.lower()


def of_family(rng, tool, zh, request=None):
    """A hand-written request, filled in."""
    request = request or rng.choice(tool.family.requests["zh" if zh else "en"])
    found, text = {}, request.text
    for index, value in request.settled.items():
        options = tool.params[index].schema.get("enum", [value])
        found[tool.params[index].name] = value if value in options else value.upper()
    pieces = {}
    for index in sorted(set(request.slots)):
        param = tool.params[index]
        for _ in range(8):
            value, said = param.draw(rng, zh)
            if value not in found.values() or param.kind == "bool":
                break
        found[param.name] = value
        mark = "{%d}" % index
        around = text[max(0, text.find(mark) - 1):text.find(mark)] + text[text.find(mark) + 3:text.find(mark) + 4]
        if param.kind in QUOTABLE and rng.random() < 0.1 and not set(around) & set("\"'“”‘’`「」《》"):
            said = quoted(rng, said, zh)
        pieces[mark] = said
    for mark, said in pieces.items():
        text = text.replace(mark, said)
    for index, param in enumerate(tool.params):
        if not param.required and index not in request.covered and rng.random() < 0.12:
            value, said = param.draw(rng, zh)
            found[param.name] = value
            tail = text[-1] if text[-1] in ".?!。？！" else ""
            joint = rng.choice(["，", "，", " "]) if zh else rng.choice([", ", " "])
            text = (text[:-1] if tail else text) + joint + mention(rng, param, value, said, zh, near=False) + tail
    return Asked(text, ordered(tool, found), zh)


def _chosen(rng, tool, zh, drop=None):
    return [(param, *param.draw(rng, zh)) for param in tool.params if param is not drop and (param.required or rng.random() < 0.35)]


def _joined(rng, mentions, zh):
    if zh:
        return rng.choice(["，", "，", " ", "、"]).join(mentions)
    if len(mentions) > 1 and rng.random() < 0.3:
        return ", ".join(mentions[:-1]) + " and " + mentions[-1]
    return rng.choice([" ", ", ", " "]).join(mentions)


def composed(rng, tool, zh, drop=None):
    """A request for a composed tool: a verb and a noun, often other words than the tool's own."""
    chosen = _chosen(rng, tool, zh, drop)
    mentions = [mention(rng, param, value, text, zh) for param, value, text in chosen]
    if len(mentions) > 1 and rng.random() < 0.25:
        mentions.reverse()
    tail = _joined(rng, mentions, zh) if mentions else ""
    pick = lambda words: words[0] if rng.random() < 0.35 else rng.choice(words)
    if zh:
        verb, noun = pick(tool.action.zh), pick(tool.thing.zh)
        opening = rng.choice(OPENINGS["zh"]) if rng.random() < 0.6 else ""
        if mentions and rng.random() < 0.35:
            text = f"{opening}{verb}{tail}{'' if tail[-1] == '的' else rng.choice(['的', '这个', ''])}{noun}"
        else:
            text = f"{opening}{verb}{rng.choice(['', '', '一下', '这个'])}{noun}{rng.choice(['，', '，', ' ']) + tail if tail else ''}"
        text += rng.choice(["", "", "。", "吧", "？" if opening in ("能不能", "可以帮我") else "。"])
    else:
        verb, noun = pick(tool.action.en), pick(tool.thing.en + tool.thing.kinds[:1])
        opening = rng.choice(OPENINGS["en"]) if rng.random() < 0.45 else ""
        said = verb if opening or rng.random() < 0.25 else verb.capitalize()
        article = rng.choice(["the ", "the ", "my ", "our ", "that ", "", "an " if noun[0] in "aeiou" else "a "])
        text = f"{opening}{said} {article}{noun}{' ' + tail if tail else ''}".replace(" :", ":")
        text += "?" if opening.strip().startswith(("Can", "Could", "Would")) else rng.choice([".", ".", ""])
    return Asked(text, ordered(tool, {param.name: value for param, value, _ in chosen}), zh)


def explicit(rng, tool, zh):
    """The tool is called by its name."""
    chosen = _chosen(rng, tool, zh)
    pairs = ", ".join(f"{param.name}{rng.choice(['=', ' ', ': '])}{dumps(value) if param.kind == 'bool' else text}" for param, value, text in chosen)
    mentions = _joined(rng, [mention(rng, param, value, text, zh) for param, value, text in chosen], zh) if chosen else ""
    if zh:
        text = rng.choice(["用{t}，{m}", "调用{t}，{m}", "请用 {t} 工具，{m}", "用 {t} 工具处理，{m}", "{t}：{m}", "运行 {t}，{p}"]).format(t=tool.name, m=mentions, p=pairs).rstrip("，：")
    elif pairs and rng.random() < 0.3:
        text = rng.choice(["Use {t} with {p}", "Call {t} with {p}", "{t}({p})", "Run {t}: {p}", "{t} {p}"]).format(t=tool.name, p=pairs)
    else:
        text = rng.choice(["Use the {t} tool {m}", "Use {t} {m}", "Call {t} {m}", "Call the {t} tool {m}", "Run {t} {m}", "Please use the {t} tool {m}", "Invoke {t} {m}"]).format(t=tool.name, m=mentions).rstrip()
    return Asked(text + rng.choice(["", "." if not zh else "。"]), ordered(tool, {param.name: value for param, value, _ in chosen}), zh)


_QUESTIONS = {
    "en": ["What is the {w} {u}?", "How long is the {w}?", "When does the {w} open?", "Who is responsible for {w}?", "Can I {a} a {w}?", "What is our {w} policy?", "How many {w}s are allowed?",
           "where can I {a} the {w}", "Is the {w} included?", "Do I need a {w} to {a} the {u}?", "What happens after the {w}?", "how much {w} do I get?", "What are the rules for {w}?", "Does the {w} cover {u}?",
           "tell me about {w}", "How often is the {w} paid?", "what's the deal with {w}", "Which {w} applies to {u}?", "Are {w}s allowed in the {u}?", "Explain the {w} rules."],
    "zh": ["{w}有什么规定？", "{w}怎么{a}？", "{w}什么时候开放？", "{w}由谁负责？", "{w}多少钱？", "可以{a}{w}吗？", "{w}包括{u}吗", "关于{w}的政策是什么？", "{w}最多几个", "请问{w}在哪里？", "{a}{w}需要什么？", "{w}和{u}有什么区别？", "介绍一下{w}", "{w}的流程是怎样的？"],
}
_SEARCHES = {
    "en": ["Search for {v}.", "look up {v}", "Look up the {v}.", "Look up {v}", "What do the notes say about {v}?", "find anything on {v}", "Is there something about {v}?", "What do we know about {v}?", "Check the handbook for {v}.", "info on {v} please", "search {v}"],
    "zh": ["查一下{v}", "搜索{v}", "有没有关于{v}的资料？", "帮我找找{v}", "手册里怎么说{v}？", "{v}是什么？", "我想了解{v}", "找一下{v}的内容"],
}


def look_up(rng, tool, zh):
    """A question goes into the query as it stands; what is searched for goes in alone."""
    key = "zh" if zh else "en"
    if rng.random() < 0.62:
        pick = lambda: rng.choice(rng.choice(THINGS).zh if zh else rng.choice(THINGS).en)
        action = rng.choice(["申请", "预订", "取消", "使用", "更换", "办理"] if zh else ["book", "cancel", "use", "return", "get", "change", "request"])
        text = rng.choice(_QUESTIONS[key]).format(w=pick(), u=pick(), a=action)
        return Asked(text, {"query": text}, zh)
    value = tool.params[0].draw(rng, zh)[0]
    return Asked(rng.choice(_SEARCHES[key]).format(v=quoted(rng, value, zh) if rng.random() < 0.2 else value), {"query": value}, zh)


def ask(rng, tool, zh, plain=False):
    """A request for the tool. `plain` leaves out greetings and closings, for requests that are put together."""
    form = rng.random()
    if tool.family is LOOKUP:
        return look_up(rng, tool, zh)
    if form < (0.03 if plain else 0.08):
        asked = explicit(rng, tool, zh)
    elif tool.family is not None:
        asked = of_family(rng, tool, zh)
    else:
        asked = composed(rng, tool, zh)
    if not plain:
        asked.text = finish(rng, asked.text, tool, zh)
        if rng.random() < 0.12:
            asked.text = lowered(asked.text, asked.arguments, tool)
    return asked


def ask_lacking(rng, tool, zh):
    """A request without one required value, and that parameter; nothing where the tool has no such request."""
    if tool.family is not None and tool.family is not LOOKUP:
        lacking = tool.family.lacking["zh" if zh else "en"]
        if not lacking:
            return None
        index, request = rng.choice(lacking)
        asked = of_family(rng, tool, zh, request)
        return (asked, tool.params[index]) if tool.params[index].name not in asked.arguments else None
    droppable = [param for param in tool.params if param.required and param.kind not in ("bool", "enum")] if tool.thing else []
    if not droppable:
        return None
    drop = rng.choice(droppable)
    return composed(rng, tool, zh, drop), drop


def small_talk(rng, zh):
    """A remark that needs no tool, and the answer to it."""
    prompt, _, answer = rng.choice(TALK["zh" if zh else "en"]).partition("=>")
    return prompt.strip(), answer.strip()


def idle_question(rng, zh):
    """A question that no tool answers."""
    return rng.choice(TALK["zh questions" if zh else "en questions"])


def preference(rng, zh):
    words = ZH if zh else EN
    return rng.choice(words["preferences"])


def boundary(rng, zh):
    words = ZH if zh else EN
    return rng.choice(words["boundaries"])


