"""Who calls a symbol: found, proven to be nobody, or unknown and why.

"None" is only said where a call could not have been missed: nothing unresolved has its name, no program text looks it up or hands
it on, its name stands nowhere else in code, configuration or pages, and nothing outside the repository is known to call it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

import msgspec

from apps.engine.facts import LIBRARIES, Capsule, Edge, FactSheet
from apps.engine.graph.backends import BACKENDS
from apps.engine.graph.capsules import CLASS_KINDS
from apps.engine.graph.describe import visibility
from apps.engine.graph.index import GraphIndex
from apps.engine.graph.lookups import ANY, IN_MODULE, fits, is_module
from apps.engine.graph.mentions import CONSTRUCTORS
from apps.engine.graph.modules import SCRIPT_LANGUAGES
from apps.engine.graph.testfiles import is_test
from apps.engine.graph.unseen import found_by_place, is_bean, is_magic
from apps.engine.graph.walk import CALLING

Verdict = Literal["found", "none", "unknown"]
ReasonKind = Literal[
    "unresolved",  # calls of that name whose target is unknown
    "named",  # it is handed on or stored, and called from where it went
    "mentioned",  # its name stands in files where no call of it was followed
    "looked up",  # its name is put together or looked up while the program runs
    "override",  # called through what it overrides
    "overridden",  # what takes its place may be called in its stead
    "base outside",  # it, or its class, extends one from outside, which may call it
    "interface",  # what takes an interface from outside may call it
    "extended",  # classes extend it: what makes those makes it too
    "members",  # its methods are called
    "language",  # the language itself calls it
    "decorator",  # what decorates it may call it, or hand it on
    "attribute",  # read like an attribute, which is no call
    "public",  # others may use it: part of a library's interface, `detail` the manifest that says so
    "convention",  # a framework finds it by its place and name
    "started",  # run from outside: an entry point, a job, a test
    "template",  # pages may name it
    "not read",  # files that may call it were not read
    "not followed",  # the language's calls are not followed
    "behind",  # the graph is that of another commit
]
CALLED_KINDS = CLASS_KINDS | {"function", "method", "component", "constructor", "accessor", "macro", "procedure", "test"}
_LANGUAGE = ("builtins.", "abc.", "typing.", "typing_extensions.", "enum.", "dataclasses.", "collections.abc.")
_MOST = 200  # classes looked at on the way to the bases outside
PLACES = 5  # examples given with a reason

_FAMILIES: Mapping[str, frozenset[str]] = {
    name: family
    for family in (
        frozenset({"Python", "Cython", "Jupyter Notebook"}),
        frozenset({"JavaScript", "TypeScript", "TSX", "JSX", "Vue", "Svelte", "Astro", "CoffeeScript"}),
        frozenset({"Java", "Kotlin", "Scala", "Groovy", "Clojure"}),
        frozenset({"C", "C++", "Objective-C", "Swift", "CUDA"}),
        frozenset({"C#", "F#", "Visual Basic .NET", "Razor"}),
    )
    for name in family
}
_CODE = frozenset({"code", "test", "generated", "migration"})
_TEMPLATES = frozenset({"HTML", "Jinja", "Django Template", "Twig", "Blade", "ERB", "Handlebars", "EJS", "Pug", "Haml", "Slim"})
_PLAIN_DECORATORS = frozenset({
    "staticmethod", "classmethod", "abstractmethod", "override", "overload", "final", "cache", "lru_cache", "wraps",
    "contextmanager", "asynccontextmanager", "total_ordering", "dataclass", "deprecated", "Override", "Deprecated",
    "SuppressWarnings", "Nullable",
})  # fmt: skip
# What is extended, taken on or named, but made or called by nothing: of these there is an answer only where a call was found.
_NOT_MADE = frozenset({"interface", "trait", "protocol", "enum", "union", "extension", "implementation", "object"})
_ABSTRACT = frozenset({"interface", "trait", "protocol"})
_HOOKS = ("pytest_",)  # plugins of a test runner are found by their names
_READ_AS_ATTRIBUTE = frozenset({"property", "getter", "setter"})


class Reason(msgspec.Struct, frozen=True, gc=False):
    """Why the callers are not all known: how many, an example or the name in question, and the symbols where it stands."""

    kind: ReasonKind
    count: int = 0
    detail: str = ""
    places: tuple[str, ...] = ()


class Callers(msgspec.Struct, frozen=True, gc=False):
    """The answer.  With "found" the reasons tell why there may be more callers than those."""

    verdict: Verdict
    reasons: tuple[Reason, ...] = ()


class Surroundings(msgspec.Struct, frozen=True, gc=False):
    """What of a commit bears on all its symbols.

    `unread` counts files of code that were not parsed, by language; `pages` counts templates; `started` are symbols that run
    from outside, `commands` the names of what installed commands run (``x = "package.module:name"``); `is_behind` tells that the
    graph is that of another commit.
    """

    unread: Mapping[str, int] = msgspec.field(default_factory=dict)
    pages: int = 0
    started: frozenset[str] = frozenset()
    is_library: bool = False
    is_behind: bool = False
    commands: frozenset[str] = frozenset()
    frameworks: tuple[str, ...] = ()


def surroundings_of(sheet: FactSheet, *, is_behind: bool = False) -> Surroundings:
    """What a fact sheet tells of it."""
    unread: dict[str, int] = defaultdict(int)
    pages = 0
    for entry in sheet.files:
        if entry.language in _TEMPLATES and entry.role not in ("vendored", "documentation"):
            pages += 1
        elif entry.language in BACKENDS:
            if entry.status != "analysed" and entry.role in _CODE:
                unread[entry.language] += 1
        elif entry.language in _FAMILIES and entry.role in _CODE:
            unread[entry.language] += 1
    started = [item.symbol for item in sheet.entry_points] + [item.symbol for item in sheet.jobs]
    targets = [item.text.rpartition(":")[2] for item in sheet.commands if item.kind == "console script" and ":" in item.text]
    commands = frozenset([target.partition("[")[0].strip().rpartition(".")[2] for target in targets])
    is_library = sheet.project.kind in LIBRARIES
    frameworks = (*sheet.frameworks, *sheet.frameworks_beside)
    return Surroundings(dict(unread), pages, frozenset(filter(None, started)), is_library, is_behind, commands, frameworks)


def called_as(capsule: Capsule) -> Sequence[str]:
    """The symbols whose callers are those of the capsule: its own, for a class those of its constructors too, for a constructor
    that of its class; for what only says how a function may be called those of the function.
    """
    done = implementation_of(capsule)
    own = (capsule.symbol, done) if done else (capsule.symbol,)
    if is_constructor(capsule):
        return (*own, capsule.parent)
    if capsule.kind not in CLASS_KINDS:
        return own
    made = [
        symbol
        for symbol in capsule.methods
        if (name := symbol.rpartition(".")[2].partition("#")[0]) in CONSTRUCTORS or name == capsule.name
    ]
    return (capsule.symbol, *made)


def implementation_of(capsule: Capsule) -> str:
    """The symbol of the function that a declaration without a body stands for, such as one of its overloads; "" for any other."""
    before, _mark, ordinal = capsule.symbol.rpartition("#")
    return before if "overload" in capsule.properties and ordinal.isdigit() else ""


def is_constructor(capsule: Capsule) -> bool:
    """Whether a capsule is run when its class is made."""
    return capsule.parent != capsule.path and (capsule.kind == "constructor" or capsule.name in CONSTRUCTORS)


class CallerJudge:
    """Answers for the capsules of one commit, or for one of them where only what bears on it is given.

    `capsules` need to hold those that call names unresolved or look names up, and the classes of constructors; `index` the edges
    at the symbols asked about, at their classes, methods and constructors.
    """

    def __init__(self, capsules: Iterable[Capsule], index: GraphIndex, surroundings: Surroundings) -> None:
        self._index = index
        self._surroundings = surroundings
        self._unresolved: dict[str, list[tuple[str, int]]] = defaultdict(list)
        self._lookups: dict[str, list[str]] = defaultdict(list)
        self._classes: dict[str, Capsule] = {}
        for capsule in capsules:
            if capsule.kind in CLASS_KINDS:
                self._classes[capsule.symbol] = capsule
            for name, count in capsule.unresolved:
                if name:
                    self._unresolved[name].append((capsule.symbol, count))
            for pattern in capsule.lookups:
                self._lookups[pattern].append(capsule.symbol)
        self._open = [name for name in sorted(self._lookups) if ANY in name and name != ANY and IN_MODULE not in name]
        self._modules = [name for name in sorted(self._lookups) if IN_MODULE in name]
        self._any = {symbol.partition("#")[0] for symbol in self._lookups.get(ANY, ())}
        self._looked: dict[str, tuple[str, ...]] = {}

    def callers(self, capsule: Capsule) -> tuple[Edge, ...]:
        """Edges that call it, run its constructor or route to it, sorted."""
        found = [edge for symbol in called_as(capsule) for edge in self._index.arriving(symbol) if edge.kind in CALLING]
        return tuple(sorted(set(found)))

    def judge(self, capsule: Capsule) -> Callers | None:
        """Whether all callers are known; None for what is not called, such as a file, a section of prose or an interface."""
        if capsule.kind not in CALLED_KINDS:
            return None
        reasons = tuple(self._reasons(capsule))
        if self.callers(capsule):
            return Callers("found", reasons)
        if capsule.kind in _NOT_MADE:
            return None
        reasons += tuple(reason for reason in self._otherwise(capsule) if reason.kind != "mentioned" or not reasons)
        return Callers("unknown" if reasons else "none", reasons)

    def _reasons(self, capsule: Capsule) -> Iterable[Reason]:
        name, language, around = capsule.name, capsule.language, self._surroundings
        if around.is_behind:
            yield Reason("behind")
        if language not in BACKENDS:
            yield Reason("not followed", detail=language)
        names = self._names(capsule)
        found = [place for called in names for place in self._unresolved.get(called, ())]
        if found:
            yield Reason("unresolved", sum(count for _symbol, count in found), name, _places(symbol for symbol, _count in found))
        modules = self._in_modules(capsule, names)
        if looked := sorted({symbol for called in names for symbol in self._looking(called)} | modules):
            yield Reason("looked up", len(looked), name, _places(looked))
        elif paths := self._any & {capsule.path, *self._paths_above(capsule)}:
            here = [symbol for symbol in self._lookups[ANY] if symbol.partition("#")[0] in paths]
            yield Reason("looked up", len(here), ANY, _places(here))
        handed = [edge for symbol in called_as(capsule) for edge in self._index.arriving(symbol) if edge.kind == "uses"]
        if handed:
            yield Reason("named", len(handed), "", _places(edge.source for edge in handed))
        yield from self._from_outside(capsule)
        family = _FAMILIES.get(language, frozenset({language}))
        for other in sorted(family & set(around.unread)):
            if other != language or language in BACKENDS:
                yield Reason("not read", around.unread[other], other)

    def _from_outside(self, capsule: Capsule) -> Iterable[Reason]:
        """What may call it although no text of the repository does."""
        name, around = capsule.name, self._surroundings
        is_member = capsule.parent != capsule.path
        is_hidden = visibility(capsule) == "private"
        is_making = is_constructor(capsule)
        owner = self._classes.get(capsule.parent) if is_making else None
        over = [edge for edge in self._index.leaving(capsule.symbol) if edge.kind == "overrides"]
        if over:
            yield Reason("override", len(over), over[0].target, _places(edge.target for edge in over))
        if capsule.kind in CLASS_KINDS or is_member:
            outside = self._outside_bases(
                [capsule.symbol, capsule.parent] if capsule.kind in CLASS_KINDS else [capsule.parent], capsule
            )
            if outside and not (is_hidden and name.startswith("__")):
                yield Reason("base outside", len(outside), outside[0])
        if not is_making and is_magic(capsule):
            yield Reason("language", detail=name)
        if is_member and not is_making and around.pages and not is_hidden and _takes_nothing(capsule):
            yield Reason("template", around.pages)
        if not _READ_AS_ATTRIBUTE.isdisjoint(capsule.properties) or capsule.kind == "accessor":
            yield Reason("attribute")
        else:
            decorators = (*capsule.decorators, *(owner.decorators if owner is not None else ()))
            other = [word for word in decorators if word.rpartition(".")[2] not in _PLAIN_DECORATORS]
            if other:
                yield Reason("decorator", len(other), other[0])
        in_tests = is_test(capsule.path)
        is_started = not around.started.isdisjoint(called_as(capsule)) or name in around.commands or name.startswith(_HOOKS)
        if is_started or name == "main" or in_tests:
            yield Reason("started")
        elif capsule.offered_by:
            yield Reason("public", detail=capsule.offered_by)
        elif around.is_library and not is_hidden:
            yield Reason("public")

    def _otherwise(self, capsule: Capsule) -> Iterable[Reason]:
        """What is known of something that no call was followed to."""
        if capsule.mentions:
            yield Reason("mentioned", len(capsule.mentions), capsule.mentions[0], capsule.mentions)
        before = capsule.symbol.partition("#")[2].rpartition(".")[0]
        if capsule.language in SCRIPT_LANGUAGES and before != capsule.parent.partition("#")[2]:  # in an object, which goes on
            yield Reason("named", 1, "", (capsule.parent,))
        if capsule.kind in CLASS_KINDS or is_constructor(capsule):
            whole = capsule.parent if is_constructor(capsule) else capsule.symbol
            below = [edge for edge in self._index.arriving(whole) if edge.kind == "inherits"]
            if below:
                yield Reason("extended", len(below), "", _places(edge.source for edge in below))
        if capsule.kind in CLASS_KINDS:
            run = [symbol for symbol in capsule.methods if any(edge.kind in CALLING for edge in self._index.arriving(symbol))]
            if run:
                yield Reason("members", len(run), "", _places(run))
        owner = self._classes.get(capsule.parent)
        if (owner is not None and owner.kind in _ABSTRACT) or "abstract" in capsule.properties:
            over = [edge for edge in self._index.arriving(capsule.symbol) if edge.kind == "overrides"]
            yield Reason("overridden", len(over), "", _places(edge.source for edge in over))
        for framework in found_by_place(capsule.path, self._surroundings.frameworks):
            yield Reason("convention", detail=framework)
        if capsule.kind == "method" and visibility(capsule) != "private":
            if capsule.language == "Go" and "exported" in capsule.properties:
                yield Reason("interface")
            elif is_bean(capsule):
                yield Reason("attribute")

    def _paths_above(self, capsule: Capsule) -> Iterable[str]:
        """The files of the classes that the class of a method extends, as far as they are known."""
        if capsule.parent == capsule.path:
            return
        waiting, seen = [capsule.parent], {capsule.parent}
        while waiting and len(seen) < _MOST:
            for edge in self._index.leaving(waiting.pop()):
                if edge.kind == "inherits" and not edge.is_external and edge.target not in seen:
                    seen.add(edge.target)
                    waiting.append(edge.target)
                    yield edge.target.partition("#")[0]

    def _outside_bases(self, classes: Iterable[str], asked: Capsule) -> Sequence[str]:
        """The classes from outside that these extend, directly or not; those of the language itself call nothing.

        A base that a call makes (``extends PassportStrategy(Strategy)``) is none of the classes of the repository.
        """
        found: list[str] = []
        known = list(classes)
        for symbol in known:
            for edge in self._index.leaving(symbol):
                if edge.kind != "inherits" or edge.target in known:
                    continue
                if not edge.is_external:
                    known.append(edge.target)
                elif not edge.target.startswith(_LANGUAGE) and edge.target not in found:
                    found.append(edge.target)
            here = asked if symbol == asked.symbol else self._classes.get(symbol)
            made = [base for base in here.bases if base.endswith("()")] if here is not None else []
            found += [base for base in made if base not in found]
            if len(known) > _MOST:
                break
        return found

    def _names(self, capsule: Capsule) -> Sequence[str]:
        """The names by which it is called."""
        if capsule.kind == "constructor" or capsule.name in CONSTRUCTORS:
            owner = capsule.parent.partition("#")[2].rpartition(".")[2]
            return tuple(dict.fromkeys(name for name in (owner, capsule.name) if name))
        return (capsule.name,)

    def _in_modules(self, capsule: Capsule, names: Sequence[str]) -> set[str]:
        """Where names of the module are looked up in which the capsule stands."""
        found: set[str] = set()
        for wanted in self._modules if capsule.parent == capsule.path else ():
            name, _at, module = wanted.partition(IN_MODULE)
            if is_module(capsule.path, module) and any(fits(called, name) for called in names):
                found.update(self._lookups[wanted])
        return found

    def _looking(self, name: str) -> tuple[str, ...]:
        """Where a name is looked up, by itself or by a pattern."""
        known = self._looked.get(name)
        if known is None:
            patterns = [pattern for pattern in self._open if fits(name, pattern)]
            found = [symbol for pattern in (name, *patterns) for symbol in self._lookups.get(pattern, ())]
            known = self._looked[name] = tuple(found)
        return known


def _takes_nothing(capsule: Capsule) -> bool:
    """Whether a method can be called without an argument, as pages do."""
    needed = [item for item in capsule.parameters if not item.default and item.kind in ("", "positional", "keyword")]
    return len(needed) <= (1 if capsule.language == "Python" else 0)


def _places(symbols: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(set(symbols))[:PLACES])
