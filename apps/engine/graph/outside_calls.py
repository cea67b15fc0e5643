"""What calls of functions and classes outside the repository give: those that are well known, and what names tell."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from apps.engine.facts import Call
from apps.engine.graph.bindings import FileIndex
from apps.engine.graph.entities import UNKNOWN, Entity, class_of, made, raised

if TYPE_CHECKING:
    from apps.engine.graph.dynamic import DynamicNames

# What well-known functions give back.
_RESULTS = {
    "logging.getLogger": "logging.Logger",
    "re.compile": "re.Pattern",
    "builtins.open": "io.IOBase",
    "functools.wraps": "functools.wraps()",
    "subprocess.run": "subprocess.CompletedProcess",
}
_FACTORY = re.compile(
    r"^(create|connect|init|build|make|new|open)(_|[A-Z]|$)|^(client|session|resource|get_?logger|from_?url)$", re.I
)
_IMPORTS = frozenset({"builtins.__import__", "importlib.import_module"})


class OutsideCalls:
    """Results of calls whose function is in no file of the repository."""

    def __init__(self, resolver: DynamicNames) -> None:
        self._resolver = resolver

    def result(self, index: FileIndex, call: Call, function: Entity, scope: str, line: int) -> Entity:
        """What a call of something outside gives back."""
        name = function.external
        last = name.rpartition(".")[2]
        if name in _IMPORTS and call.arguments and call.arguments[0].value.kind == "string":
            module = call.arguments[0].value.text
            if name == "builtins.__import__":  # gives the outermost package
                module = module.partition(".")[0]
            return self._resolver.located(self._resolver.modules.locate_python(index.facts.path, module))
        if name == "builtins.type" and len(call.arguments) == 1:
            instance = self._resolver.value(index, scope, call.arguments[0].value, line)
            return class_of(instance) if instance.kind == "instance" else UNKNOWN
        if name == "builtins.type" and len(call.arguments) == 3:
            return self._made_class(index, call, scope, line)
        if name == "pytest.raises" and call.arguments:
            return raised(self._resolver.value(index, scope, call.arguments[0].value, line))
        if name == "functools.partial" and call.arguments:
            return self._resolver.value(index, scope, call.arguments[0].value, line).inferred()
        if last[:1].isupper() or call.is_new or (index.is_script and "." not in last and name == last):
            return made(name)
        if name in _RESULTS:
            return made(_RESULTS[name])
        if _FACTORY.match(last) and not name.startswith("builtins."):
            return made(f"{name}()")
        if name.startswith("builtins.") and last in ("str", "dict", "list", "set", "tuple", "int", "bytes", "frozenset", "open"):
            return made(name)
        return UNKNOWN

    def _made_class(self, index: FileIndex, call: Call, scope: str, line: int) -> Entity:
        """``type(name, (Base,), …)`` gives a new class, which has all from the one base of the repository."""
        bases = call.arguments[1].value
        found = [self._resolver.value(index, scope, base, line) for base in bases.items] if bases.kind == "list" else []
        inside = [base for base in found if base.kind == "class"]
        return msgspec.structs.replace(inside[0], how="inferred", loose=False) if len(inside) == 1 else UNKNOWN
