"""From a push to the diff that explains it, with the real worker, git, PostgreSQL and queue: nothing is mocked."""

from __future__ import annotations

from pathlib import Path

import pytest

from apps.artifacts import selectors as artifacts
from apps.codegraph.models import FactSheet
from apps.engine.artifact.diff import compare
from apps.engine.rendering import RelativeLinks, to_markdown
from apps.pipeline.triggers import request_sync
from apps.repos import selectors, services
from apps.tenants.services import create_tenant
from tests.flows.processes import Process, wait_until
from tests.flows.shop import FILES, Shop

pytestmark = pytest.mark.django_db(transaction=True)


def synced(tenant, repo) -> str:
    """Request a sync, wait for the worker, return the outcome."""
    sync = request_sync(tenant=tenant, repo=repo, trigger="manual")
    wait_until(lambda: selectors.sync(tenant, sync.pk).state in ("done", "failed"), 180, "the sync has not ended")
    done = selectors.sync(tenant, sync.pk)
    assert done.state == "done", done.error
    return done.outcome


def test_a_push_makes_version_two_and_the_diff_names_the_endpoint_and_its_commit(tmp_path: Path) -> None:
    shop = Shop(tmp_path)
    tenant = create_tenant(name="Bakers", slug="bakers")
    repo = services.register_local_repo(tenant=tenant, path=str(shop.bare))
    with Process("worker", state=tmp_path):
        assert synced(tenant, repo) == "new version"
        first = artifacts.current_version(repo)
        assert first.number == 1 and first.commit_sha == shop.first

        assert synced(tenant, repo) == "unchanged"
        FactSheet.objects.filter(repo=repo).update(extractor="another release")
        assert synced(tenant, repo) == "verified", "the release is another, so the same commit is read again"
        assert synced(tenant, repo) == "unchanged"
        comment = FILES["shop/main.py"].replace("app = FastAPI()", "# The shop.\napp = FastAPI()")
        moved = shop.push("Add a comment", {"shop/main.py": comment})
        assert synced(tenant, repo) == "verified"
        assert artifacts.current_version(repo).pk == first.pk
        assert artifacts.artifact(repo).verified_sha == moved

        changed = comment.replace('"/orders"', '"/v2/orders"')
        culprit = shop.push("Move orders to v2", {"shop/main.py": changed})
        shop.push("Sharpen the knives", {"KNIVES.md": "# Knives\n\nSharp.\n"})
        assert synced(tenant, repo) == "new version"

    second = artifacts.current_version(repo)
    assert second.number == 2
    old, new = artifacts.version(repo, 1), artifacts.version(repo, 2)
    diff = compare(artifacts.document(old), artifacts.document(new), artifacts.fact_sheet(old), artifacts.fact_sheet(new))
    endpoints = [change for change in diff.facts if change.kind == "endpoint"]
    assert any("/v2/orders" in change.name + change.after for change in endpoints)
    between = selectors.commits_between(repo, old.commit_sha, new.commit_sha)
    assert [commit.subject for commit in between.commits] == ["Sharpen the knives", "Move orders to v2", "Add a comment"]
    touching = [commit.sha for commit in between.commits if set(commit.paths or ()) & set(endpoints[0].touched_paths)]
    assert touching == [culprit, moved]
    text = to_markdown(artifacts.document(new), RelativeLinks())
    assert text.count("\n## ") == 10 and "/v2/orders" in text
