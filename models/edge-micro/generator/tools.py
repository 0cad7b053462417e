"""Tools as the model is offered them: of a family, or the look-up of facts. Composed ones stand in composed.py."""
import values
from families import read_all
from words import CHINESE, ENGLISH, TOOL_WORDINGS, humanize

FAMILIES = read_all()
# Stands for the family of look-ups of facts: any question may be meant for one, and is its own argument.
LOOKUP = object()
OWN_LOOKUP = "local_facts_lookup"
_LOOKUP_NAMES = [OWN_LOOKUP] * 5 + TOOL_WORDINGS["look-up names"]
# Kinds that a description may show an example of.
_SHOWN = {"number", "amount", "integer", "count", "id", "code", "word"}
# How often a family's parameters, and the options of one, stand in another order than that of its file.
_MIXED = 0.6


# What a value may stand for in a request, in place of the tool's own word.
THING, ACTION, QUALITY = "thing", "action", "quality"


class Param:
    """A parameter: its `name` and `kind`, and what people call it, {zh: text}; the options of an enum, {option: {zh:
    words}}; the `unit` that people say behind a number in place of its name, {zh: text}; the `place` of its value in a
    request, one of the three above, where it has one; what is `said` for a boolean that has one, {value: {zh: words}}.

    It is required until it is made optional, and has a default from then on.
    """

    def __init__(self, name, kind, called, options=None, unit=None, place=None):
        self.name, self.kind, self.called, self.options, self.unit = name, kind, called, options or {}, unit
        self.place, self.said = place, {}
        self.required, self.nullable, self.default, self.description = True, False, None, ""

    def schema(self):
        """Its JSON Schema, as a Python hint gives it."""
        schema = values.schema(self.kind)
        if self.options:
            schema["enum"] = [*self.options, *([None] if self.nullable else [])]
        if self.nullable:
            schema["type"] = [schema["type"], "null"]
        if self.description:
            schema["description"] = self.description
        return schema if self.required else {**schema, "default": self.default}

    def draw(self, rng, zh):
        """The value, and the text for it; a boolean without a place has no text of its own."""
        if self.kind == "bool":
            value = rng.random() < 0.6
            return value, rng.choice(self.said[value][zh]) if self.said else ""
        if self.kind != "enum":
            return values.draw(self.kind, rng, zh)
        option = rng.choice(list(self.options))
        words = self.options[option][zh]
        if words and rng.random() < (0.75 if zh or self.place else 0.5):
            return option, rng.choice(words)
        as_written = [option, option.lower()]
        return option, rng.choice(as_written if zh else [humanize(option), *as_written])

    def make_optional(self, rng):
        self.required = False
        self.nullable = rng.random() < 0.45 or values.schema(self.kind)["type"] == "array"
        if not self.nullable:
            self.default = self._any_default(rng)

    def _any_default(self, rng):
        if self.kind == "bool":
            return rng.random() < 0.3
        if self.kind == "enum":
            return next(iter(self.options))
        value = self.draw(rng, zh=False)[0]
        return rng.choice(["", value]) if isinstance(value, str) else value

    def describe(self, rng, zh, thing=""):
        """Gives it a description; `thing`: what the tool is about, in Chinese."""
        called = self.called[zh]
        if zh and called:
            self.description = rng.choice([called, f"{called}。", f"{thing}的{called}"]) if thing else called
            return
        called = self.called[ENGLISH]
        texts = [f"The {called}.", f"{called.capitalize()}.", f"The {called} to use.", called, f"Which {called}."]
        if self.kind in _SHOWN:
            texts.append(f"The {called}, for example {values.draw(self.kind, rng)[0]}.")
        if self.kind == "date":
            texts.append("Date as YYYY-MM-DD or a weekday.")
        self.description = rng.choice(texts)


