"""Commands, settings, services and schedules of build, container and CI files."""

from __future__ import annotations

import pytest

from apps.engine.manifests import is_manifest, read_manifests
from apps.engine.manifests.typed import purposes_of


def commands(path: str, text: str) -> list[tuple[str, str, str, int, str]]:
    return [(c.kind, c.name, c.text, c.place.line, c.trigger) for c in read_manifests({path: text}).commands]


def test_make() -> None:
    text = (
        ".PHONY: a\nVAR := 1\nrun: build ## Start it\n\tpython x\n\n"
        "# Runs the tests\ntest:\n\tpytest\n%.o: %.c\n\tcc\nall: run test\n"
        "lint:\n\t@ruff check .\n"
    )
    assert commands("Makefile", text) == [
        ("make", "run", "Start it", 3, ""),
        ("make", "test", "Runs the tests", 7, ""),
        ("make", "all", "runs run, test", 11, ""),
        ("make", "lint", "ruff check .", 12, ""),
    ]


def test_runners() -> None:
    assert commands("Procfile", "web: gunicorn x\n# c\nworker: rq\n") == [
        ("procfile", "web", "gunicorn x", 1, ""),
        ("procfile", "worker", "rq", 3, ""),
    ]
    assert commands("justfile", "x := '1'\n# Build it\nbuild target:\n    cargo build\n") == [
        ("just", "build", "Build it", 3, "")
    ]
    assert commands("Taskfile.yml", "tasks:\n  up:\n    desc: Start\n    cmds: [a]\n") == [("task", "up", "Start", 2, "")]
    assert commands("tox.ini", "[testenv:py]\ncommands = x\n") == [("tox", "py", "", 1, "")]
    assert commands("noxfile.py", "import nox\n@nox.session\ndef tests(session):\n    pass\n") == [("nox", "tests", "", 3, "")]


def test_dockerfile() -> None:
    text = 'FROM python:3.12 AS base\nENV A=1 B="two words"\nARG V\nEXPOSE 80\nCMD ["gunicorn", \\\n  "app"]\n'
    facts = read_manifests({"docker/prod.Dockerfile": text})
    assert [(c.name, c.text, c.place.line, c.place.end_line) for c in facts.commands] == [
        ("FROM", "python:3.12 AS base", 1, 1),
        ("EXPOSE", "80", 4, 4),
        ("CMD", "gunicorn app", 5, 6),
    ]
    assert [(k.name, k.default, k.access) for k in facts.deployment] == [
        ("A", "1", "ENV"),
        ("B", "two words", "ENV"),
        ("V", "", "ARG"),
    ]


COMPOSE = """\
x-env: &env
  SHARED: 1
services:
  web:
    build: {context: ., dockerfile: D}
    command: run me
    ports: ["80:8000"]
    depends_on: [db]
    environment:
      <<: *env
      DEBUG: "0"
      KEY: ${API_KEY:?missing}
  db:
    image: docker.io/library/postgres:16
    environment:
      - POSTGRES_DB=app
  mail:
    image: axllent/mailpit
    ports: ["${MAIL_PORT:-8025}:8025"]
"""


def test_compose() -> None:
    facts = read_manifests({"compose.yml": COMPOSE})
    assert [(c.name, c.text, c.place.line) for c in facts.commands] == [
        ("web", "built from . (D); runs run me; ports 80:8000; after db", 4),
        ("db", "image docker.io/library/postgres:16", 13),
        ("mail", "image axllent/mailpit; ports ${MAIL_PORT:-8025}:8025", 17),
    ]
    assert [(k.name, k.place.line, k.access, k.default, k.required) for k in facts.deployment] == [
        ("SHARED", 2, "service web", "1", None),
        ("DEBUG", 11, "service web", "0", None),
        ("API_KEY", 12, "substitution", "", True),
        ("KEY", 12, "service web", "${API_KEY:?missing}", None),
        ("POSTGRES_DB", 16, "service db", "app", None),
        ("MAIL_PORT", 19, "substitution", "8025", None),
    ]
    assert [(s.name, s.kind, s.place.line) for s in facts.services] == [("PostgreSQL", "database", 13), ("Mailpit", "mail", 17)]


def test_github_actions() -> None:
    text = """\
name: Checks
on:
  push: {branches: [main]}
  schedule:
    - cron: "0 3 * * *"
jobs:
  test:
    services:
      cache: {image: "redis:7"}
    steps:
      - uses: x/checkout
      - run: |
          echo hello
          make test
"""
    facts = read_manifests({".github/workflows/ci.yml": text})
    assert [(c.kind, c.name, c.text, c.place.line, c.trigger) for c in facts.commands] == [
        ("ci workflow", "Checks", "", 2, "push (main), schedule `0 3 * * *`"),
        ("ci", "Checks / test", "make test", 7, "push (main), schedule `0 3 * * *`"),
        ("ci step", "Checks / test", "make test", 14, ""),
    ]
    assert [(j.name, j.kind, j.schedule, j.place.line) for j in facts.jobs] == [("Checks", "ci schedule", "0 3 * * *", 5)]
    assert [(s.name, s.kind) for s in facts.services] == [("Redis", "cache")]


