"""Shell scripts that run tests: what they run, at its line."""

from __future__ import annotations

import re

from apps.engine.manifests.collected import Collector
from apps.engine.manifests.typed import runs_tests

_ENDINGS = (".sh", ".bash")
_MAX_TEXT = 100_000  # characters of a script that is looked at
_CALLED = re.compile(r"^(?:(?:ba|z|da)?sh (?:-\w+ )*)?(?:\./)?(?P<path>[\w./-]+\.(?:sh|bash))(?:\s|$)")


def matches(path: str) -> bool:
    return path.endswith(_ENDINGS)


def read(path: str, text: str, out: Collector) -> None:
    line, said = _first(text)
    if line:
        out.command("shell script", path.rpartition("/")[2], said, path, line)


def runs_tests_through(said: str, out: Collector) -> bool:
    """Whether a command line only starts a script of the repository that runs tests."""
    found = _CALLED.match(said[:500])
    return found is not None and _first(out.texts.get(found["path"].removeprefix("./"), ""))[0] > 0


def _first(text: str) -> tuple[int, str]:
    """(line, command) of the first one that runs tests; line 0 where none does."""
    if len(text) <= _MAX_TEXT and "test" in text:
        for number, line in enumerate(text.split("\n"), 1):
            said = line.strip().removeprefix("if ").rstrip("\\").strip()
            if "test" in said and runs_tests(said):
                return number, said
    return 0, ""
