"""Jobs, triggers, schedules and services of the servers that build and test."""

from __future__ import annotations

import pytest

from apps.engine.manifests import ManifestFacts, read_manifests

Row = tuple[str, str, str, int, str]


def read(path: str, text: str) -> ManifestFacts:
    facts = read_manifests({path: text})
    assert not facts.unknowns
    return facts


CIRCLE = """\
jobs:
  test:
    docker:
      - image: cimg/python:3.12
      - image: postgres:16
    steps:
      - checkout
      - run: pip install -e .
      - run:
          command: pytest
workflows:
  always:
    jobs:
      - test:
          filters: {branches: {only: main}}
  nightly:
    triggers:
      - schedule:
          cron: "0 3 * * *"
    jobs: [test]
"""
AZURE = """\
trigger: [main]
pr: {branches: {include: [dev]}}
schedules:
  - cron: "0 0 * * 0"
    displayName: Weekly
stages:
  - stage: A
    jobs:
      - job: Build
        steps:
          - script: dotnet build
          - bash: dotnet test
"""
BITBUCKET = """\
pipelines:
  default:
    - step:
        name: Test
        script:
          - npm ci
          - npm test
  branches:
    main:
      - parallel:
          - step: {script: [make deploy]}
  custom:
    once:
      - step: {name: Seed, script: [make seed]}
definitions:
  services:
    db: {image: "mysql:8"}
"""
DRONE = """\
kind: pipeline
name: main
trigger:
  event: [push]
  branch: {include: [main]}
steps:
  - name: test
    image: golang
    commands:
      - go test ./...
  - name: ship
    image: plugins/docker
services:
  - name: cache
    image: redis:7
"""
WOODPECKER = "when: {event: push}\nsteps:\n  test:\n    image: node\n    commands: [npm test]\n"
BUILDKITE = "steps:\n  - label: Tests\n    command: [bundle install, bundle exec rspec]\n    branches: main\n  - wait\n"
TRAVIS = "branches: {only: [main]}\nscript: make\njobs:\n  include:\n    - name: lint\n      script: [ruff check .]\n"
GITLAB = """\
services: [postgres:16]
pages:
  stage: deploy
  script: [mkdocs build]
  rules:
    - if: $CI_COMMIT_BRANCH == "main"
unit:
  services:
    - name: redis:7
  script:
    - |
      pip install .
      pytest
"""
JENKINS = """\
pipeline {
  agent any
  triggers { cron('H 4 * * 1-5') }
  // stage('Off') { sh 'x' }
  stages {
    stage('Build') {
      steps { sh './mvnw -B package' }
    }
    stage("Test") {
      steps {
        sh '''
          export A=1
          ./mvnw test
        '''
        sh(script: "echo done")
      }
    }
  }
}
"""


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        (
            ".circleci/config.yml",
            CIRCLE,
            [
                ("ci", "test", "pip install -e .; pytest", 2, "always (main), nightly (schedule `0 3 * * *`)"),
                ("ci step", "test", "pytest", 10, ""),
            ],
        ),
        (
            "azure-pipelines.yml",
            AZURE,
            [("ci", "Build", "dotnet build; dotnet test", 9, "main, pr (dev)"), ("ci step", "Build", "dotnet test", 12, "")],
        ),
        (
            "bitbucket-pipelines.yml",
            BITBUCKET,
            [
                ("ci", "Test", "npm ci; npm test", 4, "push"),
                ("ci step", "Test", "npm test", 7, ""),
                ("ci", "push (main)", "make deploy", 11, "push (main)"),
                ("ci", "Seed", "make seed", 14, "by hand (once)"),
            ],
        ),
        (
            ".drone.yml",
            DRONE,
            [
                ("ci", "main / test", "go test ./...", 7, "event (push), branch (main)"),
                ("ci step", "main / test", "go test ./...", 10, ""),
                ("ci", "main / ship", "image plugins/docker", 11, "event (push), branch (main)"),
            ],
        ),
        (
            ".woodpecker/test.yml",
            WOODPECKER,
            [("ci", "test", "npm test", 3, "event (push)"), ("ci step", "test", "npm test", 5, "")],
        ),
        (
            ".buildkite/pipeline.yml",
            BUILDKITE,
            [
                ("ci", "Tests", "bundle install; bundle exec rspec", 2, "main"),
                ("ci step", "Tests", "bundle exec rspec", 3, ""),
            ],
        ),
        (".travis.yml", TRAVIS, [("ci", "script", "make", 2, "main"), ("ci", "lint", "ruff check .", 6, "main")]),
        (
            ".gitlab-ci.yml",
            GITLAB,
            [
                ("ci", "pages", "mkdocs build", 2, 'stage deploy, $CI_COMMIT_BRANCH == "main"'),
                ("ci", "unit", "pip install . pytest", 7, ""),
                ("ci step", "unit", "pytest", 13, ""),
            ],
        ),
        (
            "Jenkinsfile",
            JENKINS,
            [
                ("ci", "Build", "./mvnw -B package", 6, "cron `H 4 * * 1-5`"),
                ("ci step", "Build", "./mvnw -B package", 7, ""),
                ("ci", "Test", "./mvnw test", 9, "cron `H 4 * * 1-5`"),
                ("ci step", "Test", "./mvnw test", 13, ""),
            ],
        ),
    ],
)
def test_jobs(path: str, text: str, expected: list[Row]) -> None:
    found = read(path, text).commands
    assert [(c.kind, c.name, c.text, c.place.line, c.trigger) for c in found] == expected


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        (".circleci/config.yml", CIRCLE, [("nightly", "0 3 * * *", 19)]),
        ("azure-pipelines.yml", AZURE, [("Weekly", "0 0 * * 0", 4)]),
        ("Jenkinsfile", JENKINS, [("Jenkins pipeline", "H 4 * * 1-5", 3)]),
    ],
)
def test_schedules(path: str, text: str, expected: list[tuple[str, str, int]]) -> None:
    found = read(path, text).jobs
    assert [(job.name, job.schedule, job.place.line) for job in found] == expected
    assert {job.kind for job in found} == {"ci schedule"}


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        (".circleci/config.yml", CIRCLE, [("PostgreSQL", 5)]),
        ("bitbucket-pipelines.yml", BITBUCKET, [("MySQL", 17)]),
        (".drone.yml", DRONE, [("Redis", 15)]),
        (".gitlab-ci.yml", GITLAB, [("PostgreSQL", 1), ("Redis", 9)]),
    ],
)
def test_services(path: str, text: str, expected: list[tuple[str, int]]) -> None:
    assert [(service.name, service.place.line) for service in read(path, text).services] == expected


