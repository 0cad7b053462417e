"""Calls that are wrong, and what the product says about each; the model reads them and learns to correct them."""
import values
from contract import call, dumps
from words import COMMON


def wrong_call(rng, tool, arguments, offered):
    """(text of the call, code, message), of a call of the tool that the product would refuse."""
    form = rng.random()
    required = [param.name for param in tool.params if param.required and param.name in arguments]
    if form < 0.12:
        return _unknown_tool(rng, tool, arguments, offered)
    if form < 0.42 and required:
        return _without_required(rng, tool, arguments, required)
    if form < 0.8 and arguments:
        return _wrong_type(rng, tool, arguments)
    return _unknown_argument(rng, tool, arguments)


def _unknown_tool(rng, tool, arguments, offered):
    name = rng.choice([f"{tool.name}_tool", f"get_{tool.name}", f"{rng.choice(COMMON)}_{rng.choice(COMMON)}"])
    active = ", ".join(sorted(each.name for each in offered))
    return call(name, arguments), "unknown_tool", f"No active tool has that name. Active tools: {active}"


def _without_required(rng, tool, arguments, required):
    missing = rng.choice(required)
    rest = {name: value for name, value in arguments.items() if name != missing}
    return call(tool.name, rest), "invalid_tool_args", f"{missing} is required"


def _wrong_type(rng, tool, arguments):
    name = rng.choice(list(arguments))
    param = next(each for each in tool.params if each.name == name)
    bad, problem = _bad_value(rng, param, arguments[name])
    return call(tool.name, {**arguments, name: bad}), "invalid_tool_args", f"{name} {problem}"


def _bad_value(rng, param, value):
    """A value that the parameter does not take, and why."""
    schema = param.schema()
    if "enum" in schema:
        return rng.choice(COMMON), "must be one of " + ", ".join(dumps(option) for option in schema["enum"])
    if isinstance(value, list):
        return dumps(value), "must be an array"
    if isinstance(value, bool):
        return "yes" if value else "no", "must be true or false"
    if isinstance(value, str):
        return rng.choice([rng.randint(0, 999), True, [value]]), "must be a string"
    whole = "integer" in schema["type"]
    return str(value), "must be an integer" if whole else "must be a number"


def _unknown_argument(rng, tool, arguments):
    name = rng.choice(COMMON)
    known = ", ".join(param.name for param in tool.declared)
    problem = f"is unknown; known: {known}" if known else "is unknown; the tool takes no arguments"
    return call(tool.name, {**arguments, name: values.any_value(rng)}), "invalid_tool_args", f'"{name}" {problem}'
