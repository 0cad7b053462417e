"""What people type: a request for a tool, and the arguments that it settles."""
from typing import NamedTuple

import values
from contract import dumps
from meanings import THINGS
from families import SLOT
from mentions import QUOTABLE, joined, mention, quoted
from tools import ACTION, LOOKUP, QUALITY, THING
from words import CHINESE, ENGLISH, WORDINGS

_ENDS = (".", "?", "!", "。", "？", "！")
# How often a remark stands beside a request.
_REMARKED = 0.05


class Asked(NamedTuple):
    """The text of a request, and the arguments that it settles, in the order of the tool's parameters."""

    text: str
    arguments: dict


def ask(rng, tool, zh, plain=False):
    """A request for the tool. `plain` leaves out greetings and closings, for requests that are put together."""
    form = rng.random()
    if tool.family is LOOKUP:
        return _look_up(rng, tool, zh)
    if form < (0.03 if plain else 0.08):
        asked = _by_name(rng, tool, zh)
    elif tool.family is not None:
        asked = _of_family(rng, tool, zh, rng.choice(tool.family.requests[zh]))
    else:
        asked = _composed(rng, tool, zh)
    if plain:
        return asked
    text = finish(rng, asked.text, tool, zh)
    if rng.random() < _REMARKED and not tool.searches:
        text = _remarked(rng, text, zh)
    return asked._replace(text=_lowered(text, asked.arguments) if rng.random() < 0.12 else text)


def ask_lacking(rng, tool, zh):
    """A request without one required value, and that parameter; nothing where the tool has no such request."""
    if tool.family is LOOKUP:
        return None
    if tool.family is not None:
        lacking = tool.family.lacking[zh]
        if not lacking:
            return None
        index, request = rng.choice(lacking)
        return _of_family(rng, tool, zh, request), tool.params[index]
    droppable = [param for param in tool.params if param.required and param.kind not in ("bool", "enum")]
    if not droppable:
        return None
    dropped = rng.choice(droppable)
    return _composed(rng, tool, zh, dropped), dropped


def finish(rng, text, tool, zh, closing=0.14):
    """Greetings, closings and the punctuation that people leave out; `closing`: how often there is one."""
    space = "" if zh else " "
    if rng.random() < 0.05:
        text = rng.choice(WORDINGS[zh]["greetings"]) + space + text
    if rng.random() < closing:
        noun = _noun(rng, tool, zh)
        last = rng.choice(WORDINGS[zh]["closings"]).format(noun=noun)
        text = _before(last, text.rstrip(), zh) + space + last
    return text[:-1] if rng.random() < 0.25 and text.endswith((".", "。")) else text


def _remarked(rng, text, zh):
    """The text beside a remark: its numbers and names belong to nothing that a tool takes."""
    drawn = {kind: values.draw(kind, rng, zh)[1] for kind in ("person", "city", "time")}
    drawn |= {"count": str(rng.randint(2, 12)), "number": str(rng.randint(13, 400))}
    remark = rng.choice(WORDINGS[zh]["remarks"]).format(**drawn)
    if zh:
        return remark + text if rng.random() < 0.7 else f"{_before('。', text, zh)}{remark.rstrip('，')}"
    return f"{remark} {text}" if rng.random() < 0.6 else f"{_before(remark, text, zh)} {remark}"


def _noun(rng, tool, zh):
    """What the tool gives, in a word."""
    if tool.thing:
        return tool.thing.words[zh][0]
    return rng.choice(["结果", "数字"] if zh else ["result", "value", "number"])


def _before(last, text, zh):
    """The text, with the mark at its end that goes before the last words."""
    if last.startswith("，"):
        return text[:-1] if text.endswith(("。", "？", "！")) else text
    return text if text.endswith((*_ENDS, "，")) else text + ("。" if zh else ".")


def _lowered(text, arguments):
    """Lower-case typing, where that changes no value."""
    values = [item for value in arguments.values() for item in (value if isinstance(value, list) else [value])]
    return text.lower() if all(item == item.lower() for item in values if isinstance(item, str)) else text


def _of_family(rng, tool, zh, request):
    """A hand-written request, filled in."""
    found, said = filled(rng, tool, zh, request)
    # In one pass: a value may look like a slot itself.
    text = SLOT.sub(lambda slot: said[slot[0]], request.text)
    for at, param in enumerate(tool.params):
        if not param.required and at not in request.covered and rng.random() < 0.12:
            value, typed = param.draw(rng, zh)
            found[param.name] = value
            text = _with_mention(rng, text, param, value, typed, zh)
    return Asked(text, tool.ordered(found))


def filled(rng, tool, zh, request, taken=()):
    """({name of the parameter: value}, {slot: text}) of a hand-written request; `taken`: values that do not come again."""
    found = {tool.params[at].name: _as_option(value, tool.params[at]) for at, value in request.settles.items()}
    said = {}
    for at in request.slots:
        param, slot = tool.params[at], f"{{{'-' * (at in request.negative)}{at}}}"
        value, typed = _unlike([*found.values(), *taken], rng, param, zh)
        while at in request.negative and value <= 0:
            value, typed = param.draw(rng, zh)
        found[param.name] = -value if at in request.negative else value
        quotable = param.kind in QUOTABLE and rng.random() < 0.1 and not _is_quoted(slot, request.text)
        said[slot] = quoted(rng, typed, zh) if quotable else typed
    return found, said


def _as_option(value, param):
    """The value as the tool writes it: a developer may have written the options of an enum in capitals."""
    return value.upper() if param.options and value not in param.options else value


def _unlike(taken, rng, param, zh):
    """(value, text), another value than the taken ones where a few draws give one."""
    for _ in range(8):
        value, typed = param.draw(rng, zh)
        if value not in taken:
            break
    return value, typed


