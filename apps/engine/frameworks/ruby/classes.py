"""Classes and modules of a repository's Ruby with all their parts: methods, bases, mixins, calls in their bodies."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from apps.engine.facts import Assignment, Call, Definition, FileFacts, Value
from apps.engine.frameworks.code import Code

_TYPES = frozenset({"class", "module"})
_LINE = 60  # classes and modules that one takes from
_ORDINAL = re.compile(r"#\d+")


@dataclass(slots=True)
class Holder:
    """A class or module; `parts` are its places, `calls` those in its body itself."""

    name: str
    parts: list[tuple[str, Definition]] = field(default_factory=list)
    methods: dict[str, tuple[str, Definition]] = field(default_factory=dict)
    bases: list[str] = field(default_factory=list)
    mixins: list[str] = field(default_factory=list)
    calls: list[tuple[str, Call]] = field(default_factory=list)
    assignments: list[tuple[str, Assignment]] = field(default_factory=list)


def plain(qualname: str) -> str:
    """A qualified name without the ordinals of what is opened again."""
    return _ORDINAL.sub("", qualname)


def shown(name: str) -> str:
    """A dotted name as Ruby writes it."""
    return name.replace(".", "::")


def _named(base: Value) -> str:
    """The name in ``Base`` and ``ActiveRecord::Migration[7.0]``."""
    return base.items[0].text if base.kind == "subscript" else base.text


class RubyClasses:
    """All of them by name; letter case is left out of account, as acronyms are a project's own."""

    def __init__(self, code: Code) -> None:
        self.holders: dict[str, Holder] = {}
        for facts in code.own("Ruby"):
            self._add(facts)
        self._lines: dict[str, list[Holder]] = {}

    def _add(self, facts: FileFacts) -> None:
        names: dict[str, Holder] = {}
        for definition in facts.definitions:
            if definition.kind in _TYPES:
                name = plain(definition.qualname)
                holder = self.holders.setdefault(name.lower(), Holder(name))
                holder.parts.append((facts.path, definition))
                holder.bases += [_named(base) for base in definition.bases if base.kind in ("name", "subscript")]
                names[definition.qualname] = holder
            elif definition.parent in names and "static" not in definition.properties:
                names[definition.parent].methods.setdefault(definition.name, (facts.path, definition))
        if not names:
            return
        for conformance in facts.conformances:
            if conformance.scope in names and conformance.kind != "extend":
                names[conformance.scope].mixins.append(conformance.base.text)
        for call in facts.calls:
            if call.scope in names:
                names[call.scope].calls.append((facts.path, call))
        for assignment in facts.assignments:
            if assignment.scope in names and assignment.target.startswith("self."):
                names[assignment.scope].assignments.append((facts.path, assignment))

    def named(self, name: str, inside: str = "") -> Holder | None:
        """A class by its dotted name, as seen inside another."""
        if name.startswith("::"):
            return self.holders.get(name[2:].lower())
        while inside:
            found = self.holders.get(f"{inside}.{name}".lower())
            if found is not None:
                return found
            inside = inside.rpartition(".")[0]
        return self.holders.get(name.lower())

    def included(self, holder: Holder) -> list[Holder]:
        """A class and the modules that it includes itself, with theirs."""
        out = [holder]
        for here in out:
            for name in here.mixins if len(out) < _LINE else ():
                found = self.named(name, here.name)
                if found is not None and found not in out:
                    out.append(found)
        return out

    def line(self, holder: Holder) -> list[Holder]:
        """A class with the modules it includes and what it inherits from, nearest first."""
        known = self._lines.get(holder.name)
        if known is not None:
            return known
        out, waiting = [holder], [holder]
        while waiting and len(out) < _LINE:
            here = waiting.pop(0)
            for name in (*reversed(here.mixins), *here.bases):
                found = self.named(name, here.name.rpartition(".")[0] if name in here.bases else here.name)
                if found is not None and found not in out:
                    out.append(found)
                    waiting.append(found)
        self._lines[holder.name] = out
        return out