def test_a_file_of_that_name_that_is_no_pipeline() -> None:
    assert not read("Jenkinsfile", "library 'shared'\nsharedPipeline()\n").commands


def test_appveyor_cloud_build_and_code_build():
    texts = {
        "appveyor.yml": """
branches:
  only: [main]
install:
  - ps: Invoke-Thing
before_build:
  - createdb test
test_script:
  - dotnet test
environment:
  X: 1
""",
        "deploy/cloudbuild.yaml": """
steps:
- id: deploy
  name: gcr.io/k8s-skaffold/skaffold
  entrypoint: bash
  args: ["-c", "skaffold run"]
- name: gcr.io/cloud-builders/docker
  args: [build, .]
""",
        "buildspec.yml": """
version: 0.2
phases:
  install:
    commands: [pip install -r requirements.txt]
  build:
    commands:
      - pytest
""",
    }
    found = [item for item in read_manifests(texts).commands if item.kind == "ci"]
    assert [(item.name, item.text, item.trigger, item.place.path) for item in found] == [
        ("install", "Invoke-Thing", "main", "appveyor.yml"),
        ("before_build", "createdb test", "main", "appveyor.yml"),
        ("test_script", "dotnet test", "main", "appveyor.yml"),
        ("install", "pip install -r requirements.txt", "", "buildspec.yml"),
        ("build", "pytest", "", "buildspec.yml"),
        ("deploy", "gcr.io/k8s-skaffold/skaffold bash -c skaffold run", "", "deploy/cloudbuild.yaml"),
        ("gcr.io/cloud-builders/docker", "gcr.io/cloud-builders/docker build .", "", "deploy/cloudbuild.yaml"),
    ]
