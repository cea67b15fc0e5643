"""Controllers of a Rails application: which method an action is, and what must hold before it runs."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from apps.engine.facts import Call, Definition, FileFacts, Place
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.guards import Guard
from apps.engine.frameworks.rails.inflection import camelize
from apps.engine.frameworks.ruby_blocks import option, positional, words

_TYPES = frozenset({"class", "module"})
_LINE = 40  # classes and modules that one controller takes from
_ORDINAL = re.compile(r"#\d+")
_GUARD = re.compile(r"authenticat|logged_in|login|signed_in|sign_in|require_(?:user|admin|auth|account)|authoriz|doorkeeper")
_BEFORE = frozenset({"before_action", "before_filter", "prepend_before_action", "prepend_before_filter"})
_SKIP = frozenset({"skip_before_action", "skip_before_filter"})


@dataclass(slots=True)
class Holder:
    """A class or module with all its parts."""

    name: str
    parts: list[tuple[str, Definition]] = field(default_factory=list)
    methods: dict[str, tuple[str, Definition]] = field(default_factory=dict)
    bases: list[str] = field(default_factory=list)
    mixins: list[str] = field(default_factory=list)
    hooks: list[tuple[str, Call]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Action:
    """What runs for a route: the method, or the class where it has no method of the action's own."""

    path: str
    definition: Definition
    is_method: bool


def plain(qualname: str) -> str:
    """A qualified name without the ordinals of what is opened again."""
    return _ORDINAL.sub("", qualname)


class Controllers:
    """Classes of the repository's Ruby by name; letter case is left out of account, as acronyms are a project's own."""

    def __init__(self, code: Code) -> None:
        self._holders: dict[str, Holder] = {}
        for facts in code.own("Ruby"):
            self._add(facts)
        self._lines: dict[str, list[Holder]] = {}

    def _add(self, facts: FileFacts) -> None:
        names: dict[str, Holder] = {}
        for definition in facts.definitions:
            if definition.kind in _TYPES:
                name = plain(definition.qualname)
                holder = self._holders.setdefault(name.lower(), Holder(name))
                holder.parts.append((facts.path, definition))
                holder.bases += [base.text for base in definition.bases if base.kind == "name"]
                names[definition.qualname] = holder
            elif definition.parent in names and "static" not in definition.properties:
                names[definition.parent].methods.setdefault(definition.name, (facts.path, definition))
        for conformance in facts.conformances:
            if conformance.scope in names and conformance.kind != "extend":
                names[conformance.scope].mixins.append(conformance.base.text)
        for call in facts.calls:
            if call.scope in names and (call.callee.text in _BEFORE or call.callee.text in _SKIP):
                names[call.scope].hooks.append((facts.path, call))

    def holder(self, controller: str) -> Holder | None:
        """The class of a controller by its path: ``admin/posts``."""
        return self._holders.get(f"{camelize(controller)}Controller".lower())

    def named(self, name: str, inside: str = "") -> Holder | None:
        """A class by its dotted name, as seen inside another."""
        if name.startswith("::"):
            return self._holders.get(name[2:].lower())
        while inside:
            found = self._holders.get(f"{inside}.{name}".lower())
            if found is not None:
                return found
            inside = inside.rpartition(".")[0]
        return self._holders.get(name.lower())

    def action(self, controller: str, action: str) -> Action | None:
        """The method of an action, its own or an inherited one; the class where none of the repository is known."""
        holder = self.holder(controller)
        if holder is None:
            return None
        for item in self.line(holder):
            if action in item.methods:
                path, definition = item.methods[action]
                return Action(path, definition, True)
        path, definition = holder.parts[0]
        return Action(path, definition, False)

    def line(self, holder: Holder) -> list[Holder]:
        """A class with the modules it includes and what it inherits from, nearest first."""
        known = self._lines.get(holder.name)
        if known is not None:
            return known
        out, waiting = [holder], [holder]
        while waiting and len(out) < _LINE:
            here = waiting.pop(0)
            for name in (*reversed(here.mixins), *here.bases):
                found = self.named(name, here.name)
                if found is not None and found not in out:
                    out.append(found)
                    waiting.append(found)
        self._lines[holder.name] = out
        return out

    def guard(self, controller: str, action: str) -> Guard | None:
        """What must hold before an action runs; one with an empty text where the controller takes that back."""
        holder = self.holder(controller)
        if holder is None:
            return None
        required: dict[str, Place] = {}
        lifted: Place | None = None
        for item in reversed(self.line(holder)):
            for path, call in item.hooks:
                place = Place(path, call.line, call.end_line)
                names = [value.text for value in positional(call) if value.kind == "string" and _GUARD.search(value.text)]
                if not names or not _holds(call, action):
                    continue
                if call.callee.text in _SKIP:
                    for name in names:
                        if required.pop(name, None) is not None:
                            lifted = place
                elif option(call, "if", "unless") is None:
                    required |= dict.fromkeys(names, place)
        if required:
            return Guard(", ".join(required), next(iter(required.values())))
        return Guard("", lifted) if lifted is not None else None


def _holds(call: Call, action: str) -> bool:
    """Whether a hook is for an action."""
    only, but = option(call, "only"), option(call, "except")
    if only is not None and action not in words(only):
        return False
    return but is None or action not in words(but)
