"""Seconds of a second sync after a commit to ten files, beside the first sync of the same repository: until all is stored.

    python -m apps.integrations.embedded STATE python benchmarks/second_sync.py FOLDER_OR_GIT_DIRECTORY [--files 10]

STATE is a folder for the servers.  The files are written into a repository of their own, so that nothing of FOLDER is changed.
The commit adds a function to each of the chosen Python, JavaScript or TypeScript files, which are drawn with a fixed seed.  Both
sides are wall-clock seconds of the steps fetch, extract and index in this process, with one child that parses.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import django

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")
os.environ.setdefault("PARSE_PROCESSES", "1")
django.setup()

from django.core.management import call_command  # noqa: E402 - Django is set up first

from apps.pipeline.recording import SyncProgress  # noqa: E402
from apps.pipeline.steps import extract, fetch, index  # noqa: E402
from apps.pipeline.triggers import request_sync  # noqa: E402
from apps.repos import services  # noqa: E402
from apps.repos.models import Repo  # noqa: E402
from apps.tenants.services import create_tenant  # noqa: E402
from benchmarks.arguments import described, source  # noqa: E402
from benchmarks.sources import files  # noqa: E402

_ADDED = {
    ".py": "\n\ndef added_by_the_benchmark(value):\n    return str(value)\n",
    ".js": "\n\nfunction addedByTheBenchmark(value) {\n  return String(value);\n}\n",
    ".ts": "\n\nfunction addedByTheBenchmark(value: number) {\n  return String(value);\n}\n",
}
_GIT = ("git", "-c", "user.name=Benchmark", "-c", "user.email=benchmark@example.com", "-c", "commit.gpgsign=false")


def commit(folder: Path, subject: str) -> None:
    """Commit all that lies in the folder."""
    subprocess.run([*_GIT, "add", "-A"], cwd=folder, check=True)
    subprocess.run([*_GIT, "commit", "-q", "-m", subject], cwd=folder, check=True)


def seconds(repo: Repo) -> float:
    """How long fetching, extracting and indexing the head take."""
    progress = SyncProgress(request_sync(tenant=repo.tenant, repo=repo, trigger="manual"))
    start = time.monotonic()
    fetched = fetch.run(repo, progress)
    extracted = extract.run(repo, fetched.mirror, fetched.head, progress)
    index.run(repo, fetched.head, extracted, progress)
    return time.monotonic() - start


def main() -> int:
    """Print both and their ratio."""
    parser = described(__doc__)
    parser.add_argument("source", type=source, metavar="FOLDER_OR_GIT_DIRECTORY")
    parser.add_argument("--files", type=int, default=10)
    given = parser.parse_args()
    if sum(Path(path).suffix in _ADDED for path, _ in files(given.source)) < given.files:
        parser.error(f"{str(given.source)!r} has fewer than {given.files} files of Python, JavaScript or TypeScript")
    call_command("migrate", verbosity=0)
    tenant = create_tenant(name="Benchmark", slug="benchmark")
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        subprocess.run([*_GIT, "init", "-q"], cwd=folder, check=True)
        written = []
        for path, raw in files(given.source):
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(raw)
            written.append(path)
        commit(folder, "First")
        repo = services.register_local_repo(tenant=tenant, path=str(folder))
        first = seconds(repo)
        candidates = [path for path in written if Path(path).suffix in _ADDED]
        for path in random.Random(1).sample(candidates, given.files):
            with (folder / path).open("a", encoding="utf-8") as file:
                file.write(_ADDED[Path(path).suffix])
        commit(folder, "Second")
        repo.refresh_from_db()
        second = seconds(repo)
    print(f"{len(written):,} files: first sync {first:.1f} s, after a commit to {given.files} files {second:.1f} s")
    print(f"the second takes {second / first:.1%} of the first")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
