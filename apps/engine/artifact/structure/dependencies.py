"""8. External Dependencies: systems outside, and packages by what they are for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from apps.engine.artifact.draft import Draft
from apps.engine.artifact.known import purpose_of
from apps.engine.artifact.prose import bullets, capital, code, exact, listing, plain, table
from apps.engine.artifact.structure.tech_stack import version_of
from apps.engine.facts import Dependency, ExternalService

SERVICES = 12
RUNTIME_ROWS = 34
GROUPED_ROWS = 8
IN_WORDS = 6  # groups of packages told in a line each
NAMED = 12  # packages in one row
_RUNTIME = {
    "", "runtime", "base", "main", "default", "dependencies", "production", "prod", "compile", "implementation", "api", "require",
    "install_requires", "requirements", "runtimeonly", "runtime-only", "peer", "direct", "project", "provided",
}  # fmt: skip
_LOOKED_FOR = (
    "Looked for: pyproject.toml, requirements files, setup.cfg, package.json, go.mod, pom.xml, build.gradle, Cargo.toml, "
    "Gemfile, "
    "composer.json, .NET project files."
)


def write(draft: Draft) -> str:
    """The section's Markdown."""
    parts = ["### Systems it talks to\n\n" + _services(draft)] if draft.sheet.services or draft.sheet.files else []
    parts.insert(0, _summary(draft))
    if draft.sheet.dependencies:
        parts.extend(_packages(draft))
    return "\n\n".join(parts)


def is_runtime(dependency: Dependency) -> bool:
    """True where the manifest's group says that the running program needs it."""
    return dependency.group.lower().removesuffix(".txt") in _RUNTIME


def _summary(draft: Draft) -> str:
    dependencies = draft.sheet.dependencies
    if not dependencies:
        return f"No declared dependencies were found. {_LOOKED_FOR}"
    manifests = sorted({dependency.place.path for dependency in dependencies}, key=lambda path: (path.count("/"), path))
    runtime = [dependency for dependency in dependencies if is_runtime(dependency)]
    named = listing([code(path, 70) for path in manifests], 4)
    said = f"{exact(len(dependencies), 'dependency is', 'dependencies are')} declared in {named}"
    said += (
        f"; {exact(len(runtime), 'of them is', 'of them are')} needed at run time"
        if len(runtime) != len(dependencies)
        else ", all needed at run time"
    )
    cite = draft.cite_named(dependencies[0].place, "dependency", dependencies[0].name)
    return f"{said} {cite}. What a package is for is said only of well-known ones."


def _services(draft: Draft) -> str:
    services = draft.sheet.services
    if not services:
        return (
            "No systems outside the repository were found. Looked for: drivers and client libraries among the dependencies, "
            "services in "
            "compose files, hosts in addresses."
        )
    merged: dict[tuple[str, str], list[ExternalService]] = defaultdict(list)
    for service in services:
        merged[(service.name, service.kind)].append(service)
    rows = []
    for (name, kind), found in sorted(merged.items(), key=lambda item: (item[0][1], item[0][0]))[:SERVICES]:
        evidence = list(dict.fromkeys(plain(service.evidence, 80) for service in found if service.evidence))
        cites = draft.cite_all((draft.cite_named(service.place, "service", name) for service in found), 2)
        rows.append([plain(name, 60), plain(kind, 40), listing(evidence, 3), cites])
    text = table(("System", "Kind", "Shown by", "See"), rows)
    if len(merged) > SERVICES:
        text += f"\n\nAnd {exact(len(merged) - SERVICES, 'more system')}."
    return text


