"""The same commit gives the same bytes: by command and by sync, whatever the hash seed, locale, time zone and processes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from apps.artifacts import selectors as artifacts
from apps.engine.rendering import RelativeLinks, to_markdown
from apps.pipeline.tasks import sync_repo
from apps.pipeline.triggers import request_sync
from apps.repos import services
from apps.tenants.services import create_tenant
from tests.flows.processes import ROOT
from tests.flows.shop import Shop

VARIANTS = (
    {"PYTHONHASHSEED": "0", "LC_ALL": "C", "TZ": "UTC", "processes": "1"},
    {"PYTHONHASHSEED": "7", "LC_ALL": "C.UTF-8", "TZ": "Asia/Tokyo", "processes": "4"},
)


def by_command(source: Path, state: Path, *, processes: str, **extra: str) -> bytes:
    """`manage.py document` with neither database nor secrets in its environment."""
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "VIRTUAL_ENV")}
    done = subprocess.run(
        [sys.executable, "manage.py", "document", str(source), "--processes", processes],
        cwd=ROOT, env={**kept, **extra, "STATE_DIR": str(state)}, capture_output=True, timeout=120, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


@pytest.mark.django_db(transaction=True)
def test_command_and_sync_write_the_same_bytes(tmp_path: Path, settings) -> None:
    settings.STATE_DIR = tmp_path / "sync"
    shop = Shop(tmp_path)
    written = {by_command(shop.bare, tmp_path / f"state{n}", **variant) for n, variant in enumerate(VARIANTS)}
    written.add(by_command(shop.bare, tmp_path / "state0", **VARIANTS[1]))  # its mirror is warm

    tenant = create_tenant(name="Bakers", slug="bakers")
    repo = services.register_local_repo(tenant=tenant, path=str(shop.bare))
    sync_repo(request_sync(tenant=tenant, repo=repo, trigger="manual").pk)
    version = artifacts.current_version(repo)
    written.add(to_markdown(artifacts.document(version), RelativeLinks()).encode())
    assert len(written) == 1
