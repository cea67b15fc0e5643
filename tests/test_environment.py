"""The program that makes the virtual environment leaves other folders alone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

PROGRAM = Path(__file__).resolve().parents[1] / ".ci" / "environment.py"


def test_a_linked_environment_is_not_cleared(tmp_path: Path) -> None:
    (tmp_path / "theirs").mkdir()
    (tmp_path / "theirs" / "kept").write_text("here")
    (tmp_path / "project").mkdir()
    (tmp_path / "project" / ".venv").symlink_to(tmp_path / "theirs")
    lock = tmp_path / "project" / "requirements.lock"
    lock.write_text("")
    done = subprocess.run(
        [sys.executable, str(PROGRAM), ".venv", lock.name],
        cwd=tmp_path / "project", capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert "is a link to a folder that is not ours to clear" in done.stderr and "Traceback" not in done.stderr
    assert [path.name for path in (tmp_path / "theirs").iterdir()] == ["kept"]
