"""The parts of a system: folders with code of their own, or what hangs together in a folder of many files; and which part uses
which.  Tests are kept apart."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from apps.engine.facts import Asides, Capsule, Component, Edge, FileEntry, Model, Place
from apps.engine.graph.applications import find_applications, find_packages
from apps.engine.graph.folder_roles import checked, role_by_name, serving
from apps.engine.graph.folders import LEFT_OVER, choose_folders, key_of
from apps.engine.graph.lines import Lines
from apps.engine.graph.part_symbols import part_symbols
from apps.engine.graph.side_by_side import split_flat
from apps.engine.graph.testfiles import is_test

_OPENING = 3  # lines of a file that only makes its folder a package
_USES = frozenset({"calls", "imports", "inherits", "uses"})
_MARKUP = frozenset({"HTML", "CSS", "SCSS", "Less", "Sass", "SVG"})
_NO_PROGRAM = frozenset({"vendored", "generated", "test"})
_ONLY_ITS_OWN = frozenset({"examples", "tests", "documentation", "fixtures"})  # said of the folder, not of one inside
_SAME = {"handlers": "endpoints", "jobs": "background jobs", "support": "shared code"}  # conventions, in the words of roles
_UI_LANGUAGES = frozenset({"TSX", "Vue", "Svelte", "Astro"})
_TAG = re.compile(r"(?:@(?:module|packageDocumentation|file|fileoverview|overview)\b\s*)+")  # before what is said of a file
BY_NAME = "folder name"  # source of a component whose role only its folder's name tells


def find_components(
    inventory: Sequence[FileEntry],
    capsules: Sequence[Capsule],
    edges: Iterable[Edge],
    *,
    roles: Mapping[str, str] | None = None,
    descriptions: Mapping[str, str] | None = None,
    conventions: Iterable[tuple[str, str]] = (),
    models: Sequence[Model] = (),
    texts: Mapping[str, str] | None = None,
    served: Collection[str] = (),
    asides: Asides | None = None,
) -> tuple[Component, ...]:
    """Components by path.

    `roles` names what a folder holds, `descriptions` what it says of itself (both by folder); `conventions` pairs a role with
    each path that has it by the name of a folder; `served` are folders in which endpoints are handled or registered.
    `texts` tell on which line something is named.  Each of the `asides` is one part, whose uses make nothing principal.
    """
    beside = asides or Asides({})
    written = [entry for entry in inventory if entry.status == "analysed" and entry.language not in _MARKUP]
    code = sorted((entry for entry in written if entry.role == "code"), key=lambda entry: entry.path)
    tests = sorted((entry for entry in written if entry.role == "test"), key=lambda entry: entry.path)
    paths = [entry.path for entry in inventory if entry.role not in _NO_PROGRAM]
    own = [entry for entry in code if not beside.holds(entry.path)]
    sizes = {entry.path: entry.lines for entry in own}
    folders = set(choose_folders(sizes, find_applications(paths, (model.place.path for model in models)), find_packages(paths)))
    every = list(edges)
    owner = _owners(own, folders)
    groups = split_flat(sizes, owner, every)
    owner.update({path: name for name, paths in groups.items() for path in paths})
    owner.update({entry.path: folder for entry in code if (folder := beside.folder_of(entry.path))})
    members: dict[str, list[FileEntry]] = {}
    for entry in code:
        members.setdefault(owner[entry.path], []).append(entry)
    opening = [folder for folder in sorted(members) if _only_opens(members[folder])]  # packages that only hold packages
    if len(opening) < len(members):
        members = {folder: entries for folder, entries in members.items() if folder not in opening}
        owner = {path: folder for path, folder in owner.items() if folder in members}
    suites = _test_folders(code, tests)
    labels = _labels([*members, *suites])
    lines = Lines(texts or {})
    uses = _uses(every, owner, lines)
    shared, held = part_symbols(
        capsules, every, {path: folder for path, folder in owner.items() if not beside.holds(path)}, models, lines
    )
    named = {path: role for role, path in conventions}
    modules = {capsule.path: capsule for capsule in capsules if capsule.kind == "module"}
    made = []
    for folder, entries in [*members.items(), *suites.items()]:
        in_tests = folder in suites
        if folder in groups:
            text, place, role, source = "", Place(folder, 1, 1), "", "graph"
        else:
            text, place = _description(folder, entries, modules, descriptions or {}, lines)
            aside = beside.kind_of(folder)
            role, source = ("tests", "graph") if in_tests else (aside, BY_NAME) if aside else ("", "")
            if not role:
                role, source = _role(folder, entries, roles or {}, named, served)
        used = {} if in_tests else uses[folder]
        order = sorted(used, key=lambda name: (-used[name][0], labels[name]))
        mine = () if in_tests else shared.get(folder, ())
        holds = () if in_tests else held.get(folder, ())
        made.append(
            Component(
                name=labels[folder],
                path=folder or ".",
                files=len(entries),
                lines=sum(entry.lines for entry in entries),
                place=place,
                role=role,
                description=text,
                uses=tuple((labels[name], used[name][0]) for name in order),
                source=source,
                uses_at=tuple((labels[name], used[name][1]) for name in order),
                shared=mine,
                holds=holds,
                folders=() if folder in groups else _folders_inside(folder, entries),
                members=groups.get(folder, ()),
            )
        )
    return tuple(sorted(made, key=lambda component: component.path))


def part_of(path: str, parts: Iterable[Component]) -> str:
    """The name of the part a file stands in, "" for none: that which has it as a member, else the nearest folder above."""
    best, found = -1, ""
    for part in parts:
        if path in part.members:
            return part.name
        folder = "" if part.path == "." else part.path.removesuffix(LEFT_OVER).rstrip("/")
        if not part.members and len(folder) > best and (not folder or path.startswith(f"{folder}/")):
            best, found = len(folder), part.name
    return found


def _owners(code: Sequence[FileEntry], folders: set[str]) -> dict[str, str]:
    """{path: its part}; where only one folder is left over beside parts, it is one as well."""
    owner = {entry.path: key_of(entry.path, folders) for entry in code}
    left: dict[str, list[FileEntry]] = defaultdict(list)
    for entry in code:
        if owner[entry.path].endswith(LEFT_OVER):
            left[owner[entry.path]].append(entry)
    for folder, entries in left.items():
        inside = _folders_inside(folder, entries)
        if len(inside) == 1:
            owner.update({entry.path: inside[0] for entry in entries})
    return owner


def _test_folders(code: Sequence[FileEntry], tests: Sequence[FileEntry]) -> dict[str, list[FileEntry]]:
    """The outermost folders that hold nothing but tests; tests beside the code they test are left to their component."""
    with_code = {""}
    for entry in code:
        folder = entry.path.rpartition("/")[0]
        while folder:
            with_code.add(folder)
            folder = folder.rpartition("/")[0]
    found: dict[str, list[FileEntry]] = defaultdict(list)
    for entry in tests:
        parts = entry.path.split("/")[:-1]
        for count in range(1, len(parts) + 1):
            folder = "/".join(parts[:count])
            if folder not in with_code:
                found[folder].append(entry)
                break
    largest = sorted(found, key=lambda folder: (-len(found[folder]), folder))[:4]
    return {folder: found[folder] for folder in sorted(largest)}


def _uses(edges: Iterable[Edge], owner: Mapping[str, str], lines: Lines) -> dict[str, dict[str, tuple[int, Place]]]:
    """{folder: {folder it uses: (edges, a line that does so)}}; an import shows best, then a call."""
    using = {path: folder for path, folder in owner.items() if not is_test(path)}
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    best: dict[tuple[str, str], tuple[tuple[bool, bool, str, int], Place]] = {}
    for edge in edges:
        if edge.kind not in _USES or edge.is_external or edge.resolution == "name":
            continue
        path = edge.source.partition("#")[0]
        source = using.get(path)
        target = owner.get(edge.target.partition("#")[0]) if source is not None else None
        if source is None or target is None or source == target:
            continue
        counts[source][target] += 1
        order = (edge.kind != "imports", edge.resolution != "exact", path, edge.line)
        known = best.get((source, target))
        if known is None or order < known[0]:
            is_import = edge.kind == "imports"
            place = lines.importing(path, edge.line) if is_import else Place(path, edge.line, edge.line)
            best[source, target] = (order, place)
    return defaultdict(
        dict, {folder: {name: (count, best[folder, name][1]) for name, count in used.items()} for folder, used in counts.items()}
    )


def _only_opens(entries: Sequence[FileEntry]) -> bool:
    """Whether files only say that their folder is a package."""
    return bool(entries) and all(entry.path.rpartition("/")[2] == "__init__.py" and entry.lines <= _OPENING for entry in entries)


def _folders_inside(folder: str, entries: Sequence[FileEntry]) -> tuple[str, ...]:
    """Folders inside a part that hold code of it, the outermost ones."""
    start = folder.removesuffix(LEFT_OVER) if folder.endswith(LEFT_OVER) else f"{folder}/" if folder else ""
    below = (entry.path.removeprefix(start) for entry in entries)
    return tuple(sorted({f"{start}{path.partition('/')[0]}" for path in below if "/" in path}))


def _labels(folders: Sequence[str]) -> dict[str, str]:
    """The shortest endings of the paths that tell them apart."""
    labels = {folder: folder.rpartition("/")[2] or "(root)" for folder in folders}
    left = {folder: folder.removesuffix(LEFT_OVER).rstrip("/") for folder in folders if folder.endswith(LEFT_OVER)}
    labels.update({folder: f"other folders in {inside}" if inside else "other folders" for folder, inside in left.items()})
    for length in range(2, 8):
        repeated = {label for label, count in Counter(labels.values()).items() if count > 1}
        if not repeated:
            break
        for folder, label in labels.items():
            if label in repeated and folder not in left:
                labels[folder] = "/".join(folder.split("/")[-length:])
    return labels


def _description(
    folder: str, entries: Sequence[FileEntry], modules: Mapping[str, Capsule], descriptions: Mapping[str, str], lines: Lines
) -> tuple[str, Place]:
    """First sentence of the package's docstring, else of its README, else of its only documented module; and where it stands."""
    first = Place(entries[0].path, 1, 1)
    for name in ("__init__.py", "index.ts", "index.tsx", "index.js", "mod.rs", "main.py"):
        capsule = modules.get(f"{folder}/{name}" if folder else name)
        said = _telling(capsule.docstring) if capsule is not None else ""
        if capsule is not None and said:
            return _sentence(said), lines.quoting(capsule.path, said)
    if descriptions.get(folder):
        return _sentence(descriptions[folder]), first
    documented = [modules[entry.path] for entry in entries if entry.path in modules and modules[entry.path].docstring]
    if len(entries) == 1 and documented and (said := _telling(documented[0].docstring)):
        return _sentence(said), lines.quoting(documented[0].path, said)
    return "", first


