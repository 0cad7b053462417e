"""Results of tools, and the one plain answer that each result has in each language."""
import values
from contract import dumps
from tools import LOOKUP, humanize
from words import EN, THINGS, ZH

NOTHING = {False: "Nothing was found.", True: "没有找到。"}
NO_TOOL = {False: "I do not have a tool for that.", True: "我没有合适的工具。"}
NO_INFO = {False: "I do not have information about that.", True: "我没有这方面的信息。"}
DONE = {False: "Done.", True: "完成了。"}
FAILED = {False: "That did not work.", True: "没有成功。"}


def which(param, zh):
    """The question for a missing value."""
    return f"请提供 {param.name}。" if zh else f"Which {param.name}?"


def show(value, zh=False):
    if value is None:
        return "无" if zh else "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return enumerated([show(item, zh) for item in value], zh)
    if isinstance(value, dict):
        return (("，" if zh else ", ")).join(f"{humanize(key)}: {show(item, zh)}" for key, item in sorted(value.items()))
    return value if isinstance(value, str) else dumps(value)


def enumerated(words, zh):
    if zh:
        return "、".join(words)
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]


def dot(text, zh=False):
    return text if text and text[-1] in ".?!。？！" else text + ("。" if zh else ".")


def _is(key, value, zh):
    return f"{humanize(key)} 是 {show(value, zh)}" if zh else f"the {humanize(key)} is {show(value)}"


def sentence(text):
    """The first letter of an English sentence; a key within a Chinese one stays as it is."""
    return text[:1].upper() + text[1:] if text.startswith("the ") else text


EMPTY = ([], {}, None, "")


def answer(result, zh=False):
    """The plain answer: every value of the result, in the order in which the model reads it."""
    if "error" in result:
        return dot(f"工具出错了：{show(result['error'], True)}" if zh else f"The tool failed: {show(result['error'])}", zh)
    items = sorted(result.items())
    if not items or all(value in EMPTY or (value == 0 and not isinstance(value, bool) and len(items) > 1) for _, value in items):
        return NOTHING[zh]
    rows = next((value for _, value in items if isinstance(value, list) and value and isinstance(value[0], dict)), None)
    if rows is not None:
        return rows_answer(rows, zh)
    if len(items) == 1:
        return _single(*items[0], zh)
    went = [item for item in items if item[0] in ("ok", "success", "done") and item[1] is True]
    if len(items) == 2 and len(went) == 1:
        (other,) = [item for item in items if item not in went]
        return dot(DONE[zh] + (" " if not zh else "") + sentence(_is(*other, zh)), zh)
    if len(items) == 2:
        return dot(("，" if zh else " and ").join([sentence(_is(*items[0], zh)), _is(*items[1], zh)]), zh)
    return dot(show(result, zh), zh)


def _single(key, value, zh):
    if isinstance(value, dict):
        return answer(value, zh)
    if isinstance(value, bool):
        if key in ("ok", "success", "done", "sent", "saved"):
            return DONE[zh] if value else FAILED[zh]
        if zh:
            return f"{'是' if value else '否'}，{_is(key, value, zh)}。"
        return f"{'Yes' if value else 'No'}, {humanize(key)} is {show(value)}."
    if isinstance(value, str) and key in ("result", "text", "message", "output", "answer", "content", "translation"):
        return value
    if isinstance(value, list):
        return f"{humanize(key)}：{show(value, zh)}。" if zh else f"The {humanize(key)} {'are' if len(value) > 1 else 'is'} {show(value)}."
    return dot(sentence(_is(key, value, zh)), zh)


def rows_answer(rows, zh):
    if all("text" in row for row in rows):
        return ("" if zh else " ").join(dot(show(row["text"]), zh) for row in rows)
    if zh:
        return dot(f"找到 {len(rows)} 条：" + "；".join(show(row, True) for row in rows), True)
    return dot(f"Found {len(rows)}: " + "; ".join(show(row) for row in rows))


