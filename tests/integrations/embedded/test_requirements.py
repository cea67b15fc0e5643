"""What is missing is said by name and version."""

from __future__ import annotations

import pytest
from django.db import connection

from apps.integrations.embedded.requirements import (
    missing_of_database,
    missing_of_redis,
    problems_of_database,
    problems_of_redis,
)
from apps.pipeline.checks import check_servers, problems_of_servers


@pytest.mark.parametrize(
    ("version", "installed", "available", "may_install", "said"),
    [
        (150_000, "0.8.0", "0.8.0", False, []),
        (180_006, "", "0.8.1", True, []),
        (170_000, "", "0.10.0", True, []),
        (140_011, "0.8.0", "0.8.0", True, ["PostgreSQL is version 14"]),
        (150_000, "", "", True, ["no pgvector"]),
        (150_000, "0.7.4", "0.8.0", True, ["pgvector is version 0.7.4"]),
        (150_000, "", "0.8.0", False, ["CREATE EXTENSION vector"]),
        (130_000, "", "0.5.1", False, ["version 13", "version 0.5.1"]),
    ],
)
def test_database(version: int, installed: str, available: str, may_install: bool, said: list[str]) -> None:
    problems = problems_of_database(version, installed, available, may_install, "repolore")
    assert len(problems) == len(said)
    for problem, part in zip(problems, said, strict=True):
        assert part in problem


@pytest.mark.parametrize(("version", "good"), [("6.0.16", False), ("6.2.0", True), ("7.2.4", True), ("10.0", True), ("0", False)])
def test_redis(version: str, good: bool) -> None:
    assert (problems_of_redis(version) == []) is good


def test_servers_that_do_not_answer_are_said_without_the_password() -> None:
    (problem,) = missing_of_database("postgresql://someone:hush-hush@127.0.0.1:1/x")
    assert problem.startswith("PostgreSQL can't be reached") and "hush-hush" not in problem
    (problem,) = missing_of_redis("redis://:hush-hush@127.0.0.1:1/0")
    assert problem.startswith("Redis can't be reached") and "hush-hush" not in problem
    assert missing_of_redis("what is this?") == [problem]


@pytest.mark.django_db
def test_the_servers_of_the_tests_lack_nothing() -> None:
    connection.ensure_connection()
    assert problems_of_servers() == []
    assert check_servers(databases=["default"]) == []
    assert check_servers() == []
