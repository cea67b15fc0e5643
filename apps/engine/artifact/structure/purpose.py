"""1. Purpose: what the project is, in its own words and as the code shows it, how it is run, what can't be known."""

from __future__ import annotations

import re
from collections.abc import Iterable

from apps.engine.artifact.draft import MARKUP, Draft, is_left_over, part_name
from apps.engine.artifact.known import purpose_of
from apps.engine.artifact.prose import (
    about,
    article,
    bullets,
    capital,
    code,
    count,
    exact,
    listing,
    noun,
    plain,
    quotation,
    quoted,
    table,
)
from apps.engine.artifact.structure.beside import tell_folders
from apps.engine.artifact.structure.commands import runnable
from apps.engine.artifact.structure.components import principal_symbols
from apps.engine.artifact.structure.dependencies import is_runtime
from apps.engine.artifact.structure.endpoints import example_endpoints
from apps.engine.artifact.structure.roles import declaration, find_dependency, frameworks_in_order
from apps.engine.artifact.structure.routes import cite_registered, cite_whole_path
from apps.engine.artifact.structure.systems import cite_system, is_declared_only, is_development, systems_in_order
from apps.engine.extraction.project import described_as
from apps.engine.facts import LIBRARIES, Component, Document, Place

QUOTE_LIMIT = 420  # characters of one paragraph of a README
SHORTEST_QUOTE = 60  # characters; what is shorter says where to look, not what the project is
# How a paragraph starts that can't be understood without the one before it.
_LEANS = re.compile(
    r"\W*(?:(?:these|those|they|both|such|here|there|also|however|but|and|so|then|instead|each of the|it"
    r"|the (?:two|three|latter|former|same|following))\b"
    r"|th(?:is|at)\b(?!\W+(?:is|are|projects?|repo\w*|packages?|librar\w+|app\w*|tool\w*|template|service|site|boilerplate)\b))",
    re.I,
)
NAMED_PARTS = 5
NAMED_SYSTEMS = 5
NAMED_FRAMEWORKS = 3
DIALECTS = {"TSX": "TypeScript", "JSX": "JavaScript"}
INTERFACES = {
    "next": "Next.js", "nuxt": "Nuxt", "@angular/core": "Angular", "react": "React", "vue": "Vue", "svelte": "Svelte",
    "solid-js": "Solid",
}  # fmt: skip


def write(draft: Draft) -> str:
    """The section's Markdown."""
    sheet = draft.sheet
    parts = [_what_it_is(draft)]
    quoted = _own_words(draft)
    if quoted:
        parts.append(quoted)
    elif sheet.files:
        parts.append(
            "The project says nothing about its own purpose: no description in a manifest and no text in a README were found."
        )
    shown = _what_the_code_shows(draft)
    if shown:
        parts.append("### What the code shows\n\n" + shown)
    if sheet.files:
        parts.append("### How it is run\n\n" + _how_it_is_run(draft))
        parts.append("### What the repository does not say\n\n" + _what_is_not_said(draft))
    return "\n\n".join(parts)


def _what_it_is(draft: Draft) -> str:
    sheet = draft.sheet
    project = sheet.project
    name = f"**{plain(project.name, 120) or 'This project'}**"
    if not sheet.files:
        return f"{name} is an empty repository: the commit holds no files."
    named = draft.cite(f"{project.place.path}#project" if project.place else "", project.place)
    kind = f"{article(plain(project.kind))} {_evidence_of_kind(draft)}".rstrip() if project.kind else "a project"
    frameworks = [_framework(draft, framework) for framework in frameworks_in_order(draft)[:NAMED_FRAMEWORKS]]
    comma = "," if " with " in kind else ""
    built = f"{comma} built with {listing(frameworks)}" if frameworks else _declared_framework(draft)
    said = f"{name} {named}".rstrip() + f" is {kind}{built}{_interface(draft)}{_written_in(draft)}."
    extra = []
    if project.version:
        cite = draft.cite_named(project.version_place, "project", "version")
        extra.append(f"gives version {code(project.version, 40)} {cite}".rstrip())
    own_file = (
        project.license_place is not None and project.place is not None and project.license_place.path != project.place.path
    )
    licence = f"{plain(project.license, 60)} {draft.cite_named(project.license_place, 'project', 'license')}".rstrip()
    if project.license and not own_file:
        extra.append(f"names the licence {licence}")
    if extra:
        said += f" Its manifest {' and '.join(extra)}."
    if project.license and own_file:
        said += f" Its licence: {licence}."
    return said