def test_jobs_that_are_switched_off_and_steps_that_run_tests() -> None:
    text = """\
on: [push]
jobs:
  test:
    steps:
      - run: npm ci
      - name: Tests
        run: |
          set -e
          # unit first
          uv run pytest -n 2
          docker compose run web ./manage.py test
      - run: bash scripts/test-all.sh "for ${{ github.sha }}"
        working-directory: ./.web
      - if: ${{ false }}
        run: pytest slow
      - run: mypy .
  deploy:
    if: false
    steps: [{run: pytest}]
"""
    assert commands(".github/workflows/ci.yml", text) == [
        ("ci workflow", "ci", "", 1, "push"),
        (
            "ci", "ci / test", "npm ci; uv run pytest -n 2; bash scripts/test-all.sh \"for ${{ github.sha }}\"; pytest slow; mypy .", 3, "push",
        ),
        ("ci step", "ci / test", "uv run pytest -n 2", 10, ""),
        ("ci step", "ci / test", "docker compose run web ./manage.py test", 11, ""),
        ("ci step", "ci / test", "cd .web && bash scripts/test-all.sh", 12, ""),
        ("ci job switched off", "ci / deploy", "pytest", 18, ""),
    ]  # fmt: skip


def test_other_ci() -> None:
    gitlab = "stages: [a]\n.hidden: {script: [x]}\nunit:\n  stage: a\n  script:\n    - pytest\n  only: [main]\n"
    assert commands(".gitlab-ci.yml", gitlab) == [
        ("ci", "unit", "pytest", 3, "stage a, main"),
        ("ci step", "unit", "pytest", 6, ""),
    ]
    circle = "jobs:\n  build:\n    steps:\n      - checkout\n      - run: {command: npm test}\n"
    assert commands(".circleci/config.yml", circle) == [
        ("ci", "build", "npm test", 2, ""),
        ("ci step", "build", "npm test", 5, ""),
    ]
    azure = "trigger: [main]\njobs:\n- job: Build\n  steps:\n  - script: dotnet test\n"
    assert commands("azure-pipelines.yml", azure) == [
        ("ci", "Build", "dotnet test", 3, "main"),
        ("ci step", "Build", "dotnet test", 5, ""),
    ]
    travis = "script:\n  - yarn lint\n  - yarn test\n"
    assert commands(".travis.yml", travis) == [
        ("ci", "script", "yarn lint; yarn test", 1, ""),
        ("ci step", "script", "yarn test", 3, ""),
    ]


def test_scripts_that_run_tests_and_the_job_that_starts_them() -> None:
    texts = {
        ".travis.yml": "services:\n  - postgresql\n  - redis-server\n  - xvfb\nscript:\n#  - go test\n  - bash ./scripts/cover.sh\n",
        "scripts/cover.sh": "set -e\nfor d in a b; do\n  go test -coverprofile=x $d\ndone\n",
        "scripts/format.sh": "gofmt -l .\n# then test it\n",
    }
    found = read_manifests(texts)
    assert [(c.kind, c.name, c.text, c.place.path, c.place.line) for c in found.commands if c.kind != "ci"] == [
        ("ci step", "script", "bash ./scripts/cover.sh", ".travis.yml", 7),
        ("shell script", "cover.sh", "go test -coverprofile=x $d", "scripts/cover.sh", 3),
    ]
    assert [(c.place.line, c.place.end_line) for c in found.commands if c.kind == "ci"] == [(5, 7)]
    assert [(item.name, item.evidence, item.place.line) for item in found.services] == [
        ("PostgreSQL", "CI service postgresql", 2),
        ("Redis", "CI service redis-server", 3),
    ]


def test_tasks_of_runners_in_pyproject() -> None:
    text = """\
[project]
name = "shop"
requires-python = ">=3.12"
[tool.poe.tasks]
test.cmd = "pytest -n 2"
test.help = "Run the tests"
start = "uvicorn shop:app"
_hidden = "x"
[tool.pdm.scripts]
lint = {composite = ["ruff check", "mypy ."]}
[tool.taskipy.tasks]
docs = { cmd = "mkdocs build", help = "x" }
[tool.hatch.envs.default.scripts]
cov = ["coverage run", "coverage report"]
[tool.hatch.envs.types.scripts]
check = "mypy"
"""
    assert commands("pyproject.toml", text) == [
        ("runtime", "Python", ">=3.12", 3, ""),
        ("poe task", "test", "pytest -n 2", 5, ""),
        ("poe task", "start", "uvicorn shop:app", 7, ""),
        ("pdm script", "lint", "ruff check && mypy .", 10, ""),
        ("taskipy task", "docs", "mkdocs build", 12, ""),
        ("hatch script", "cov", "coverage run && coverage report", 14, ""),
        ("hatch script", "types:check", "mypy", 16, ""),
    ]


