"""Where programs start, as manifests and code tell it together: a file or function once, with what an installed command runs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from apps.engine.facts import Command, EntryPoint, FileFacts, Import, Place
from apps.engine.graph import Resolver

_PYTHON = ("pyproject.toml", "setup.cfg", "setup.py")
_SOURCE = "manifest:"


def join_entry_points(
    declared: Iterable[EntryPoint],
    commands: Iterable[Command],
    found: Iterable[EntryPoint],
    files: Mapping[str, FileFacts],
    resolver: Resolver,
) -> set[EntryPoint]:
    """`declared` are those of manifests, `found` those of code, which know what they run: a manifest's for the same file is left
    out.  Commands that Python packages install (``x = "package.module:name"``) start in the function they name.
    """
    joined = set(found)
    known = {(entry.kind, entry.place.path) for entry in joined if entry.symbol}
    joined.update(entry for entry in declared if (entry.kind, entry.place.path) not in known)
    started = {entry.symbol for entry in joined if entry.symbol}
    python = sorted(path for path, facts in files.items() if facts.language == "Python")
    for command in commands:
        if command.kind == "console script" and command.place.path.endswith(_PYTHON):
            entry = _installed(command, python, files, resolver)
            if entry is not None and entry.symbol not in started:
                joined.add(entry)
    return joined


def _installed(command: Command, python: Iterable[str], files: Mapping[str, FileFacts], resolver: Resolver) -> EntryPoint | None:
    """The entry point of a command, None where what it runs is not of this repository."""
    module, _colon, rest = command.text.partition("[")[0].strip().partition(":")
    folder = command.place.path.rpartition("/")[0]
    beside = next((path for path in python if path.startswith(f"{folder}/" if folder else "")), None)
    if beside is None or not module:
        return None
    what, source = f"command `{command.name}`", _SOURCE + command.place.path.rpartition("/")[2].partition(".")[0]
    name, _dot, member = rest.partition(".")
    wanted = resolver.resolve_module(beside, Import(module), name)
    if wanted.kind in ("definition", "assignment") and wanted.path in files:
        qualname = f"{wanted.qualname}.{member}" if member else wanted.qualname
        definition = next((item for item in files[wanted.path].definitions if item.qualname == qualname), None)
        if definition is not None:
            place = Place(wanted.path, definition.line, definition.end_line)
            return EntryPoint("cli", what, place, f"{wanted.path}#{qualname}", source)
    there = resolver.resolve_module(beside, Import(module))
    return (
        EntryPoint("cli", what, Place(there.path), there.path, source) if there.kind == "module" and there.path in files else None
    )
