"""What a family of languages says about names: which space a file is in, what its imports bring, what needs no import."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from apps.engine.facts import FileFacts, Import
from apps.engine.graph.modules import ModuleMaps


@dataclass(slots=True)
class Imported:
    """What the imports of a file make known.

    `names`: local name → the dotted name it stands for, of a space or of what is in one.  `stars`: spaces or types whose members
    need no prefix.
    """

    names: dict[str, str] = field(default_factory=dict)
    stars: list[str] = field(default_factory=list)
    inner: dict[str, "Imported"] = field(default_factory=dict)  # by the scope that imports count in alone


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
    overloads: bool = True  # functions of one name stand beside each other; else the nearest one hides the others
    included_first: bool = False  # what a type includes comes before what it extends, with all that stands above each
    inherited_constructors: bool = False  # a type without a constructor is made by that of the type above
    constructor_member: str = ""  # the name constructors are called by: ``parent::__construct()``
    enum_members: frozenset[str] = frozenset()  # what every enum has, and the outside type that it has them from
    enum_space: str = ""
    invoked: str = ""  # the method that runs when an instance is called
    root: str = ""  # stands in front of a name that is looked up from the outermost space
    handing: frozenset[str] = frozenset()  # outside functions that give an instance of the type they are handed
    stores: frozenset[str] = frozenset()  # last names of outside bases that make a type the rows of a table
    queries: frozenset[str] = frozenset()  # members of such a type that give a query or a list of its instances
    relations: frozenset[str] = frozenset()  # members of such a type that tie it to the type they are handed
    rows: frozenset[str] = frozenset()  # relations that are one instance when they are read as a field
    outside_of_types: bool = False  # members may stand outside of their type: ``Owner::name``
    builtins: frozenset[str] = frozenset()
    builtin_space: str = "builtins"

    def built_in(self, name: str, language: str) -> str:
        """The dotted name of what a language has without an import, "" for none."""
        return f"{self.builtin_space}.{name}" if name in self.builtins else ""

    def homes(self, files: Mapping[str, FileFacts], maps: ModuleMaps) -> dict[str, str]:
        """The space of every file."""
        return {path: facts.package for path, facts in files.items()}

    def elsewhere(self, name: str, space: str, *, as_type: bool) -> str:
        """The dotted name of what is named in a space without any declaration of it in the repository, "" if unknown."""
        return ""

    def other_names(self, name: str) -> tuple[str, ...]:
        """Names of methods that a call of an outside member may run instead."""
        return ()

    def file_of(self, path: str, item: Import, files: Mapping[str, FileFacts]) -> str:
        """The file that an import names by its path, "" for none."""
        return ""

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
