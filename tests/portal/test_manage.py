"""The command line itself: interrupted while it loads, or begun without its standard streams."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_ctrl_c_while_all_is_still_being_loaded_ends_without_a_word(tmp_path: Path) -> None:
    # a shell that starts the tests in the background has them ignore the signal
    text = "import os, signal; signal.signal(signal.SIGINT, signal.default_int_handler); os.kill(os.getpid(), signal.SIGINT)"
    (tmp_path / "interrupted.py").write_text(text)
    told = {"PATH": os.environ["PATH"], "PYTHONPATH": str(tmp_path), "DJANGO_SETTINGS_MODULE": "interrupted"}
    done = subprocess.run([sys.executable, "manage.py", "check"], cwd=ROOT, env=told, capture_output=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


def test_a_closed_standard_stream_is_not_taken_by_a_file(tmp_path: Path) -> None:
    (tmp_path / "looking.py").write_text(
        "import os; taken = os.open(os.devnull, os.O_RDONLY); open(os.environ['TOLD'], 'w').write(str(taken))"
    )
    told = {
        "PATH": os.environ["PATH"], "PYTHONPATH": str(tmp_path), "DJANGO_SETTINGS_MODULE": "looking", "TOLD": str(tmp_path / "told"),
    }  # fmt: skip
    script = f"exec {sys.executable} manage.py check <&- >&- 2>&-"
    subprocess.run(["sh", "-c", script], cwd=ROOT, env=told, timeout=60, check=False)
    assert int((tmp_path / "told").read_text()) > 2
