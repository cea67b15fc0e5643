"""What frameworks with a folder of routes share: their sites, the files below them, and what a file answers with."""

from __future__ import annotations

import posixpath
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from apps.engine.facts import Endpoint, Place, Value
from apps.engine.frameworks.code import FOREIGN, Code
from apps.engine.frameworks.handlers import find_handler, handler_of

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS")
SCRIPTS = frozenset({"js", "jsx", "ts", "tsx", "mjs", "mts", "cjs", "cts"})
_NAMELESS = frozenset({"default", "default#2", "exports", "module.exports"})
_LIMIT = 20_000  # files of one site


@dataclass(frozen=True, slots=True)
class RouteFile:
    """A file below a folder of routes: `folders` lie between, `name` is the file's without `ending`."""

    path: str
    folders: tuple[str, ...]
    name: str
    ending: str


def site_roots(code: Code, *packages: str) -> list[str]:
    """Folders whose manifest names one of the packages, "" for the repository's own."""
    return sorted(
        {
            posixpath.dirname(item.place.path)
            for item in code.dependencies
            if item.name.lower() in packages and item.ecosystem == "npm" and code.roles.get(item.place.path) not in FOREIGN
        }
    )


def files_below(code: Code, root: str, *folders: str) -> Iterator[RouteFile]:
    """The project's own files in the first of `folders` (seen from the site's root) that has any."""
    for folder in folders:
        start = f"{posixpath.join(root, folder)}/"
        found = [path for path in code.roles if path.startswith(start) and code.roles[path] == "code"]
        if found:
            for path in sorted(found)[:_LIMIT]:
                parts = path.removeprefix(start).split("/")
                name, _, ending = parts[-1].rpartition(".")
                yield RouteFile(path, tuple(parts[:-1]), name, ending)
            return


def exported_names(code: Code, path: str) -> frozenset[str]:
    """What a script exports by name; names that a pattern at its top gives count too (``export const { GET } = handlers``)."""
    if path not in code.files:
        return frozenset()
    index = code.index(path)
    return frozenset(
        {
            *index.exports,
            *(name.alias or name.name for item in index.reexports for name in item.names),
            *(target for scope, target in index.assignments if not scope and target in METHODS),
            *("default" for scope, target in index.assignments if not scope and target == "module.exports"),
        }
    )


def answer(code: Code, method: str, path: str, file: str, name: str, framework: str, source: str) -> Endpoint:
    """The endpoint that a file's export answers; a file that is no script answers as a whole."""
    index = code.index(file) if file in code.files else None
    handler = None
    if index is not None:
        handler = handler_of(code, code.names.exported(file, name))
        if handler is None:
            known = [item for item in index.assignments.get(("", name), ()) if item.value is not None]
            line = known[-1].line if known else index.exports[name].line if name in index.exports else 1
            handler = find_handler(code, file, "", Value("name", name, line=line, end_line=line))
    shown = handler.name if handler is not None and handler.name not in _NAMELESS else posixpath.basename(file)
    return Endpoint(
        method,
        path,
        shown,
        handler.place if handler is not None else Place(file),
        None,
        (handler.symbol if handler is not None else "") or (file if index is not None else ""),
        "",
        framework,
        not path.startswith("…"),
        handler.docstring if handler is not None else "",
        source,
    )


def address(parts: Collection[str], base: str = "") -> str:
    """The parts of an address with slashes; empty ones are left out."""
    return "/".join([base.rstrip("/"), *(part for part in parts if part)]) or "/"
