"""The table of technologies, continuous integration in words, and files whose names say what they are for."""

from __future__ import annotations

from dataclasses import replace

from apps.engine.artifact import write_artifact
from apps.engine.artifact.draft import Draft
from apps.engine.artifact.known_files import find_known_files
from apps.engine.artifact.structure.integration import describe_integration
from apps.engine.artifact.structure.roles import find_rows
from apps.engine.facts import Command, Dependency, FactSheet, Language, Place, Project


def at(path: str, line: int = 1) -> Place:
    return Place(path, line, line)


def declared(name: str, line: int, group: str = "runtime", **more) -> Dependency:
    return Dependency(name, "", at("package.json", line), group, "npm", **more)


def table(*dependencies: Dependency, commands: tuple[Command, ...] = (), languages: tuple[str, ...] = (), frameworks=()):
    counted = tuple(Language(name, 1, 100 - position) for position, name in enumerate(languages))
    sheet = FactSheet(
        Project("shop"), dependencies=dependencies, commands=commands, languages=counted, frameworks=frameworks
    )  # fmt: skip
    return [row[:3] for row in find_rows(Draft(sheet))]


def test_the_thing_itself_stands_before_its_helpers_and_no_role_has_more_than_two():
    rows = table(
        declared("coveralls", 1), declared("faker", 2), declared("supertest", 3), declared("jest", 4, resolved="29.7.0"),
        declared("eslint-config-airbnb-base", 5), declared("eslint", 6), declared("prettier", 7), declared("stylelint", 8),
        declared("react-dom", 9), declared("react", 10),
    )  # fmt: skip
    assert rows == [
        ["User interface", "`react`", "not stated"],
        ["Test runner", "`jest`", "`29.7.0`"],
        ["Code style", "`eslint`", "not stated"],
        ["Code style", "`prettier`", "not stated"],
    ]


def test_a_locked_version_cites_the_lock_file_too():
    locked = replace(declared("jest", 4), spec="^29", resolved="29.7.0", locked_at=at("yarn.lock", 90))
    (row,) = find_rows(Draft(FactSheet(Project("shop"), dependencies=(locked,))))
    assert row[2] == "`29.7.0` (`^29` asked for)"
    assert row[3] == "[source](cite:package.json#dependency:jest) [source](cite:yarn.lock#locked:jest)"


def test_versions_of_languages_come_from_manifests_then_from_images_those_of_most_code_first():
    asked = Command("runtime", "Node.js", ">=20", at("package.json", 3))
    image = Command("docker", "FROM", "python:3.12-slim AS base", at("Dockerfile"))
    again = Command("docker", "FROM", "node:18", at("Dockerfile", 9))
    tool = Command("docker", "FROM", "golang:1.22", at(".devcontainer/Dockerfile"))
    assert table(commands=(asked, image, again, tool), languages=("Python", "TypeScript")) == [
        ["Language runtime", "Python", "`3.12-slim`"],
        ["Language runtime", "Node.js", "`>=20`"],
    ]


def workflow(name: str, trigger: str, *jobs: str) -> tuple[Command, ...]:
    path = f".github/workflows/{name}.yml"
    made = [Command("ci", f"{name} / {job}", "", at(path, 5 + number), trigger) for number, job in enumerate(jobs)]
    return (Command("ci workflow", name, "", at(path, 2), trigger), *made)


def integration(*commands: Command) -> str:
    return describe_integration(Draft(FactSheet(Project("shop"), commands=commands)))


def test_a_few_workflows_are_told_one_by_one_and_switched_off_jobs_apart():
    off = Command("ci job switched off", "ci / deploy", "", at(".github/workflows/ci.yml", 30))
    assert integration(*workflow("ci", "push (main, dev), schedule `0 3 * * *`", "lint", "test"), off) == (
        "On pushes and a schedule [source](cite:.github/workflows/ci.yml#on:ci) the workflow `ci` runs the jobs "
        "`lint` [source](cite:.github/workflows/ci.yml#job:ci%20/%20lint) and "
        "`test` [source](cite:.github/workflows/ci.yml#job:ci%20/%20test). "
        "Switched off by its condition: `deploy` [source](cite:.github/workflows/ci.yml#off:ci%20/%20deploy)."
    )


def test_many_workflows_are_grouped_by_what_starts_them():
    text = integration(
        *workflow("a", "issues (labeled), issue_comment", "a"), *workflow("b", "push (main), pull_request", "docs"),
        *workflow("c", "push, pull_request", "test"), *workflow("d", "push (tags v*)", "d"),
        *workflow("e", "workflow_dispatch, schedule `0 3 * * *`", "e"), *workflow("f", "push, pull_request, workflow_dispatch", "f"),
    )  # fmt: skip
    assert text.startswith(
        "Six workflows of GitHub Actions hold 6 jobs. By what starts them, where one may have several causes: "
    )
    assert ": 3 workflows run on pushes and pull requests: `c` [" in text and "; 1 workflow runs on pushed tags: `d` [" in text
    # Every cause of a workflow counts.
    assert "; 1 workflow runs on a schedule: `e` [" in text and "; 2 workflows run when started by hand: `e` [" in text
    assert text.endswith("1 workflow runs on other events only: `a` [source](cite:.github/workflows/a.yml#on:a).")