def _telling(docstring: str) -> str:
    """The first paragraph that says something; a tag alone says nothing."""
    told = (_TAG.sub("", paragraph.strip()).strip() for paragraph in docstring.strip().split("\n\n"))
    return next((said for said in told if said and not said.startswith("@")), "")


def _sentence(text: str) -> str:
    paragraph = " ".join(text.strip().split("\n\n")[0].split())
    end = paragraph.find(". ")
    return (paragraph if end < 0 else paragraph[: end + 1])[:300]


def _role(
    folder: str, entries: Sequence[FileEntry], roles: Mapping[str, str], named: Mapping[str, str], served: Collection[str]
) -> tuple[str, str]:
    """What the facts say stands in its files, else what its folder is called, else its languages; and what that is known from."""
    inside = {entry.path.rpartition("/")[0] for entry in entries}
    found = sorted({part for path in inside for part in roles.get(path, "").split(" and ") if part})
    if found:
        return (", ".join(found[:-1]) + " and " if found[:-1] else "") + found[-1], "graph"
    serves = serving(folder, served)
    for distance, part in enumerate(reversed(folder.split("/")[-2:])):
        role = role_by_name(part, entries, serves)
        if role and not (distance and role in _ONLY_ITS_OWN):
            return role, BY_NAME
    counts = Counter(named[entry.path] for entry in entries if entry.path in named)
    for role, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:1]:
        role = checked(_SAME.get(role, role), entries, serves)
        if role and count * 2 > len(entries) and role != "tests":
            return role, BY_NAME
    shown = sum(entry.language in _UI_LANGUAGES for entry in entries)
    return ("user interface" if shown * 2 > len(entries) else ""), "graph"
