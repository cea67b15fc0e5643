"""One tenant with many repositories, synced as the product does it, in a database of its own: what the search benchmarks ask.

    python -m apps.integrations.embedded STATE python benchmarks/search/corpus.py FOLDER… [--passages 100000]

STATE is a folder for the servers; the other benchmarks of search are run with the same one.  Each FOLDER is a git directory, or
holds some (`name` or `name/repo`).  The smallest repositories come first, so that there are many, until the index has as many
passages as were asked for; a second run goes on where the first one ended, and makes again what an older indexer made.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import django

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")
django.setup()

from django.core.management import call_command  # noqa: E402 - Django is set up first

from apps.pipeline.tasks import sync_repo  # noqa: E402
from apps.pipeline.triggers import request_sync  # noqa: E402
from apps.repos import services  # noqa: E402
from apps.repos.models import Repo  # noqa: E402
from apps.search.indexer import CODE, INDEXER  # noqa: E402
from apps.search.models import IndexedSource  # noqa: E402
from apps.tenants.models import Tenant  # noqa: E402
from apps.tenants.services import create_tenant  # noqa: E402
from benchmarks.arguments import described, folder  # noqa: E402

SLUG = "corpus"


def tenant() -> Tenant:
    """The tenant of the corpus; ends the program where there is none."""
    found = Tenant.objects.filter(slug=SLUG).first()
    if found is None:
        raise SystemExit("there is no corpus in this database: run benchmarks/search/corpus.py first, with the same STATE")
    return found


def _git(path: Path, *words: str) -> bytes:
    return subprocess.run(["git", "-C", str(path), *words], capture_output=True, check=False).stdout


def git_directories(places: list[Path]) -> list[Path]:
    """Git directories in these folders, those with the fewest files first."""
    found: set[Path] = set()
    for place in places:
        for path in (place, *place.iterdir(), *place.glob("*/repo")):
            if (path / ".git").exists() or ((path / "objects").is_dir() and (path / "HEAD").is_file()):
                found.add(path.resolve())
    sizes = {path: _git(path, "ls-tree", "-r", "-z", "--name-only", "HEAD").count(b"\0") for path in found}
    return sorted((path for path, size in sizes.items() if size), key=lambda path: (sizes[path], _name(path), str(path)))


def _name(path: Path) -> str:
    return path.parent.name if path.name == "repo" else path.name


def passages(of: Tenant) -> int:
    """Passages the index has now."""
    return sum(IndexedSource.objects.filter(tenant=of).values_list("passages", flat=True))


def sync(repo: Repo) -> int:
    """Sync the repository, in this process; returns the passages of its code."""
    sync_repo(request_sync(tenant=repo.tenant, repo=repo, trigger="manual").pk)
    rows = IndexedSource.objects.filter(tenant_id=repo.tenant_id, repo=repo, source_type=CODE)
    return sum(rows.values_list("passages", flat=True))


def main() -> int:
    """Exit status 0 once the corpus has that many passages, 1 where the repositories do not suffice."""
    parser = described(__doc__)
    parser.add_argument("folders", type=folder, nargs="+", metavar="FOLDER")
    parser.add_argument("--passages", type=int, default=100_000)
    given = parser.parse_args()
    directories = git_directories(given.folders)
    if not directories:
        parser.error("there is no git directory with a commit in these folders")
    call_command("migrate", verbosity=0)
    of = Tenant.objects.filter(slug=SLUG).first() or create_tenant(name="Corpus", slug=SLUG)
    for old in IndexedSource.objects.filter(tenant=of, source_type=CODE).exclude(indexer=INDEXER).select_related("repo"):
        if old.repo is not None:
            print(f"again: {old.repo.name}: {sync(old.repo):,}", flush=True)
    names: set[str] = set()
    for path in directories:
        missing = given.passages - passages(of)
        if missing <= 0:
            break
        if _name(path) in names:  # the same clone twice
            continue
        names.add(_name(path))
        start = time.monotonic()
        repo = services.register_local_repo(tenant=of, path=str(path), name=_name(path))
        count = sync(repo)
        print(f"{_name(path)}: {count:,} passages, {time.monotonic() - start:.1f} s; {passages(of):,} in all", flush=True)
    print(f"{passages(of):,} passages of {Repo.objects.filter(tenant=of).count()} repositories")
    return 0 if passages(of) >= given.passages else 1


if __name__ == "__main__":
    raise SystemExit(main())