def _written_in(draft: Draft) -> str:
    """The language of most of the code; a dialect (TSX) counts as its language."""
    found = [language for language in draft.code_languages if language.name not in MARKUP] or list(draft.code_languages)
    lines: dict[str, int] = {}
    for language in found:
        name = DIALECTS.get(language.name, language.name)
        lines[name] = lines.get(name, 0) + language.lines
    names = sorted(lines, key=lambda name: (-lines[name], name))
    if not names:
        return ", in which no programming language was recognised"
    if len(names) == 1 or lines[names[0]] >= 0.9 * sum(lines.values()):
        return f", written {'' if len(names) == 1 else 'almost wholly '}in {plain(names[0])}"
    return f", written mostly in {listing([plain(name) for name in names[:2]])}"


def _interface(draft: Draft) -> str:
    """What the user interface in the browser is made with, where a manifest declares it."""
    if "user interface" not in draft.sheet.project.kind:
        return ""
    for package, name in INTERFACES.items():
        dependency = find_dependency(draft, package)
        if dependency is not None and dependency.ecosystem == "npm":
            return f", its interface with {name} {draft.cite_named(dependency.place, 'dependency', dependency.name)}"
    return ""


def _framework(draft: Draft, framework: str) -> str:
    """A framework's name, with the line that declares it."""
    dependency = declaration(draft, framework)
    cite = draft.cite_named(dependency.place, "dependency", dependency.name) if dependency is not None else ""
    return f"{plain(framework)} {cite}".rstrip()


def _declared_framework(draft: Draft) -> str:
    """Where no framework was recognised in the code of a program, one that a manifest declares."""
    for dependency in () if draft.sheet.project.kind in LIBRARIES else draft.sheet.dependencies:
        if purpose_of(dependency.name) == "web framework" and is_runtime(dependency):
            cite = draft.cite_named(dependency.place, "dependency", dependency.name)
            return f" that declares the web framework {code(dependency.name, 80)} {cite}"
    return ""


def _evidence_of_kind(draft: Draft) -> str:
    """Where a reader sees what kind of program it is: the application object, else where execution starts.

    Of several programs not each is what the whole is: then a route shows it, else the program nearest the root.  A library
    says itself that it is one, or its manifest does.
    """
    project, entries = draft.sheet.project, draft.sheet.entry_points
    if project.kind in LIBRARIES:
        says = described_as(project.description)[0] == project.kind and project.description_place is not None
        return draft.cite_named(project.description_place, "project", "description") if says else ""
    served = [entry for entry in entries if entry.kind in ("asgi", "wsgi", "app")]
    if served:
        return draft.cite_entry(served[0])
    example = example_endpoints(draft.sheet.endpoints)
    if example and len(entries) != 1:
        return cite_registered(draft, example[0])
    nearest = min(entries, key=lambda entry: (entry.place.path.count("/"), entry.place, entry.what), default=None)
    return draft.cite_entry(nearest) if nearest is not None else ""


def _readme(draft: Draft) -> Document | None:
    readmes = [document for document in draft.sheet.documents if document.kind == "readme"]
    return min(readmes, key=lambda document: (document.place.path.count("/"), document.place.path), default=None)


