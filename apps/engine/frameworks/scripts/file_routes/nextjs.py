"""Next.js: pages and route handlers of the app router, pages and API routes of the pages router."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from apps.engine.facts import Endpoint
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.scripts.file_routes.sites import (
    METHODS,
    SCRIPTS,
    RouteFile,
    address,
    answer,
    exported_names,
    files_below,
    site_roots,
)
from apps.engine.frameworks.text import dict_item

FRAMEWORK = "Next.js"
SOURCE = "framework:nextjs"
_PAGES = SCRIPTS | {"md", "mdx"}
_CONFIGS = ("next.config.js", "next.config.mjs", "next.config.ts", "next.config.cjs")
_METADATA = {"sitemap": "sitemap.xml", "robots": "robots.txt", "manifest": "manifest.webmanifest"}
_NO_PAGES = frozenset({"_app", "_document", "_error", "404", "500", "_middleware"})


def find(code: Code) -> list[Endpoint]:
    """The addresses of every site."""
    found: list[Endpoint] = []
    for root in site_roots(code, "next"):
        base = _base(code, root)
        for file in files_below(code, root, "app", "src/app"):
            found += _app(code, base, file)
        for file in files_below(code, root, "pages", "src/pages"):
            found += _pages(code, base, file)
    return found


def _base(code: Code, root: str) -> str:
    """The option `basePath`, "" if there is none."""
    for name in _CONFIGS:
        path = posixpath.join(root, name)
        for item in code.files[path].assignments if path in code.files else ():
            given = dict_item(item.value, "basePath")
            if given is not None:
                return code.folder.route(path, item.scope, given)
    return ""


def _app(code: Code, base: str, file: RouteFile) -> Iterator[Endpoint]:
    parts: list[str] = []
    for folder in file.folders:
        if folder.startswith(("_", "@", "(.)", "(..)", "(...)")):
            return  # private, a slot of another page, or one that only shows there
        if not (folder.startswith("(") and folder.endswith(")")):
            parts.append(folder)
    path = address(parts, base)
    if file.name == "route" and file.ending in SCRIPTS:
        names = exported_names(code, file.path)
        for method in METHODS:
            if method in names:
                yield answer(code, method, path, file.path, method, FRAMEWORK, SOURCE)
    elif file.name == "page" and file.ending in _PAGES:
        yield answer(code, "GET", path, file.path, "default", FRAMEWORK, SOURCE)
    elif file.name in _METADATA and file.ending in SCRIPTS and not parts:
        yield answer(code, "GET", address([_METADATA[file.name]], base), file.path, "default", FRAMEWORK, SOURCE)


def _pages(code: Code, base: str, file: RouteFile) -> Iterator[Endpoint]:
    if file.name in _NO_PAGES or file.ending not in _PAGES or file.name.endswith(".d"):
        return
    if file.ending in SCRIPTS and "default" not in exported_names(code, file.path):
        return
    parts = [*file.folders, *([file.name] if file.name != "index" else [])]
    method = "ANY" if parts[:1] == ["api"] else "GET"
    yield answer(code, method, address(parts, base), file.path, "default", FRAMEWORK, SOURCE)