def _is_quoted(slot, text):
    before, _, after = text.partition(slot)
    return bool(set(before[-1:] + after[:1]) & set("\"'“”‘’`「」《》"))


def _with_mention(rng, text, param, value, typed, zh):
    """The text, and behind it a value that it has no slot for."""
    mark = text[-1] if text.endswith(_ENDS) else ""
    joint = rng.choice(["，", "，", " "] if zh else [", ", " "])
    return text.removesuffix(mark) + joint + mention(rng, param, value, typed, zh, near=False) + mark


def _composed(rng, tool, zh, dropped=None):
    """A request for a composed tool: a verb and a noun, often other words than the tool's own."""
    chosen = _chosen(rng, tool, zh, dropped)
    placed = _placed(rng, chosen)
    mentions = [mention(rng, *each, zh) for each in chosen if each[0].place not in placed]
    if len(mentions) > 1 and rng.random() < 0.45:
        rng.shuffle(mentions)
    told = joined(rng, mentions, zh)
    text = _in_chinese(rng, tool, told, placed) if zh else _in_english(rng, tool, told, placed)
    return Asked(text, {param.name: value for param, value, _ in chosen})


def _placed(rng, chosen):
    """{place: text} of the values that stand for what the tool is about; a quality may be told by itself instead."""
    found = {param.place: text for param, _, text in chosen if param.place}
    if rng.random() < 0.25:
        found.pop(QUALITY, None)
    return found


def _chosen(rng, tool, zh, dropped=None):
    """[(parameter, value, text)], of the required ones and some of the others."""
    return [
        (param, *param.draw(rng, zh))
        for param in tool.params
        if param is not dropped and (param.required or rng.random() < 0.35)
    ]


def _in_english(rng, tool, told, placed):
    """`told`: the mentions of the values; `placed`: the texts of those that have a place."""
    verb = placed.get(ACTION) or _any_word(rng, tool.action.words[ENGLISH])
    thing = tool.thing
    below = rng.sample(thing.below, min(2, len(thing.below)))
    noun = placed.get(THING) or _any_word(rng, thing.words[ENGLISH] + thing.kinds[:1] + below)
    if QUALITY in placed:
        quality = placed[QUALITY]
        behind = f"{noun}, {quality}," if told else f"{noun}, {quality}"
        noun = behind if " " in quality else f"{quality} {noun}"
    opening = rng.choice(WORDINGS[ENGLISH]["openings"]) + " " if rng.random() < 0.45 else ""
    verb = verb if opening or rng.random() < 0.25 else verb.capitalize()
    article = rng.choice(["the ", "the ", "my ", "our ", "that ", "", "an " if noun[0] in "aeiou" else "a "])
    text = f"{opening}{verb} {article}{noun} {told}".rstrip().replace(" : ", ": ")
    return text + ("?" if opening.startswith(("Can", "Could", "Would")) else rng.choice([".", ".", ""]))


def _in_chinese(rng, tool, told, placed):
    verb = placed.get(ACTION) or _any_word(rng, tool.action.words[CHINESE])
    noun = placed.get(THING) or _any_word(rng, tool.thing.words[CHINESE])
    if QUALITY in placed:
        noun = placed[QUALITY] + rng.choice(["的", "的", ""]) + noun
    opening = rng.choice(WORDINGS[CHINESE]["openings"]) if rng.random() < 0.6 else ""
    if told and rng.random() < 0.35:
        joint = "" if told.endswith("的") else rng.choice(["的", "这个", ""])
        text = f"{opening}{verb}{told}{joint}{noun}"
    else:
        text = f"{opening}{verb}{rng.choice(['', '', '一下', '这个'])}{noun}"
        text += rng.choice(["，", "，", " "]) + told if told else ""
    return text + rng.choice(["", "", "。", "吧", "？" if opening in ("能不能", "可以帮我") else "。"])


def _any_word(rng, words):
    """One of several words, the usual one a little oftener."""
    return words[0] if rng.random() < 0.35 else rng.choice(words)


def _by_name(rng, tool, zh):
    """The tool is called by its name."""
    chosen = _chosen(rng, tool, zh)
    pairs = ", ".join(
        f"{param.name}{rng.choice(['=', ' ', ': '])}{dumps(value) if param.kind == 'bool' else typed}"
        for param, value, typed in chosen
    )
    told = joined(rng, [mention(rng, *each, zh) for each in chosen], zh)
    with_pairs = not zh and pairs and rng.random() < 0.3
    form = rng.choice(WORDINGS[zh]["by name, with pairs" if with_pairs else "by name"])
    text = form.format(tool=tool.name, mentions=told, pairs=pairs).rstrip("，：" if zh else None)
    found = {param.name: value for param, value, _ in chosen}
    return Asked(text + rng.choice(["", "。" if zh else "."]), tool.ordered(found))


def _look_up(rng, tool, zh):
    """A question goes into the query as it stands; what is searched for goes in alone."""
    if rng.random() < 0.62:
        action, form = rng.choice(WORDINGS[zh]["actions"]), rng.choice(WORDINGS[zh]["questions"])
        thing, other = (rng.choice(rng.choice(THINGS).words[zh]) for _ in range(2))
        text = form.format(thing=thing, other=other, action=action)
        if rng.random() < 0.7:
            return Asked(text, {"query": text})
        question = text.rstrip("".join(_ENDS))
        return Asked(rng.choice(WORDINGS[zh]["asides"]).format(question=question), {"query": question})
    value = tool.params[0].draw(rng, zh)[0]
    form = rng.choice(WORDINGS[zh]["searches"])
    return Asked(form.format(value=quoted(rng, value, zh) if rng.random() < 0.2 else value), {"query": value})
