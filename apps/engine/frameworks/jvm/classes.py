"""Classes of Java and Kotlin with what they inherit from, across files."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from apps.engine.facts import Decorator, Definition, FileFacts
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.declared_code import annotation

_LINE = 20  # types that are looked at above one
KINDS = frozenset({"class", "interface", "record", "object", "enum"})


@dataclass(frozen=True, slots=True)
class Class:
    """A type in its file."""

    facts: FileFacts
    definition: Definition
    methods: tuple[Definition, ...] = ()

    @property
    def path(self) -> str:
        """The file it stands in."""
        return self.facts.path

    def marked(self, *names: str) -> Decorator | None:
        """Its first annotation of one of these names."""
        return annotation(self.definition, *names)


@dataclass(slots=True)
class Classes:
    """Types by file and qualified name, looked up once a file."""

    code: Code
    _files: dict[str, dict[str, Class]] = field(default_factory=dict)

    def of(self, facts: FileFacts) -> dict[str, Class]:
        """The types of a file by qualified name."""
        known = self._files.get(facts.path)
        if known is None:
            methods: dict[str, list[Definition]] = defaultdict(list)
            for definition in facts.definitions:
                if definition.kind in ("method", "function") and "extension" not in definition.properties:
                    methods[definition.parent].append(definition)
            known = self._files[facts.path] = {
                item.qualname: Class(facts, item, tuple(methods.get(item.qualname, ())))
                for item in facts.definitions
                if item.kind in KINDS
            }
        return known

    def line(self, start: Class) -> list[Class]:
        """A type and what it inherits from inside the repository, nearest first."""
        out, waiting, seen = [start], [start], {(start.path, start.definition.qualname)}
        while waiting and len(out) < _LINE:
            here = waiting.pop(0)
            for above in self._above(here):
                key = (above.path, above.definition.qualname)
                if key not in seen:
                    seen.add(key)
                    out.append(above)
                    waiting.append(above)
        return out

    def _above(self, here: Class) -> Iterator[Class]:
        if not here.definition.bases:
            return
        for base in self.code.resolver.bases(here.path, here.definition.qualname):
            if base.definition is not None and base.path in self.code.files:
                found = self.of(self.code.files[base.path]).get(base.definition.qualname)
                if found is not None:
                    yield found

    def named(self, path: str, scope: str, name: str) -> Class | None:
        """The type that a name means in a scope."""
        found = self.code.resolver.resolve(path, scope, name)
        if found.definition is None or found.path not in self.code.files:
            return None
        return self.of(self.code.files[found.path]).get(found.definition.qualname)
