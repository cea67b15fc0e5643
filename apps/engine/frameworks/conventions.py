"""The convention of folder names, for repositories in any language: the floor under all frameworks.

Said only where no framework is known, and always labelled with the source ``folder name``.  Endpoints are never made up from it.
"""

from __future__ import annotations

import posixpath

from apps.engine.facts import Field, Model, Place
from apps.engine.frameworks.code import Code, place_of, symbol_of
from apps.engine.frameworks.found import Found

SOURCE = "folder name"
ROLES = {
    "models": "models", "model": "models", "schemas": "models", "entities": "models", "entity": "models", "domain": "models",
    "migrations": "migrations", "migrate": "migrations",
    "routes": "handlers", "routers": "handlers", "api": "handlers", "apis": "handlers", "controllers": "handlers",
    "controller": "handlers",
    "handlers": "handlers", "handler": "handlers", "endpoints": "handlers", "views": "handlers", "resources": "handlers",
    "services": "services", "service": "services", "usecases": "services", "use_cases": "services", "interactors": "services",
    "repositories": "storage", "repository": "storage", "dao": "storage",
    "middleware": "middleware", "middlewares": "middleware", "jobs": "jobs", "workers": "jobs", "tasks": "jobs",
    "components": "user interface", "pages": "user interface", "templates": "user interface",
    "config": "configuration", "settings": "configuration", "utils": "support", "helpers": "support", "lib": "support",
    "tests": "tests", "__tests__": "tests", "spec": "tests", "test": "tests",
}  # fmt: skip
_MODEL_FOLDERS = frozenset({"models", "model", "schemas", "entities", "entity"})
_NOT_MODELS = frozenset({"index", "__init__", "mod", "init", "package-info", "base", "types", "lib", "doc", "main"})
_DATA = frozenset({
    "", "JSON", "YAML", "TOML", "XML", "INI", "Markdown", "reStructuredText", "HTML", "CSS", "SCSS", "Less", "Text",
    "Plain Text", "SVG", "CSV", "Shell",
    "Jupyter Notebook", "Properties",
})  # fmt: skip


def find(code: Code) -> Found:
    """Roles of folders, by their files; models only by `models_by_folder`."""
    found = Found()
    for path in sorted(code.roles):
        role = code.roles[path]
        if role in ("code", "test", "migration") and code.languages.get(path, "") not in _DATA:
            name = _role(path)
            if name:
                found.conventions.append((name, path))
    return found


def _role(path: str) -> str:
    """The role of the innermost folder that has one."""
    for part in reversed(path.lower().split("/")[:-1]):
        if part in ROLES:
            return ROLES[part]
    return ""


def models_by_folder(code: Code) -> list[Model]:
    """Models of folders that are called after them, for repositories without a known framework.

    The types of a file that declare fields are its models; a file without such a type is one, named by the file.
    """
    out = []
    for path in sorted(code.roles):
        folder, _, name = path.rpartition("/")
        if code.roles[path] != "code" or posixpath.basename(folder).lower() not in _MODEL_FOLDERS:
            continue
        language = code.languages.get(path, "")
        stem = name.split(".")[0]
        if language in _DATA or not stem or stem.lower() in _NOT_MODELS or name.endswith((".d.ts", ".test.ts", ".spec.ts")):
            continue
        out += _declared(code, path) or [Model(stem, Place(path, 1, 1), "class", "", symbol=path, source=SOURCE)]
    return out


def _declared(code: Code, path: str) -> list[Model]:
    """The types of a file with the fields they declare."""
    out = []
    facts = code.files.get(path)
    for definition in facts.definitions if facts is not None else ():
        if definition.kind not in ("class", "struct") or definition.parent:
            continue
        held = [item for item in code.index(path).fields.get(definition.qualname, ()) if item.kind == "field" and item.annotation]
        fields = tuple(Field(item.target, item.annotation, line=item.line) for item in held)
        if fields:
            symbol, place = symbol_of(path, definition.qualname), place_of(path, definition)
            documented = definition.docstring
            out.append(
                Model(definition.name, place, "class", "", fields=fields, symbol=symbol, docstring=documented, source=SOURCE)
            )
    return out
