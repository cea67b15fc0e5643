from dataclasses import replace
from functools import partial

import pytest

from apps.engine.extraction.documents import read_document
from apps.engine.extraction.project import choose_project, described_as, names_of_its_own, program_kind
from apps.engine.facts import Dependency, Document, Endpoint, EntryPoint, Place, Project

README = Document("Shop", "Sells bread.", Place("README.md"))


def test_a_manifest_at_the_root_names_the_project():
    found = choose_project(
        [Project("part", place=Place("a/package.json")), Project("whole", place=Place("pyproject.toml"))], [], "folder"
    )
    assert found.name == "whole"


def test_a_manifest_of_a_part_does_not_name_the_whole():
    found = choose_project([Project("part", description="a part", place=Place("web/package.json"))], [README], "shop")
    assert (found.name, found.description) == ("shop", "Sells bread.")
    assert found.place is None and found.description_place == Place("README.md")


def test_without_a_manifest_the_title_of_the_readme_names_the_project():
    titled = Document("Corner Shop", "Sells bread.", Place("README.md", 3, 4), title_place=Place("README.md", 1))
    found = choose_project([], [titled], "repo")
    assert (found.name, found.place) == ("Corner Shop", Place("README.md", 1))
    sentence = replace(titled, title="A shop " * 20)
    assert choose_project([], [sentence], "repo").name == "repo"


def test_version_licence_and_description_cite_their_own_lines():
    manifest = (
        '{\n  "name": "shop",\n  "version": "1.2.0",\n  "description": "Sells bread.",\n  "license": "MIT",\n  "x": "1.2.0"\n}\n'
    )
    project = Project("shop", "Sells bread.", "1.2.0", "MIT", place=Place("package.json", 2))
    found = choose_project([project], [], "repo", {"package.json": manifest})
    assert found.version_place == Place("package.json", 3, 3)
    assert found.description_place == Place("package.json", 4, 4)
    assert found.license_place == Place("package.json", 5, 5)
    wrapped = manifest.replace('"license": "MIT"', '"license":\n    "MIT"')
    assert choose_project([project], [], "repo", {"package.json": wrapped}).license_place == Place("package.json", 5, 6)
    assert choose_project([replace(project, version="9")], [], "repo", {"package.json": manifest}).version_place is None


def test_a_readme_of_a_part_does_not_describe_the_whole():
    found = choose_project([], [Document("Web", "The web part.", Place("web/README.md"))], "shop")
    assert found.description == ""


def test_what_kind_of_program_it_is_follows_from_facts_only():
    endpoint = Endpoint("GET", "/", "home", Place("a.py"))
    react = Dependency("react", "^18", Place("package.json"), ecosystem="npm")
    assert program_kind([endpoint], [], [], [], []) == "web application"
    assert program_kind([endpoint], [], [], [], [react]) == "web application with a user interface in the browser"
    assert program_kind([], [EntryPoint("cli", "shop", Place("a.py"))], [], [], []) == "command-line tool"
    assert program_kind([], [], [], [], []) == ""
    assert program_kind([], [], [], [], [react]) == "user interface for the browser"


def test_a_site_that_tells_of_a_program_is_no_interface_of_it():
    main = EntryPoint("main", "go run ./cmd/x", Place("cmd/x/main.go"))
    site = Dependency("vue", "3", Place("website/package.json", 4), "dev", "npm")
    inside = Dependency("vue", "3", Place("ui/package.json", 4), "runtime", "npm")
    assert program_kind([], [main], [], [], [site]) == ""
    assert program_kind([], [], [], [], [site]) == ""
    assert program_kind([], [main], [], [], [inside]) == ""
    assert program_kind([], [], [], [], [inside]) == "user interface for the browser"


