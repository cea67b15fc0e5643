"""Which of several functions of one name a call of C# means, by the number of its arguments and their types as far as known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from apps.engine.facts import Call, Definition, Parameter, Value
from apps.engine.graph.declared.program import Found
from apps.engine.graph.declared.rules.csharp import ABOVE, KEYWORDS, WRAPPERS
from apps.engine.graph.declared.types import LEVELS, TypeName, function_parameters, parse_type

LAMBDA = "->"
_NUMBERS = ("Int32", "Int64", "Double", "Decimal", "Single", "Int16", "Byte", "UInt32", "UInt64", "UInt16", "SByte")
_ANYTHING = frozenset({"Object", "dynamic", ""})
_VALUES = frozenset(KEYWORDS.values()) - _ANYTHING


@dataclass(frozen=True, slots=True)
class Given:
    """An argument: its name if it is written with it, last names of its types (its own first), number of its type arguments."""

    name: str
    types: tuple[str, ...]
    count: int = 0


def callable_by_name(functions: Sequence[Found]) -> list[Found]:
    """Those that a plain name can mean: what implements an interface under the full name of its member is called through that."""
    kept = [item for item in functions if not _is_of_interface(item[1])]
    return kept or list(functions)


def of_type_arguments(functions: list[Found], call: Call) -> list[Found]:
    """Those that take as many type arguments as are written; where none are, those whose type parameters the arguments tell."""
    if call.is_new or len(functions) < 2:
        return functions
    count = len(call.type_arguments)
    kept = [item for item in functions if len(function_parameters(item[1].signature)) == count]
    if not count:
        kept = [item for item in functions if _are_told(item[1])]
    return kept or functions


def takes(definition: Definition, call: Call, *, is_method: bool) -> bool:
    """Whether a function takes as many arguments; `is_method` says that an extension method is called on its first one."""
    if any(argument.value.kind == "spread" for argument in call.arguments):
        return True
    parameters = definition.parameters[1:] if is_method and is_extension(definition) else definition.parameters
    named = {argument.name for argument in call.arguments if argument.name}
    if named - {item.name for item in parameters}:
        return False
    needed = sum(1 for item in parameters if not item.default and item.kind != "rest")
    is_open = any(item.kind == "rest" for item in parameters)
    return needed <= len(call.arguments) and (is_open or len(call.arguments) <= len(parameters))


def is_extension(definition: Definition) -> bool:
    """Whether a function can be called on its first argument."""
    return bool(definition.parameters) and definition.parameters[0].kind == "receiver"


def literal_names(value: Value) -> tuple[str, ...]:
    """Last names of the types that a literal can be of; () where its text doesn't tell (one character may be no string)."""
    if value.kind == "number":
        return _NUMBERS
    if value.kind == "boolean":
        return ("Boolean",)
    if value.kind == "function":
        return (LAMBDA,)
    return ("String",) if value.kind == "template" or (value.kind == "string" and len(value.text) > 1) else ()


def agreement(definition: Definition, given: Sequence[Given]) -> int:
    """How well arguments go where a function takes them; below 0 where they do not."""
    parameters = definition.parameters
    score = 0
    for at, argument in enumerate(given):
        named_so = (item for item in parameters if item.name == argument.name)
        parameter = next(named_so, None) if argument.name else None
        if parameter is None and parameters:
            parameter = parameters[min(at, len(parameters) - 1)]
        if parameter is not None and argument.types:
            score += _match(definition, parameter, argument)
    return score


def may_be(name: str, wanted: str) -> bool:
    """Whether a type of elsewhere may be one of another name: by the custom that names of types keep a word of what they are.

    ``SqlConnection`` may be an ``IDbConnection``, a ``DbCommand`` is none.
    """
    if wanted in ABOVE.get(name, ()):
        return True
    mine, others = _words(name), _words(wanted)
    return bool(mine and others) and (mine[-1] in others or others[-1] in mine)


def sounds_like(external: str, wanted: str) -> bool:
    """Whether what is known of a value only by the calls and members that gave it may be of a type, by their names."""
    steps = external.split(".")
    begun = [step for step in steps if not step.endswith("()")][-1:]  # what a chain of calls was begun on
    return any(may_be(step.removesuffix("()").removesuffix("s"), wanted) for step in (*steps[-2:], *begun))


def unwrapped(written: TypeName) -> TypeName:
    """A type without what only hands it over later: ``Task<Order>`` counts as an order, as it does where values are read."""
    for _ in range(LEVELS):
        if written.name.rpartition(".")[2] not in WRAPPERS or not written.arguments:
            break
        written = written.arguments[0]
    return written


def named(word: str) -> str:
    """A type by its name where it is written with the language's own word."""
    return KEYWORDS.get(word, word)


def _match(definition: Definition, parameter: Parameter, argument: Given) -> int:
    names = argument.types
    written = unwrapped(parse_type(parameter.annotation))
    if parameter.kind == "rest" and written.arguments and "[]" not in names:
        written = written.arguments[0]
    wanted = named(written.name.rpartition(".")[2])
    if wanted == names[0] and argument.count and written.arguments and argument.count != len(written.arguments):
        return -2  # a Func of two is none of three
    if wanted in names:
        return 3 if wanted == names[0] or names is _NUMBERS else 2
    if wanted in _ANYTHING or wanted in function_parameters(definition.signature):
        return 0
    if names[0] == LAMBDA:
        return -2 if wanted in _VALUES else 0
    if wanted == f"I{names[0]}":
        return 1
    return 0 if names[0] not in _VALUES and may_be(names[0], wanted) else -2


def _is_of_interface(definition: Definition) -> bool:
    """Whether a method is written under the full name of what it implements: ``void IOwner.Take()``."""
    head = definition.signature.partition("(")[0].split()
    return bool(head) and f".{definition.name}" in head[-1]


def _are_told(definition: Definition) -> bool:
    """Whether every type parameter of a function stands in the type of one of its parameters."""
    names = set(function_parameters(definition.signature))
    waiting: list[TypeName] = [parse_type(item.annotation) for item in definition.parameters] if names else []
    while waiting and names:
        here = waiting.pop()
        names.discard(here.name)
        waiting += here.arguments
    return not names


def _words(name: str) -> list[str]:
    """Words that a name is put together of; the I in front of the name of an interface is none."""
    name = name[1:] if name[:1] == "I" and name[1:2].isupper() else name
    out: list[str] = []
    for at, char in enumerate(name):
        if char.isupper() and (not at or not name[at - 1].isupper()):
            out.append("")
        out = out or [""]
        out[-1] += char
    return out
