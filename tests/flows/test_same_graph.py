"""The commands print what a sync stores, byte for byte the same whatever the number of processes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from apps.codegraph.models import Capsule, Edge
from apps.pipeline.tasks import sync_repo
from apps.pipeline.triggers import request_sync
from apps.repos import services
from apps.tenants.services import create_tenant
from tests.flows.processes import ROOT
from tests.flows.shop import FILES, Shop

MORE = {
    "shop/menu.py": "def shown(thing):\n    thing.unheard_of()\n\n\nclass Menu:\n    size: int = 3\n\n    def unheard_of(self): ...\n",
    "web/cart.ts": "export class Cart {\n  private lines: string[] = []\n  add(line: string) { this.lines.push(line); log(line) }\n}\nfunction log(x: string) {}\n",
    "docs/guide.md": "# Guide\n\nHow to *bake*.\n\n## Ovens\n\nHot.\n",
}  # fmt: skip


def printed(state: Path, *arguments: str, **extra: str) -> bytes:
    """What a command writes with neither database nor secrets in its environment."""
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "VIRTUAL_ENV")}
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT, env={**kept, **extra, "STATE_DIR": str(state)}, capture_output=True, timeout=120, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


@pytest.mark.django_db(transaction=True)
def test_commands_and_sync_tell_the_same(tmp_path: Path, settings) -> None:
    settings.STATE_DIR = tmp_path / "sync"
    shop = Shop(tmp_path, FILES | MORE)
    source = str(shop.bare)
    lines, graphs = set(), set()
    for count, seed in (("1", "0"), ("3", "7")):
        lines.add(printed(tmp_path / count, "capsules", source, "--jsonl", "--processes", count, PYTHONHASHSEED=seed))
        graphs.add(printed(tmp_path / count, "callgraph", source, "--json", "--processes", count, PYTHONHASHSEED=seed))
    assert (len(lines), len(graphs)) == (1, 1)
    capsules = {found["symbol"]: found for found in map(json.loads, lines.pop().splitlines())}
    calls = json.loads(graphs.pop())

    repo = services.register_local_repo(tenant=create_tenant(name="Bakers", slug="bakers"), path=source)
    sync_repo(request_sync(tenant=repo.tenant, repo=repo, trigger="manual").pk)
    rows = {row.symbol: row for row in Capsule.objects.filter(repo=repo)}
    assert rows.keys() == capsules.keys()
    plain = (
        "capsule_id", "content_hash", "kind", "name", "path", "language", "line", "start_line", "end_line", "signature", "docstring",
        "body", "parent", "bases", "decorators", "properties", "complexity", "rank",
    )  # fmt: skip
    for symbol, row in rows.items():
        told = capsules[symbol]
        assert {name: getattr(row, name) for name in plain} == {name: told[name] for name in plain}
        assert row.unresolved == told["unresolved_calls"]
        assert row.details == {name: told[name] for name in row.details}
    stored = Edge.objects.filter(repo=repo, kind__in=("calls", "tests"))
    names = ((row.source, f"ext:{row.target}" if row.is_external else row.target) for row in stored)
    assert Counter(set(names)) == Counter((source, target) for source, found in calls.items() for target in found)
    made = sorted((row.source, row.target, row.line, row.kind) for row in stored)
    assert made == sorted(
        (symbol, call["symbol"].removeprefix("ext:"), call["line"], call.get("kind", "calls"))
        for symbol, told in capsules.items()
        for call in told["calls"]
    )
    assert capsules["shop/menu.py#Menu.unheard_of"]["callers"]["verdict"] in ("found", "unknown")
    assert capsules["shop/services.py#place_order"]["callers"]["verdict"] == "found"
    assert {call["symbol"] for call in capsules["shop/services.py#place_order"]["called_by"]} == {
        "shop/main.py#create_order", "tests/test_orders.py#test_order_names_the_bread",
    }  # fmt: skip
    assert capsules["shop/menu.py#Menu"]["attributes"] == [{"name": "size", "type": "int", "line": 6}]


def test_without_json_a_summary_is_printed(tmp_path: Path) -> None:
    source = str(Shop(tmp_path).bare)
    summary = printed(tmp_path, "capsules", source).decode()
    assert "capsules\n" in summary and "Most central" in summary and "unknown" in summary
    graph = printed(tmp_path, "callgraph", source).decode()
    assert "calls seen" in graph and "shop/services.py#place_order" in graph
