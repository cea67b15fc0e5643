"""What the ten sections share while they are written: the sheet, the citations made so far, the diagrams."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from apps.engine.artifact.program import program_of
from apps.engine.artifact.prose import code
from apps.engine.facts import (
    Command,
    Component,
    Diagram,
    DiagramEdge,
    DiagramNode,
    Endpoint,
    EntryPoint,
    FactSheet,
    Job,
    Language,
    Model,
    Place,
    cite_link,
    diagram_fence,
    find_asides,
)
from apps.engine.parsing import PARSED_LANGUAGES

DIAGRAM_NODES = 24  # what a reader takes in at one look


class Draft:
    """One document in the making.  Citations are collected as the sections ask for them.

    `sheet` holds the facts of the program itself, `whole` those of what stands beside it too.
    """

    def __init__(self, sheet: FactSheet) -> None:
        self.whole = sheet
        self.asides = find_asides(sheet.files)
        self.sheet = program_of(sheet, self.asides)
        self.citations: dict[str, Place] = {}
        self.diagrams: dict[str, Diagram] = {}

    def cite(self, key: str, place: Place | None) -> str:
        """The Markdown of a citation, "" where there is no place.  Another place under a taken key gets a number."""
        if place is None:
            return ""
        name, number = key, 2
        while self.citations.setdefault(name, place) != place:
            name, number = f"{key}~{number}", number + 1
        return cite_link(name)

    def cite_symbol(self, symbol: str, place: Place) -> str:
        """Cite a definition by its symbol ``path#name``."""
        return self.cite(symbol if "#" in symbol else f"{place.path}#{symbol}", place)

    def cite_endpoint(self, endpoint: Endpoint) -> str:
        """Cite an endpoint's handler."""
        return self.cite(definition_key(endpoint.symbol, endpoint.place, f"{endpoint.method} {endpoint.path}"), endpoint.place)

    def cite_model(self, model: Model) -> str:
        """Cite a model's definition."""
        return self.cite(model_key(model), model.place)

    def cite_entry(self, entry: EntryPoint) -> str:
        """Cite where execution starts."""
        return self.cite(definition_key(entry.symbol, entry.place, f"entry:{entry.kind}"), entry.place)

    def cite_job(self, job: Job) -> str:
        """Cite a background or scheduled job."""
        return self.cite(definition_key(job.symbol, job.place, f"job:{job.name}"), job.place)

    def cite_named(self, place: Place | None, kind: str, name: str) -> str:
        """Cite a thing in a file by what it is and its name: ``package.json#dependency:express``."""
        return self.cite(f"{place.path}#{kind}:{name}" if place else "", place)

    def cite_file(self, path: str) -> str:
        """Cite a whole file."""
        return self.cite(path, Place(path, 1, 1, self.first_lines.get(path, "")))

    def cite_description(self, part: Component) -> str:
        """Cite what a component says of itself: its README where the words are from there, else its own file."""
        for document in self.sheet.documents:
            if document.summary == part.description and document.place.path.rpartition("/")[0] == part.path:
                return self.cite(document.place.path, document.place)
        return self.cite(part.place.path, part.place)

    def cite_all(self, cites: Iterable[str], limit: int = 3) -> str:
        """Several citations in a row, each once."""
        return " ".join(list(dict.fromkeys(cite for cite in cites if cite))[:limit])

    def picture(
        self, key: str, title: str, nodes: Iterable[DiagramNode], edges: Iterable[DiagramEdge], direction: str = "LR"
    ) -> str:
        """Keep a diagram; the Markdown of its place."""
        self.diagrams[key] = Diagram(key, title, tuple(nodes), tuple(edges), direction)
        return diagram_fence(key)

    @cached_property
    def paths(self) -> frozenset[str]:
        """Every path of the commit."""
        return frozenset(entry.path for entry in self.sheet.files)

    def commands_of(self, path: str) -> tuple[Command, ...]:
        """Commands that a file declares, in its order."""
        return self._commands.get(path, ())

    @cached_property
    def _commands(self) -> Mapping[str, tuple[Command, ...]]:
        found: dict[str, list[Command]] = {}
        for command in self.sheet.commands:
            found.setdefault(command.place.path, []).append(command)
        return {path: tuple(sorted(commands, key=lambda command: command.place)) for path, commands in found.items()}

    @cached_property
    def first_lines(self) -> dict[str, str]:
        """{path: fingerprint of its first line} as far as a fact has taken one."""
        facts = (self.sheet.documents, self.sheet.tests, self.sheet.components)
        places = [fact.place for group in facts for fact in group]
        return {place.path: place.fingerprint for place in places if place.line == place.end_line == 1}

    @cached_property
    def components(self) -> tuple[Component, ...]:
        """Components, the largest first; parts that hold tests only come last."""
        return tuple(sorted(self.sheet.components, key=lambda part: (part.role == "tests", -part.lines, part.name)))

    @cached_property
    def unparsed_languages(self) -> tuple[Language, ...]:
        """Languages of programs whose insides are not read and that make up more than a small part of the code."""
        total = sum(language.lines for language in self.sheet.languages)
        found = [language for language in self.sheet.languages if language.name in PROGRAMMING - PARSED]
        return tuple(language for language in found if language.lines * 50 >= total)

    @cached_property
    def code_languages(self) -> tuple[Language, ...]:
        """Languages of code, by lines, the most first."""
        return tuple(sorted(self.sheet.languages, key=lambda language: (-language.lines, language.name)))

    @cached_property
    def degree(self) -> Mapping[str, int]:
        """{model name: relations from and to it}, those between models of the repository; one to itself counts once."""
        degree: dict[str, int] = {}
        own = {model.name for model in self.sheet.models}
        for model in self.sheet.models:
            for relation in model.relations:
                target = model_name(relation.target)
                for name in {model.name, target} if target in own else ():
                    degree[name] = degree.get(name, 0) + 1
        return degree

    @cached_property
    def ranked_models(self) -> tuple[Model, ...]:
        """Models, the most connected first."""
        return tuple(
            sorted(
                self.sheet.models,
                key=lambda model: (-self.degree.get(model.name, 0), -len(model.fields), model.name, model.place.path),
            )
        )


