"""Schedules in files of their own, tasks that code declares, members of workspaces."""

from __future__ import annotations

import pytest

from apps.engine.manifests import is_manifest, read_manifests


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        (
            "deploy/crontab",
            "# m h dom mon dow\nMAILTO=x\n*/5 * * * 1-5 /usr/bin/clean --all\n0 3 * * mon root backup\n@daily rotate\n1 2 3\n",
            [
                ("/usr/bin/clean --all", "cron", "*/5 * * * 1-5", 3),
                ("backup", "cron", "0 3 * * mon", 4),
                ("rotate", "cron", "@daily", 5),
            ],
        ),
        (
            "config/recurring.yml",
            "production:\n  clean:\n    command: Clean.all\n    schedule: every day at 3am\n  warm:\n    class: WarmJob\n    schedule: every 2 minutes\n",
            [("Clean.all", "solid queue schedule", "every day at 3am", 4), ("WarmJob", "solid queue schedule", "every 2 minutes", 7)],
        ),
        (
            "config/sidekiq.yml",
            ":concurrency: 5\n:queues: [default]\n:scheduler:\n  :schedule:\n    digest:\n      cron: '0 * * * *'\n      class: DigestWorker\n    ping:\n      every: ['30s', {first_in: 5s}]\n",
            [("DigestWorker", "sidekiq schedule", "0 * * * *", 6), ("ping", "sidekiq schedule", "30s", 9)],
        ),
        (
            "config/schedule.rb",
            "every 1.day, at: '4:30 am' do # why\n  rake \"digest:send\"\nend\nevery(:hour) do\n  runner 'Shop.clean'\nend\nrake 'no'\n",
            [("digest:send", "cron", "1.day, at: '4:30 am'", 1), ("Shop.clean", "cron", ":hour", 4)],
        ),
        ("vercel.json", '{\n "crons": [\n  {"path": "/api/clean",\n   "schedule": "0 5 * * *"}]}', [("/api/clean", "cron", "0 5 * * *", 4)]),
        ("cron.yaml", "cron:\n- description: mail\n  url: /mail\n  schedule: every 1 hours\n", [("mail", "cron", "every 1 hours", 4)]),
        ("systemd/clean.timer", "[Timer]\nOnCalendar=daily\n", [("clean", "cron", "daily", 2)]),
        (
            "serverless.yml",
            "functions:\n  report:\n    events:\n      - http: GET /x\n      - schedule: rate(1 hour)\n      - schedule: {rate: [cron(0 1 * * ? *)]}\n",
            [("report", "cron", "rate(1 hour)", 5), ("report", "cron", "cron(0 1 * * ? *)", 6)],
        ),
    ],
)  # fmt: skip
def test_schedules(path: str, text: str, expected: list[tuple[str, str, str, int]]) -> None:
    facts = read_manifests({path: text})
    assert not facts.unknowns
    assert [(job.name, job.kind, job.schedule, job.place.line) for job in facts.jobs] == expected


RAKE = """\
namespace :db do
  desc "Fills it"
  task :seed, [:count] => :environment do
    x = 1
  end
  namespace 'old' do
    task "clean" do
    end
  end
end
task default: %w[test]
"""
MAGE = """\
//go:build mage

package main

// Builds it.
func Build() error { return nil }
func helper() {}
func (Docker) Push() {}
"""
CONTAINER = '{\n  // x\n  "image": "python:3.12",\n  "postCreateCommand": "make setup",\n  "postStartCommand": {"server": ["npm", "start"]}\n}\n'


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        (
            "lib/tasks/db.rake",
            RAKE,
            [("rake", "db:seed", "Fills it", 3), ("rake", "db:old:clean", "", 7), ("rake", "default", "", 11)],
        ),
        ("magefile.go", MAGE, [("mage", "Build", "Builds it.", 6), ("mage", "Docker:Push", "", 8)]),
        ("main.go", MAGE.removeprefix("//go:build mage\n"), []),
        (
            ".devcontainer/devcontainer.json",
            CONTAINER,
            [
                ("devcontainer", "image", "python:3.12", 3),
                ("devcontainer", "postCreateCommand", "make setup", 4),
                ("devcontainer", "postStartCommand server", "npm start", 5),
            ],
        ),
        ("pnpm-workspace.yaml", "packages:\n  - 'apps/*'\n  - '!x'\n", [("workspace", "apps/*", "", 2)]),
        ("package.json", '{\n "workspaces": {"packages": [\n  "a",\n  "b"]}}', [("workspace", "a", "", 3), ("workspace", "b", "", 4)]),
        ("Cargo.toml", '[workspace]\nmembers = [\n  "a",\n  "b/*",\n]\n', [("workspace", "a", "", 3), ("workspace", "b/*", "", 4)]),
        ("pyproject.toml", '[tool.uv.workspace]\nmembers = ["libs/*"]\n', [("workspace", "libs/*", "", 2)]),
        ("composer.json", '{"require": {\n "php": "^8.3"}}', [("runtime", "PHP", "^8.3", 2)]),
    ],
)  # fmt: skip
def test_commands(path: str, text: str, expected: list[tuple[str, str, str, int]]) -> None:
    facts = read_manifests({path: text})
    assert not facts.unknowns
    assert [(c.kind, c.name, c.text, c.place.line) for c in facts.commands] == expected


def test_code_that_declares_tasks_is_no_manifest() -> None:
    assert not any(is_manifest(path) for path in ("lib/tasks/db.rake", "config/recurring.yml", "magefile.go", "deploy/crontab"))


def test_manifests_that_tests_are_given_declare_nothing():
    texts = {
        "Taskfile.yml": "version: '3'\ntasks:\n  build:\n    cmds: [go build]\n",
        "testdata/deps/Taskfile.yml": "version: '3'\ntasks:\n  other:\n    cmds: [x]\n",
        "pkg/fixtures/package.json": '{"name": "x", "dependencies": {"left-pad": "1.0.0"}}',
        "tests/requirements.txt": "pytest\n",
    }
    found = read_manifests(texts)
    assert [item.name for item in found.commands] == ["build"]
    assert [item.name for item in found.dependencies] == ["pytest"]
    assert not is_manifest("pkg/fixtures/package.json") and is_manifest("package.json")