def _own_words(draft: Draft) -> str:
    project, readme = draft.sheet.project, _readme(draft)
    quotes: list[tuple[str, Place | None]] = []
    if project.description:
        quotes.append((project.description, project.description_place))
    if readme is not None and "/" not in readme.place.path:
        places: Iterable[Place | None] = readme.paragraph_places or (readme.place,)
        for paragraph, place in zip(readme.paragraphs, places, strict=False):
            if (
                len(paragraph) >= SHORTEST_QUOTE
                and len(quotes) < 3
                and not _LEANS.match(paragraph)
                and not any(_same(paragraph, text) for text, _place in quotes)
            ):
                quotes.append((paragraph, place))
    if not quotes:
        return ""
    cited = [(plain(text, QUOTE_LIMIT), draft.cite(place.path if place else "", place)) for text, place in quotes]
    said = "\n>\n".join(quotation(f"{text} {cite}".rstrip()) for text, cite in cited)
    return f"In the project's own words:\n\n{said}"


def _same(one: str, other: str) -> bool:
    short, long = sorted(("".join(char for char in text.lower() if char.isalnum()) for text in (one, other)), key=len)
    return bool(short) and short in long


def _what_the_code_shows(draft: Draft) -> str:
    said = [_interfaces(draft)]
    models = draft.ranked_models
    if models:
        central = [model for model in models if draft.degree.get(model.name, 0) > 1][:3] or list(models[:1])
        named = listing([f"{code(model.name)} {draft.cite_model(model)}" for model in central])
        such = ", among them " if len(models) > len(central) else ": "
        said.append(f"Its data is described by {exact(len(models), 'model')}{such}{named}.")
    said.append(_work_outside_requests(draft))
    said.append(_systems(draft))
    text = " ".join(part for part in said if part)
    parts = [part for part in draft.components if part.role != "tests" and not is_left_over(part)]
    if len(parts) > 1:
        items = [_part(draft, part) for part in parts[:NAMED_PARTS]]
        more = len(parts) - len(items)
        tail = f"\n\nSection 6 describes these parts and {exact(more, 'other')}." if more > 0 else ""
        text = f"{text}\n\nIts largest parts are:\n\n{bullets(items)}{tail}".strip()
    return "\n\n".join(filter(None, [text, tell_folders(draft)]))


def _work_outside_requests(draft: Draft) -> str:
    """Background jobs, and apart from them the schedules, which only say when one of them runs."""
    jobs = [job for job in draft.sheet.jobs if not job.kind.startswith("ci") and not job.kind.endswith("schedule")]
    schedules = [job for job in draft.sheet.jobs if not job.kind.startswith("ci") and job.kind.endswith("schedule")]
    said = []
    if jobs:
        # Not one that tries something out, nor one that moves data once.
        first = min(jobs, key=lambda job: ("test" in job.name.lower(), "migrations/" in job.place.path))
        such = f", such as {code(first.name, 60)}" if len(jobs) > 1 else f", {code(first.name, 60)}"
        said.append(f"Work outside requests is done by {exact(len(jobs), 'background job')}{such} {draft.cite_job(first)}.")
    if schedules:
        first = schedules[0]
        such = "such as that of " if len(schedules) > 1 else "that of "
        said.append(
            f"{capital(exact(len(schedules), 'schedule'))} {noun(len(schedules), 'starts', 'start')} work by the clock, {such}"
            f"{code(first.name, 60)} {draft.cite_job(first)}."
        )
    return " ".join(said)


def _interfaces(draft: Draft) -> str:
    """What it answers: endpoints, and where one of them is the door to a whole schema, that first."""
    endpoints = draft.sheet.endpoints
    if not endpoints:
        return ""
    graphql = [endpoint for endpoint in endpoints if endpoint.serves == "graphql"]
    if graphql:
        roots = [root for schema in draft.sheet.schemas if schema.kind == "graphql" for root in schema.roots]
        offers = [
            f"{exact(root.fields, noun(1, root.kind))} {draft.cite_named(root.place, 'type', root.name)}"
            for root in sorted(roots, key=lambda root: (-root.fields, root.name))[:2]
        ]
        told = f", whose schema offers {listing(offers)}" if len({root.place.path for root in roots}) == 1 else ""
        others = len(endpoints) - len(graphql)
        beside = f" Beside it stand {exact(others, 'other endpoint')}." if others else ""
        return f"Its API is GraphQL at {code(graphql[0].path, 80)} {cite_whole_path(draft, graphql[0])}{told}.{beside}"
    said = f"It answers at {exact(len(endpoints), 'endpoint')}"
    for example in example_endpoints(endpoints):
        such = "such as " if len(endpoints) > 1 else ""
        said += f", {such}{code(f'{example.method} {example.path}')} {cite_whole_path(draft, example)}"
    return said + "."


