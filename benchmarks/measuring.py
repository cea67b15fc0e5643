"""Run a command and watch its whole process tree: seconds, and peak memory as the sum of proportional set sizes."""

from __future__ import annotations

import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

INTERVAL = 0.05  # seconds between two looks


@dataclass(frozen=True, slots=True)
class Measured:
    """`peak_bytes` is the largest sum of PSS seen over the tree; shared pages count once."""

    seconds: float
    peak_bytes: int
    status: int
    output: bytes


def _tree(root: int) -> list[int]:
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except (OSError, IndexError):
                continue
            children.setdefault(parent, []).append(int(entry.name))
    found, border = [], [root]
    while border:
        pid = border.pop()
        found.append(pid)
        border.extend(children.get(pid, []))
    return found


def _pss(pid: int) -> int:
    try:
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass
    return 0


def measure(command: list[str], *, environment: dict[str, str], folder: Path, output: Path) -> Measured:
    """Run `command`, its standard output going to the file `output`."""
    peak, start = 0, time.monotonic()
    with output.open("wb") as out, output.with_suffix(".err").open("wb") as err:
        process = subprocess.Popen(command, cwd=folder, env=environment, stdout=out, stderr=err, stdin=subprocess.DEVNULL)
        while process.poll() is None:
            peak = max(peak, sum(_pss(pid) for pid in _tree(process.pid)))
            time.sleep(INTERVAL)
    return Measured(time.monotonic() - start, peak, process.returncode, output.read_bytes())
