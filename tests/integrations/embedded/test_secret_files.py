"""Secrets are made once and are read by nobody else."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from cryptography.fernet import Fernet

from apps.integrations.embedded import read_or_make_secrets, write_private

MAKE = (
    "import sys; from pathlib import Path; from apps.integrations.embedded import read_or_make_secrets; "
    "print(read_or_make_secrets(Path(sys.argv[1])))"
)


def test_they_are_made_once(tmp_path: Path) -> None:
    first = read_or_make_secrets(tmp_path / "secrets.env")
    assert first == read_or_make_secrets(tmp_path / "secrets.env")
    assert set(first) == {"SECRET_KEY", "CREDENTIAL_KEYS"}
    assert len(first["SECRET_KEY"]) > 50
    Fernet(first["CREDENTIAL_KEYS"])
    assert [path.name for path in tmp_path.iterdir()] == ["secrets.env"]


def test_two_at_once_get_the_same(tmp_path: Path) -> None:
    made = [
        subprocess.Popen([sys.executable, "-c", MAKE, str(tmp_path / "secrets.env")], stdout=subprocess.PIPE) for _ in range(3)
    ]
    assert len({process.communicate(timeout=60)[0] for process in made}) == 1


def test_the_file_is_private_whatever_the_umask_and_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "servers.env"
    path.write_text("OLD=1")
    path.chmod(0o666)
    before = os.umask(0)
    try:
        write_private(path, {"A": "1", "B": "x=y"})
    finally:
        os.umask(before)
    assert path.read_text() == "A=1\nB=x=y\n"
    assert path.stat().st_mode & 0o777 == 0o600
