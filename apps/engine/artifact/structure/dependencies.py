"""8. External Dependencies: systems outside, and packages by what they are for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from apps.engine.artifact.draft import Draft
from apps.engine.artifact.known import area_of, purpose_of, rank_of
from apps.engine.artifact.prose import capital, code, exact, listing, path_code, plain, table
from apps.engine.artifact.structure.beside import tell_left_out
from apps.engine.artifact.structure.systems import cite_system, evidence_of, is_declared_only, systems_in_order
from apps.engine.facts import Dependency

SERVICES = 12
SINGLE_ROWS = 26  # packages with a row each in one manifest; more are grouped by purpose
RUNTIME_ROWS = 34  # rows for all manifests together
PURPOSES = 10  # with more, purposes are put together to areas
NAMED = 14  # packages in one row
OTHER_ROWS = 10  # groups of packages that are not needed at run time
_RUNTIME = {
    "", "runtime", "base", "main", "default", "dependencies", "production", "prod", "compile", "implementation", "api", "require",
    "install_requires", "requirements", "runtimeonly", "runtime-only", "peer", "direct", "project", "provided",
}  # fmt: skip
_LOOKED_FOR = (
    "Looked for: pyproject.toml, requirements files, setup.cfg, package.json, go.mod, pom.xml, build.gradle, Cargo.toml, "
    "Gemfile, composer.json, .NET project files."
)


def write(draft: Draft) -> str:
    """The section's Markdown."""
    beside = tell_left_out(draft, draft.whole.dependencies, "dependency", lambda item: _cite(draft, item))
    parts = [f"{_summary(draft)} {beside}".rstrip()]
    if draft.sheet.services or draft.sheet.files:
        left_out = tell_left_out(draft, draft.whole.services, "system", lambda item: cite_system(draft, item))
        parts.append("\n\n".join(filter(None, ["### Systems outside", _services(draft), left_out])))
    if draft.sheet.dependencies:
        parts.extend(_packages(draft))
    return "\n\n".join(parts)


def is_runtime(dependency: Dependency) -> bool:
    """True where the manifest's group says that the running program needs it."""
    return dependency.group.lower().removesuffix(".txt") in _RUNTIME


def _by_importance(dependencies: Iterable[Dependency]) -> list[Dependency]:
    """What the program stands on first, packages of unknown purpose last."""
    return sorted(dependencies, key=lambda item: (rank_of(purpose_of(item.name)), item.name.lower(), item.place))


def _cite(draft: Draft, dependency: Dependency) -> str:
    return draft.cite_named(dependency.place, "dependency", dependency.name)


def _summary(draft: Draft) -> str:
    dependencies = draft.sheet.dependencies
    if not dependencies:
        return f"No declared dependencies were found. {_LOOKED_FOR}"
    runtime = sum(is_runtime(dependency) for dependency in dependencies)
    manifests: dict[str, list[Dependency]] = defaultdict(list)
    for dependency in dependencies:
        manifests[dependency.place.path].append(dependency)
    ordered = sorted(manifests, key=lambda path: (path.count("/"), path))
    named = []
    for path in ordered:
        first = min(manifests[path], key=lambda item: item.place)
        number = f"{len(manifests[path]):,} " if len(ordered) > 1 else ""
        named.append(f"{number}in {path_code(path)} (from {_cite(draft, first)} on)")
    needed = "all" if runtime == len(dependencies) else f"{runtime:,}" if runtime else "none"
    brought = sum(dependency.group == "indirect" for dependency in dependencies)
    others = f" and {brought:,} because others need them" if brought else ""
    said = f"{exact(len(dependencies), 'dependency is', 'dependencies are')} declared, {needed} for run time{others}: "
    if len(ordered) == 1:
        said = (
            f"{exact(len(dependencies), 'dependency is', 'dependencies are')} declared {named[0]}, {needed} for run time{others}"
        )
        return f"{said}. What a package is for is said only of well-known ones."
    return f"{said}{listing(named, 4, 'more manifests')}. What a package is for is said only of well-known ones."


def _services(draft: Draft) -> str:
    systems = systems_in_order(draft.sheet.services)
    if not systems:
        return (
            "No systems outside the repository were found. Looked for: drivers and client libraries among the dependencies, "
            "services in compose files, hosts in addresses."
        )
    rows = []
    for found in systems[:SERVICES]:
        first = found[0]
        evidence = list(dict.fromkeys(evidence_of(service) for service in found))
        cites = draft.cite_all((cite_system(draft, service) for service in found), 3)
        rows.append([plain(first.name, 60), plain(first.kind, 40), "; ".join(evidence[:3]), cites])
    text = table(("System", "Kind", "Shown by", "See"), rows)
    if any(is_declared_only(found[0]) for found in systems):
        text = f"A declared client library shows what the program can talk to, not that it does.\n\n{text}"
    left = [found[0] for found in systems[SERVICES:]]
    if left:
        named = listing([f"{plain(service.name, 60)} ({plain(service.kind, 40)})" for service in left], 6)
        cites = draft.cite_all((cite_system(draft, service) for service in left), 6)
        text += f"\n\nOf less weight: {named} {cites}."
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
    budget = RUNTIME_ROWS
    for manifest in sorted(runtime, key=lambda path: (path.count("/"), path)):
        found = runtime[manifest]
        if len(found) <= min(SINGLE_ROWS, budget):
            parts.append(f"### Needed at run time: {code(manifest, 90)}\n\n{_one_each(draft, found)}")
            budget -= len(found) + 2
        elif budget > PURPOSES:
            text, rows = _by_purpose(draft, found)
            parts.append(f"### Needed at run time: {code(manifest, 90)}\n\n{text}")
            budget -= rows + 2
        else:
            other[(manifest, "run time")] = found
    if other:
        parts.append(f"### {'Other packages' if parts else 'Packages'}\n\n{_others(draft, other)}")
    return parts


