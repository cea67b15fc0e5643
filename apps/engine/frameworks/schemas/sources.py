"""The texts of schema files that people of the project wrote."""

from __future__ import annotations

from collections.abc import Iterator

from apps.engine.frameworks.code import Code

_FOREIGN = frozenset({"test", "vendored"})


def own_texts(code: Code, *endings: str) -> Iterator[tuple[str, str]]:
    """Path and text of files with these endings, by path; those of tests and of other people's code are left out."""
    for path in sorted(code.texts):
        if path.lower().endswith(endings) and code.roles.get(path) not in _FOREIGN and not _is_hidden(path):
            yield path, code.texts[path]


def _is_hidden(path: str) -> bool:
    return path.startswith(".") or "/." in path