def test_versions_of_languages() -> None:
    assert commands(".python-version", "3.12\n") == [("runtime", "Python", "3.12", 1, "")]
    assert commands("runtime.txt", "python-3.12.4\n") == [("runtime", "Python", "3.12.4", 1, "")]
    assert commands(".nvmrc", "v22\n") == [("runtime", "Node.js", "22", 1, "")]
    assert commands("package.json", '{"engines": {\n"node": ">=20"}}') == [("runtime", "Node.js", ">=20", 2, "")]
    assert not is_manifest("docs/runtime.txt")


@pytest.mark.parametrize(
    ("line", "purposes"),
    [
        ("prettier --check **/*.js", ("check the code",)),
        ("prettier --write .", ("format the code",)),
        ("eslint . --fix", ("correct the code",)),
        ("ruff check src && ruff format --diff src", ("check the code",)),
        ("black .", ("format the code",)),
        ("biome check --write ./", ("correct the code",)),
        ("uv run --group test pytest -q", ("test",)),
        ("docker compose run app /venv/bin/python manage.py test", ("test",)),
        ("FLAG=1 OTHER='a b' coverage run -m pytest tests/", ("test, with coverage",)),
        ("jest -i --coverage", ("test, with coverage",)),
        ("./manage.py runserver 0:8000", ("start",)),
        ("cross-env NODE_ENV=development nodemon src/index.js", ("start",)),
        ("docker-compose -f a.yml -f b.yml up", ("start everything in containers",)),
        ("celery -A shop worker -l info", ("start background work",)),
        ("pip install -r requirements.txt", ("install",)),
        ("npm install left-pad", ()),
        ("yarn", ("install",)),
        ("release-it --ci", ("make a release",)),
        ("tsc -p tsconfig.json && vite build", ("build",)),
        ("echo hello", ()),
    ],
)
def test_what_a_line_is_for(line: str, purposes: tuple[str, ...]) -> None:
    assert purposes_of(line) == purposes


def test_kubernetes_helm_terraform() -> None:
    objects = """\
apiVersion: batch/v1
kind: CronJob
metadata: {name: nightly}
spec:
  schedule: "0 1 * * *"
  jobTemplate: {spec: {template: {spec: {containers: [{image: "app:1", env: [{name: MODE, value: fast}]}]}}}}
---
apiVersion: v1
kind: Secret
metadata: {name: s}
stringData:
  password: abc
"""
    facts = read_manifests({"ops/objects.yaml": objects})
    assert [(j.name, j.kind, j.schedule) for j in facts.jobs] == [("nightly", "cron", "0 1 * * *")]
    assert [(k.name, k.kind, k.default) for k in facts.deployment] == [
        ("MODE", "kubernetes", "fast"),
        ("password", "kubernetes", ""),
    ]
    values = read_manifests({"chart/values.yaml": "replicas: 2\nimage:\n  tag: v1\n"}).deployment
    assert [(k.name, k.kind, k.default, k.place.line) for k in values] == [
        ("replicas", "helm", "2", 1),
        ("image.tag", "helm", "v1", 3),
    ]
    terraform = 'variable "region" {\n  type = string\n  default = "eu"\n}\nvariable "key" {\n  type = string\n}\n'
    found = read_manifests({"infra/main.tf": terraform}).deployment
    assert [(k.name, k.default, k.required, k.place.line) for k in found] == [("region", "eu", False, 1), ("key", "", True, 5)]


def test_spring() -> None:
    text = "# c\nserver.port=8080\nspring.datasource.url=${DB_URL:jdbc:h2:mem}\nlong.value=a,\\\n  b\n"
    keys = read_manifests({"src/main/resources/application-x.properties": text}).config_keys
    assert [(k.name, k.kind, k.default, k.place.line) for k in keys] == [
        ("server.port", "property", "8080", 2),
        ("DB_URL", "env", "jdbc:h2:mem", 3),
        ("spring.datasource.url", "property", "${DB_URL:jdbc:h2:mem}", 3),
        ("long.value", "property", "a,b", 4),
    ]
    yml = "spring:\n  datasource:\n    password: ${PASS}\n  profiles: [a, b]\n"
    keys = read_manifests({"application.yml": yml}).config_keys
    assert [(k.name, k.kind, k.default, k.required) for k in keys] == [
        ("PASS", "env", "", True),
        ("spring.datasource.password", "property", "${PASS}", None),
        ("spring.profiles", "property", "a, b", None),
    ]