def test_the_licence_is_told_by_its_own_file_where_the_manifest_does_not():
    text = "Copyright (c) somebody\n\nRedistribution and use in source and binary forms\n"
    own = read_document("LICENSE", text, "license")
    project = Project("shop", place=Place("package.json", 2))
    found = choose_project([project], [own], "repo")
    assert (found.license, found.license_place) == ("BSD 2-Clause License", Place("LICENSE", 3, 3))
    assert choose_project([replace(project, license="MIT")], [own], "repo").license == "MIT"
    assert choose_project([project], [read_document("LICENSE", "All mine.", "license")], "repo").license == ""


def test_what_others_build_on_is_a_library():
    command = EntryPoint("cli", "shop", Place("shop/cli.py"))
    assert program_kind([], [], [], [], [], is_offered=True) == "library"
    assert program_kind([], [command], [], [], [], is_offered=True) == "command-line tool"
    assert program_kind([], [command], [], [], [], description="A parser for bread.", is_offered=True) == "library"
    exported = EntryPoint("main", "index.js", Place("index.js"), source="manifest:package.json")
    assert program_kind([], [exported], [], [], [], is_offered=True) == "library"
    helper = EntryPoint("script", "python shop/certs.py", Place("shop/certs.py"), source="syntax")
    assert program_kind([], [helper], [], [], [], is_offered=True) == "library"
    assert program_kind([], [EntryPoint("main", "go run .", Place("main.go"))], [], [], [], is_offered=True) == ""


def test_tasks_for_those_who_work_on_it_make_no_tool_of_it():
    tasks = [EntryPoint("cli", "rake", Place("Rakefile")), EntryPoint("cli", "rake", Place("lib/tasks/x.rake"))]
    assert program_kind([], tasks, [], [], []) == ""
    assert program_kind([], tasks, [], [], [], is_offered=True) == "library"


def test_a_framework_with_addresses_of_its_own_is_still_a_framework():
    endpoint = Endpoint("GET", "/schema", "schema", Place("a.py"))
    kind = partial(program_kind, [endpoint], [], [], [], [])
    assert kind(description="Web framework built on Web Standards", is_offered=True) == "web framework"
    assert kind(description="Web framework built on Web Standards") == "web application"
    assert kind(description="A shop client.", is_offered=True) == "web application"
    served = [EntryPoint("asgi", "app", Place("a.py"))]
    assert program_kind([endpoint], served, [], [], [], description="A web framework", is_offered=True) == "web application"


@pytest.mark.parametrize(("description", "kind"), [
    ("Web framework built on Web Standards", "web framework"), ("A simple framework for building complex web applications.", "web framework"),
    ("Gin is a high-performance HTTP web framework written in Go. It has a library.", "web framework"),
    ("Composable command line interface toolkit", "library"), ("Cobra is a library for creating powerful CLI applications.", "library"),
    ("Koa web app framework", "web framework"), ("A client app", ""), ("A testing framework.", "framework"), ("The next generation HTTP client.", "library"),
    ("A service on the Express framework", ""), ("A boilerplate framework for shops", ""), ("Sells bread with a library", ""), ("", ""),
])  # fmt: skip
def test_a_project_is_what_its_first_sentence_calls_it(description: str, kind: str):
    assert described_as(description)[0] == kind


def test_a_repository_is_not_built_on_what_it_is():
    names = ("hono", "@acme/prisma", "github.com/labstack/echo/v5", "Flask", "laravel/laravel")
    assert names_of_its_own([Project(name) for name in names]) == {"hono", "@acme/prisma", "echo", "flask", "laravel/laravel"}


def test_a_manifest_that_only_holds_others_together_does_not_name_the_whole():
    titled = Document("Corner Shop", "Sells bread.", Place("README.md", 3), title_place=Place("README.md", 1))
    root = Project("root", version="1", place=Place("package.json", 2))
    found = choose_project([root], [titled], "repo")
    assert (found.name, found.place, found.version) == ("Corner Shop", Place("README.md", 1), "1")
    assert (choose_project([root], [], "repo").name, choose_project([root], [], "repo").place) == ("repo", None)
