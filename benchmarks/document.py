"""Seconds, peak memory and size of the document of given repositories.

python benchmarks/document.py FOLDER_OR_URL [FOLDER_OR_URL …]
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.arguments import address, described
from benchmarks.measuring import measure

ROOT = Path(__file__).resolve().parents[1]


def main() -> int:
    """Print one line a repository; status 1 if one failed or lacks a section."""
    parser = described(__doc__)
    parser.add_argument("sources", nargs="+", type=address, metavar="FOLDER_OR_URL")
    sources: list[str] = parser.parse_args().sources
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        for number, source in enumerate(sources):
            environment = {**os.environ, "STATE_DIR": str(Path(folder) / f"state{number}")}
            done = measure(
                [sys.executable, "manage.py", "document", source],
                environment=environment, folder=ROOT, output=Path(folder) / f"{number}.md",
            )  # fmt: skip
            text = done.output.decode()
            sections = sum(1 for line in text.splitlines() if line.startswith("## "))
            failed |= done.status != 0 or sections != 10
            print(
                f"{Path(source).name:40} status {done.status}  {done.seconds:6.1f} s  peak {done.peak_bytes / 2**20:6.0f} MiB  "
                f"{sections} sections  {len(text.splitlines())} lines"
            )
            if done.status:
                print((Path(folder) / f"{number}.err").read_text(errors="replace")[-2000:])
    return int(failed)


if __name__ == "__main__":
    raise SystemExit(main())
