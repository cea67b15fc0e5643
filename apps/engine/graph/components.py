"""The parts of a system: folders with code of their own, and which part uses which.

Components are the folders below the wrapper that holds nearly all code; a folder that holds most of what is left is opened,
so that a large package shows its parts and a small one stays whole.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from apps.engine.facts import Capsule, Component, Edge, FileEntry, Place

MOST = 20  # components shown
OPEN_SHARE = 0.35  # a folder with more of the files than this is opened
FEW_FILES = 4  # smaller folders are not opened
_USES = frozenset({"calls", "imports", "inherits"})
_KEY_KINDS = frozenset({"class", "function", "interface", "component"})
_NAMED_APART = 4
_CODE_ROLES = frozenset({"code", "test", "migration"})


def find_components(
    inventory: Sequence[FileEntry],
    capsules: Sequence[Capsule],
    edges: Iterable[Edge],
    *,
    roles: Mapping[str, str] | None = None,
    descriptions: Mapping[str, str] | None = None,
) -> tuple[Component, ...]:
    """Components by path.  `roles` names what a folder holds, `descriptions` what it says of itself (both by folder)."""
    code = {
        entry.path: entry
        for entry in inventory
        if entry.role in _CODE_ROLES and entry.status == "analysed" and entry.language not in ("HTML", "CSS", "SCSS", "Less")
    }
    if not code:
        return ()
    folders = _choose(sorted(path for path, entry in code.items() if entry.role == "code") or sorted(code))
    owner = {path: _owner(path, folders) for path in code}
    members: dict[str, list[FileEntry]] = defaultdict(list)
    for path, entry in code.items():
        if owner[path] is not None:
            members[str(owner[path])].append(entry)
    uses: dict[str, Counter[str]] = defaultdict(Counter)
    for edge in edges:
        if edge.kind in _USES and not edge.is_external:
            source, target = owner.get(edge.source.partition("#")[0]), owner.get(edge.target.partition("#")[0])
            if (
                source is not None
                and target is not None
                and source != target
                and code[edge.source.partition("#")[0]].role == "code"
            ):
                uses[source][target] += 1
    keys = _key_symbols(capsules, owner, code)
    modules = {capsule.path: capsule for capsule in capsules if capsule.kind == "module"}
    labels = _labels(folders)
    made = []
    for folder in sorted(members):
        entries = sorted(members[folder], key=lambda entry: entry.path)
        described, place = _description(folder, entries, modules, descriptions or {})
        made.append(
            Component(
                name=labels[folder],
                path=folder or ".",
                files=len(entries),
                lines=sum(entry.lines for entry in entries),
                place=place,
                role=(roles or {}).get(folder, "") or _role(folder, entries),
                description=described,
                uses=tuple(sorted(((labels[name], count) for name, count in uses[folder].items()), key=lambda u: (-u[1], u[0]))),
                key_symbols=tuple(keys[folder]),
                source="graph",
            )
        )
    return tuple(made)


def _choose(paths: Sequence[str]) -> list[str]:
    """Folders that part the files; every file lies in exactly one of them or in one of their sub-folders."""
    chosen = {""}
    total = len(paths)
    while len(chosen) < MOST:
        counts = Counter(_deepest(path, chosen) for path in paths)
        opened = False
        for folder, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
            if count <= FEW_FILES or (count / total <= OPEN_SHARE and len(chosen) > 3):
                continue
            inside = Counter(_child(folder, path) for path in paths if _deepest(path, chosen) == folder)
            inside.pop("", None)
            worthy = [child for child, files in inside.items() if files > 1 or len(inside) <= 6]
            if worthy and len(chosen) + len(worthy) - 1 <= MOST + 8:
                chosen.update(worthy)
                opened = True
                break
        if not opened:
            break
    counts = Counter(_deepest(path, chosen) for path in paths)
    kept = sorted(chosen, key=lambda folder: (-counts[folder], folder))[:MOST]
    return sorted({"", *kept} if counts[""] else set(kept))


def _deepest(path: str, folders: set[str]) -> str:
    folder = path.rpartition("/")[0]
    while folder not in folders and folder:
        folder = folder.rpartition("/")[0]
    return folder


def _child(folder: str, path: str) -> str:
    """The sub-folder of `folder` that holds `path`, "" for a file of the folder itself."""
    rest = path[len(folder) + 1 :] if folder else path
    name, slash, _ = rest.partition("/")
    return (f"{folder}/{name}" if folder else name) if slash else ""


def _owner(path: str, folders: Sequence[str]) -> str | None:
    folder, known = path.rpartition("/")[0], set(folders)
    while folder and folder not in known:
        folder = folder.rpartition("/")[0]
    return folder if folder in known else None


def _labels(folders: Sequence[str]) -> dict[str, str]:
    """Short names, made longer until they differ."""
    labels = {folder: folder.rpartition("/")[2] or "(root)" for folder in folders}
    for length in range(2, _NAMED_APART + 1):
        repeated = {label for label, count in Counter(labels.values()).items() if count > 1}
        if not repeated:
            break
        for folder, label in labels.items():
            if label in repeated:
                labels[folder] = "/".join(folder.split("/")[-length:])
    repeated = {label for label, count in Counter(labels.values()).items() if count > 1}
    return {folder: folder if label in repeated else label for folder, label in labels.items()}


def _key_symbols(
    capsules: Sequence[Capsule], owner: Mapping[str, str | None], code: Mapping[str, FileEntry]
) -> dict[str, list[tuple[str, Place]]]:
    found: dict[str, list[tuple[str, Place]]] = defaultdict(list)
    ranked = sorted((c for c in capsules if c.kind in _KEY_KINDS), key=lambda c: (-c.rank, c.symbol))
    for capsule in ranked:
        folder = owner.get(capsule.path)
        if folder is None or code[capsule.path].role != "code" or len(found[folder]) >= 3 or "#" not in capsule.symbol:
            continue
        if capsule.parent != capsule.path:
            continue
        found[folder].append((capsule.name, Place(capsule.path, capsule.line, capsule.end_line)))
    return found


def _description(
    folder: str, entries: Sequence[FileEntry], modules: Mapping[str, Capsule], descriptions: Mapping[str, str]
) -> tuple[str, Place]:
    first = Place(entries[0].path, 1, 1)
    if descriptions.get(folder):
        return descriptions[folder], first
    for name in ("__init__.py", "index.ts", "index.js", "mod.rs"):
        capsule = modules.get(f"{folder}/{name}" if folder else name)
        if capsule is not None and capsule.docstring:
            return _sentence(capsule.docstring), Place(capsule.path, 1, 1)
    return "", first


def _sentence(text: str) -> str:
    paragraph = " ".join(text.strip().split("\n\n")[0].split())
    end = paragraph.find(". ")
    return (paragraph if end < 0 else paragraph[: end + 1])[:300]


def _role(folder: str, entries: Sequence[FileEntry]) -> str:
    if entries and all(entry.role == "test" for entry in entries):
        return "tests"
    return ""
