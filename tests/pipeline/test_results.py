"""A result is written whole, or one sentence says why not."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management.base import CommandError

from apps.pipeline.results import check_file, write_file

ROOT = Path(__file__).resolve().parents[2]


def printed(arguments: str) -> subprocess.CompletedProcess[bytes]:
    """What a shell says of a process that writes a result where `arguments` lead it."""
    code = "from apps.pipeline.results import write_out; write_out(bytes(1_000_000))"
    script = f"set -o pipefail; {sys.executable} -c '{code}' {arguments}"
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "portal.settings"}
    return subprocess.run(["bash", "-c", script], cwd=ROOT, env=environment, capture_output=True, timeout=60, check=False)


def test_a_reader_that_goes_away_is_no_error() -> None:
    done = printed("| head -c 10")
    assert (done.returncode, done.stdout, done.stderr) == (141, bytes(10), b"")


def test_a_full_disk_is_said() -> None:
    done = printed("> /dev/full")
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].endswith(b"The result can't be written: No space left on device.")


@pytest.mark.parametrize(("name", "why"), [("none/x.md", "there is no folder"), (".", "is a folder")])
def test_a_place_that_takes_no_file_is_said_at_once(name: str, why: str, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=why):
        check_file(tmp_path / name)


def test_a_file_is_replaced_whole_and_keeps_its_mode(tmp_path: Path) -> None:
    file, link = tmp_path / "x.md", tmp_path / "link.md"
    file.write_bytes(b"before")
    file.chmod(0o640)
    link.symlink_to(file)
    check_file(link)
    write_file(link, b"after")
    assert link.is_symlink() and file.read_bytes() == b"after"
    assert file.stat().st_mode & 0o777 == 0o640
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link.md", "x.md"]


def test_what_was_there_stays_where_the_new_can_not_be_written(tmp_path: Path) -> None:
    file = tmp_path / "x.md"
    file.write_bytes(b"before")
    (tmp_path / f".repolore.{os.getpid()}").mkdir()  # stands where the new text is put first
    with pytest.raises((CommandError, OSError)):
        write_file(file, b"after")
    assert file.read_bytes() == b"before"


def test_a_device_is_written_as_it_is() -> None:
    write_file(Path("/dev/null"), b"gone")
    with pytest.raises(CommandError, match="No space left"):
        write_file(Path("/dev/full"), b"lost")
