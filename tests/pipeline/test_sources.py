from pathlib import Path

import pytest

from apps.engine.errors import OwnerError
from apps.integrations.git import CloneAddress, LocalSource
from apps.pipeline.documents import name_of
from apps.pipeline.sources import source_of


def test_what_has_a_scheme_is_an_address():
    found = source_of("https://forge.example/acme/shop.git")
    assert isinstance(found, CloneAddress)
    assert name_of(found) == "shop"


def test_everything_else_is_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    found = source_of("shop")
    assert isinstance(found, LocalSource)
    assert found.path == tmp_path / "shop"
    assert name_of(found) == "shop"


@pytest.mark.parametrize(
    "typed",
    [
        "ssh://forge.example/a/b",
        "ext::sh -c touch",
        "file:///etc",
        "https://user:secret@forge.example/a/b",
        "git@forge.example:a/b.git",
        "user:secret@forge.example/a/b",
    ],
)
def test_other_schemes_and_passwords_are_refused_without_being_repeated(typed: str):
    if typed.startswith("ext"):
        assert isinstance(source_of(typed), LocalSource)  # a folder of that name, which does not exist
        return
    with pytest.raises(OwnerError) as refused:
        source_of(typed)
    assert "secret" not in refused.value.message


def test_a_folder_may_be_named_like_an_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "team@work").mkdir()
    assert source_of("team@work") == LocalSource(tmp_path / "team@work")
