"""Whatever happened to a repository between syncs, what is stored is what a first sync of its head would store."""

from __future__ import annotations

import struct
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from apps.codegraph.models import Capsule, Edge, FactSheet, SourceFile
from apps.engine.retrieval.bm25 import PASSAGE_SHIFT
from apps.pipeline.tasks import sync_repo
from apps.pipeline.triggers import request_sync
from apps.repos import services
from apps.repos.models import Repo
from apps.search.models import IndexedSource, Passage, PassageTerms, TermPostings
from apps.tenants.services import create_tenant
from tests.builders.repositories import Repository
from tests.flows.shop import FILES

Files = dict[str, str]
NAMES = ("orders", "stock", "people")
IDENTITY = frozenset({"id", "tenant_id", "repo_id", "blob_id", "created_at", "key", "source_key", "target_key", "path_key"})
SAID = (
    "anchor", "record", "digest", "title", "summary", "text", "path", "line", "end_line", "kind", "role", "language", "rank",
    "tokens",
)  # fmt: skip
_numbers = count(1)

START: Files = FILES | {
    f"shop/{name}.py": (
        "from shop.services import place_order\n\n\n"
        f"class {name.title()}:\n    def run(self):\n        return self.work(place_order)\n\n    def work(self, step):\n        return step('rye')\n"
    )
    for name in NAMES
} | {"web/cart.ts": "import { price } from './price'\nexport const total = (n: number) => price(n)\n", "web/price.ts": "export function price(n: number) { return n }\n"}  # fmt: skip


def call_more(files: Files, name: str) -> None:
    """A call of another file's function, as a value and by name."""
    path = f"shop/{name}.py"
    if path in files:
        files[path] += f"\n\ndef more_{len(files[path])}():\n    return {name.title()}().work(place_order)\n"


def change_signature(files: Files, name: str) -> None:
    """What others call gets another name: their calls lose their target."""
    path = "shop/services.py"
    if path in files:
        old, new = ("place_order", "take_order") if "def place_order" in files[path] else ("take_order", "place_order")
        files[path] = files[path].replace(old, new)


def move(files: Files, name: str) -> None:
    """The same content elsewhere."""
    path, other = f"shop/{name}.py", f"shop/moved/{name}.py"
    for old, new in ((path, other), (other, path)):
        if old in files:
            files[new] = files.pop(old)
            return


def delete(files: Files, name: str) -> None:
    """A file goes, or comes back."""
    path = f"shop/{name}.py"
    if files.pop(path, None) is None:
        files[path] = START[path]


def change_script(files: Files, name: str) -> None:
    """The imported function moves to another file of the same name without its ending."""
    for old, new in (("web/price.ts", "web/price/index.ts"), ("web/price/index.ts", "web/price.ts")):
        if old in files:
            files[new] = files.pop(old)
            return


def change_manifest(files: Files, name: str) -> None:
    """A dependency more, and what it makes of the facts."""
    files["pyproject.toml"] = files["pyproject.toml"].replace('"sqlalchemy>=2"', f'"sqlalchemy>=2", "{name}>=1"', 1)


EDITS = (call_more, change_signature, move, delete, change_script, change_manifest)


@st.composite
def histories(draw: st.DrawFn) -> list[list[tuple[int, str]] | None]:
    """Commits as lists of edits; None goes back to the files of the start, as a switch of branches does."""
    edit = st.tuples(st.integers(0, len(EDITS) - 1), st.sampled_from(NAMES))
    return draw(st.lists(st.one_of(st.lists(edit, min_size=1, max_size=3), st.none()), min_size=2, max_size=4))


def rows(model: Any, repo: Repo) -> list[tuple[tuple[str, Any], ...]]:
    """All that is stored of one kind, without what only tells rows apart."""
    found = model.objects.filter(repo=repo).values()
    kept = [tuple((name, str(value)) for name, value in sorted(row.items()) if name not in IDENTITY) for row in found]
    return sorted(kept)


def sheet(repo: Repo) -> bytes:
    return bytes(FactSheet.objects.get(repo=repo).data)


def searchable(repo: Repo) -> list[tuple[Any, ...]]:
    """All that a search of the repo's code and document reads: passages, their terms, postings and statistics, by anchor."""
    found: list[tuple[Any, ...]] = []
    for source in IndexedSource.objects.filter(repo=repo).order_by("source_type"):
        passages = list(Passage.objects.filter(indexed=source).order_by("key"))
        anchors = {passage.pk: passage.anchor for passage in passages}
        terms = PassageTerms.objects.filter(indexed=source)
        postings = {}
        for row in TermPostings.objects.filter(indexed=source):
            numbers = [number for (number,) in struct.iter_unpack(">q", row.postings)]
            held = sorted((anchors[number >> PASSAGE_SHIFT], number & ((1 << PASSAGE_SHIFT) - 1)) for number in numbers)
            postings[row.term] = (row.frequency, held)
        assert (source.passages, source.tokens) == (len(passages), sum(passage.tokens for passage in passages))
        found.append(
            (
                source.source_type, source.commit_sha,
                [[getattr(passage, name) for name in SAID] for passage in passages],
                sorted((anchors[row.passage_id], row.length, row.terms, row.counts) for row in terms),
                postings,
            )
        )  # fmt: skip
    return found


def synced(repo: Repo) -> None:
    sync = request_sync(tenant=repo.tenant, repo=repo, trigger="manual")
    sync_repo(sync.pk)
    sync.refresh_from_db()
    assert sync.state == "done", sync.error


def check(folder: Path, history: list[list[tuple[int, str]] | None]) -> None:
    number = next(_numbers)
    tenant = create_tenant(name=f"Bakers {number}", slug=f"bakers-{number}")
    bare = Repository(folder / f"{number}" / "shop.git")
    files = dict(START)
    bare.commit({path: text.encode() for path, text in files.items()})
    repo = services.register_local_repo(tenant=tenant, path=str(bare.folder))
    synced(repo)
    for edits in history:
        if edits is None:
            files = dict(START)
        for at, name in edits or ():
            EDITS[at](files, name)
        bare.commit({path: text.encode() for path, text in files.items()})
        synced(repo)
    fresh_tenant = create_tenant(name=f"Fresh {number}", slug=f"fresh-{number}")
    fresh = services.register_local_repo(tenant=fresh_tenant, path=str(bare.folder))
    synced(fresh)
    for model in (SourceFile, Capsule, Edge):
        assert rows(model, repo) == rows(model, fresh)
    assert sheet(repo) == sheet(fresh)
    assert searchable(repo) == searchable(fresh)


@pytest.mark.django_db(transaction=True)
def test_a_fixed_history(tmp_path: Path, settings) -> None:
    settings.STATE_DIR = tmp_path / "state"
    check(tmp_path, [[(0, "orders"), (1, "orders")], [(2, "stock"), (3, "people")], None, [(4, "orders"), (5, "stock")]])


@pytest.mark.rig
@pytest.mark.django_db(transaction=True)
@given(history=histories())
@settings(
    max_examples=12, phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)  # fmt: skip
def test_any_history(tmp_path: Path, history: list[list[tuple[int, str]] | None]) -> None:
    check(tmp_path, history)