def test_nothing_is_cited_that_is_not_shown():
    made = Draft(FactSheet(Project("shop"), commands=workflow("ci", "push, workflow_dispatch", "a", "b", "c", "d")))
    text = describe_integration(made)
    assert text.startswith("On pushes, or by hand, [") and text.endswith(" and 2 more.")
    assert len(made.citations) == 3


def test_other_services_are_named():
    script = Command("ci", "script", "yarn test", at(".travis.yml", 9))
    assert integration(script) == "Travis CI runs `script` [source](cite:.travis.yml#job:script)."
    assert integration() == ""


def test_files_are_known_by_name_and_those_of_tools_left_out():
    assert find_known_files(
        [
            ".husky/pre-commit", ".husky/post-commit", ".rules/Makefile", ".devcontainer/docker-compose.yml", "compose.yml",
            "compose.dev.yml", ".github/workflows/ci.yml", ".sandbox/docker-compose.yml",
        ]
    ) == {
        "development container": [".devcontainer/docker-compose.yml"],
        "containers together": ["compose.yml", "compose.dev.yml"],
        "continuous integration": [".github/workflows/ci.yml"],
        "checks before a commit": [".husky/pre-commit"],
        "other git hooks": [".husky/post-commit"],
    }  # fmt: skip


def stack(sheet: FactSheet) -> str:
    return next(section.markdown for section in write_artifact(sheet).sections if section.key == "tech-stack")


def test_pins_are_no_lock_file_and_registries_have_their_own_names():
    pinned = replace(declared("django", 1), spec="==5.1", resolved="5.1", ecosystem="pypi")
    text = stack(FactSheet(Project("shop"), dependencies=(pinned, declared("react", 2))))
    assert "no lock file that resolves them was found. Packages come from npm and PyPI." in text
    locked = replace(pinned, locked_at=at("requirements.lock", 4))
    assert "those a lock file resolves to" in stack(FactSheet(Project("shop"), dependencies=(locked,)))
    module = replace(declared("github.com/gin-gonic/gin", 1), spec="v1.9", resolved="v1.9", ecosystem="go")
    assert "what the manifests ask for." in stack(FactSheet(Project("shop"), dependencies=(module,)))


def test_what_is_left_of_the_languages_is_little():
    lines = {"Python": 7500, "CSS": 1500, "HTML": 1000, "Shell": 9, "Lua": 3}
    languages = tuple(Language(name, 1, number) for name, number in lines.items())
    assert "CSS (15 %) and HTML (10 %), with small amounts of 2 others." in stack(FactSheet(Project("x"), languages=languages))


def test_a_framework_has_the_version_of_whatever_package_brings_it():
    gorm = Dependency("github.com/jinzhu/gorm", "v1.9.16", at("go.mod", 3), "direct", "go", resolved="v1.9.16")
    fiber = Dependency("github.com/gofiber/fiber/v2", "v2.5.0", at("go.mod", 4), "direct", "go", resolved="v2.5.0")
    laravel = Dependency("laravel/framework", "^11", at("composer.json", 9), "runtime", "packagist", resolved="v11.2.0")
    rows = table(gorm, fiber, laravel, frameworks=("Eloquent", "Fiber", "GORM", "Sinatra", "net/http"))
    assert {row[1]: row[2] for row in rows} == {
        "Eloquent": "`v11.2.0` (`^11` asked for)",
        "Fiber": "`v2.5.0`",
        "GORM": "`v1.9.16`",
        "Sinatra": "not declared",
        "net/http": "part of Go",
    }


def test_what_tests_are_given_builds_nothing() -> None:
    assert find_known_files(["Taskfile.yml", "testdata/if/Taskfile.yml", "web/fixtures/Dockerfile"]) == {
        "tasks": ["Taskfile.yml"]
    }


def test_a_module_of_any_version_is_the_framework_it_brings() -> None:
    fiber = replace(declared("github.com/gofiber/fiber/v3", 3), spec="v3.0.0", ecosystem="go")
    text = stack(FactSheet(Project("shop"), dependencies=(fiber,), frameworks=("Fiber",)))
    assert "| Web framework | Fiber | `v3.0.0` |" in text
    assert text.count("v3.0.0") == 1


def test_starters_declare_spring_and_what_only_tests_need_is_no_technology() -> None:
    boot = "org.springframework.boot:spring-boot-starter"
    web = replace(declared(f"{boot}-web", 4), ecosystem="maven", group="implementation")
    flux = replace(declared(f"{boot}-webflux", 5), ecosystem="maven", group="testImplementation")
    text = stack(FactSheet(Project("shop"), dependencies=(web, flux), frameworks=("Spring",)))
    assert "| Web framework | Spring |" in text and "not declared" not in text and "webflux" not in text
