"""Score `manage.py facts` against the hand-made truths in `benchmarks/truth`.

    python benchmarks/score_truths.py FOLDER

FOLDER holds clones named as the truths name their repositories (``owner+name/repo``, ``owner+name`` or ``name``); each is
read at its head, which must be the truth's commit.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.arguments import described, folder

ROOT = Path(__file__).resolve().parents[1]
TRUTHS = ROOT / "benchmarks" / "truth"


def find(clones: Path, repository: str) -> Path | None:
    """The clone of `owner/name` below `clones`."""
    owner, _, name = repository.partition("/")
    for candidate in (f"{owner}+{name}/repo", f"{owner}+{name}", name):
        if (clones / candidate).is_dir():
            return clones / candidate
    return None


def main() -> int:
    """Print the scorer's lines for every truth whose clone is there; status 1 where one is not."""
    parser = described(__doc__)
    parser.add_argument("clones", type=folder, metavar="FOLDER")
    clones: Path = parser.parse_args().clones
    truths = {path: json.loads(path.read_text()) for path in sorted(TRUTHS.glob("*.json"))}
    if not any(find(clones, truth["repo"]) for truth in truths.values()):
        parser.error(f"there is no clone of any of the {len(truths)} repositories in {str(clones)!r}")
    missing = 0
    with tempfile.TemporaryDirectory() as scratch:
        for path, truth in truths.items():
            clone = find(clones, truth["repo"])
            if clone is None:
                print(f"== {path.stem}: no clone of {truth['repo']}")
                missing += 1
                continue
            head = subprocess.run(["git", "-C", str(clone), "rev-parse", "HEAD"], capture_output=True, text=True, check=True)
            note = "" if head.stdout.strip() == truth["commit"] else "  (head is not the truth's commit)"
            found = subprocess.run(
                [sys.executable, "manage.py", "facts", str(clone), "--json"],
                cwd=ROOT, capture_output=True, check=True, env={**os.environ, "STATE_DIR": scratch},
            )  # fmt: skip
            predicted = Path(scratch) / path.name
            predicted.write_bytes(found.stdout)
            print(f"== {path.stem}{note}", flush=True)
            subprocess.run([sys.executable, str(TRUTHS / "score_truth.py"), str(path), str(predicted)], check=True)
    return int(missing > 0)


if __name__ == "__main__":
    raise SystemExit(main())
