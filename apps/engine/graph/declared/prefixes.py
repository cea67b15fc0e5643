"""Names under which manifests make the folders of a repository known: Go modules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from apps.engine.graph.modules import folder_of

Prefixes = dict[str, dict[str, Sequence[str]]]


def module_prefixes(texts: Mapping[str, str]) -> Prefixes:
    """Language → name → folders, from the manifests among the texts."""
    found: Prefixes = {}
    for path in sorted(texts):
        reader = _READERS.get(path.rpartition("/")[2])
        if reader is not None:
            reader(path, texts[path], found)
    return found


def _go(path: str, text: str, found: Prefixes) -> None:
    for line in text.splitlines():
        words = line.split("//")[0].split()
        if words[:1] == ["module"] and len(words) == 2:
            found.setdefault("Go", {}).setdefault(words[1].strip('"'), (folder_of(path),))
            return


_READERS: dict[str, Callable[[str, str, Prefixes], None]] = {"go.mod": _go}