def fact(rng, zh):
    """A sentence of a knowledge base; now and then of random words, so that it must be copied."""
    form = rng.random()
    if form < 0.6:
        return rng.choice((ZH if zh else EN)["facts"])
    if zh:
        thing = lambda: rng.choice(rng.choice(THINGS).zh)
        number = rng.randint(1, rng.choice([9, 60, 900]))
        return rng.choice(["{a}需要提前{n}天{b}申请。", "{a}的{b}是{n}元。", "{a}在{b}旁边，{n}号。", "每个{a}最多{n}个{b}。", "{a}由{p}负责，{b}由{q}负责。", "{a}每{n}小时检查一次。", "{a}保存{n}天，{b}保存{m}天。", "周{w}不提供{a}。"]).format(
            a=thing(), b=thing(), n=number, m=rng.randint(1, 90), p=values.person(rng, True)[0], q=values.person(rng, True)[0], w=rng.choice("一二三四五六日"))
    thing = lambda: rng.choice(rng.choice(THINGS).en)
    number = rng.choice([rng.randint(1, 12), rng.randint(10, 99), rng.randint(100, 9000)])
    return rng.choice([
        "The {a} costs {n} euros per {b}.", "Each {a} gets {n} {b}s per year.", "{A} and {b} are kept for {n} days.", "{p} owns the {a} and {q} owns the {b}.", "The {a} is in room {n}, next to the {b}.",
        "Up to {n} {a}s per {b} are free.", "Ask {p} for the {a}.", "The {a} closes at {t} on Fridays.", "Without a {a} there is no {b}.", "Refunds of {a}s take {n} days.", "{A} needs a {b} and {n} percent {c}.",
        "The {a} of the {b} is the {c}.", "Use {c} for the {a}, never for the {b}.",
    ]).format(a=thing(), b=thing(), c=rng.choice(values.COMMON), A=thing().capitalize(), n=number, p=values.person(rng)[0], q=values.person(rng)[0], t=values.time(rng)[0])


def rows(rng, zh, lookup=False):
    count = rng.choices([0, 1, 2, 3], [14, 50, 24, 12])[0]
    extra = None if lookup else rng.choice([None, None, "score", "id", "source", "title", "page"])
    found = []
    for _ in range(count):
        row = {"text": fact(rng, zh)}
        if lookup:
            row["topic"] = rng.choice(rng.choice(THINGS).zh if zh and rng.random() < 0.7 else rng.choice(THINGS).en)
        elif extra:
            row[extra] = {"score": lambda: round(rng.random(), 2), "id": lambda: values.identifier(rng)[0], "source": lambda: values.file(rng)[0],
                          "title": lambda: values.title(rng, zh)[0], "page": lambda: rng.randint(1, 400)}[extra]()
        found.append(row)
    return {"rows" if lookup or rng.random() < 0.5 else rng.choice(["matches", "results", "hits", "entries", "passages"]): found}


_KEYS = """result value status answer total count amount score name title price state level unit currency date city id rate code size time duration balance
owner message temperature distance quantity free open position""".split()


def _field(rng, kind, zh):
    kind = kind.strip()
    if kind == "bool":
        return rng.random() < 0.65
    if kind.startswith("enum"):
        return rng.choice([option.split("(")[0].strip() for option in kind[4:].split(",") if option.strip()])
    return values.draw(kind, rng, zh)[0] if kind in values.KINDS else values.any_value(rng, zh)


def result_for(rng, tool, arguments, zh):
    """A result such as the tool may return; `zh` lets Chinese values into it."""
    zh = zh and rng.random() < 0.6
    if tool.family is LOOKUP:
        return rows(rng, zh, lookup=True)
    form = rng.random()
    if form < 0.04:
        return {"error": rng.choice(["not found", "timeout", "access denied", "unknown " + rng.choice(values.COMMON), values.phrase(rng, zh)[0]])}
    if tool.family is not None and tool.family.results and form < 0.72:
        fields = rng.choice(tool.family.results)
        if fields == "rows":
            return rows(rng, zh)
        result = {key: _field(rng, kind, zh) for key, kind in fields}
        if rng.random() < 0.12 and arguments:
            key = rng.choice(list(arguments))
            result.setdefault(key, arguments[key])
        return result
    key = rng.choice(_KEYS) if rng.random() < 0.6 else rng.choice(values.COMMON) if rng.random() < 0.6 else f"{rng.choice(values.COMMON)}_{rng.choice(_KEYS)}"
    if form < 0.84:
        return {key: values.any_value(rng, zh)}
    if form < 0.91:
        return {rng.choice(_KEYS) if rng.random() < 0.7 else rng.choice(values.COMMON): values.any_value(rng, zh) for _ in range(rng.randint(2, 5))}
    if form < 0.94:
        return rng.choice([{"ok": True}, {"success": True}, {"done": True}, {"ok": False}, {"ok": True, "id": values.identifier(rng)[0]}, {"status": rng.choice(["ok", "created", "queued", "saved"])}])
    if form < 0.97:
        return rng.choice([{}, {"matches": []}, {"results": []}, {"items": []}, {key + "s": []}, {"rows": []}, {"data": None}, {"count": 0, "items": []}, {"result": None}, {key: None}])
    if form < 0.985:
        return {rng.choice([key + "s", "items", "names", "results"]): values.draw(rng.choice(["word_list", "person_list", "number_list"]), rng, zh)[0]}
    keys = rng.sample(["name", "price", "id", "title", "status", "date", "city", "size"], 2)
    return {rng.choice(["items", "results"]): [{each: values.any_value(rng, zh) for each in keys} for _ in range(rng.randint(1, 3))]}
