"""2. Tech Stack: languages, frameworks and versions, how it is built, checked and shipped."""

from __future__ import annotations

from apps.engine.artifact.draft import Draft
from apps.engine.artifact.known import STACK, normalised, package_of, purpose_of
from apps.engine.artifact.known_files import find_known_files
from apps.engine.artifact.prose import capital, code, count, exact, listing, noun, plain, share, table
from apps.engine.facts import Dependency

ROWS = 14


def write(draft: Draft) -> str:
    """The section's Markdown."""
    parts = [_languages(draft)]
    stack = _stack(draft)
    if stack:
        parts.append(stack)
    elif draft.sheet.files:
        parts.append(
            "No frameworks were recognised. Looked for: dependencies in manifests (Python, JavaScript, Go, Java, Rust, Ruby, "
            "PHP, "
            ".NET) and imports in the languages that are read."
        )
    delivery = _delivery(draft)
    if delivery:
        parts.append("### Build and delivery\n\n" + delivery)
    return "\n\n".join(parts)


def _languages(draft: Draft) -> str:
    languages = draft.code_languages
    if not languages:
        return "No programming languages were recognised in the files of this commit."
    total = sum(language.lines for language in languages)
    first, rest = languages[0], languages[1:]
    said = f"{plain(first.name)} makes up {share(first.lines, total)} of {count(total, 'line')} of code"
    if len(languages) == 1:
        said = f"All of the code, {count(total, 'line')} in {count(first.files, 'file')}, is {plain(first.name)}"
    elif rest:
        shown = [language for language in rest if language.lines * 100 >= total][:4] or list(rest[:1])
        said += ", followed by " + listing([f"{plain(language.name)} ({share(language.lines, total)})" for language in shown])
        left = len(rest) - len(shown)
        said += f"; {exact(left, 'other')} {noun(left, 'makes', 'make')} up the rest" if left else ""
    return said + ". Generated and vendored files are not counted."


def version_of(dependency: Dependency) -> str:
    """The resolved version, else what the manifest asks for, as code; where it asks for nothing, that."""
    if dependency.resolved:
        return code(dependency.resolved, 40)
    return code(dependency.spec, 40) if dependency.spec else "not stated"


def frameworks_in_order(draft: Draft) -> list[str]:
    """Frameworks, those first that carry most of the program; a part of another one (``X settings`` of ``X``) is left out."""
    order = {purpose: position for position, purpose in enumerate(STACK)}
    named = draft.sheet.frameworks
    whole = [name for name in named if not any(name.startswith(f"{other} ") and "REST" not in name for other in named)]
    return sorted(whole, key=lambda name: (order.get(purpose_of(package_of(name)), len(order)), name.lower()))


def find_dependency(draft: Draft, name: str) -> Dependency | None:
    """The declaration of a package; the one with a version first, then the one nearest the root."""
    wanted = normalised(name)
    found = [dependency for dependency in draft.sheet.dependencies if normalised(dependency.name) == wanted]
    return min(
        found,
        key=lambda dependency: (
            not (dependency.resolved or dependency.spec), dependency.place.path.count("/"), dependency.place.path,
        ),
        default=None,
    )  # fmt: skip


def _stack(draft: Draft) -> str:
    rows: list[list[str]] = []
    seen: set[str] = set()
    names = []
    for framework in frameworks_in_order(draft):
        dependency = find_dependency(draft, package_of(framework))
        names.append(plain(framework, 60))
        seen.add(package_of(framework))
        purpose = purpose_of(package_of(framework)) or "framework"
        if dependency is None:
            rows.append([capital(purpose), plain(framework, 60), "not declared", _cite_user(draft, framework)])
        else:
            rows.append(_row(draft, purpose, plain(framework, 60), dependency))
    by_purpose: dict[str, list[Dependency]] = {}
    for dependency in sorted(
        draft.sheet.dependencies, key=lambda item: (item.place.path.count("/"), item.place.path, item.place.line)
    ):
        name = normalised(dependency.name)
        purpose = purpose_of(dependency.name)
        if purpose in STACK and name not in seen:
            seen.add(name)
            by_purpose.setdefault(purpose, []).append(dependency)
    for purpose in STACK:
        for dependency in by_purpose.get(purpose, [])[:2]:
            rows.append(_row(draft, purpose, code(dependency.name, 80), dependency))
    if not rows:
        return ""
    order = {purpose: position for position, purpose in enumerate(STACK)}
    rows.sort(key=lambda row: order.get(row[0][:1].lower() + row[0][1:], len(order)))
    ecosystems = sorted({dependency.ecosystem for dependency in draft.sheet.dependencies if dependency.ecosystem})
    locked = any(dependency.resolved for dependency in draft.sheet.dependencies)
    said = f"It is built on {listing(names, 6)}. " if names else ""
    said += (
        "Versions are those a lock file resolves to where there is one, else what the manifest asks for."
        if locked
        else "Versions are what the manifests ask for; no lock file that resolves them was found."
    )
    if len(ecosystems) > 1:
        said += f" Packages come from {listing(ecosystems)}."
    return said + "\n\n" + table(("Role", "Technology", "Version", "Declared in"), rows[:ROWS])


def _cite_user(draft: Draft, framework: str) -> str:
    """An endpoint or model that is made with a framework which no manifest declares."""
    wanted = framework.lower()
    endpoint = next((fact for fact in draft.sheet.endpoints if fact.framework.lower() == wanted), None)
    if endpoint is not None:
        return draft.cite_endpoint(endpoint)
    model = next((fact for fact in draft.sheet.models if fact.framework.lower() == wanted), None)
    return draft.cite_model(model) if model is not None else ""


def _row(draft: Draft, purpose: str, name: str, dependency: Dependency) -> list[str]:
    return [capital(purpose), name, version_of(dependency), draft.cite_named(dependency.place, "dependency", dependency.name)]


def _delivery(draft: Draft) -> str:
    found = find_known_files(entry.path for entry in draft.sheet.files if entry.role not in ("vendored", "generated"))
    rows = []
    for kind, paths in found.items():
        shown = listing([code(path, 80) for path in paths], 3, "more")
        rows.append([capital(kind), shown, draft.cite_all((draft.cite_file(path) for path in paths), 1)])
    if not rows:
        return (
            (
                "No files for building, checking or shipping were found. Looked for: Dockerfiles, compose files, workflows of "
                "continuous "
                "integration, Makefiles and their like, process lists, files of hosting services."
            )
            if draft.sheet.files
            else ""
        )
    triggers = sorted({command.trigger for command in draft.sheet.commands if command.kind == "ci" and command.trigger})
    jobs = [command for command in draft.sheet.commands if command.kind == "ci"]
    said = "These files say how it is built, checked and shipped."
    if jobs:
        when = f", started by {listing([code(trigger, 60) for trigger in triggers], 3, 'other events')}" if triggers else ""
        said += f" Continuous integration runs {exact(len({(job.place.path, job.name) for job in jobs}), 'job')}{when} "
        said += draft.cite_named(jobs[0].place, "job", jobs[0].name) + "."
    return said + "\n\n" + table(("For", "Files", "See"), rows)