class Tool:
    """A tool of a `family`, LOOKUP or one of FAMILIES, or composed of a `thing` and an `action`, both of meanings.py.

    `things` and `actions` are all that it may be asked for: several where an argument tells which one.
    Tools of one `group` are about one field. `params` stand as the requests of the family number them, `declared` are
    the same in the order of the schema.
    """

    def __init__(self, name, description, params, group, family=None, thing=None, action=None, declared=None,
                 things=None, actions=None):
        self.name, self.description, self.params, self.group = name, description, params, group
        self.declared = declared or params
        self.family, self.thing, self.action = family, thing, action
        self.things, self.actions = things or [thing], actions or [action]

    def schema(self):
        """What the contract says of it."""
        return {
            "name": self.name,
            "description": self.description,
            "parameters": {
                "type": "object",
                "properties": {param.name: param.schema() for param in self.declared},
                "required": [param.name for param in self.declared if param.required],
                "additionalProperties": False,
            },
        }

    @property
    def searches(self):
        """True where any question may be meant for it."""
        return self.family is LOOKUP or any(param.kind == "phrase" and param.required for param in self.params)

    @property
    def chooses(self):
        """True where a parameter is chosen among options, or is true or false."""
        return any(param.kind in ("enum", "bool") for param in self.params)

    def understands(self, zh):
        """True where people can ask for it in the language."""
        if self.family is LOOKUP:
            return True
        if self.family is None:
            return all(meaning.words[zh] for meaning in [self.thing, self.action, *self.things])
        return bool(self.family.requests[zh])

    def ordered(self, found):
        """The arguments in the order in which the tool declares them."""
        return {param.name: found[param.name] for param in self.declared if param.name in found}


def lookup_tool(rng):
    """The look-up that a facts store or a manifest offers, with the schema that the product gives it."""
    name = rng.choice(_LOOKUP_NAMES)
    if name == OWN_LOOKUP:
        description = "Look up facts in the local facts store."
    else:
        description = rng.choice(TOOL_WORDINGS["look-up descriptions"])
    query = Param("query", "phrase", {ENGLISH: "query", CHINESE: "关键词"})
    topic = Param("topic", "word", {ENGLISH: "topic", CHINESE: "主题"})
    limit = Param("limit", "count", {ENGLISH: "limit", CHINESE: "条数"})
    topic.required, topic.nullable = False, True
    limit.required, limit.default = False, 5
    return Tool(name, description, [query, topic, limit], "lookup", family=LOOKUP)


def family_tool(rng, family, zh=False):
    """A tool of a family; `zh`: the developer documents in Chinese, where the family has it."""
    params = []
    documented = rng.random() < 0.3
    for spec in family.params:
        taken = {param.name for param in params}
        name = rng.choice([name for name in spec.names if name not in taken] or spec.names)
        called = {ENGLISH: spec.called[ENGLISH] or humanize(name), CHINESE: spec.called[CHINESE]}
        options = spec.options
        if options and rng.random() < 0.15:
            options = {option.upper(): words for option, words in options.items()}
        if options and rng.random() < _MIXED:
            options = dict(rng.sample(list(options.items()), len(options)))
        param = Param(name, spec.kind, called, options)
        if not spec.required:
            param.make_optional(rng)
        if documented and rng.random() < 0.8:
            param.describe(rng, zh)
        params.append(param)
    name = rng.choice(family.names)
    if rng.random() < 0.04:
        name = opaque_name(rng, "opaque names")
    description = rng.choice(family.descriptions[zh] or family.descriptions[ENGLISH])
    return Tool(name, description, params, family.group, family, declared=_declared(rng, params))


def _declared(rng, params):
    """An order in which a developer may declare them, the required ones first: not that in which people tell them."""
    if rng.random() < _MIXED:
        params = rng.sample(params, len(params))
    return sorted(params, key=lambda param: not param.required)


def opaque_name(rng, heading):
    """A name that says nothing, so that only the description tells; `heading`: of the words for it in tools.txt."""
    return f"{rng.choice(TOOL_WORDINGS[heading])}_{rng.randint(1, 40)}"
