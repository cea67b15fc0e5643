"""Capsules and edges of a repository."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from apps.engine.facts import encode
from apps.engine.graph import Resolver, build_graph, is_test
from apps.engine.parsing import parse
from tests.engine.graph.building import calls, facts_of, graph_of

ROOT = Path(__file__).parents[3]
APP = {
    "shop/__init__.py": '"""A shop."""\n',
    "shop/models.py": """
        import os
        LIMIT = 3
        class Order:
            # Pays.
            @property
            def total(self) -> int:
                return 1
            def pay(self, amount: int) -> None:
                charge(amount)
        def charge(amount): ...
        print(LIMIT)
        """,
    "shop/tests/test_models.py": "from shop.models import Order\ndef test_pay():\n    Order().pay(1)\n    helper()\ndef helper(): ...\n",
}


def test_capsules_hold_whole_bodies() -> None:
    by_symbol = {c.symbol: c for c in graph_of(APP).capsules}
    pay = by_symbol["shop/models.py#Order.pay"]
    assert pay.body == "    def pay(self, amount: int) -> None:\n        charge(amount)"
    assert (pay.parent, pay.kind, pay.signature) == (
        "shop/models.py#Order", "method", "def pay(self, amount: int) -> None",
    )  # fmt: skip
    total = by_symbol["shop/models.py#Order.total"]
    assert (total.start_line, total.line, total.end_line) == (4, 6, 7)
    module = by_symbol["shop/models.py"]
    assert (module.body + "\n", module.end_line) == (facts_of(APP)[0]["shop/models.py"], 11)
    assert by_symbol["shop/__init__.py"].docstring == "A shop."
    assert len(by_symbol) == len(graph_of(APP).capsules)


def test_calls_out_of_tests_are_tests() -> None:
    graph = graph_of(APP)
    assert calls(graph, kind="tests") == {
        ("shop/tests/test_models.py#test_pay", "shop/models.py#Order"),
        ("shop/tests/test_models.py#test_pay", "shop/models.py#Order.pay"),
    }
    assert ("shop/tests/test_models.py#test_pay", "shop/tests/test_models.py#helper") in calls(graph)
    assert ("shop/models.py#Order", "shop/models.py#Order.pay") in calls(graph, kind="contains")
    assert ("shop/tests/test_models.py", "shop/models.py#Order") in calls(graph, kind="imports")
    assert ("shop/models.py", "ext:os") in calls(graph, kind="imports")


def test_counts_add_up() -> None:
    graph = graph_of(APP)
    unresolved = sum(capsule.unresolved_calls for capsule in graph.capsules)
    assert graph.call_count == graph.resolved_call_count + graph.external_call_count + unresolved


def test_any_order_of_files_gives_the_same_graph() -> None:
    texts, facts = facts_of(APP)
    expected = encode(graph_of(APP))
    for seed in range(5):
        paths = list(facts)
        random.Random(seed).shuffle(paths)
        shuffled = {path: facts[path] for path in paths}
        assert encode(build_graph(shuffled, texts, Resolver(shuffled))) == expected


def test_our_own_graph_is_the_same_in_processes_with_other_hash_seeds() -> None:
    script = (
        "import sys, hashlib, pathlib\n"
        "from apps.engine.facts import encode\n"
        "from apps.engine.graph import Resolver, build_graph\n"
        "from apps.engine.parsing import parse\n"
        "texts = {p.as_posix(): p.read_text('utf-8') for p in pathlib.Path('apps/engine/graph').glob('*.py')}\n"
        "facts = {p: parse(p, 'Python', t) for p, t in texts.items()}\n"
        "print(hashlib.sha256(encode(build_graph(facts, texts, Resolver(facts)))).hexdigest())\n"
    )
    seen = set()
    for seed, locale, zone in (("0", "C", "UTC"), ("1", "tr_TR.UTF-8", "Asia/Tokyo")):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "LC_ALL": locale, "TZ": zone}
        done = subprocess.run(
            [sys.executable, "-c", script], cwd=ROOT, env=environment, capture_output=True, text=True, check=True, timeout=120
        )
        seen.add(done.stdout)
    assert len(seen) == 1


def test_edges_lead_to_capsules() -> None:
    texts = {
        path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in sorted((ROOT / "apps" / "engine").rglob("*.py"))
    }
    facts = {path: parse(path, "Python", text) for path, text in texts.items()}
    graph = build_graph(facts, texts, Resolver(facts))
    symbols = {capsule.symbol for capsule in graph.capsules}
    assert len(symbols) == len(graph.capsules)
    for edge in graph.edges:
        assert edge.source in symbols
        assert edge.is_external or edge.target in symbols or edge.kind in ("uses", "imports"), edge
    known = (graph.resolved_call_count + graph.external_call_count) / graph.call_count
    assert known > 0.9


def test_what_counts_as_a_test() -> None:
    assert all(map(is_test, ["tests/a.py", "a/test_x.py", "src/x.test.ts", "a/__tests__/b.js", "x_test.go", "conftest.py"]))
    assert not any(map(is_test, ["a/contest.py", "latest/x.py", "src/testing_tool_x.py", "attest.js"]))


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        (
            {
                "shop/errors.py": "class Late(Exception): ...\nclass Lost(Exception): ...\n",
                "shop/core.py": "import os\nfrom .errors import Late\nfrom .errors import Lost, Late as L\n",
                "shop/__init__.py": "from .errors import Late\nfrom . import core\n",
                "use.py": "import shop.errors\nfrom shop.errors import Late\nfrom shop import Lost\nfrom shop import Late as Other\n",
                "star.py": "from shop.errors import *\n",
            },
            {
                ("shop/core.py", "shop/errors.py", 2),
                ("shop/__init__.py", "shop/errors.py", 1),
                ("shop/__init__.py", "shop/core.py", 2),
                ("use.py", "shop/errors.py", 1),
                ("use.py", "shop/__init__.py", 3),
                ("star.py", "shop/errors.py", 1),
            },
        ),
        (
            {
                "src/context.ts": "export class Context {}\nexport type Data = string;\n",
                "src/index.ts": "export { Context } from './context'\n",
                "src/a.ts": "import { Context } from './context'\nimport type { Data } from './context'\n",
                "src/b.ts": "import type { Context } from './index'\n",
            },
            {
                ("src/index.ts", "src/context.ts", 1),
                ("src/a.ts", "src/context.ts", 1),
                ("src/b.ts", "src/index.ts", 1),
            },
        ),
        (
            {
                "src/shop/Order.java": "package shop;\npublic class Order {}\n",
                "src/till/Till.java": "package till;\nimport shop.Order;\nclass Till {}\n",
            },
            {("src/till/Till.java", "src/shop/Order.java", 2)},
        ),
        (
            {"src/lib.rs": "mod a;\nuse crate::a::Thing;\n", "src/a.rs": "pub struct Thing;\n"},
            {("src/lib.rs", "src/a.rs", 1)},
        ),
    ],
)
def test_a_name_of_a_file_is_an_import_of_the_file_once(files: dict[str, str], expected: set[tuple[str, str, int]]) -> None:
    edges = [edge for edge in graph_of(files).edges if edge.kind == "imports" and not edge.is_external]
    assert {(edge.source, edge.target, edge.line) for edge in edges if "#" not in edge.target} == expected