def test_environment_files() -> None:
    example = read_manifests({".env.example": "# note = no\nA=1 # why\nexport B='two words'\n# OFF=3\nC=\n"}).env_example
    assert [(k.name, k.default, k.access, k.place.line) for k in example] == [
        ("A", "1", "example", 2),
        ("B", "two words", "example", 3),
        ("OFF", "3", "example, commented out", 4),
        ("C", "", "example", 5),
    ]
    real = read_manifests({"backend/.env": "SECRET=hunter2\n"}).env_example
    assert [(k.name, k.default, k.access) for k in real] == [("SECRET", "", "committed, value withheld")]


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("a/package.json", True),
        ("uv.lock", True),
        ("requirements/dev.txt", True),
        ("docs/requirements.md", False),
        ("src/env.py", False),
        (".env", True),
        (".github/workflows/a.yml", True),
        ("src/constraints.txt", False),
    ],
)
def test_is_manifest(path: str, expected: bool) -> None:
    assert is_manifest(path) is expected


BOMB = "a: &a [x, x]\n" + "".join(f"{chr(98 + i)}: &{chr(98 + i)} [*{chr(97 + i)}, *{chr(97 + i)}]\n" for i in range(20))
ENTITIES = '<!DOCTYPE x [<!ENTITY a "b"><!ENTITY c SYSTEM "file:///etc/passwd">]><project>&a;&c;</project>'


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("package.json", "{"),
        ("package.json", "[1]"),
        ("package.json", "[" * 100_000),
        ("package.json", '{"dependencies": {"a": {"b": 1}}'),
        ("composer.json", ""),
        ("pyproject.toml", "a = [" * 2_000),
        ("pyproject.toml", "[project\n"),
        ("pom.xml", "<project>"),
        ("pom.xml", ENTITIES),
        ("pom.xml", "<a>" * 5_000),
        ("compose.yml", "a: [\n"),
        ("compose.yml", "[" * 50_000),
        ("compose.yml", "- " * 50_000),
        ("package-lock.json", '{"packages": 3}'),
        ("uv.lock", "package = 3"),
        ("Cargo.lock", "["),
    ],
)
def test_what_cannot_be_read_is_named(path: str, text: str) -> None:
    facts = read_manifests({path: text, "go.mod": "module a\n"})
    assert [(u.kind, u.place.path if u.place else "") for u in facts.unknowns] in ([("manifest", path)], [])
    assert facts.unknowns or path == "uv.lock"
    assert [project.name for project in facts.projects] == ["a"]


def test_aliases_are_not_expanded_and_loops_end() -> None:
    assert [unknown.reason for unknown in read_manifests({"compose.yml": BOMB}).unknowns] == ["it has more than 400,000 values"]
    loop = "services: &s\n  web:\n    environment: *s\n    x: *s\n"
    assert [c.name for c in read_manifests({"compose.yml": loop, "k8s/a.yml": "apiVersion: 1\nkind: &k {a: *k}\n"}).commands] == [
        "web"
    ]


@pytest.mark.parametrize("form", ["on: &x\n  - *x\n", "on: &x {push: *x}\n", BOMB + "on: *u\n"])
def test_a_workflow_whose_head_holds_itself_comes_to_an_end(form: str) -> None:
    facts = read_manifests({".github/workflows/a.yml": form + "jobs:\n  check:\n    steps: []\n"})
    assert facts.unknowns or [command.name for command in facts.commands if command.kind == "ci"] == ["a / check"]


def test_hostile_lines_take_linear_time() -> None:
    line = "a" * 300_000
    for path in (
        "Makefile",
        "Procfile",
        "build.gradle",
        "Gemfile",
        "go.mod",
        "requirements.txt",
        "setup.py",
        "Dockerfile",
        ".env",
    ):
        read_manifests({path: line + "\n" + " = " * 50_000 + "\nFROM " + "x " * 50_000})


@pytest.mark.parametrize(
    ("path", "begun", "pump"),
    [
        ("Gemfile", "group:", " "), ("Gemfile", "gem", " "), ("x.gemspec", "s.add_dependency", " "), ("go.mod", "require ", "a."),
        ("build.gradle", "api", " "), ("build.gradle", "", "/*"), ("Dockerfile", "ENV A", "a"),
    ],
)  # fmt: skip
def test_lines_made_to_cost_their_square_take_linear_time(path: str, begun: str, pump: str) -> None:
    read_manifests({path: (begun + pump * (10_000 // len(pump)) + "!\n") * 100})
