"""What a family of languages says about names: which space a file is in, what its imports bring, what needs no import."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from apps.engine.facts import FileFacts
from apps.engine.graph.modules import ModuleMaps


@dataclass(slots=True)
class Imported:
    """What the imports of a file make known.

    `names`: local name → the dotted name it stands for, of a space or of what is in one.  `stars`: spaces or types whose members
    need no prefix.
    """

    names: dict[str, str] = field(default_factory=dict)
    stars: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Rules:
    """One family; subclasses override what differs."""

    selfs: frozenset[str] = frozenset({"this"})
    supers: frozenset[str] = frozenset({"super"})
    implicit_members: bool = True  # members are named without ``this`` inside their type
    parent_spaces: bool = False  # a space sees what the spaces around it hold
    calls_construct: bool = False  # calling a type makes one
    capitals_construct: bool = False  # an outside name with a capital that is called is a type
    constructor_names: frozenset[str] = frozenset()  # methods that construct, where they are no kind of their own
    makers: frozenset[str] = frozenset()  # members of a type that make one: ``Owner.new``
    wrappers: frozenset[str] = frozenset()  # last names of types that pass calls on to what they hold
    unwrapping: frozenset[str] = frozenset()  # members of outside types that give what the type holds
    builtins: frozenset[str] = frozenset()
    builtin_space: str = "builtins"

    def homes(self, files: Mapping[str, FileFacts], maps: ModuleMaps) -> dict[str, str]:
        """The space of every file."""
        return {path: facts.package for path, facts in files.items()}

    def imported(self, facts: FileFacts, home: str, spaces: frozenset[str], maps: ModuleMaps) -> Imported:
        """What a file's imports bring; `spaces` are those of the repository."""
        found = Imported()
        for item in facts.imports:
            for name in item.names:
                if name.name == "*":
                    found.stars.append(item.module)
                else:
                    found.names[name.alias or name.name] = f"{item.module}.{name.name}" if item.module else name.name
            if not item.names:
                found.names[item.alias or item.module.rpartition(".")[2]] = item.module
        return found
