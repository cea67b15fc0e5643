"""Paths that an application's own properties put before all of its routes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from apps.engine.facts import Place
from apps.engine.frameworks.code import Code

_FOLDER = "src/main/resources/"
_NAMES = frozenset({"application.properties", "application.yml", "application.yaml"})


@dataclass(frozen=True, slots=True)
class Setting:
    """A value and its place; `text` is None where it is put together when the program runs."""

    text: str | None
    place: Place


class Settings:
    """The properties of every module of a repository that has some, by the module's folder (with a slash at its end)."""

    def __init__(self, code: Code) -> None:
        self._modules: dict[str, dict[str, Setting]] = {}
        for path in sorted(code.texts):
            above, slash, name = path.rpartition("/")
            if name not in _NAMES or not f"{above}{slash}".endswith(_FOLDER):
                continue
            module = f"{above}{slash}".removesuffix(_FOLDER)
            known = self._modules.setdefault(module, {})
            text = code.texts[path]
            for key, value, line in _lines(text) if name.endswith(".properties") else _nested(text):
                written = None if "${" in value or "@" in value else value
                known.setdefault(key.lower(), Setting(written, Place(path, line)))

    def of(self, path: str, wanted: Sequence[Sequence[str]]) -> list[Setting]:
        """The first setting of each group of keys that the module around a file has."""
        modules = [module for module in self._modules if path.startswith(module)]
        if not modules or not wanted:
            return []
        known = self._modules[max(modules, key=len)]
        return [setting for keys in wanted if (setting := next((known[key] for key in keys if key in known), None)) is not None]


def _lines(text: str) -> Iterator[tuple[str, str, int]]:
    for at, line in enumerate(text.splitlines(), 1):
        stripped = line.strip()
        if not stripped or stripped[0] in "#!":
            continue
        for mark in "=:":
            key, found, value = stripped.partition(mark)
            if found and " " not in key.strip():
                yield key.strip(), value.strip(), at
                break


def _nested(text: str) -> Iterator[tuple[str, str, int]]:
    """Keys of the first document of a YAML file that is nested by its margins, dotted."""
    above: list[tuple[int, str]] = []
    for at, line in enumerate(text.splitlines(), 1):
        stripped = line.strip()
        if stripped == "---" and above:
            return
        if not stripped or stripped[0] in "#-" or ":" not in stripped:
            continue
        margin = len(line) - len(line.lstrip())
        while above and above[-1][0] >= margin:
            above.pop()
        key, _, value = stripped.partition(":")
        above.append((margin, key.strip().strip("\"'")))
        value = value.partition(" #")[0].strip().strip("\"'")
        if value:
            yield ".".join(name for _, name in above), value, at
