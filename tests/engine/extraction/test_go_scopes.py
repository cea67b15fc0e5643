"""Which modules of Go only tests need."""

from apps.engine.extraction.go_scopes import with_test_scopes
from apps.engine.facts import Dependency, FileEntry, Place
from apps.engine.parsing import parse

MODULES = ("example.com/assert", "example.com/web", "example.com/web/mock", "example.com/both", "example.com/never")
SOURCES = {
    "api/main.go": 'package main\n\nimport (\n\t"example.com/both"\n\t"example.com/web/router"\n)\n',
    "api/main_test.go": (
        'package main\n\nimport (\n\t"example.com/assert/strict"\n\t"example.com/both"\n\t"example.com/web/mock/x"\n)\n'
    ),
    "other/main.go": 'package main\n\nimport "example.com/assert"\n',
}


def groups(extra: tuple[FileEntry, ...] = ()) -> dict[str, str]:
    declared = [Dependency(name, "v1", Place("api/go.mod", 3), "direct", "go") for name in MODULES]
    declared += [
        Dependency("example.com/assert", "v1", Place("other/go.mod", 3), "direct", "go"),
        Dependency("pytest", "", Place("api/requirements.txt", 1), ecosystem="pypi"),
    ]
    facts = {path: parse(path, "Go", text) for path, text in SOURCES.items()}
    files = [*(FileEntry(path, "Go", len(text)) for path, text in SOURCES.items()), *extra]
    return {f"{item.place.path} {item.name}": item.group for item in with_test_scopes(declared, files, facts)}


def test_what_only_test_files_import_is_for_tests():
    assert groups() == {
        "api/go.mod example.com/assert": "test",
        "api/go.mod example.com/web": "direct",
        "api/go.mod example.com/web/mock": "test",
        "api/go.mod example.com/both": "direct",
        "api/go.mod example.com/never": "direct",
        "other/go.mod example.com/assert": "direct",
        "api/requirements.txt pytest": "runtime",
    }


def test_what_go_leaves_alone_needs_nothing():
    left = [FileEntry(f"api/{path}", "Go", 9_000_000) for path in ("testdata/made.go", "_old/x.go", "web/_draft.go")]
    assert groups(tuple(left)) == groups()


def test_below_a_file_that_was_not_read_nothing_is_said():
    assert "test" not in groups((FileEntry("api/large.go", "Go", 9_000_000),)).values()
