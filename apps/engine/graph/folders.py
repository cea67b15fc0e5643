"""Which folders are parts of a system.

Starting from the whole repository, the heaviest folder is opened again and again until none is heavy any more; of the folders
found the heaviest `MOST` are parts.  Folders that only wrap one other folder are passed through; small folders stay with their
parent.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

MOST = 20  # parts
_HEAVY = 0.08  # of all lines: what is lighter is not opened
_SMALL = 0.015  # of all lines: what is lighter, and has few files, stays with its parent
_FEW_FILES = 3
_SHARE = 8  # parts out of one folder, where several compete for the places
_OPENED = 60  # folders opened at most
# What a folder holds by its name.
ROLES = {
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
    opened: set[str] = set()
    for _ in range(_OPENED):
        rest = {folder: _own_weight(folder, chosen, weight) for folder in chosen - opened if inside[folder]}
        heaviest = min(rest, key=lambda folder: (-rest[folder], folder), default=None)
        if heaviest is None or (rest[heaviest] < total * _HEAVY and len(chosen) > 2):
            break
        opened.add(heaviest)
        children = [child for child in sorted(inside[heaviest]) if not _is_small(child, heaviest, weight, files, total)]
        chosen.update(_unwrapped(child, inside, direct) for child in children)
    if len(chosen) > MOST:
        chosen = _heaviest(chosen, opened, weight)
    owners = {owner_of(path, chosen) for path in lines}
    return sorted(folder for folder in chosen if folder in owners) or [""]


def _heaviest(chosen: set[str], opened: set[str], weight: Mapping[str, int]) -> set[str]:
    """The opened folders, which hold what is left over, and the heaviest of the others: not all from one of them."""
    rest = {folder: _own_weight(folder, chosen, weight) for folder in chosen}
    kept = set(opened)
    taken: Counter[str] = Counter()
    ordered = sorted(chosen - opened, key=lambda folder: (-rest[folder], folder))
    for share in (_SHARE, MOST):
        for folder in ordered:
            parent = owner_of(folder, opened)
            if len(kept) < MOST and folder not in kept and taken[parent] < share:
                kept.add(folder)
                taken[parent] += 1
    return kept


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
    named = child.rpartition("/")[2].lower() in ROLES
    if named and files[child] >= 1 and weight[child] * 20 >= weight[parent]:
        return False
    return weight[child] < total * _SMALL and files[child] <= _FEW_FILES


def owner_of(path: str, folders: Iterable[str]) -> str:
    """The folder nearest above a file, "" if none is."""
    known = folders if isinstance(folders, (set, frozenset)) else set(folders)
    folder = path.rpartition("/")[0]
    while folder and folder not in known:
        folder = folder.rpartition("/")[0]
    return folder