def definition_key(symbol: str, place: Place, name: str) -> str:
    """The symbol of a definition; where the fact has none, or only its file's, the file and `name`."""
    return symbol if "#" in symbol else f"{place.path}#{name}"


def model_key(model: Model) -> str:
    """The citation key of a model."""
    return definition_key(model.symbol, model.place, model.name)


def is_left_over(part: Component) -> bool:
    """Whether a component is what stands beside the parts of a folder."""
    return part.path.rpartition("/")[2] == "*"


def part_name(part: Component) -> str:
    """A component as the text names it: its path, or in words the files at the root and the folders that are left over.

    A group of files that stand beside others has the path of one of them.
    """
    if is_left_over(part):
        inside = part.path.rpartition("/")[0]
        return f"other folders in {code(inside)}" if inside else "other folders"
    return "files at the root" if part.path in ("", ".") else code(part.path)


def model_name(target: str) -> str:
    """``shop.Order`` and ``Order`` name the same model."""
    return target.rpartition(".")[2]


# Languages that style, mark up or describe; what a program is written in is asked of the others first.
MARKUP = frozenset(
    {"CSS", "SCSS", "Sass", "Less", "HTML", "Dockerfile", "Makefile", "Jinja", "Django template", "EJS", "Handlebars"}
)
# Languages whose definitions, calls and imports are read today.
PARSED = PARSED_LANGUAGES | {"JSX"}  # which is read as JavaScript
# Languages in which programs are written: of these, what is not parsed is unknown rather than absent.
PROGRAMMING = PARSED | frozenset(
    {
        "Ada", "Apex", "Assembly", "C", "C#", "C++", "Clojure", "COBOL", "Crystal", "D", "Dart", "Elixir", "Elm", "Erlang", "F#",
        "Fortran", "Go", "Groovy", "Haskell", "Haxe", "Java", "Julia", "Kotlin", "Lua", "MATLAB", "Nim", "Objective-C", "OCaml",
        "Pascal", "Perl", "PHP", "PowerShell", "PL/SQL", "PLpgSQL", "R", "Ruby", "Rust", "Scala", "Shell", "Solidity", "SQL",
        "Svelte",
        "Swift", "Vue", "Astro", "V", "Visual Basic", "Zig",
    }
)  # fmt: skip
