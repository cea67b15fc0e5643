"""Commands in the order of a first day, and what section 10 says of them and of the suites."""

from __future__ import annotations

from apps.engine.artifact.draft import Draft
from apps.engine.artifact.structure import testing
from apps.engine.artifact.structure.commands import commands_for_tests, runnable
from apps.engine.facts import Command, Component, FactSheet, FileEntry, Place, Project, TestSuite
from apps.engine.manifests.typed import purposes_of, runs_tests


def draft(*commands: Command, files: tuple[str, ...] = (), **more) -> Draft:
    entries = tuple(FileEntry(path, "", 1) for path in files)
    return Draft(FactSheet(Project("shop"), commands=commands, files=entries, **more))


def at(path: str, line: int = 1) -> Place:
    return Place(path, line, line)


def script(name: str, text: str, path: str = "package.json", line: int = 1) -> Command:
    return Command("npm script", name, text, at(path, line))


def service(name: str, text: str, path: str, line: int = 1) -> Command:
    return Command("compose", name, text, at(path, line))


def rows(*commands: Command, files: tuple[str, ...] = ()) -> list[tuple[str, str]]:
    return [(job, text) for job, text, _name, _places in runnable(draft(*commands, files=files))]


def test_flags_decide_what_a_script_is_for_not_its_name():
    assert rows(
        script("prettier", "prettier --check ."), script("prettier:fix", "prettier --write ."), script("lint:fix", "eslint . --fix"),
        script("coverage", "jest --coverage"), script("release", "release-it"), script("test", "jest"),
        script("build-schema", "node print_schema > schema.graphql"),
    ) == [
        ("test", "npm test"),
        ("test, with coverage", "npm run coverage"),
        ("check the code", "npm run prettier"),
        ("correct the code", "npm run lint:fix"),
        ("format the code", "npm run prettier:fix"),
        ("make a release", "npm run release"),
    ]  # fmt: skip


def test_tasks_of_runners_are_typed_as_the_lock_file_asks():
    poe = Command("poe task", "start", "uvicorn shop:app", at("pyproject.toml"))
    assert rows(poe) == [("start", "poe start")]
    assert rows(poe, files=("uv.lock",)) == [("start", "uv run poe start")]
    assert rows(script("dev", "vite"), files=("yarn.lock",)) == [("start", "yarn dev")]
    assert rows(script("dev", "vite", "web/package.json"), files=("web/pnpm-lock.yaml",)) == [("start", "pnpm --dir web run dev")]
    assert rows(Command("hatch script", "types:check", "mypy .", at("api/pyproject.toml"))) == [
        ("check the code", "cd api && hatch run types:check")
    ]


def test_a_script_that_hands_over_stands_for_the_one_it_calls():
    own = script("lint", "bun run --filter web lint")
    other = script("lint", "biome check --write ./", "web/package.json")
    assert rows(own, other, files=("bun.lock",)) == [("correct the code", "bun run lint")]
    (row,) = runnable(draft(own, other))
    assert row[3] == (own.place, other.place)


def test_compose_files_that_only_change_another_are_given_with_it():
    base = service("web", "built from .", "compose.yml", 3)
    dev = service("web", "ports 80:80", "compose.dev.yml")
    assert rows(base, dev) == [
        ("start everything in containers", "docker compose up"),
        ("start everything in containers", "docker compose -f compose.yml -f compose.dev.yml up"),
    ]
    assert rows(base, service("web", "ports 80:80", "compose.override.yml")) == [
        ("start everything in containers", "docker compose up")
    ]
    alone = service("mail", "image mailpit", "compose.mail.yml")
    assert rows(base, alone)[1] == ("start what it needs in containers", "docker compose -f compose.mail.yml up")
    assert rows(service("app", "built from .", ".devcontainer/docker-compose.yml")) == [
        ("open a development container", "docker compose -f .devcontainer/docker-compose.yml up")
    ]
    assert rows(service("app", "ports 1:1", "compose.dev.yml")) == []


def test_prose_and_ci_add_only_what_no_task_says():
    prose = Command("prose", "uv run poe start", "uv run poe start", at("README.md", 9))
    step = Command("ci step", "Checks / test", "pytest -q", at(".github/workflows/ci.yml", 12))
    poe = Command("poe task", "start", "uvicorn shop:app", at("pyproject.toml"))
    assert rows(poe, prose, step) == [("start", "poe start"), ("test (as CI does)", "pytest -q")]
    assert rows(prose) == [("start (as README.md says)", "uv run poe start")]
    some = Command("prose", "docker compose up db", "docker compose up db", at("README.md", 2))
    assert rows(some) == [("start what it needs in containers (as README.md says)", "docker compose up db")]


def test_what_a_readme_says_of_building_and_scripts_that_run_tests():
    build = Command("prose", "go build ./...", "go build ./...", at("README.md", 3))
    prose = Command("prose", "go test ./...", "go test ./...", at("README.md", 4))
    script = Command("shell script", "cover.sh", "go test -coverprofile=x $d", at("scripts/cover.sh", 3))
    step = Command("ci step", "script", "bash ./scripts/cover.sh", at(".travis.yml", 7))
    assert rows(build, prose, script) == [
        ("test (as README.md says)", "go test ./..."),
        ("test, with coverage", "bash scripts/cover.sh"),
        ("build (as README.md says)", "go build ./..."),
    ]
    assert rows(build, Command("make", "build", "", at("Makefile"))) == [("build", "make build")]
    text = testing.write(draft(prose, script, step, tests=(suite("shop", 2),), files=("shop/test_a.py",)))
    assert "`README.md` tells people to run `go test ./...`" in text
    assert "The script `scripts/cover.sh` runs `go test -coverprofile=x $d`" in text
    assert "Continuous integration runs `bash ./scripts/cover.sh`" in text


