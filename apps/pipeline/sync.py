"""One run of the pipeline: the steps in order, each in its own transactions, each safe to run again."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from apps.codegraph import services as graph_services
from apps.pipeline import triggers
from apps.pipeline.recording import SyncProgress
from apps.pipeline.steps import extract, fetch, index, publish, synthesise
from apps.repos import selectors, services
from apps.tenants.context import tenant_scope

if TYPE_CHECKING:
    from apps.repos.models import Sync


def run(sync: Sync) -> None:
    """Run a claimed sync to its end; errors pass through to the job runner."""
    repo = sync.repo
    progress = SyncProgress(sync)
    started = time.monotonic()

    services.enter_step(sync=sync, step="fetch")
    fetched = fetch.run(repo, progress)
    services.set_commit(sync=sync, branch=fetched.head.branch, commit_sha=fetched.head.sha)

    if publish.verify_unchanged(repo, fetched.head.sha):
        progress.flush()
        services.finish(sync=sync, outcome="unchanged", counts={}, skipped=[])
        return

    services.enter_step(sync=sync, step="extract")
    extracted = extract.run(repo, fetched.mirror, fetched.head, progress)
    analysis = extracted.analysis

    services.enter_step(sync=sync, step="index")
    index.run(repo, fetched.head, extracted, progress, allow_shrink=selectors.shrink_confirmed(sync))

    services.enter_step(sync=sync, step="synthesise")
    written = synthesise.run(analysis.sheet, progress)

    services.enter_step(sync=sync, step="publish")
    outcome = publish.run(repo, fetched.head, written.text, written.digest, analysis.sheet, progress)

    progress.flush()
    counts = {**analysis.counts(), "seconds": round(time.monotonic() - started, 1)}
    services.finish(sync=sync, outcome=outcome, counts=counts, skipped=analysis.skipped())
    # Housekeeping: texts that no file and no version cites any more, and analyses of earlier extractors.
    services.drop_unreferenced_blobs(tenant_id=repo.tenant_id)
    graph_services.purge_analyses(tenant_id=repo.tenant_id, extractor=analysis.extractor)
    with tenant_scope(repo.tenant_id):
        triggers.request_rendering(repo=repo)
        triggers.request_embedding(tenant_id=repo.tenant_id)