def _systems(draft: Draft) -> str:
    """The systems it works with, the most important first; those only developers use are left to section 8."""
    found = [facts[0] for facts in systems_in_order(draft.sheet.services) if not is_development(facts[0])]
    shown = [fact for fact in found if not is_declared_only(fact)]
    declared = [fact for fact in found if is_declared_only(fact)]
    said = []
    for opening, facts in (("It works with", shown), ("It declares client libraries for", declared)):
        named = [f"{plain(fact.name, 60)} {cite_system(draft, fact)}" for fact in facts]
        if named:
            said.append(f"{opening} {listing(named, NAMED_SYSTEMS)}.")
    return " ".join(said)


def _part(draft: Draft, part: Component) -> str:
    """One part in a line: what it says of itself, else what other parts use of it or what it holds."""
    size = f"{count(part.files, 'file')}, {count(part.lines, 'line')}"
    name = part_name(part)
    if part.description:
        return f"{name} ({size}): {quoted(part.description, 140).rstrip('.')} {draft.cite_description(part)}"
    role = f": {plain(part.role)}" if part.role else ""
    symbols = principal_symbols(part)[:2]
    if not symbols:
        return f"{name} ({size}){role}"
    named = listing([f"{code(item.name, 60)} {draft.cite_symbol(item.symbol, item.place)}" for item in symbols])
    return f"{name} ({size}){role}{', with' if role else ': with'} {named}"


def _how_it_is_run(draft: Draft) -> str:
    rows = [
        [job, code(typed, 160), draft.cite_all(draft.cite_named(place, "command", name) for place in places)]
        for job, typed, name, places in runnable(draft)
    ]
    if rows:
        return table(("To", "Type", "See"), rows)
    entries = draft.sheet.entry_points
    if entries:
        first = entries[0]
        return (
            "No commands for people (Makefile, package scripts, console scripts, process lists) were found. Execution starts at "
            f"{exact(len(entries), 'entry point')}, the first of them {code(first.place.path)} "
            f"{draft.cite_entry(first)}."
        )
    return (
        "No commands and no entry points were found. Looked for: Makefile targets, package scripts, console scripts, "
        "Dockerfiles, "
        "compose files, process lists, guarded main blocks."
    )


def _what_is_not_said(draft: Draft) -> str:
    sheet = draft.sheet
    kinds = (
        ("decision", "decision record"),
        ("changelog", "change log"),
        ("guide", "guide"),
        ("contributing", "contributing guide"),
        ("security", "security policy"),
    )
    said = ["The code shows what is done and how, not why it was decided so."]
    found = []
    for kind, name in kinds:
        documents = [document for document in sheet.documents if document.kind == kind]
        if documents:
            # Its title says what a document is; its text says what it is about.
            cites = draft.cite_all(
                draft.cite(f"{document.place.path}#title", document.title_place)
                if document.title_place is not None
                else draft.cite(document.place.path, document.place)
                for document in documents
            )
            found.append(f"{exact(len(documents), name)} {cites}")
    if found:
        said.append(f"Written down beside the code are {listing(found)}.")
    else:
        said.append("No decision records (ADR, RFC), change logs or guides were found that would tell.")
    unparsed = draft.unparsed_languages
    if unparsed:
        names = listing([f"{plain(language.name)} ({count(language.lines, 'line')})" for language in unparsed], 4)
        said.append(
            f"Code in {names} is counted but not read yet: what it defines and calls is unknown here, except where a folder's "
            "name or a manifest tells."
        )
    skipped = [entry for entry in sheet.files if entry.status == "skipped"]
    if skipped:
        said.append(
            capital(f"{about(len(skipped))} {noun(len(skipped), 'file was', 'files were')} left out; section 3 says why.")
        )
    return " ".join(said)
