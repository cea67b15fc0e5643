"""What the YAML files of ``config/routes`` say: routes, and what stands in front of the routes of folders and files."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from dataclasses import dataclass

from apps.engine.facts import Place
from apps.engine.frameworks.code import Code
from apps.engine.manifests.collected import Unreadable
from apps.engine.manifests.nodes import Node, read_yaml

_DEPTH = 8


@dataclass(frozen=True, slots=True)
class Imported:
    """What stands in front of routes: the beginning of their paths and names, and the lines that say so."""

    prefix: str = ""
    name: str = ""
    is_known: bool = True
    places: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class Route:
    """A route that a file declares itself."""

    name: str
    path: str
    methods: tuple[str, ...]
    controller: str
    place: Place
    prefix: str = ""
    is_known: bool = True
    mounts: tuple[Place, ...] = ()


class Configured:
    """Reads the files once.  Blocks of other environments (``when@dev``) are left out."""

    def __init__(self, code: Code) -> None:
        self._code = code
        self.routes: list[Route] = []
        self._imports: list[tuple[str, Imported]] = []  # folder or file of controllers, what stands in front
        self._seen: set[str] = set()
        starts = [path for path in sorted(code.texts) if _is_start(path)]
        for path in starts:
            self._read(path, Imported(), 0)

    def of(self, path: str) -> list[Imported]:
        """What stands in front of the routes of a file of controllers, once an import; none where nothing imports it."""
        return [what for where, what in self._imports if path == where or (path.startswith(f"{where}/") or not where)]

    def _read(self, path: str, start: Imported, level: int) -> None:
        text = self._code.texts.get(path)
        if text is None or level > _DEPTH:
            return
        try:
            tree = read_yaml(text)
        except Unreadable:
            return
        for document in tree if isinstance(tree, list) else [tree]:
            self._entries(path, document, start, level)

    def _entries(self, path: str, document: Node, start: Imported, level: int) -> None:
        for key, node in document.keyed():
            if key.text.startswith("when@") and key.text != "when@prod":
                continue
            if key.text == "when@prod":
                self._entries(path, node, start, level + 1)
                continue
            place = Place(path, key.line, max(node.end_line, key.line))
            for given in _texts(node.get("path")):
                self._route(key.text, given, node, place, start)
            resource = node.get("resource")
            if resource:
                self._resource(path, resource, node, place, start, level)

    def _route(self, name: str, given: str, node: Node, place: Place, start: Imported) -> None:
        controller = node.get("controller").text or node.get("defaults", "_controller").text
        methods = tuple(part.upper() for text in node.get("methods").texts() for part in text.replace("|", " ").split())
        prefix = f"/{start.prefix.strip('/')}" if start.prefix.strip("/") else ""
        path = f"{prefix}/{given.lstrip('/')}"
        self.routes.append(Route(start.name + name, path, methods, controller, place, prefix, start.is_known, start.places))

    def _resource(self, path: str, resource: Node, node: Node, place: Place, start: Imported, level: int) -> None:
        words = node.get("prefix")
        prefix = words.text if words.kind != "map" else ""
        parts = [part.strip("/") for part in (start.prefix, prefix) if part.strip("/")]
        below = Imported(
            "/".join(parts),
            start.name + node.get("name_prefix").text,
            start.is_known and words.kind != "map",
            (*start.places, place) if prefix else start.places,
        )
        named = resource.get("path").text or resource.text
        if named == "routing.controllers":
            self._imports.append(("", below))
            return
        if not named or named.startswith("@"):
            return
        target = posixpath.normpath(posixpath.join(posixpath.dirname(path), named)).rstrip("/")
        if target.endswith((".yaml", ".yml")) and target not in self._seen:
            self._seen.add(target)
            self._read(target, below, level + 1)
        elif "*" not in target:
            self._imports.append((target, below))


def _is_start(path: str) -> bool:
    folder, _, name = path.rpartition("/")
    if not name.endswith((".yaml", ".yml")):
        return False
    is_old = name in ("routing.yml", "routing.yaml") and folder.endswith(("config", "app"))
    is_main = name in ("routes.yaml", "routes.yml") and (folder == "config" or folder.endswith("/config"))
    return is_old or is_main or folder == "config/routes" or folder.endswith("/config/routes")


def _texts(node: Node) -> Iterator[str]:
    """The path of a route, or those by language."""
    if node.kind == "map":
        for _, value in node.entries():
            yield value.text
    elif node.text:
        yield node.text
