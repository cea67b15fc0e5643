"""Go: a folder is a package, named from elsewhere by its module's path."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from apps.engine.facts import FileFacts
from apps.engine.graph.declared.rules.base import Imported, Rules
from apps.engine.graph.modules import ModuleMaps, ancestors, folder_of

_BUILTINS = """
append cap clear close complex copy delete imag len make max min new panic print println real recover
bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string uint uint8 uint16 uint32
uint64 uintptr any
"""
_TEST = "_test"
_LANGUAGE = frozenset({"go", "golang", "lib", "sdk"})  # words of a path that its package leaves out


class Go(Rules):
    """Packages by folder and package clause: tests of a folder may be a package of their own."""

    def homes(self, files: Mapping[str, FileFacts], maps: ModuleMaps) -> dict[str, str]:
        modules = maps.prefixes.get("Go", {})
        folders = {targets[0]: name for name, targets in sorted(modules.items()) if targets}
        homes = {}
        for path, facts in files.items():
            folder = folder_of(path)
            home = next(
                (
                    "/".join(part for part in (folders[above], folder[len(above) :].strip("/")) if part)
                    for above in ancestors(folder)
                    if above in folders
                ),
                f"./{folder}",
            )
            homes[path] = f"{home}{_TEST}" if facts.package.endswith(_TEST) else home
        return homes

    def imported(self, facts: FileFacts, home: str, spaces: frozenset[str], maps: ModuleMaps) -> Imported:
        found = Imported()
        also: dict[str, set[str]] = defaultdict(set)
        for item in facts.imports:
            module = item.module
            if module not in spaces and module.startswith("."):
                module = module.strip("./")
            if item.names:
                found.stars.append(module)
                continue
            # A folder of the program is named as it is, whatever it is called; only a module has a version.
            is_folder = module in spaces and module not in maps.prefixes.get("Go", {})
            found.names[item.alias or (plain_name(module.rpartition("/")[2]) if is_folder else package_name(module))] = module
            if not item.alias and module not in spaces:
                for name in _other_names(module):
                    also[name].add(module)
        for name, modules in also.items():
            if len(modules) == 1:
                found.names.setdefault(name, min(modules))
        return found


def _other_names(module: str) -> set[str]:
    """Names that a package outside may go by where the last part of its path is made of several words: ``jwt`` of ``jwt-go``."""
    parts = module.split("/")
    last = parts[-2] if len(parts) > 1 and parts[-1][:1] == "v" and parts[-1][1:].isdigit() else parts[-1]
    words = last.replace(".", "-").split("-")
    told = [word for word in words if word not in _LANGUAGE and not (word[:1] == "v" and word[1:].isdigit())]
    return {"".join(told), "_".join(told), *told} if len(words) > 1 else set()


def package_name(module: str) -> str:
    """The name a package is used by where its import gives none: the last part of its path that is no version.

    The first version of a module has none in its path: ``core/v1`` is a package called so.
    """
    parts = module.split("/")
    last = parts[-1]
    if len(parts) > 1 and last[:1] == "v" and last[1:].isdigit() and last not in ("v0", "v1"):
        last = parts[-2]
    return plain_name(last)


def plain_name(last: str) -> str:
    """The name of a package by the last part of its path."""
    return last.partition(".v")[0].removeprefix("go-").replace("-", "_") if "-" in last or ".v" in last else last


RULES = Go(
    selfs=frozenset(),
    supers=frozenset(),
    implicit_members=False,
    calls_construct=True,
    builtins=frozenset(_BUILTINS.split()),
)
