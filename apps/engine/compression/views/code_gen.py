"""Code to be written: where it belongs, similar functions as signatures, the folders around."""

from __future__ import annotations

from collections import Counter

from apps.engine.compression import pieces
from apps.engine.compression.draft import Draft
from apps.engine.compression.material import Folder
from apps.engine.compression.views import blocks
from apps.engine.graph.testfiles import is_test

GROUPS = ("place", "similar", "structure", "document", "prose")
_SIMILAR = 0.5
_STRUCTURE = 0.55  # of what is left then
_PLACES = 2
_NAMES = 3
_FOLDERS = 24


def fill(draft: Draft) -> None:
    """Place what fits: the place, the signatures of what is similar, the folders, what the document says."""
    code = blocks.code_of(draft)
    own = [found for found in code if not is_test(found.capsule.path)] or code
    for line in _places(draft, own):
        draft.add_line("place", line, part="structure")
    kept = int(draft.left * (1 - _SIMILAR))
    draft.left -= kept
    for found in own:
        number = draft.cite_hit(found.hit)
        line = blocks.listed(number, found.capsule)
        draft.add_line("similar", line, part="signature", numbers=[number], covers=[blocks.whole(found.hit)])
    draft.left += kept
    kept = int(draft.left * (1 - _STRUCTURE))
    draft.left -= kept
    for folder in _around(draft, own):
        name = pieces.code_span(f"{folder.path}/" if folder.path else "./")
        if not draft.add_line("structure", f"- {name} ({draft.words['files'].format(count=folder.files)})", part="structure"):
            break
    draft.left += kept
    blocks.place_documents(draft, draft.left)


def _places(draft: Draft, own: list[blocks.Found]) -> list[str]:
    """The files that hold most of what is similar, with its names, and the files of its tests."""
    weights: Counter[tuple[int, str]] = Counter()
    names: dict[tuple[int, str], list[str]] = {}
    tests: dict[tuple[int, str], list[str]] = {}
    for rank, found in enumerate(own, start=1):
        key = (found.hit.repo_id, found.capsule.path)
        weights[key] += 1_000 // (rank + 1)
        if found.capsule.symbol != found.capsule.path:
            names.setdefault(key, []).append(pieces.code_span(pieces.qualified(found.capsule)))
        ties = draft.material.relations.get(found.ref)
        paths = [symbol.partition("#")[0] for symbol in (ties.callers if ties is not None else ())]
        tests.setdefault(key, []).extend(path for path in paths if is_test(path))
    best = sorted(weights, key=lambda key: (-weights[key], key))[:_PLACES]
    words = draft.words
    lines = []
    for repo_id, path in best:
        near = ", ".join(names.get((repo_id, path), [])[:_NAMES])
        told = [pieces.code_span(path)]
        if near:
            told.append(words["next-to"].format(names=near))
        tested = sorted(Counter(tests[repo_id, path]).items(), key=lambda pair: (-pair[1], pair[0]))
        if tested:
            told.append(f"{words['tested-in']} {pieces.code_span(tested[0][0])}")
        repo = draft.repo_name(repo_id)
        lines.append(f"- {', '.join(told)}" + (f" ({pieces.one_line(repo)})" if draft.is_mixed and repo else ""))
    return lines


def _around(draft: Draft, own: list[blocks.Found]) -> list[Folder]:
    """The folders of what is similar, those they stand in, and those beside, the nearest first; told in the order of paths."""
    homes = [found.capsule.path.rpartition("/")[0] for found in own if found.hit.repo_id == draft.material.repo_id]
    wanted = {"", *homes}
    for home in homes:
        parts = home.split("/")
        wanted.update("/".join(parts[:count]) for count in range(1, len(parts)))

    def distance(folder: Folder) -> int:
        above = folder.path.rpartition("/")[0]
        return 0 if folder.path in wanted else 1 if above in wanted else 2

    near = sorted(draft.material.folders, key=lambda folder: (distance(folder), folder.path.count("/"), folder.path))
    return sorted((folder for folder in near[:_FOLDERS] if distance(folder) < 2), key=lambda folder: folder.path)