def test_builds_that_run_tests():
    said = ("./gradlew build", "gradle build -x test", "mvn -B install", "./mvnw package -DskipTests", "gradle assemble")
    assert [runs_tests(line) for line in said] == [True, False, True, False, False]
    assert {purposes_of(line) for line in said} == {("build",)}
    step = Command("ci step", "build", "./gradlew build", at(".github/workflows/ci.yml", 12))
    assert [text for text, _command in commands_for_tests(draft(step))] == ["./gradlew build"]


def test_environments_of_runners_are_for_what_their_names_say():
    assert purposes_of("uv run --locked tox run -e typing") == ("check the code",)
    assert purposes_of("tox -e py312,lint") == ("check the code",)
    assert purposes_of("nox --session docs") == ("build the documentation",)
    assert purposes_of("nox -s benchmarks") == ()
    assert purposes_of("tox run") == purposes_of("tox -e py312") == purposes_of("nox -s tests") == ("test",)
    assert purposes_of("npm run test:types") == ("check the code",) and purposes_of("npm run test:unit") == ("test",)
    assert not runs_tests("uv run tox run -e typing") and runs_tests("uv run tox run")


def test_what_npm_runs_by_itself_nobody_types():
    scripts = (
        script("test", "vitest"),
        script("release", "np"),
        script("prerelease", "npm run test"),
        script("prepare", "npm test"),
    )
    assert rows(*scripts) == [("test", "npm test"), ("make a release", "npm run release")]
    assert rows(script("prettier", "prettier --check .")) == [("check the code", "npm run prettier")]


def test_what_the_readme_of_a_library_starts_is_the_readers_program():
    said = (
        Command("prose", "flask run", "flask run", at("README.md", 4)),
        Command("prose", "pytest", "pytest", at("README.md", 9)),
    )
    library = Draft(FactSheet(Project("shop", kind="web framework"), commands=said))
    assert [(job, text) for job, text, *_ in runnable(library)] == [("test (as README.md says)", "pytest")]
    assert rows(*said) == [("start (as README.md says)", "flask run"), ("test (as README.md says)", "pytest")]


def test_of_the_steps_of_a_server_that_of_a_job_for_tests_comes_first():
    jobs = ("CI / a", "Lint / b", "Benchmarks / tests", "CI / unit tests")
    steps = [
        Command("ci step", name, f"pytest {number}", at(".github/workflows/x.yml", number)) for number, name in enumerate(jobs)
    ]
    assert [text for text, _command in commands_for_tests(draft(*steps))] == ["pytest 3", "pytest 0", "pytest 2", "pytest 1"]


def test_tasks_that_prose_names_are_those_of_the_repository():
    serve = Command("prose", "just serve", "just serve", at("README.md", 3))
    tests = Command("prose", "make test", "make test", at("README.md", 4))
    start = Command("prose", "npm run dev", "npm run dev", at("README.md", 5))
    assert rows(serve, tests, start) == []
    just = Command("just", "serve", "", at("justfile"))
    script = Command("npm script", "dev", "vite", at("package.json"))
    assert rows(serve, just) == [("start", "just serve")]
    assert rows(start, script) == [("start", "npm run dev")]
    assert rows(tests, Command("make", "lint", "", at("Makefile")))[0] == ("test (as README.md says)", "make test")


def test_folders_of_tools_and_release_processes():
    rules = Command("make", "test", "", at(".rules/Makefile"))
    release = Command("procfile", "release", "python manage.py migrate", at("Procfile"))
    assert rows(rules, release) == [("before a release", "python manage.py migrate")]
    assert commands_for_tests(draft(rules)) == []


def suite(path: str, cases: int, **more) -> TestSuite:
    return TestSuite(path, "pytest" if cases else "", 2, cases, at(f"{path}/test_a.py", 7), **more)


def test_section_10_says_what_runs_the_tests_and_keeps_helpers_out_of_the_table():
    text = testing.write(
        draft(
            Command("ci step", "ci / test", "pytest", at(".github/workflows/ci.yml", 12)),
            tests=(suite("tests/fixtures", 0, kind="helpers and fixtures"), suite("tests/unit", 9, exercises=("shop",))),
            files=("tests/unit/test_a.py",),
        )
    )
    assert "Tests stand in 2 files in 1 folder, run by pytest." in text
    assert "Two files beside them, in `tests/fixtures`, hold no test case but helpers" in text
    assert "Continuous integration runs `pytest` [source](cite:.github/workflows/ci.yml#runs:ci%20/%20test)." in text
    assert "| `tests/fixtures`" not in text


def test_parts_that_no_test_reaches_leave_out_settings_roots_and_tools():
    def part(path: str, role: str = "") -> Component:
        return Component(path, path, 3, 900, at(f"{path}/a.py"), role)

    text = testing.write(
        draft(
            tests=(suite("tests", 9, exercises=("shop/cart",)),),
            components=(part("shop"), part("billing"), part("config", "configuration"), part(".rules"), part("")),
            files=("tests/test_a.py",),
        )
    )
    assert "No test file was seen to import or call `billing`;" in text
    assert "No command that runs tests was found" in text
