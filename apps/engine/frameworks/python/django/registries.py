"""Classes that the project registers with an object of a package: ``api.register_endpoint("people", PersonViewSet)``."""

from __future__ import annotations

from apps.engine.facts import Call, Place, Unknown, Value
from apps.engine.frameworks.bindings import CLASSES
from apps.engine.frameworks.code import Code

_REASON = "The package decides at which paths below its prefix it answers for this."


class Registries:
    """Registrations by the object they are made on; collected when first asked for."""

    def __init__(self, code: Code) -> None:
        self._code = code
        self._found: dict[tuple[str, str, str], list[tuple[str, Place]]] | None = None

    def below(self, path: str, scope: str, registry: Value, prefix: str) -> list[Unknown]:
        """What is registered with the object that answers below `prefix`, each with the line that does it."""
        bound = self._code.names.of(path, scope, registry)
        if bound.kind != "assignment":
            return []
        if self._found is None:
            self._found = self._collect()
        return [
            Unknown("registered endpoint", f"{what} below {prefix}", _REASON, place)
            for what, place in self._found.get(bound.key, ())
        ]

    def _collect(self) -> dict[tuple[str, str, str], list[tuple[str, Place]]]:
        found: dict[tuple[str, str, str], list[tuple[str, Place]]] = {}
        for facts in self._code.python():
            for call in facts.calls:
                receiver, _, last = call.callee.text.rpartition(".")
                if call.callee.kind != "name" or not receiver or not last.startswith("register"):
                    continue
                bound = self._code.names.of(facts.path, call.scope, Value("name", receiver, line=call.line))
                what = self._registered(facts.path, call) if bound.kind == "assignment" else ""
                if what:
                    found.setdefault(bound.key, []).append((what, Place(facts.path, call.line, call.end_line)))
        return found

    def _registered(self, path: str, call: Call) -> str:
        """``people by PersonViewSet``, "" where no class is registered."""
        name = handler = ""
        for item in call.arguments:
            text = self._code.folder.text(path, call.scope, item.value)
            if text is not None:
                name = name or text
            elif not handler:
                handler = self._class(path, call.scope, item.value)
        if not handler:
            return ""
        return f"{name} by {handler}" if name else f" by {handler}"

    def _class(self, path: str, scope: str, value: Value) -> str:
        if value.kind == "call" and value.call is not None:
            value = value.call.callee
        if value.kind not in ("name", "attribute"):
            return ""
        bound = self._code.names.of(path, scope, value)
        if bound.definition is not None:
            return bound.definition.qualname if bound.definition.kind in CLASSES else ""
        last = bound.external.rpartition(".")[2]
        return last if last[:1].isupper() else ""
