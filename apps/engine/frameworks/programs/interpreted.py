"""Python and JavaScript: guarded main blocks, scripts, commands, browser applications, migrations."""

from __future__ import annotations

import json
import posixpath

from apps.engine.facts import EntryPoint, FileFacts, Place
from apps.engine.frameworks.code import Code, symbol_of
from apps.engine.frameworks.found import Found

SOURCE = "syntax"
_ROOTS = frozenset({"createRoot", "hydrateRoot", "createApp", "createSSRApp"})
_BROWSER = ("react-dom", "vue", "preact", "solid-js", "@angular")


def find(code: Code, found: Found) -> None:
    """Add the entry points of Python and JavaScript files."""
    for facts in code.python():
        _python(code, facts, found)
    for facts in code.own("Python", migrations=True):  # what runs migrations stands beside them
        if facts.path.rpartition("/")[2] == "env.py" and any(
            item.module.partition(".")[0] == "alembic" for item in facts.imports
        ):
            what = "database migrations (Alembic)"
            found.entry_points.append(EntryPoint("script", what, Place(facts.path), facts.path, "framework:alembic"))
    _packages(code, found)
    commands = {entry.place.path for entry in found.entry_points if entry.kind == "cli"}
    for facts in code.script():
        _script(code, facts, found, facts.path in commands)


def _python(code: Code, facts: FileFacts, found: Found) -> None:
    name = facts.path.rpartition("/")[2]
    if facts.main_line:
        what, kind = f"run as a program: `python {facts.path}`", "script"
        if name == "manage.py" and any(call.callee.text.endswith("execute_from_command_line") for call in facts.calls):
            what, kind = "Django management: `python manage.py`", "cli"
        found.entry_points.append(EntryPoint(kind, what, Place(facts.path, facts.main_line, facts.main_line), facts.path, SOURCE))
    elif name == "__main__.py":
        package = facts.path.rpartition("/")[0].replace("/", ".")
        called = [call.line for call in facts.calls if not call.scope]  # what runs at the margin
        place = Place(facts.path, min(called), max(called)) if called else Place(facts.path)
        found.entry_points.append(
            EntryPoint("main", f"`python -m {package}`" if package else "`python .`", place, facts.path, SOURCE)
        )
    elif facts.is_script:
        found.entry_points.append(EntryPoint("script", "starts with `#!`", Place(facts.path), facts.path, SOURCE))
    for definition in facts.definitions:
        for decorator in definition.decorators:
            if decorator.name.rpartition(".")[2] not in ("command", "group"):
                continue
            origin = code.names.bind(facts.path, definition.parent, decorator.name, decorator.line).external
            if origin in (
                "click.command",
                "click.group",
                "typer.Typer.command",
                "click.decorators.command",
                "rich_click.command",
            ):
                place = Place(facts.path, definition.line, definition.end_line)
                found.entry_points.append(
                    EntryPoint("cli", f"command `{definition.name}`", place, symbol_of(facts.path, definition.qualname), SOURCE)
                )


def _script(code: Code, facts: FileFacts, found: Found, is_command: bool) -> None:
    if facts.is_script and not is_command:
        found.entry_points.append(EntryPoint("script", "starts with `#!`", Place(facts.path), facts.path, SOURCE))
    for call in facts.calls:
        last = call.callee.text.rpartition(".")[2]
        if last in _ROOTS:
            origin = code.names.of(facts.path, call.scope, call.callee).external
            if origin.startswith(_BROWSER):
                place = Place(facts.path, call.line, call.end_line)
                found.entry_points.append(
                    EntryPoint("app", "browser application", place, symbol_of(facts.path, call.scope), SOURCE)
                )


def _packages(code: Code, found: Found) -> None:
    """The files that `main` and `bin` of a package.json name."""
    for path in sorted(code.texts):
        if path.rpartition("/")[2] != "package.json" or code.roles.get(path) in ("vendored", "generated", "test"):
            continue
        try:
            package = json.loads(code.texts[path])
        except (ValueError, RecursionError):
            continue
        if not isinstance(package, dict):
            continue
        folder = posixpath.dirname(path)
        named: list[tuple[str, object, str]] = [("main", package.get("main"), "`main` of package.json")]
        binaries = package.get("bin")
        if isinstance(binaries, dict):
            named += [("cli", target, f"command `{name}`") for name, target in sorted(binaries.items())]
        else:
            named.append(("cli", binaries, f"command `{package.get('name', '')}`"))
        for kind, target, what in named:
            file = _file(code, folder, target)
            if file:
                found.entry_points.append(EntryPoint(kind, what, Place(file), file, "manifest:package.json"))


def _file(code: Code, folder: str, target: object) -> str:
    if not isinstance(target, str) or not target:
        return ""
    stem = posixpath.normpath(posixpath.join(folder, target))
    for candidate in (stem, f"{stem}.js", f"{stem}.ts", f"{stem}/index.js"):
        if candidate in code.files:
            return candidate
    return ""
