"""What a package offers to those who install it: called from outside, whatever the repository itself calls."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from apps.engine.facts import Definition, FileFacts, Import
from apps.engine.graph.aliases import path_aliases
from apps.engine.graph.entities import Resolution
from apps.engine.graph.modules import SCRIPT_LANGUAGES, folder_of
from apps.engine.graph.resolve import Resolver
from apps.engine.graph.testfiles import is_aside

_MOST = 2_000  # files that the exports of one package are followed through
_SCRIPT_ENDS = (".ts", ".tsx", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts")
_JVM = frozenset({"Java", "Kotlin"})
_FUNCTIONS = frozenset({"function", "method", "constructor", "accessor", "component", "macro", "procedure"})
_C = frozenset({"C", "C++"})
_EXPORTS = ("module.exports", "exports")
# Words of a build file of the JVM that make a program of it, no library.
_PROGRAMS = (
    "spring-boot-maven-plugin", "org.springframework.boot", "<packaging>war", "application {", "'application'", '"application"',
    "com.android.application", "id 'war'", 'id("war")', "quarkus", "io.micronaut.application", "exec-maven-plugin",
)  # fmt: skip
_C_LIBRARIES = ("add_library(", "library(", "LT_INIT", "lib_LTLIBRARIES", ".so", ".a:", "cc_library(")
_C_FILES = frozenset({"CMakeLists.txt", "meson.build", "configure.ac", "Makefile.am", "Makefile", "BUILD", "BUILD.bazel"})


def offered(files: Mapping[str, FileFacts], texts: Mapping[str, str], resolver: Resolver) -> dict[str, str]:
    """{symbol of what others can use: the manifest that makes a package of it}; tests and examples belong to none."""
    found: dict[str, str] = {}
    homes: dict[frozenset[str], dict[str, str]] = {}
    for path in sorted(texts):
        languages = _languages(path, texts)
        if languages:
            homes.setdefault(languages, {}).setdefault(folder_of(path), path)
        elif path.endswith("package.json") and "node_modules/" not in path:
            for symbol in _of_scripts(path, texts[path], files, resolver):
                found.setdefault(symbol, path)
    for path, facts in files.items():
        for languages, folders in homes.items():
            if facts.language not in languages or is_aside(path) or _is_hidden(facts):
                continue
            home = next((folder for folder in _above(path) if folder in folders), None)
            if home is None:
                continue
            for definition in _outer(facts):
                if _is_open(facts.language, definition):
                    found.setdefault(f"{path}#{definition.qualname}", folders[home])
    return found


def _languages(path: str, texts: Mapping[str, str]) -> frozenset[str]:
    """The languages whose files below a manifest make a package that others can install."""
    name, text = path.rpartition("/")[2], texts[path]
    if name == "pyproject.toml":
        return frozenset({"Python"}) if "[build-system]" in text or "[tool.poetry]" in text else frozenset()
    if name == "setup.py":
        return frozenset({"Python"}) if "setup(" in text else frozenset()
    if name == "go.mod":
        return frozenset({"Go"})
    if name == "Cargo.toml":
        folder = folder_of(path)
        is_library = "[lib]" in text or (f"{folder}/src/lib.rs" if folder else "src/lib.rs") in texts
        return frozenset({"Rust"}) if is_library else frozenset()
    if name in ("pom.xml", "build.gradle", "build.gradle.kts"):
        return frozenset() if any(word in text for word in _PROGRAMS) else _JVM
    if name == "composer.json":
        return frozenset({"PHP"}) if _json(text).get("type", "library") != "project" else frozenset()
    if name.endswith(".gemspec"):
        return frozenset({"Ruby"})
    if name == "Package.swift":
        return frozenset({"Swift"}) if ".library(" in text else frozenset()
    if name.endswith(".csproj"):
        told = ("<PackageId>", "<IsPackable>true", "<GeneratePackageOnBuild>true", "<PackageVersion>", "<PackageTags>")
        return frozenset({"C#"}) if any(word in text for word in told) else frozenset()
    if name in _C_FILES:
        return _C if any(word in text for word in _C_LIBRARIES) else frozenset()
    return frozenset()


def _above(path: str) -> Iterable[str]:
    folder = folder_of(path)
    while folder:
        yield folder
        folder = folder_of(folder)
    yield ""


def _is_hidden(facts: FileFacts) -> bool:
    """Whether a file of Go can be imported by nobody outside."""
    return facts.language == "Go" and (facts.package == "main" or "internal" in facts.path.split("/")[:-1])


def _outer(facts: FileFacts) -> Iterable[Definition]:
    """The definitions that do not stand inside a function, where nobody else can name them."""
    inner: set[str] = set()
    for definition in facts.definitions:
        if definition.parent in inner or definition.kind in _FUNCTIONS:
            inner.add(definition.qualname)
        if definition.parent not in inner:
            yield definition


def _is_open(language: str, definition: Definition) -> bool:
    words = definition.properties
    if "private" in words or "internal" in words:
        return False
    if language == "Python":
        return not any(part.startswith("_") and not part.endswith("__") for part in definition.qualname.split("."))
    if language in _C:
        return "static" not in words or bool(definition.parent)
    if language == "Ruby" or language in SCRIPT_LANGUAGES:
        return True
    return "exported" in words or "public" in words or "protected" in words


def _of_scripts(path: str, text: str, files: Mapping[str, FileFacts], resolver: Resolver) -> set[str]:
    """What can be imported by the name of a package: the exports of its entries, and what they take from files behind them."""
    package = _json(text)
    if package.get("private") is True or not isinstance(package.get("name"), str):
        return set()
    folder = folder_of(path)
    maps = path_aliases({path: text})
    entries = [entry for _folder, *listed in maps.packages.values() for entry in listed]
    entries += [target for patterns in maps.aliases.values() for targets in patterns.values() for target in targets]
    commands = package.get("bin")
    ran = [commands] if isinstance(commands, str) else list(commands.values()) if isinstance(commands, dict) else []
    entries += [_under(folder, item.removeprefix("./")) for item in ran if isinstance(item, str)]
    if not entries:
        entries = [_under(folder, "index.js"), _under(folder, "src/index.js")]
    waiting = [(file, "") for entry in entries for file in _file(entry, files)]
    seen: set[tuple[str, str]] = set()
    roots: set[str] = set()
    while waiting and len(seen) < _MOST:
        here, name = waiting.pop()
        if (here, name) in seen:
            continue
        seen.add((here, name))
        facts = files[here]
        for export in facts.exports:
            if name in ("", export.name) and export.local:
                roots.add(f"{here}#{export.local}")
                _add(roots, waiting, resolver.resolve(here, "", export.local))
        for definition in facts.definitions:
            if "exported" in definition.properties and not definition.parent and name in ("", definition.name, "default"):
                roots.add(f"{here}#{definition.qualname}")
        for item in facts.imports:
            if item.kind == "export-from":
                for imported in item.names:
                    if imported.name == "*" or name in ("", imported.alias or imported.name):
                        wanted = Import(item.module, line=item.line, kind=item.kind, level=item.level)
                        _add(roots, waiting, resolver.resolve_module(here, wanted, "" if imported.name == "*" else imported.name))
        for assignment in facts.assignments:
            if assignment.target.startswith(_EXPORTS) and not assignment.scope:
                roots.update(f"{here}#{part}" for part in (assignment.target, assignment.target.rpartition(".")[2]))
                for value in (assignment.value, *(assignment.value.items if assignment.value is not None else ())):
                    call = value.call if value is not None else None
                    if call is not None and call.callee.text == "require" and call.arguments:
                        wanted = Import(call.arguments[0].value.text, line=call.line, kind="require")
                        _add(roots, waiting, resolver.resolve_module(here, wanted))
                    elif value is not None and value.kind == "name":
                        _add(roots, waiting, resolver.resolve(here, "", value.text))
    found: set[str] = set()
    for root in roots:
        here, _mark, name = root.partition("#")
        for definition in _outer(files[here]) if here in files else ():
            inside = definition.qualname == name or definition.qualname.startswith(f"{name}.")
            if inside and _is_open(files[here].language, definition) and not definition.name.startswith("#"):
                found.add(f"{here}#{definition.qualname}")
    return found


def _add(roots: set[str], waiting: list[tuple[str, str]], found: Resolution) -> None:
    """What a name that is exported stands for: a definition, or a file with all its exports."""
    if found.kind in ("definition", "assignment") and found.qualname:
        roots.add(found.symbol)
    elif found.kind == "module":
        waiting.append((found.path, ""))


def _file(entry: str, files: Mapping[str, FileFacts]) -> list[str]:
    """The file of an entry, whatever it is compiled to."""
    stem = next((entry[: -len(end)] for end in _SCRIPT_ENDS if entry.endswith(end)), entry)
    tried = [entry, *(stem + end for end in _SCRIPT_ENDS), *(f"{stem}/index{end}" for end in _SCRIPT_ENDS)]
    return [one for one in tried if one in files][:1]


def _under(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder else name


def _json(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
