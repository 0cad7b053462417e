"""How people state the values of parameters: `mention` for one, `joined` for several."""
from words import CHINESE, ENGLISH, WORDINGS, humanize, split

# Kinds whose values people put in quotes now and then.
QUOTABLE = {"word", "phrase", "sentence", "title", "product", "company", "file", "id"}
_QUOTES = {
    ENGLISH: ['"{}"', "'{}'", "“{}”", "`{}`"],
    CHINESE: ["“{}”", "「{}」", '"{}"', "‘{}’"],
}
_CLOSE_UNITS = ("%", "°C", "C", "€")
# {zh: {kind: forms that need no name of the parameter}}
_NEAR = {
    zh: {kind: split(forms, "|") for kind, _, forms in (line.partition(":") for line in wordings["near"])}
    for zh, wordings in WORDINGS.items()
}


def quoted(rng, text, zh):
    """The text in quotes, where it holds none of them itself."""
    mark = rng.choice(_QUOTES[zh])
    return text if mark[0] in text or mark[-1] in text else mark.format(text)


def mention(rng, param, value, text, zh, near=True):
    """A phrase that states the value of a parameter, typed as `text`; `near`: it may leave out the parameter's name."""
    names = {"name": param.called[zh] or humanize(param.name), "key": param.name}
    if param.kind == "bool":
        if text and rng.random() < 0.6:
            return text
        return rng.choice(WORDINGS[zh]["true" if value else "false"]).format(**names)
    if param.unit:
        return text + _space(rng, param.unit[zh], zh) + param.unit[zh]
    if param.kind in QUOTABLE and rng.random() < 0.25:
        text = quoted(rng, text, zh)
    if near and param.kind in _NEAR[zh] and rng.random() < 0.55:
        form = rng.choice(_NEAR[zh][param.kind])
        return text if '"' in form and text[0] in "\"'“`「‘" else form.format(value=text)
    return rng.choice(WORDINGS[zh]["mentions"]).format(value=text, **names)


def _space(rng, unit, zh):
    """What stands between a number and its unit."""
    if zh or unit in _CLOSE_UNITS:
        return ""
    return "" if len(unit) <= 2 and rng.random() < 0.4 else " "


def joined(rng, mentions, zh):
    """Several mentions, or none, in one go."""
    if not mentions:
        return ""
    if zh:
        return rng.choice(["，", "，", " ", "、"]).join(mentions)
    if len(mentions) > 1 and rng.random() < 0.3:
        return ", ".join(mentions[:-1]) + " and " + mentions[-1]
    return rng.choice([" ", ", ", " "]).join(mentions)
