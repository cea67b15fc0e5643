from apps.engine.extraction.project import choose_project, program_kind
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
    assert found.place is not None and found.place.path == "README.md"


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
