"""SvelteKit, Nuxt, Astro, Remix and React Router: routes named by their files."""

from __future__ import annotations

import re
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

_REMIX = ("@remix-run/react", "@remix-run/node", "@react-router/fs-routes", "@remix-run/dev")
_ESCAPED = re.compile(r"\[([^\]]*)\]")


def find_sveltekit(code: Code) -> Iterator[Endpoint]:
    """Pages and `+server` files."""
    for root in site_roots(code, "@sveltejs/kit"):
        for file in files_below(code, root, "src/routes"):
            path = address([part for part in file.folders if not (part.startswith("(") and part.endswith(")"))])
            if (file.name, file.ending) == ("+page", "svelte"):
                yield answer(code, "GET", path, file.path, "default", "SvelteKit", "framework:sveltekit")
            elif file.name == "+server" and file.ending in SCRIPTS:
                names = exported_names(code, file.path)
                for method in METHODS:
                    if method in names:
                        yield answer(code, method, path, file.path, method, "SvelteKit", "framework:sveltekit")
                if "fallback" in names:
                    yield answer(code, "ANY", path, file.path, "fallback", "SvelteKit", "framework:sveltekit")


def find_nuxt(code: Code) -> Iterator[Endpoint]:
    """Pages and handlers below `server`; the method stands at the end of a file's name."""
    for root in site_roots(code, "nuxt", "nuxt3"):
        for folder, start in (("server/api", "api"), ("server/routes", "")):
            for file in files_below(code, root, folder, f"src/{folder}"):
                if file.ending not in SCRIPTS:
                    continue
                name, dot, verb = file.name.rpartition(".")
                if not dot or verb.upper() not in METHODS:
                    name, verb = file.name, "any"
                path = address([start, *file.folders, *([name] if name != "index" else [])])
                yield answer(code, verb.upper(), path, file.path, "default", "Nuxt", "framework:nuxt")
        for file in files_below(code, root, "pages", "app/pages", "src/pages"):
            if file.ending == "vue":
                parts = [part for part in file.folders if not part.startswith("(")]
                path = address([*parts, *([file.name] if file.name != "index" else [])])
                yield answer(code, "GET", path, file.path, "default", "Nuxt", "framework:nuxt")


def find_astro(code: Code) -> Iterator[Endpoint]:
    """Pages, and scripts that export methods."""
    for root in site_roots(code, "astro"):
        for file in files_below(code, root, "src/pages"):
            if any(part.startswith("_") for part in (*file.folders, file.name)):
                continue
            path = address([*file.folders, *([file.name] if file.name != "index" else [])])
            if file.ending in ("astro", "md", "mdx"):
                yield answer(code, "GET", path, file.path, "default", "Astro", "framework:astro")
            elif file.ending in SCRIPTS:
                names = exported_names(code, file.path)
                for method in (*METHODS, "ALL"):
                    if method in names:
                        shown = "ANY" if method == "ALL" else method
                        yield answer(code, shown, path, file.path, method, "Astro", "framework:astro")


def find_remix(code: Code) -> Iterator[Endpoint]:
    """Flat files below `app/routes`: what loads or shows answers GET, an action POST."""
    for root in site_roots(code, *_REMIX):
        for file in files_below(code, root, "app/routes"):
            if file.ending not in SCRIPTS or (file.folders and (len(file.folders) > 1 or file.name not in ("route", "index"))):
                continue
            parts = _remix_parts(file)
            names = exported_names(code, file.path)
            is_layout = parts and parts[-1] == ""
            if ("default" in names or "loader" in names) and not is_layout:
                shown = "default" if "default" in names else "loader"
                yield answer(code, "GET", address(parts), file.path, shown, "Remix", "framework:remix")
            if "action" in names and not is_layout:
                yield answer(code, "POST", address(parts), file.path, "action", "Remix", "framework:remix")


def _remix_parts(file: RouteFile) -> list[str]:
    """``blog_.$slug`` → blog, :slug; a last part that only frames others is ""."""
    name = file.folders[0] if file.folders else file.name
    parts: list[str] = []
    words = _split(name)
    for position, word in enumerate(words):
        if word == "_index":
            continue
        if word.startswith("_"):
            if position == len(words) - 1:
                parts.append("")
            continue
        optional = word.startswith("(") and word.endswith(")")
        plain = word.strip("()") if optional else word
        plain = plain.removesuffix("_")
        plain = "*" if plain == "$" else f":{plain[1:]}" if plain.startswith("$") else _ESCAPED.sub(r"\1", plain)
        parts.append(f"{plain}?" if optional else plain)
    return parts


def _split(name: str) -> list[str]:
    """The name at its dots, but for those in brackets."""
    words, inside = [""], False
    for char in name:
        inside = (inside or char == "[") and char != "]"
        if char == "." and not inside:
            words.append("")
        else:
            words[-1] += char
    return words
