"""The parts of a system: folders with code of their own, and which part uses which.

Starting from the whole repository, the heaviest folder is opened again and again until about `MOST` parts are found or none is
heavy any more.  Folders that only wrap one other folder are passed through; small folders stay with their parent.  Tests are
kept apart.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from apps.engine.facts import Capsule, Component, Edge, FileEntry, Place
from apps.engine.graph.testfiles import is_test

MOST = 20  # components shown
_HEAVY = 0.08  # of all lines: what is lighter is not opened
_SMALL = 0.015  # of all lines: what is lighter, and has few files, stays with its parent
_FEW_FILES = 3
_KEYS = 3
_USES = frozenset({"calls", "imports", "inherits", "uses"})
_KEY_KINDS = frozenset({"class", "function", "interface", "component"})
_MARKUP = frozenset({"HTML", "CSS", "SCSS", "Less", "Sass", "SVG"})
_UI_LANGUAGES = frozenset({"TSX", "Vue", "Svelte", "Astro"})
_ROLES = {
    "models": "models", "entities": "models", "schemas": "schemas", "serializers": "schemas", "dto": "schemas",
    "validations": "validation", "validators": "validation", "api": "endpoints", "apis": "endpoints", "routes": "endpoints",
    "routers": "endpoints", "controllers": "endpoints", "views": "endpoints", "handlers": "endpoints", "endpoints": "endpoints",
    "services": "services", "service": "services", "usecases": "services", "selectors": "services",
    "config": "configuration", "settings": "configuration", "conf": "configuration", "middlewares": "middleware",
    "middleware": "middleware", "tasks": "background jobs", "jobs": "background jobs", "workers": "background jobs",
    "components": "user interface", "pages": "user interface", "ui": "user interface", "hooks": "user interface",
    "commands": "commands", "cli": "commands", "management": "commands", "scripts": "scripts", "bin": "scripts",
    "tools": "scripts", "migrations": "migrations", "alembic": "migrations", "docs": "documentation",
    "utils": "shared code", "common": "shared code", "lib": "shared code", "helpers": "shared code", "shared": "shared code",
    "core": "shared code",
}  # fmt: skip


def find_components(
    inventory: Sequence[FileEntry],
    capsules: Sequence[Capsule],
    edges: Iterable[Edge],
    *,
    roles: Mapping[str, str] | None = None,
    descriptions: Mapping[str, str] | None = None,
) -> tuple[Component, ...]:
    """Components by path.  `roles` names what a folder holds, `descriptions` what it says of itself (both by folder)."""
    written = [entry for entry in inventory if entry.status == "analysed" and entry.language not in _MARKUP]
    code = sorted((entry for entry in written if entry.role == "code"), key=lambda entry: entry.path)
    tests = sorted((entry for entry in written if entry.role == "test"), key=lambda entry: entry.path)
    folders = choose_folders({entry.path: entry.lines for entry in code})
    owner = {entry.path: _owner(entry.path, folders) for entry in code}
    members: dict[str, list[FileEntry]] = defaultdict(list)
    for entry in code:
        members[owner[entry.path]].append(entry)
    suites = _test_folders(code, tests)
    labels = _labels([*members, *suites])
    uses = _count_uses(edges, owner)
    keys = _key_symbols(capsules, owner)
    modules = {capsule.path: capsule for capsule in capsules if capsule.kind == "module"}
    made = []
    for folder, entries in [*members.items(), *suites.items()]:
        in_tests = folder in suites
        text, place = _description(folder, entries, modules, descriptions or {})
        used = sorted(((labels[name], count) for name, count in uses[folder].items()), key=lambda item: (-item[1], item[0]))
        made.append(
            Component(
                name=labels[folder],
                path=folder or ".",
                files=len(entries),
                lines=sum(entry.lines for entry in entries),
                place=place,
                role="tests" if in_tests else _role(folder, entries, owner, roles or {}),
                description=text,
                uses=() if in_tests else tuple(used),
                key_symbols=() if in_tests else tuple(keys[folder]),
                source="graph",
            )
        )
    return tuple(sorted(made, key=lambda component: component.path))


def choose_folders(lines: Mapping[str, int]) -> list[str]:
    """Folders that part the files given with their lines; a file belongs to the deepest of them above it."""
    weight: Counter[str] = Counter()  # folder → lines below it
    files: Counter[str] = Counter()
    direct: Counter[str] = Counter()  # folder → lines of the files directly in it
    inside: dict[str, set[str]] = defaultdict(set)
    for path, count in lines.items():
        folder = path.rpartition("/")[0]
        direct[folder] += count + 1
        while True:
            weight[folder] += count + 1
            files[folder] += 1
            if not folder:
                break
            parent = folder.rpartition("/")[0]
            inside[parent].add(folder)
            folder = parent
    total = weight[""]
    if not total:
        return []
    chosen = {_unwrapped("", inside, direct)}
    closed: set[str] = set()
    while len(chosen) < MOST:
        rest = {folder: _own_weight(folder, chosen, weight) for folder in chosen - closed}
        heavy = sorted((folder for folder in rest if inside[folder]), key=lambda folder: (-rest[folder], folder))
        if not heavy or (rest[heavy[0]] < total * _HEAVY and len(chosen) > 2):
            break
        folder = heavy[0]
        children = [child for child in sorted(inside[folder]) if not _is_small(child, folder, weight, files, total)]
        closed.add(folder)
        if not children or len(chosen) + len(children) > MOST + _FEW_FILES:
            # too many to show: only the heaviest stand for themselves
            children = sorted(children, key=lambda child: (-weight[child], child))[: max(MOST - len(chosen), 0)]
        chosen.update(_unwrapped(child, inside, direct) for child in children)
    owners = {_owner(path, chosen) for path in lines}
    return sorted(folder for folder in chosen if folder in owners) or [""]


def _unwrapped(folder: str, inside: Mapping[str, set[str]], direct: Mapping[str, int]) -> str:
    """The folder, or the one it only wraps."""
    while not direct.get(folder) and len(inside.get(folder, ())) == 1:
        folder = next(iter(inside[folder]))
    return folder


def _own_weight(folder: str, chosen: set[str], weight: Mapping[str, int]) -> int:
    """Lines of a folder without those of the chosen folders nearest below it."""
    start = f"{folder}/" if folder else ""
    below = [other for other in chosen if other != folder and other.startswith(start)]
    nearest = [other for other in below if not any(other != third and other.startswith(f"{third}/") for third in below)]
    return weight[folder] - sum(weight[other] for other in nearest)


def _is_small(child: str, parent: str, weight: Mapping[str, int], files: Mapping[str, int], total: int) -> bool:
    named = child.rpartition("/")[2].lower() in _ROLES
    if named and files[child] >= 1 and weight[child] * 20 >= weight[parent]:
        return False
    return weight[child] < total * _SMALL and files[child] <= _FEW_FILES


def _owner(path: str, folders: Iterable[str]) -> str:
    known = folders if isinstance(folders, (set, frozenset)) else set(folders)
    folder = path.rpartition("/")[0]
    while folder and folder not in known:
        folder = folder.rpartition("/")[0]
    return folder


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


def _count_uses(edges: Iterable[Edge], owner: Mapping[str, str]) -> dict[str, Counter[str]]:
    uses: dict[str, Counter[str]] = defaultdict(Counter)
    for edge in edges:
        if edge.kind not in _USES or edge.is_external or edge.resolution == "name":
            continue
        source, target = owner.get(edge.source.partition("#")[0]), owner.get(edge.target.partition("#")[0])
        if source is not None and target is not None and source != target:
            uses[source][target] += 1
    return uses


def _labels(folders: Sequence[str]) -> dict[str, str]:
    """The shortest endings of the paths that tell them apart."""
    labels = {folder: folder.rpartition("/")[2] or "(root)" for folder in folders}
    for length in range(2, 8):
        repeated = {label for label, count in Counter(labels.values()).items() if count > 1}
        if not repeated:
            break
        for folder, label in labels.items():
            if label in repeated:
                labels[folder] = "/".join(folder.split("/")[-length:])
    return labels


def _key_symbols(capsules: Sequence[Capsule], owner: Mapping[str, str]) -> dict[str, list[tuple[str, Place]]]:
    """The most central definitions of each component."""
    found: dict[str, list[tuple[str, Place]]] = defaultdict(list)
    for capsule in sorted(capsules, key=lambda capsule: (-capsule.rank, capsule.symbol)):
        folder = owner.get(capsule.path)
        if folder is None or capsule.kind not in _KEY_KINDS or capsule.parent != capsule.path or is_test(capsule.path):
            continue
        if len(found[folder]) < _KEYS and all(name != capsule.name for name, _ in found[folder]):
            found[folder].append((capsule.name, Place(capsule.path, capsule.line, capsule.end_line)))
    return found


def _description(
    folder: str, entries: Sequence[FileEntry], modules: Mapping[str, Capsule], descriptions: Mapping[str, str]
) -> tuple[str, Place]:
    """First sentence of the package's docstring, else of its README, else of its only documented module."""
    first = Place(entries[0].path, 1, 1)
    for name in ("__init__.py", "index.ts", "index.tsx", "index.js", "mod.rs", "main.py"):
        capsule = modules.get(f"{folder}/{name}" if folder else name)
        if capsule is not None and capsule.docstring:
            return _sentence(capsule.docstring), Place(capsule.path, 1, 1)
    if descriptions.get(folder):
        return _sentence(descriptions[folder]), first
    documented = [modules[entry.path] for entry in entries if entry.path in modules and modules[entry.path].docstring]
    if len(entries) == 1 and documented:
        return _sentence(documented[0].docstring), first
    return "", first


def _sentence(text: str) -> str:
    paragraph = " ".join(text.strip().split("\n\n")[0].split())
    end = paragraph.find(". ")
    return (paragraph if end < 0 else paragraph[: end + 1])[:300]


def _role(folder: str, entries: Sequence[FileEntry], owner: Mapping[str, str], roles: Mapping[str, str]) -> str:
    """What the facts say stands in the files of a component, else what its folder is called, else its languages."""
    held = {path.rpartition("/")[0] for path, component in owner.items() if component == folder}
    found = sorted({part for inside in held for part in roles.get(inside, "").split(" and ") if part})
    if found:
        return " and ".join(found)
    for part in reversed(folder.lower().split("/")[-2:]):
        if part in _ROLES:
            return _ROLES[part]
    shown = sum(entry.language in _UI_LANGUAGES for entry in entries)
    return "user interface" if shown * 2 > len(entries) else ""
