"""Where things lie: names that need no quoting, folders that can be reached, owners that are ours."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from apps.integrations.embedded import EmbeddedError
from apps.integrations.embedded.places import ROOT_STATE, is_reachable, make_folder, package_folder, servers_folder, socket_folder


@pytest.mark.parametrize("name", ["a b", "a,b", "it's", 'say "x"', "@abstract", "é", "bad\udcff", "long" * 30])
def test_sockets_of_odd_places_have_a_plain_short_name(name: str, tmp_path: Path) -> None:
    wanted = tmp_path / name / "pgsock"
    folder = socket_folder(wanted, os.geteuid(), os.getegid())
    try:
        assert folder != wanted
        assert folder == socket_folder(wanted, os.geteuid(), os.getegid()), "every process finds the same one"
        assert len(str(folder)) < 60
        assert folder.stat().st_mode & 0o777 == 0o700
    finally:
        folder.rmdir()


def test_the_temporary_folder_of_the_environment_has_no_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = tmp_path / "with space"
    folder = socket_folder(wanted, os.geteuid(), os.getegid())
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    assert socket_folder(wanted, os.geteuid(), os.getegid()) == folder
    folder.rmdir()


def test_a_link_in_place_of_the_socket_folder_is_refused(tmp_path: Path) -> None:
    wanted = tmp_path / "with space"
    folder = socket_folder(wanted, os.geteuid(), os.getegid())
    folder.rmdir()
    folder.symlink_to(tmp_path)
    try:
        with pytest.raises(EmbeddedError, match="not a folder of ours"):
            socket_folder(wanted, os.geteuid(), os.getegid())
    finally:
        folder.unlink()


def test_reachable_is_every_folder_on_the_way(place: Path) -> None:
    below = place / "private" / "state"
    below.mkdir(parents=True)
    other = os.geteuid() + 4321
    for folder in (below, below.parent):
        folder.chmod(0o711)
    assert is_reachable(below, other)
    below.parent.chmod(0o700)
    assert not is_reachable(below, other)
    assert is_reachable(below.parent, os.geteuid())


def test_servers_of_a_private_home_are_kept_elsewhere_by_root_only(place: Path) -> None:
    home = place / "home"
    home.mkdir(mode=0o700)
    wanted = home / "project" / ".state"
    if os.geteuid() == 0:
        assert servers_folder(wanted).parent == ROOT_STATE
        assert servers_folder(wanted) != servers_folder(home / "other" / ".state")
    else:
        assert servers_folder(wanted) == wanted
    home.chmod(0o711)
    assert servers_folder(wanted) == wanted


def test_a_new_folder_is_private_whatever_the_umask(place: Path) -> None:
    before = os.umask(0o077)
    try:
        make_folder(place / "one" / "two")
        os.umask(0)
        make_folder(place / "three")
    finally:
        os.umask(before)
    for name in ("one", "one/two", "three"):
        assert (place / name).stat().st_mode & 0o777 == (0o711 if os.geteuid() == 0 else 0o700), name


def test_a_missing_package_is_said() -> None:
    with pytest.raises(EmbeddedError, match="not installed"):
        package_folder("no_such_package")
