"""The table of well-known packages: one purpose each, names as registries compare them, families by their names."""

from __future__ import annotations

from collections import Counter

import pytest

from apps.engine.artifact.known import _FAMILIES, _TABLE, PURPOSES, STACK, _read, purpose_of, rank_of


def test_every_package_stands_once_and_is_found() -> None:
    pairs = list(_read(_TABLE))
    assert [name for name, number in Counter(name for name, _purpose in pairs).items() if number > 1] == []
    assert [name for name, purpose in pairs if purpose_of(name) != purpose] == []
    assert len(pairs) > 500


def test_purposes_of_stack_and_families_are_those_of_the_table() -> None:
    assert [purpose for purpose in STACK if purpose not in PURPOSES] == []
    assert [purpose for _start, _end, purpose in _FAMILIES if purpose not in PURPOSES] == []


@pytest.mark.parametrize(
    ("name", "purpose"),
    [
        ("Django", "web framework"),
        ("express-mongo-sanitize", "input sanitising"),
        ("xss-clean", "input sanitising"),
        ("helmet", "HTTP security headers"),
        ("boto3", "cloud services"),
        ("pytest_cov", "test coverage"),
        ("pytest-recording", "tests"),
        ("boto3-stubs", "type stubs"),
        ("@types/node", "type stubs"),
        ("google-auth-httplib2", "authentication and tokens"),
        ("django-extensions", "management commands"),
        ("left-pad", ""),
        ("constructs", ""),
    ],
)
def test_purposes(name: str, purpose: str) -> None:
    assert purpose_of(name) == purpose


def test_what_the_program_stands_on_comes_first_and_the_unknown_last() -> None:
    ranks = [rank_of(purpose) for purpose in ("web framework", "payments", "dates and times", "tests", "")]
    assert ranks == sorted(ranks)
