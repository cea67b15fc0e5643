"""Which files are tests, by their place or name."""

from __future__ import annotations

_FOLDERS = frozenset({"tests", "test", "__tests__", "spec", "specs", "e2e", "testing", "cypress", "__mocks__"})


def is_test(path: str) -> bool:
    """Whether a file is one of tests."""
    folder, _, name = path.lower().rpartition("/")
    stem = name.partition(".")[0]
    return (
        name.startswith("test_")
        or stem.endswith(("_test", "_tests", "_spec"))
        or ".test." in name
        or ".spec." in name
        or name in ("conftest.py", "tests.py")
        or not _FOLDERS.isdisjoint(folder.split("/"))
    )
