"""Which folders are parts of a system.

Starting from the whole repository, the heaviest folder is opened again and again until none is heavy any more; about `MOST` of
the folders found are parts.  Applications, which stand on their own, come first, then what is nearer to the root; folders beside
each other are all parts as long as there is room.  Folders that only wrap one other folder are passed through; a small folder
stays with its parent, unless it is a package beside parts.  What no part holds is left over: see `key_of`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from apps.engine.graph.folder_roles import NAMES

MOST = 20  # parts
_SPARE = 4  # parts more, where they complete the folders beside parts
_KEPT_FREE = 4  # places that applications leave to the parts of the largest folders
_HEAVY = 0.08  # of all lines: what is lighter is not opened
_SMALL = 0.015  # of all lines: what is lighter, and has few files, stays with its parent
_FEW_FILES = 3
_FEW_LINES = 5  # directly in a folder that only holds other folders
_SHARE = 8  # parts out of one folder, where several compete for the places
_OPENED = 60  # folders opened at most
LEFT_OVER = "*"


def choose_folders(lines: Mapping[str, int], applications: Collection[str] = (), packages: Collection[str] = ()) -> list[str]:
    """Folders that part the files given with their lines; a file belongs to the deepest of them above it.

    `applications` are folders that stand on their own, `packages` those that say they are one; both may be small.
    """
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
    standing = _standing(applications, packages, inside)
    groups = {parent: sorted(folders) for parent, folders in standing.items()}
    root = _unwrapped("", inside, direct)
    chosen = {root, *groups, *(folder for group in groups.values() for folder in group)}
    opened: list[str] = []
    for _ in range(_OPENED):
        own = _own_weights(chosen, weight)
        rest = {folder: lines for folder, lines in own.items() if inside[folder] and folder not in opened}
        heaviest = min(rest, key=lambda folder: (folder != root, -rest[folder], folder), default=None)
        if heaviest is None or (heaviest != root and rest[heaviest] < total * _HEAVY and len(chosen) > 2):
            break
        opened.append(heaviest)
        children = [child for child in sorted(inside[heaviest]) if not _is_small(child, heaviest, weight, files, total)]
        if children:
            children += [child for child in sorted(inside[heaviest]) if child in packages and child not in children]
        groups[heaviest] = sorted({*groups.get(heaviest, ()), *(_unwrapped(child, inside, direct) for child in children)})
        chosen.update(groups[heaviest])
    first = {folder for group in standing.values() for folder in group}
    parents = [*opened, *sorted(set(groups) - set(opened))]
    kept = _limited(parents, groups, first, weight, direct) if len(chosen) > MOST else chosen
    owners = {owner_of(path, kept) for path in lines}
    return sorted(folder for folder in kept if folder in owners) or [""]


def _standing(applications: Collection[str], packages: Collection[str], inside: Mapping[str, set[str]]) -> dict[str, set[str]]:
    """{folder: applications directly in it, and the packages beside them where there are several}."""
    found: dict[str, set[str]] = defaultdict(set)
    for folder in applications:
        parent = folder.rpartition("/")[0]
        if folder and folder in inside.get(parent, ()):
            found[parent].add(folder)
    for parent, folders in found.items():
        if len(folders) > 1:
            folders.update(child for child in inside[parent] if child in packages)
    return dict(found)


def _limited(
    parents: Sequence[str],
    groups: Mapping[str, Sequence[str]],
    first: Collection[str],
    weight: Mapping[str, int],
    direct: Mapping[str, int],
) -> set[str]:
    """About `MOST` of the folders in groups, and the folders they are in, which hold what is left over."""
    kept: set[str] = set()

    def taken() -> int:
        split = {parent for parent in kept if not kept.isdisjoint(groups.get(parent, ()))}
        return sum(folder not in split or direct[folder] > _FEW_LINES for folder in kept)

    def keep(folder: str) -> None:
        kept.add(folder)
        kept.update(parent for parent in groups if folder.startswith(f"{parent}/") or not parent)

    def heaviest(folders: Iterable[str]) -> list[str]:
        return sorted(set(folders) - kept, key=lambda folder: (-weight[folder], folder))

    for folder in sorted(heaviest(first), key=lambda folder: folder.count("/")):
        if taken() >= MOST - _KEPT_FREE:
            break
        keep(folder)
    for parent in parents:
        free = max(_SHARE - sum(folder in kept for folder in groups[parent]), 0)
        for folder in heaviest(groups[parent])[:free]:
            if taken() >= MOST:
                break
            keep(folder)
        missing = heaviest(groups[parent])
        if len(missing) < len(groups[parent]) and taken() + len(missing) <= MOST + _SPARE:
            kept.update(missing)
    for folder in heaviest(folder for group in groups.values() for folder in group):
        if taken() >= MOST:
            break
        keep(folder)
    return kept


def _unwrapped(folder: str, inside: Mapping[str, set[str]], direct: Mapping[str, int]) -> str:
    """The folder, or the one it only wraps."""
    while not direct.get(folder) and len(inside.get(folder, ())) == 1:
        folder = next(iter(inside[folder]))
    return folder


def _own_weights(chosen: Collection[str], weight: Mapping[str, int]) -> dict[str, int]:
    """{chosen folder: its lines without those of the chosen folders nearest below it}."""
    rest = {folder: weight[folder] for folder in chosen}
    for folder in chosen:
        above = owner_of(folder, chosen)
        if above in rest and above != folder:
            rest[above] -= weight[folder]
    return rest


def _is_small(child: str, parent: str, weight: Mapping[str, int], files: Mapping[str, int], total: int) -> bool:
    named = child.rpartition("/")[2].lower() in NAMES
    if named and files[child] >= 1 and weight[child] * 20 >= weight[parent]:
        return False
    return weight[child] < total * _SMALL and files[child] <= _FEW_FILES


def key_of(path: str, folders: Collection[str]) -> str:
    """The part a file belongs to: a folder, or ``folder/*`` for what stands deeper in it beside the parts it holds.

    The root is "", what is left over there ``*``.
    """
    owner = owner_of(path, folders)
    start = f"{owner}/" if owner else ""
    is_parted = any(folder != owner and folder.startswith(start) for folder in folders)
    return f"{start}{LEFT_OVER}" if is_parted and "/" in path.removeprefix(start) else owner


def owner_of(path: str, folders: Iterable[str]) -> str:
    """The folder nearest above a file, "" if none is."""
    known = folders if isinstance(folders, (set, frozenset)) else set(folders)
    folder = path.rpartition("/")[0]
    while folder and folder not in known:
        folder = folder.rpartition("/")[0]
    return folder
