"""One Python requirement."""

from __future__ import annotations

import pytest

from apps.engine.manifests.requirement import read_requirement


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("https://user:<secret:url-password>@h.example/pkg-1.0-py3-none-any.whl", "pkg"),
        ("https://h.example/my.pkg-2.0.1.tar.gz#sha256=0", "my.pkg"),
        ("git+https://token@h.example/o/thing.git@v1.2", "thing"),
        ("git+ssh://git@h.example/o/thing", "thing"),
        ("git@h.example:o/thing.git", "thing"),
        ("git+https://h.example/o/x.git@main#egg=other", "other"),
    ],
)
def test_the_name_in_an_address_is_that_of_the_package(text: str, name: str) -> None:
    found = read_requirement(text)
    assert found is not None and found.name == name
