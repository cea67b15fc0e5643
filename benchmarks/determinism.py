"""The same commit gives the same bytes: hash seed, locale, time zone, number of processes; by command and by sync.

python benchmarks/determinism.py FOLDER_OR_URL [FOLDER_OR_URL …]
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.arguments import address, described

ROOT = Path(__file__).resolve().parents[1]
RUNS = (
    ("seed 0, C, UTC, 1 process, cold", {"PYTHONHASHSEED": "0", "LC_ALL": "C", "TZ": "UTC"}, "1", "cold"),
    ("seed 1, C.UTF-8, Tokyo, 4 processes, cold", {"PYTHONHASHSEED": "1", "LC_ALL": "C.UTF-8", "TZ": "Asia/Tokyo"}, "4", "other"),
    ("random seed, tr_TR, Caracas, 4 processes, warm", {"LC_ALL": "tr_TR.UTF-8", "TZ": "America/Caracas"}, "4", "cold"),
)


def main() -> int:
    """Print a digest a run and command; status 1 if they differ."""
    parser = described(__doc__)
    parser.add_argument("sources", nargs="+", type=address, metavar="FOLDER_OR_URL")
    sources: list[str] = parser.parse_args().sources
    differ = False
    with tempfile.TemporaryDirectory() as folder:
        for number, source in enumerate(sources):
            for command in (["document"], ["facts", "--json"]):
                digests = set()
                for label, extra, processes, state in RUNS:
                    done = subprocess.run(
                        [sys.executable, "manage.py", *command, source, "--processes", processes],
                        cwd=ROOT, capture_output=True, check=True, stdin=subprocess.DEVNULL,
                        env={**os.environ, **extra, "STATE_DIR": f"{folder}/{number}-{state}"},
                    )  # fmt: skip
                    digest = hashlib.sha256(done.stdout).hexdigest()
                    digests.add(digest)
                    print(f"{named(source)} {command[0]:9} {digest[:16]} {len(done.stdout):>10,} bytes  {label}")
                if command == ["document"]:
                    digests.add(_digest_of_sync(source, f"{folder}/{number}-sync"))
                differ |= len(digests) != 1
    print("DIFFERENT" if differ else "identical")
    return int(differ)


def named(source: str) -> str:
    """The end of the address, wide enough for a column."""
    return f"{'/'.join(Path(source).parts[-2:])[-48:]:48}"


def _digest_of_sync(source: str, state: str) -> str:
    """By a sync into a database of its own, with servers of its own."""
    kept = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    done = subprocess.run(
        [sys.executable, "-m", "apps.integrations.embedded", state, sys.executable, "benchmarks/synced_document.py", source],
        cwd=ROOT, capture_output=True, check=True, stdin=subprocess.DEVNULL,
        env={**kept, "STATE_DIR": state},
    )  # fmt: skip
    digest = hashlib.sha256(done.stdout).hexdigest()
    print(f"{named(source)} document  {digest[:16]} {len(done.stdout):>10,} bytes  by sync")
    return digest


if __name__ == "__main__":
    raise SystemExit(main())
