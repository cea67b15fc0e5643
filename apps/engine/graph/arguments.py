"""What a call gives the parameters of what it runs."""

from __future__ import annotations

from apps.engine.facts import Argument, Call, Definition, Parameter, Value

_NOT_PLACED = frozenset({"rest", "keyword", "keywords"})


def handed_back(definition: Definition) -> list[Parameter]:
    """The parameters a function returns as they are."""
    names = {value.text for value in definition.returned if value.kind == "name"}
    return [parameter for parameter in definition.parameters if parameter.name in names and parameter.kind in ("", "positional")]


def argument_of(definition: Definition, name: str, kind: str, call: Call, skipped: int) -> Value | None:
    """What a call gives a parameter; the rest of the arguments as a list or dict."""
    if kind == "keywords":
        own = {parameter.name for parameter in definition.parameters}
        rest = [argument for argument in call.arguments if argument.name and argument.name not in own]
        keys = tuple(Value("string", argument.name, line=call.line) for argument in rest)
        return Value("dict", items=tuple(argument.value for argument in rest), keys=keys, line=call.line) if rest else None
    place, count = _place(definition, name)
    positional: list[Argument] = []
    for argument in call.arguments:
        if argument.name:
            if argument.name == name:
                return argument.value
            continue
        if argument.value.kind == "spread":
            break
        positional.append(argument)
    if kind == "rest":
        rest_values = tuple([argument.value for argument in positional[count - skipped :]])
        return Value("list", items=rest_values, line=call.line) if rest_values else None
    at = place - skipped
    return positional[at].value if place >= 0 and 0 <= at < len(positional) else None


def _place(definition: Definition, name: str) -> tuple[int, int]:
    """The position of a parameter among those that may be given by position, -1 for none of them; how many these are."""
    found, count = -1, 0
    for parameter in definition.parameters:
        if parameter.kind in _NOT_PLACED:
            break
        if found < 0 and parameter.name == name:
            found = count
        count += 1
    return found, count
