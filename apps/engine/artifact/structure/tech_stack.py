"""2. Tech Stack: languages, frameworks and versions, how it is built, checked and shipped."""

from __future__ import annotations

from apps.engine.artifact.draft import Draft
from apps.engine.artifact.known_files import find_known_files
from apps.engine.artifact.prose import capital, code, count, exact, listing, plain, share, table
from apps.engine.artifact.structure.dependencies import is_locked
from apps.engine.artifact.structure.integration import describe_integration
from apps.engine.artifact.structure.roles import find_rows, frameworks_in_order
from apps.engine.facts import Place

ROWS = 20
BEGINNING = 12  # lines of a file that nothing else is known of
# Where packages come from, as the places call themselves.
REGISTRIES = {
    "pypi": "PyPI", "npm": "npm", "go": "Go modules", "maven": "Maven", "cargo": "crates.io", "rubygems": "RubyGems",
    "packagist": "Packagist", "nuget": "NuGet", "swift": "Swift packages", "cmake": "CMake", "vcpkg": "vcpkg", "conan": "Conan",
    "pub": "pub.dev", "hex": "Hex", "conda": "Conda", "jsr": "JSR", "helm": "Helm charts", "terraform": "Terraform registry",
}  # fmt: skip


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
    part = share(first.lines, total)
    said = f"{plain(first.name)} makes up {'almost all' if part == '100 %' else part} of {count(total, 'line')} of code"
    if len(languages) == 1:
        said = f"All of the code, {count(total, 'line')} in {count(first.files, 'file')}, is {plain(first.name)}"
    elif rest:
        shown = [language for language in rest if language.lines * 100 >= total][:4] or list(rest[:1])
        said += ", followed by " + listing([f"{plain(language.name)} ({share(language.lines, total)})" for language in shown])
        left = len(rest) - len(shown)
        little = all(language.lines * 100 < total for language in rest if language not in shown)
        said += f", with {'small' if little else 'smaller'} amounts of {exact(left, 'other')}" if left else ""
    return said + ". Generated and vendored files are not counted."


def _stack(draft: Draft) -> str:
    names = [plain(framework, 60) for framework in frameworks_in_order(draft)]
    rows = find_rows(draft)
    if not rows:
        return ""
    ecosystems = sorted({dependency.ecosystem for dependency in draft.sheet.dependencies if dependency.ecosystem})
    locked = any(is_locked(dependency) for dependency in draft.sheet.dependencies)
    may_lock = any(dependency.ecosystem not in ("go", "maven") for dependency in draft.sheet.dependencies)
    said = f"It is built on {listing(names, 6)}. " if names else ""
    said += (
        "Versions are those a lock file resolves to where there is one, else what the manifest asks for."
        if locked
        else f"Versions are what the manifests ask for{'; no lock file that resolves them was found' if may_lock else ''}."
    )
    if len(ecosystems) > 1:
        said += f" Packages come from {listing([REGISTRIES.get(name, plain(name)) for name in ecosystems])}."
    return said + "\n\n" + table(("Role", "Technology", "Version", "See"), rows[:ROWS])


def _delivery(draft: Draft) -> str:
    lines = {entry.path: entry.lines for entry in draft.sheet.files if entry.role not in ("vendored", "generated")}
    found = find_known_files(lines)
    rows = []
    for kind, paths in found.items():
        if any(command.kind == "runtime" for path in paths for command in draft.commands_of(path)) and kind == "runtime version":
            continue  # the table above says it
        shown = listing([code(path, 80) for path in paths], 3, "more")
        rows.append([capital(kind), shown, draft.cite_all((_cite_telling(draft, path, lines[path]) for path in paths[:2]), 2)])
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
    said = "These files say how it is built, checked and shipped."
    return "\n\n".join(part for part in (said, table(("For", "Files", "See"), rows), describe_integration(draft)) if part)


def _cite_telling(draft: Draft, path: str, lines: int) -> str:
    """The first line of a file that says something (an image it starts from, a service, a target), else its beginning."""
    told = [command for command in draft.commands_of(path) if command.kind != "ci step"]
    if told:
        return draft.cite_named(told[0].place, told[0].kind, told[0].name)
    return draft.cite_named(Place(path, 1, max(1, min(lines, BEGINNING))), "beginning", "file")
