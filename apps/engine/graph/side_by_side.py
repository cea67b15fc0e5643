"""Parts of a folder in which many files stand side by side: its folders do not part it, what the files refer to does.

Files that hang together by calls, imports and inheritance are a part, named by the largest file of it.
Where the files refer to each other no more inside such groups than across them, the folder stays one part.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from apps.engine.facts import Edge
from apps.engine.graph.communities import communities, modularity

_MANY = 24  # files directly in a folder
_SHARE = 0.3  # of all lines of code, that those files have
_FEW = 3  # files of the smallest group
_TIED = 0.3  # modularity from which groups say something


def split_flat(lines: Mapping[str, int], owner: Mapping[str, str], edges: Sequence[Edge]) -> dict[str, tuple[str, ...]]:
    """{file that names a part: all files of the part, sorted}.  `lines` of every file of code, `owner` its folder.

    What hangs together with fewer than two others is in no such part, and stays with the folder.
    """
    direct: dict[str, list[str]] = defaultdict(list)
    for path in sorted(lines):
        folder = path.rpartition("/")[0]
        if owner[path] == folder:
            direct[folder].append(path)
    total = sum(lines.values())
    found: dict[str, tuple[str, ...]] = {}
    for paths in direct.values():
        if len(paths) < _MANY or sum(lines[path] for path in paths) < _SHARE * total:
            continue
        groups = communities(edges, paths)
        large = [group for group in groups if len(group) >= _FEW]
        if len(large) > 1 and modularity(edges, groups) >= _TIED:
            found.update({min(group, key=lambda path: (-lines[path], path)): group for group in large})
    return found
