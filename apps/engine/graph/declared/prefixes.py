"""Names under which manifests make the folders of a repository known: Go modules, Rust crates, .NET's projects."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence

from apps.engine.graph.declared.dotnet_projects import project_usings
from apps.engine.graph.modules import folder_of

Prefixes = dict[str, dict[str, Sequence[str]]]


def module_prefixes(texts: Mapping[str, str]) -> Prefixes:
    """Language → name → folders, from the manifests among the texts."""
    found: Prefixes = {}
    for path in sorted(texts):
        reader = _READERS.get(path.rpartition("/")[2])
        if reader is not None:
            reader(path, texts[path], found)
    usings = project_usings(texts)
    if usings:
        found["C#"] = usings
    return found


def _go(path: str, text: str, found: Prefixes) -> None:
    for line in text.splitlines():
        words = line.split("//")[0].split()
        if words[:1] == ["module"] and len(words) == 2:
            found.setdefault("Go", {}).setdefault(words[1].strip('"'), (folder_of(path),))
            return


def _cargo(path: str, text: str, found: Prefixes) -> None:
    """A crate by the name that code has for it; what it depends on has no folders."""
    try:
        read = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    crates = found.setdefault("Rust", {})
    package, library = read.get("package"), read.get("lib")
    for table in (library, package):
        name = table.get("name") if isinstance(table, dict) else None
        if isinstance(name, str) and name:
            crates[name.replace("-", "_")] = (folder_of(path),)
            break
    for section in ("dependencies", "dev-dependencies", "build-dependencies"):
        listed = read.get(section)
        for name in sorted(listed) if isinstance(listed, dict) else ():
            crates.setdefault(name.replace("-", "_"), ())


_READERS: dict[str, Callable[[str, str, Prefixes], None]] = {"Cargo.toml": _cargo, "go.mod": _go}
