"""Which of several functions of one name a call means."""

from __future__ import annotations

from collections.abc import Sequence

from apps.engine.facts import Call, Definition, Parameter, Value
from apps.engine.graph.declared.program import Found

_LITERALS = {
    "string": frozenset({"string", "str", "String", "CharSequence", "std.string", "std::string", "&str"}),
    "number": frozenset(
        {"int", "long", "Integer", "Long", "float", "double", "Int", "Double", "Float", "Number", "short", "byte"}
    ),
    "boolean": frozenset({"bool", "boolean", "Boolean", "Bool"}),
}


def choose(functions: Sequence[Found], call: Call) -> tuple[str, Definition, bool]:
    """The function that fits the arguments best, and whether it was the only one that does; the first of equals.

    One that takes any number of arguments is meant where no other fits as well.
    """
    if len(functions) == 1:
        return *functions[0], True
    fitting = [item for item in functions if fits(item[1], call)]
    if len(fitting) == 1:
        return *fitting[0], True
    ranked = sorted(
        enumerate(fitting or functions),
        key=lambda item: (-_agreement(item[1][1], call), _takes_any_number(item[1][1]), item[0]),
    )
    best = ranked[0][1]
    sure = bool(fitting) and _agreement(best[1], call) > _agreement(ranked[1][1][1], call)
    if not sure and fitting and len({definition.signature for _, definition in fitting}) == 1:
        sure = True  # the same function, declared again in a type above
    return *best, sure


def taken(definition: Definition) -> list[Parameter]:
    """Parameters that arguments are given for."""
    return [item for item in definition.parameters if item.kind != "receiver" and item.name not in ("self", "&self", "this")]


def fits(definition: Definition, call: Call) -> bool:
    """Whether the number of arguments is one that the function takes."""
    parameters = taken(definition)
    count = len(call.arguments)
    if any(argument.value.kind == "spread" for argument in call.arguments):
        return True
    needed = sum(1 for item in parameters if not item.default and item.kind not in ("rest", "keywords", "block"))
    most = 1 << 30 if any(item.kind in ("rest", "keywords") for item in parameters) else len(parameters)
    return needed <= count <= most


def _takes_any_number(definition: Definition) -> bool:
    return any(item.kind == "rest" for item in definition.parameters)


def _agreement(definition: Definition, call: Call) -> int:
    """How many arguments are plainly of the type of their parameter, less those that plainly are not."""
    score = 0
    parameters = taken(definition)
    for at, argument in enumerate(call.arguments):
        parameter = next((item for item in parameters if item.name == argument.name), None) if argument.name else None
        if parameter is None and at < len(parameters):
            parameter = parameters[at]
        if parameter is not None:
            score += _match(argument.value, parameter.annotation)
    return score


def _match(value: Value, annotation: str) -> int:
    wanted = _LITERALS.get("string" if value.kind == "template" else value.kind)
    if value.kind == "string" and annotation.removeprefix("const ") == "char*":
        return 1
    plain = annotation.strip("?&* ").partition("<")[0]
    if wanted is None or not plain:
        made = value.call.callee.text if value.kind == "call" and value.call is not None and value.call.is_new else ""
        return 1 if made and made.rpartition(".")[2] == plain else 0
    if plain in wanted:
        return 1
    return -1 if any(plain in others for others in _LITERALS.values()) else 0
