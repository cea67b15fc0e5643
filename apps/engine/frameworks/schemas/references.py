"""References (``$ref``) inside and between the files of a description."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import unquote

from apps.engine.manifests.collected import Unreadable
from apps.engine.manifests.nodes import NOTHING, Node, read_json, read_yaml

MAX_TEXT = 1_500_000  # characters
_STEPS = 8  # references that lead to one another


@dataclass(frozen=True, slots=True)
class Target:
    """A value with the file it stands in; `name` is the last part of the reference that led to it, "" without one."""

    path: str
    node: Node
    name: str = ""


class Files:
    """The files of one repository as trees, read when somebody asks."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts
        self._trees: dict[str, Node] = {}
        self.problems: dict[str, str] = {}

    def tree(self, path: str) -> Node:
        """The tree of a file, an empty node for one that is missing or cannot be read; why is in `problems`."""
        if path not in self._trees:
            self._trees[path] = self._read(path)
        return self._trees[path]

    def _read(self, path: str) -> Node:
        text = self._texts.get(path)
        if text is None:
            return NOTHING
        if len(text) > MAX_TEXT:
            self.problems[path] = f"it is larger than {MAX_TEXT:,} characters"
            return NOTHING
        try:
            if path.lower().endswith(".json"):
                return read_json(text)
            roots = read_yaml(text)
        except Unreadable as error:
            self.problems[path] = str(error)
            return NOTHING
        return roots[0] if roots else NOTHING

    def follow(self, path: str, node: Node) -> Target:
        """What a value means: itself, or what its reference leads to (an empty node for what is not in the repository)."""
        found = Target(path, node)
        for _ in range(_STEPS):
            reference = found.node.get("$ref").text
            if not reference:
                return found
            found = self._find(found.path, reference)
        return Target(path, NOTHING, found.name)

    def _find(self, path: str, reference: str) -> Target:
        file, _, pointer = reference.partition("#")
        where = _beside(path, file) if file else path
        node = self.tree(where)
        parts = [unquote(part).replace("~1", "/").replace("~0", "~") for part in pointer.split("/") if part]
        for part in parts:
            node = (
                node.items[int(part)]
                if node.kind == "list" and part.isdigit() and int(part) < len(node.items)
                else node.get(part)
            )
        return Target(where, node, name_of(reference))


def name_of(reference: str) -> str:
    """The last part of a reference: ``#/components/schemas/Pet`` and ``schemas/Pet.yaml`` name ``Pet``."""
    last = unquote(reference.rstrip("/").rpartition("/")[2].rpartition("#")[2] or reference.partition("#")[0].rpartition("/")[2])
    for ending in (".yaml", ".yml", ".json"):
        last = last.removesuffix(ending)
    return last.rpartition(".")[2]


def _beside(path: str, reference: str) -> str:
    """A path as written in a file, from the root; "" where it leaves the repository or is an address."""
    if "://" in reference:
        return ""
    parts = path.split("/")[:-1]
    for part in reference.split("/"):
        if part == "..":
            if not parts:
                return ""
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)