def _packages(draft: Draft) -> list[str]:
    runtime: dict[str, list[Dependency]] = defaultdict(list)
    other: dict[tuple[str, str], list[Dependency]] = defaultdict(list)
    for dependency in draft.sheet.dependencies:
        if is_runtime(dependency):
            runtime[dependency.place.path].append(dependency)
        else:
            other[(dependency.place.path, dependency.group)].append(dependency)
    parts: list[str] = []
    said: list[str] = []
    budget = RUNTIME_ROWS
    for manifest in sorted(runtime, key=lambda path: (path.count("/"), path)):
        found = runtime[manifest]
        title = f"### Needed at run time: {code(manifest, 90)}"
        if len(found) <= budget:
            parts.append(f"{title}\n\n{_one_each(draft, found)}")
        elif budget > 4:
            parts.append(f"{title}\n\n{_by_purpose(draft, found)}")
        else:
            said.append(_in_words(draft, manifest, "run time", found))
        budget -= min(len(found), budget) + 2
    rows = 0
    for (manifest, group), found in sorted(other.items(), key=lambda item: (item[0][0].count("/"), item[0])):
        if rows + 3 > 2 * GROUPED_ROWS:
            said.append(_in_words(draft, manifest, group, found))
            continue
        rows += min(len({purpose_of(dependency.name) for dependency in found}), GROUPED_ROWS) + 2
        parts.append(f"### {capital(plain(group, 40))}: {code(manifest, 90)}\n\n{_by_purpose(draft, found)}")
    if said:
        more = f"\n- {exact(len(said) - IN_WORDS, 'more group')} of packages in other manifests" if len(said) > IN_WORDS else ""
        parts.append("### Other manifests\n\n" + bullets(said[:IN_WORDS]) + more)
    return parts


def _one_each(draft: Draft, dependencies: Sequence[Dependency]) -> str:
    rows = []
    known = any(purpose_of(dependency.name) for dependency in dependencies)
    for dependency in sorted(dependencies, key=lambda item: (item.name.lower(), item.place)):
        extras = f" with {plain(dependency.extras, 40)}" if dependency.extras else ""
        bare = dependency.spec.lstrip("=v^~ ")
        differs = bool(dependency.resolved and bare) and bare != dependency.resolved
        asked = f" (asks for {code(dependency.spec, 40)})" if differs else ""
        cells = [code(dependency.name, 80) + extras, version_of(dependency) + asked]
        if known:
            cells.append(purpose_of(dependency.name) or "–")
        rows.append([*cells, draft.cite_named(dependency.place, "dependency", dependency.name)])
    return table(("Package", "Version", *(("For",) if known else ()), "Declared in"), rows)


def _by_purpose(draft: Draft, dependencies: Sequence[Dependency]) -> str:
    groups: dict[str, list[Dependency]] = defaultdict(list)
    for dependency in dependencies:
        groups[purpose_of(dependency.name)].append(dependency)
    ordered = sorted(groups.items(), key=lambda item: (not item[0], -len(item[1]), item[0]))
    if len(ordered) > GROUPED_ROWS:
        rest = [dependency for _purpose, found in ordered[GROUPED_ROWS - 1 :] for dependency in found]
        ordered = [*ordered[: GROUPED_ROWS - 1], ("", rest)]
    rows = []
    for purpose, found in ordered:
        found = sorted(found, key=lambda item: (item.name.lower(), item.place))
        named = listing(
            [
                f"{code(item.name, 60)} {version_of(item)}" if item.resolved or item.spec else code(item.name, 60)
                for item in found
            ],
            NAMED,
        )
        cites = draft.cite_all((draft.cite_named(item.place, "dependency", item.name) for item in found), 2)
        rows.append([purpose or "others", named, cites])
    return table(("For", "Packages", "Declared in"), rows)


def _in_words(draft: Draft, manifest: str, group: str, found: Sequence[Dependency]) -> str:
    named = listing([code(item.name, 60) for item in sorted(found, key=lambda item: item.name.lower())], NAMED)
    cite = draft.cite_named(found[0].place, "dependency", found[0].name)
    return f"{code(manifest, 90)} declares {exact(len(found), 'package')} for {plain(group, 40)}: {named} {cite}."
