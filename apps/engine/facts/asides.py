"""Folders beside what a repository is: examples, benchmarks, documentation, tests.  What they hold is theirs, not the program's.

A name alone tells little deep inside a program (``com/example/demo`` is a package of Java), so it counts at the root and where a
package begins.  Where nothing else holds code, what the folders show is the program.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Protocol, TypeVar

from apps.engine.facts.places import Place
from apps.engine.facts.sheet import FileEntry

EXAMPLES, BENCHMARKS, DOCUMENTATION, TESTS = "examples", "benchmarks", "documentation", "tests"
_NAMES = {
    name: kind
    for kind, names in {
        EXAMPLES: "example examples sample samples demo demos playground playgrounds myapp testapp dummy",
        BENCHMARKS: "benchmark benchmarks bench benches perf performance",
        DOCUMENTATION: "doc docs documentation",
        TESTS: "test tests __tests__ spec specs e2e fixture fixtures testdata fuzz",
    }.items()
    for name in names.split()
}
# As the last word of a name (``runtime-tests``, ``Shop.Benchmarks``), and as the first (``perf-measures``).
_LAST = frozenset({"examples", "samples", "demos", "playground", "benchmarks", "benches", "tests", "e2e", "fixtures"})
_FIRST = frozenset({"examples", "benchmarks", "bench", "perf"})
_WORDS = re.compile(r"[-_. ]+")
_MANIFEST = re.compile(
    r"package\.json|pyproject\.toml|setup\.py|go\.mod|cargo\.toml|pom\.xml|build\.gradle(?:\.kts)?|composer\.json|gemfile"
    r"|package\.swift|mix\.exs|.*\.(?:csproj|fsproj|gemspec)"
)
# What makes a site of documentation, whatever its folder is called.
_SITE = re.compile(r"docusaurus\.config\.[cm]?[jt]s|mint\.json|theme\.config\.[jt]sx?")
_PROJECT_OF_DJANGO = frozenset({"settings.py", "wsgi.py", "asgi.py"})
# Code that only builds, checks or describes other code.
_TOOL_FOLDERS = frozenset({"script", "scripts", "tool", "tools", "hack", "ci", "buildsrc", "gradle", "bin"})
_TOOL_FILES = re.compile(
    r"(?:setup|noxfile|conftest|conanfile|fabfile)\.py|(?:gulpfile|gruntfile|jakefile)(?:\.\w+)?|rakefile|gemfile|podfile|fastfile"
    r"|.*\.gradle(?:\.kts)?|.*\.config\.[cm]?[jt]s|build\.rs|package\.swift|.*\.gemspec|.*\.d\.ts"
)
_NO_PROGRAM = frozenset({
    "", "HTML", "CSS", "SCSS", "Sass", "Less", "Dockerfile", "Makefile", "CMake", "Shell", "PowerShell", "Batchfile", "SQL",
    "Jinja", "EJS", "Handlebars", "XML",
})  # fmt: skip
_LITTLE = 100  # lines, which are not the program where these folders hold `_MUCH` times as many
_MUCH = 20


class _Placed(Protocol):
    """A fact with where it stands; many say too how they were found."""

    @property
    def place(self) -> Place | None: ...


_Fact = TypeVar("_Fact", bound=_Placed)


class Asides:
    """The folders of one commit that stand beside what it is, each with its kind."""

    def __init__(self, kinds: Mapping[str, str]) -> None:
        self._kinds = dict(kinds)

    def __bool__(self) -> bool:
        return bool(self._kinds)

    @property
    def folders(self) -> tuple[tuple[str, str], ...]:
        """(folder, kind), by folder."""
        return tuple(sorted(self._kinds.items()))

    def folder_of(self, path: str) -> str:
        """The folder of these that a path is or stands in, "" for none."""
        if not self._kinds:
            return ""
        return next((folder for folder in _and_above(path) if folder in self._kinds), "")

    def kind_of(self, path: str) -> str:
        """``examples``, ``benchmarks``, ``documentation``, ``tests``; "" for what belongs to the program."""
        return self._kinds.get(self.folder_of(path), "")

    def holds(self, path: str) -> bool:
        """Whether a path is, or stands in, one of the folders."""
        return bool(self.folder_of(path))

    def has(self, fact: _Placed) -> bool:
        """Whether a fact is of these folders; a description of an interface in a folder of documentation is the program's."""
        kind = self.kind_of(fact.place.path) if fact.place is not None else ""
        return bool(kind) and not (kind == DOCUMENTATION and getattr(fact, "source", "").startswith("schema:"))

    def apart(self, facts: Iterable[_Fact]) -> tuple[_Fact, ...]:
        """The facts of the program itself."""
        return tuple(fact for fact in facts if not self.has(fact)) if self._kinds else tuple(facts)


def find_asides(files: Iterable[FileEntry]) -> Asides:
    """The outermost folders beside the program.

    Those that are all the code there is are none: examples first, then benchmarks, documentation, tests.
    """
    entries = list(files)
    inside: dict[str, set[str]] = defaultdict(set)
    for entry in entries:
        folder, _, name = entry.path.rpartition("/")
        inside[folder].add(name.lower())
    packages = {folder for folder, names in inside.items() if any(_MANIFEST.fullmatch(name) for name in names)} | {""}
    every = {above for folder in inside for above in _and_above(folder)}
    found: dict[str, str] = {}
    for folder in sorted(every, key=lambda folder: (folder.count("/"), folder)):
        if not any(above in found for above in _and_above(folder)):
            kind = _kind(folder, packages, inside)
            if kind:
                found[folder] = kind
    lines: dict[str, int] = defaultdict(int)
    asides = Asides(found)
    for entry in entries if found else ():
        if _is_program(entry):
            lines[asides.kind_of(entry.path)] += entry.lines + 1
    for kind in (EXAMPLES, BENCHMARKS, DOCUMENTATION, TESTS):
        if lines[""] and (lines[""] >= _LITTLE or lines[""] * _MUCH >= lines[kind]):
            break
        found = {folder: other for folder, other in found.items() if other != kind}
        lines[""] += lines.pop(kind, 0)
    return Asides(found)


def _kind(folder: str, packages: set[str], inside: Mapping[str, set[str]]) -> str:
    parent, _, last = folder.rpartition("/")
    names = inside.get(folder, set())
    if not folder or folder.startswith(".") or "/." in folder:
        return ""
    if any(_SITE.fullmatch(name) for name in names):
        return DOCUMENTATION
    if parent not in packages and folder not in packages:
        return ""
    if "manage.py" in inside.get(parent, ()) and not names.isdisjoint(_PROJECT_OF_DJANGO):
        return ""
    low = last.lower().lstrip("_") if not last.startswith("__") else last.lower()
    words = _WORDS.split(low)
    if low in _NAMES:
        return _NAMES[low]
    if words[-1] in _LAST:
        return _NAMES[words[-1]]
    return _NAMES[words[0]] if words[0] in _FIRST else ""


def _is_program(entry: FileEntry) -> bool:
    if entry.role != "code" or entry.status == "skipped" or entry.language in _NO_PROGRAM:
        return False
    *folders, name = entry.path.lower().split("/")
    is_of_tools = any(folder in _TOOL_FOLDERS or folder.startswith(".") for folder in folders)
    return not is_of_tools and _TOOL_FILES.fullmatch(name) is None


def _and_above(path: str) -> Iterable[str]:
    while path:
        yield path
        path = path.rpartition("/")[0]
