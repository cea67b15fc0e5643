"""Which folders stand beside what a repository is."""

from __future__ import annotations

import pytest

from apps.engine.facts import Endpoint, FileEntry, Place, find_asides


def files(*paths: str, lines: int = 200) -> list[FileEntry]:
    languages = {"py": "Python", "ts": "TypeScript", "go": "Go", "java": "Java", "cs": "C#", "sh": "Shell", "css": "CSS"}
    return [FileEntry(path, languages.get(path.rpartition(".")[2], ""), 900, lines) for path in paths]


@pytest.mark.parametrize(("path", "kind"), [
    ("examples/shop/main.py", "examples"), ("_examples/rest/main.go", "examples"), ("Samples/a.cs", "examples"),
    ("demo/app.ts", "examples"), ("playground/index.ts", "examples"), ("benchmarks/routers/koa.ts", "benchmarks"),
    ("bench/x.py", "benchmarks"), ("perf-measures/type.ts", "benchmarks"), ("docs/conf.py", "documentation"),
    ("runtime-tests/bun/index.ts", "tests"), ("e2e/run.ts", "tests"), ("fixtures/made.py", "tests"),
    ("lib/part/example/main.py", ""), ("src/shop.py", ""), ("demography/a.py", ""),
])  # fmt: skip
def test_names_tell_at_the_root(path: str, kind: str) -> None:
    assert find_asides(files("src/shop.py", "src/examples.py", path)).kind_of(path) == kind


def test_deeper_names_tell_only_where_a_package_begins() -> None:
    inside = "src/main/java/com/example/demo/Shop.java"
    found = find_asides(files("core/x.py", "core/pyproject.toml", "core/examples/a.py", "packages/bench/package.json", inside))
    assert found.folders == (("core/examples", "examples"), ("packages/bench", "benchmarks"))
    assert not found.holds(inside) and found.folder_of("core/examples/deep/b.py") == "core/examples"


def test_a_site_of_documentation_is_one_whatever_its_folder_is_called() -> None:
    assert find_asides(files("src/a.ts", "www/docusaurus.config.js")).folders == (("www", "documentation"),)


def test_where_nothing_else_holds_code_the_examples_are_the_program() -> None:
    only = find_asides(files("examples/a/main.py", "setup.py", "scripts/check.py", "run.sh", "site.css", "docs/conf.py"))
    assert only.folders == (("docs", "documentation"),)
    assert not find_asides(files("docs/a.py", "README.md"))
    little = [*files("run.py", lines=4), *files("examples/a.py", "examples/b.py", lines=3000)]
    assert not find_asides(little)
    assert find_asides([*files("lib.py", lines=400), *files("examples/a.py", lines=30000)]).holds("examples/a.py")


def test_the_project_of_a_django_site_is_no_example() -> None:
    assert not find_asides(files("manage.py", "demo/settings.py", "demo/urls.py", "shop/models.py"))


def test_facts_stand_apart_but_for_descriptions_of_the_interface() -> None:
    asides = find_asides(files("src/a.py", "docs/openapi.py", "examples/a.py"))
    own = Endpoint("GET", "/a", "a", Place("src/a.py"))
    shown = Endpoint("GET", "/b", "b", Place("examples/a.py"))
    described = Endpoint("GET", "/c", "c", Place("docs/openapi.yaml"), source="schema:openapi")
    written = Endpoint("GET", "/d", "d", Place("docs/openapi.py"), source="framework:flask")
    assert asides.apart([own, shown, described, written]) == (own, described)
