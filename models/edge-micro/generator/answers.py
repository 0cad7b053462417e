"""What the model says: the one plain answer to each result in each language, and a few sentences that never change."""
from contract import dumps
from words import CHINESE, ENGLISH, humanize

NOTHING = {ENGLISH: "Nothing was found.", CHINESE: "没有找到。"}
NO_TOOL = {ENGLISH: "I do not have a tool for that.", CHINESE: "我没有合适的工具。"}
NO_INFO = {ENGLISH: "I do not have information about that.", CHINESE: "我没有这方面的信息。"}
DONE = {ENGLISH: "Done.", CHINESE: "完成了。"}
FAILED = {ENGLISH: "That did not work.", CHINESE: "没有成功。"}
# What stands between two sentences.
SPACE = {ENGLISH: " ", CHINESE: ""}
# Keys of a boolean that tells how it went, and of a text that is an answer as it stands.
_OUTCOMES = ("ok", "success", "done", "sent", "saved")
_WENT_WELL = _OUTCOMES[:3]
_ANSWERS = ("result", "text", "message", "output", "answer", "content", "translation")
_EMPTY = ([], None)


def which(param, zh):
    """The question for a missing value."""
    return f"请提供 {param.name}。" if zh else f"Which {param.name}?"


def answer(result, zh=False):
    """Every value of a result, in the order in which the model reads it, that of the sorted keys."""
    items = sorted(result.items())
    if "error" in result:
        error = _show(result["error"], zh)
        return _ended(f"工具出错了：{error}" if zh else f"The tool failed: {error}", zh)
    if _is_nothing(items):
        return NOTHING[zh]
    for _, value in items:
        if isinstance(value, list) and value and isinstance(value[0], dict):
            return _of_rows(value, zh)
    if len(items) == 1:
        return _of_one(*items[0], zh)
    if len(items) == 2:
        return _of_two(items, zh)
    return _ended(_show(result, zh), zh)


def _is_nothing(items):
    """True where no value says anything; a single 0 does, for it is what was asked for."""
    counts = (0,) if len(items) > 1 else ()
    return all(value in _EMPTY or (value in counts and not isinstance(value, bool)) for _, value in items)


def _of_rows(rows, zh):
    if all("text" in row for row in rows):
        return SPACE[zh].join(_ended(_show(row["text"], zh), zh) for row in rows)
    shown = ("；" if zh else "; ").join(_show(row, zh) for row in rows)
    return _ended(f"找到 {len(rows)} 条：{shown}" if zh else f"Found {len(rows)}: {shown}", zh)


def _of_one(key, value, zh):
    if isinstance(value, bool):
        return _of_boolean(key, value, zh)
    if isinstance(value, str) and key in _ANSWERS:
        return value
    if isinstance(value, list):
        verb = "are" if len(value) > 1 else "is"
        return f"{humanize(key)}：{_show(value, zh)}。" if zh else f"The {humanize(key)} {verb} {_show(value)}."
    return _ended(_capital(_is(key, value, zh)), zh)


def _of_boolean(key, value, zh):
    if key in _OUTCOMES:
        return DONE[zh] if value else FAILED[zh]
    if zh:
        return f"{'是' if value else '否'}，{_is(key, value, zh)}。"
    return f"{'Yes' if value else 'No'}, {humanize(key)} is {_show(value)}."


def _of_two(items, zh):
    others = [item for item in items if not (item[0] in _WENT_WELL and item[1] is True)]
    if len(others) == 1:
        return _ended(DONE[zh] + SPACE[zh] + _capital(_is(*others[0], zh)), zh)
    one, other = (_is(*item, zh) for item in items)
    return _ended(_capital(one) + ("，" if zh else " and ") + other, zh)


def _is(key, value, zh):
    return f"{humanize(key)} 是 {_show(value, zh)}" if zh else f"the {humanize(key)} is {_show(value)}"


def _show(value, zh=False):
    """A value in words: no null and no empty list, which say nothing."""
    if isinstance(value, list):
        return _enumerated([_show(item, zh) for item in value], zh)
    if isinstance(value, dict):
        items = sorted(value.items())
        return ("，" if zh else ", ").join(f"{humanize(key)}: {_show(item, zh)}" for key, item in items)
    return value if isinstance(value, str) else dumps(value)


def _enumerated(words, zh):
    if zh:
        return "、".join(words)
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]


def _ended(text, zh):
    return text if text and text[-1] in ".?!。？！" else text + ("。" if zh else ".")


def _capital(text):
    """The first letter of an English sentence; a key within a Chinese one stays as it is."""
    return text[:1].upper() + text[1:] if text.startswith("the ") else text