def _locked(draft: Draft, dependency: Dependency) -> str:
    """The version a lock file holds and its line there, "" where there is none."""
    if not dependency.resolved or dependency.locked_at is None:
        return ""
    cite = draft.cite_named(dependency.locked_at, "locked", dependency.name)
    return f"{code(dependency.resolved, 40)} {cite}"


def is_locked(dependency: Dependency) -> bool:
    """Whether a lock file holds a version of it.  Where no line shows that, the manifest asks for something else."""
    if dependency.locked_at is not None:
        return True
    named = dependency.spec.lstrip("= ") == dependency.resolved or dependency.ecosystem in ("go", "maven")
    return bool(dependency.resolved) and not named


def _not_locked(dependency: Dependency) -> str:
    """What the column says of a package for which no line of a lock file was found."""
    # A folder or an address: its files are what is used, a lock file holds no version of it.
    return (
        "–"
        if is_locked(dependency) or ":" in dependency.spec or "/" in dependency.spec or "@ " in dependency.spec
        else "not locked"
    )


def _one_each(draft: Draft, dependencies: Sequence[Dependency]) -> str:
    ordered = _by_importance(dependencies)
    locked = [_locked(draft, dependency) for dependency in ordered]
    known = any(purpose_of(dependency.name) for dependency in ordered)
    rows = []
    for dependency, version in zip(ordered, locked, strict=True):
        extras = f" with {plain(dependency.extras, 40)}" if dependency.extras else ""
        cells = [code(dependency.name, 80) + extras]
        if known:
            cells.append(purpose_of(dependency.name) or "–")
        cells += [code(dependency.spec, 60) if dependency.spec else "any", _cite(draft, dependency)]
        rows.append([*cells, version or _not_locked(dependency)] if any(locked) else cells)
    headers = ["Package", *(["For"] if known else []), "Version asked for", "Declared in"]
    return table([*headers, "Locked to"] if any(locked) else headers, rows)


def _by_purpose(draft: Draft, dependencies: Sequence[Dependency]) -> tuple[str, int]:
    """(a table of groups, its rows): by purpose, or by area where there are many purposes."""
    ordered = _by_importance(dependencies)
    many = len({purpose_of(item.name) for item in ordered}) > PURPOSES
    groups: dict[str, list[Dependency]] = defaultdict(list)
    for dependency in ordered:
        purpose = purpose_of(dependency.name)
        groups[area_of(purpose) if many else purpose].append(dependency)
    rows = []
    for name, found in groups.items():
        named = listing([_named(item) for item in found], NAMED)
        rows.append([name or "purpose not known", named, draft.cite_all((_cite(draft, item) for item in found), 2)])
    return table(("For", "Packages and what is asked for", _first_two(groups.values())), rows), len(rows)


def _named(item: Dependency) -> str:
    spec = f" {code(item.spec, 24)}" if item.spec and len(item.spec) <= 24 else ""
    return f"{code(item.name, 60)}{spec}"


def _first_two(groups: Iterable[Sequence[Dependency]]) -> str:
    return "Declared in (the first two)" if any(len(found) > 2 for found in groups) else "Declared in"


def _others(draft: Draft, other: dict[tuple[str, str], list[Dependency]]) -> str:
    """A row for each group of each manifest, its packages by purpose."""
    ordered = sorted(other.items(), key=lambda item: (item[0][1] != "run time", item[0][0].count("/"), item[0]))
    rows = []
    for (manifest, group), found in ordered[:OTHER_ROWS]:
        packages = _by_importance(found)
        shown = packages if len(packages) <= NAMED + 6 else packages[: NAMED + 6]
        purposes: dict[str, list[str]] = defaultdict(list)
        for item in shown:
            purposes[purpose_of(item.name)].append(code(item.name, 60))
        named = [f"{purpose or 'purpose not known'}: {listing(names)}" for purpose, names in purposes.items()]
        left = len(packages) - len(shown)
        text = "; ".join(named) + (f"; and {left:,} more" if left else "")
        cites = draft.cite_all((_cite(draft, item) for item in packages), 2)
        rows.append([path_code(manifest), plain(group, 40), capital(text), cites])
    text = table(("Manifest", "Group", "Packages", _first_two(other.values())), rows)
    left = len(ordered) - len(rows)
    return text + (f"\n\n{capital(exact(left, 'more group'))} of packages in other manifests." if left > 0 else "")
