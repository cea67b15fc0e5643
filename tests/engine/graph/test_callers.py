"""Who calls a symbol: found, none, or unknown and why."""

from __future__ import annotations

import pytest

from apps.engine.facts import Component, Edge, FactSheet, FileEntry, Place, Project
from apps.engine.facts.sheet import Command, EntryPoint
from apps.engine.graph.callers import CallerJudge, Callers, Surroundings, surroundings_of
from apps.engine.graph.index import GraphIndex
from apps.engine.graph.lookups import fits
from tests.engine.graph.building import graph_of


def judged(files: dict[str, str], surroundings: Surroundings | None = None, extra: tuple[Edge, ...] = ()) -> dict[str, Callers]:
    graph = graph_of(files)
    judge = CallerJudge(graph.capsules, GraphIndex(sorted({*graph.edges, *extra})), surroundings or Surroundings())
    return {capsule.symbol: found for capsule in graph.capsules if (found := judge.judge(capsule)) is not None}


def reasons(found: Callers) -> set[str]:
    return {reason.kind for reason in found.reasons}


def test_none_is_only_said_where_nothing_unresolved_has_the_name() -> None:
    code = "def lonely(): ...\ndef asked(): ...\ndef called(): ...\nclass Box:\n    def open(self): ...\n"
    user = "from shop import called, Box\ndef run(thing):\n    called()\n    thing.asked()\n    thing.asked()\n    thing.Box()\n"
    found = judged({"shop.py": code, "use.py": user})
    assert found["shop.py#lonely"] == Callers("none")
    assert found["shop.py#called"] == Callers("found")
    asked = found["shop.py#asked"]
    assert (asked.verdict, asked.reasons[0].kind, asked.reasons[0].count, asked.reasons[0].places) == (
        "unknown", "unresolved", 2, ("use.py#run",),
    )  # fmt: skip
    assert reasons(found["shop.py#Box"]) == {"unresolved"}
    assert "shop.py" not in found, "a file is not called"


def test_a_found_caller_does_not_say_that_there_are_no_more() -> None:
    found = judged({"a.py": "def go(): ...\ngo()\ndef other(thing):\n    thing.go()\n"})["a.py#go"]
    assert (found.verdict, reasons(found)) == ("found", {"unresolved"})


def test_calls_of_a_class_run_its_constructor() -> None:
    code = "class Box:\n    def __init__(self): ...\ndef make():\n    return Box()\ndef take(x):\n    x.Box()\n"
    found = judged({"a.py": code})
    assert found["a.py#Box"].verdict == "found"
    assert "unresolved" in reasons(found["a.py#Box.__init__"])


@pytest.mark.parametrize(
    ("kind", "code", "symbol"),
    [
        ("named", "def back(): ...\nHOOKS = [back]\n", "back"),
        ("looked up", "def go(x):\n    getattr(x, 'visit_' + x.kind)()\nclass V:\n    def visit_name(self, node): ...\n", "V.visit_name"),
        ("looked up", "def go(x):\n    getattr(x, f'do_{x}_now')()\nclass V:\n    def do_it_now(self): ...\n", "V.do_it_now"),
        ("looked up", "class V:\n    def go(self, name):\n        getattr(self, name)()\n    def other(self, x): ...\n", "V.other"),
        (
            "looked up",
            "def run(name, x):\n    getattr(x, name)()\ndef go(x):\n    run('order_made', x)\nclass V:\n    def order_made(self, o): ...\n",
            "V.order_made",
        ),
        ("looked up", "STEPS = {'x': ['shop.gate.Gate']}\nclass Gate: ...\n", "Gate"),
        ("language", "class V:\n    def __str__(self): ...\n", "V.__str__"),
        ("decorator", "@app.command\ndef run(): ...\n", "run"),
        ("attribute", "class V:\n    @property\n    def size(self): ...\n", "V.size"),
        ("base outside", "import lib\nclass V(lib.View):\n    def get(self, request): ...\n", "V.get"),
        ("base outside", "import lib\nclass B(lib.View): ...\nclass V(B):\n    class Meta: ...\n", "V.Meta"),
        ("base outside", "import lib\nclass V(lib.View): ...\n", "V"),
        ("started", "def main(): ...\n", "main"),
    ],
)  # fmt: skip
def test_what_makes_callers_unknown(kind: str, code: str, symbol: str) -> None:
    found = judged({"a.py": code})[f"a.py#{symbol}"]
    assert (found.verdict, reasons(found)) == ("unknown", {kind})


def test_bases_of_the_language_call_nothing() -> None:
    found = judged({"a.py": "from abc import ABC\nclass V(ABC):\n    def go(self, x): ...\nclass E(Exception): ...\n"})
    assert {name: item.verdict for name, item in found.items()} == {"a.py#V": "none", "a.py#V.go": "none", "a.py#E": "none"}


def test_what_stands_in_for_another_is_called_through_it() -> None:
    code = "class A:\n    def run(self, x): ...\nclass B(A):\n    def run(self, x): ...\n"
    found = judged({"a.py": code}, extra=(Edge("a.py#B.run", "overrides", "a.py#A.run", 4),))
    assert reasons(found["a.py#B.run"]) == {"override"} and found["a.py#A.run"] == Callers("none")


def test_a_route_is_a_caller() -> None:
    found = judged({"a.py": "def view(): ...\n"}, extra=(Edge("urls.py", "routes_to", "a.py#view", 1),))
    assert found["a.py#view"] == Callers("found")


def test_surroundings_bear_on_every_symbol() -> None:
    code = {"a.py": "def run(): ...\nclass V:\n    def show(self): ...\n    def _hid(self): ...\n", "b.js": "function go() {}\n"}
    place = Place("a.py", 1, 1)
    sheet = FactSheet(
        Project("x", kind="library"),
        files=(
            FileEntry("p.html", "HTML", 1), FileEntry("big.py", "Python", 1, status="skipped"), FileEntry("w.vue", "Vue", 1),
            FileEntry("lib.py", "Python", 1, status="skipped", role="vendored"), FileEntry("x.rb", "Ruby", 1),
        ),
        entry_points=(EntryPoint("cli", "x", place, symbol="a.py#V._hid"),),
        components=(Component("x", "x", 1, 1, place),),
    )  # fmt: skip
    around = surroundings_of(sheet, is_behind=True)
    assert (around.unread, around.pages) == ({"Python": 1, "Vue": 1}, 1)
    found = judged(code, around)
    assert reasons(found["a.py#run"]) == {"behind", "public", "not read"}
    assert reasons(found["a.py#V.show"]) == {"behind", "public", "not read", "template"}
    assert reasons(found["a.py#V._hid"]) == {"behind", "started", "not read"}
    assert [reason.detail for reason in found["b.js#go"].reasons if reason.kind == "not read"] == ["Vue"]


def test_decorators_that_change_nothing_and_tests() -> None:
    files = {"a.py": "from functools import lru_cache\n@lru_cache\ndef x(): ...\n", "tests/test_a.py": "def test_x(): ...\n"}
    found = judged(files)
    assert found["a.py#x"] == Callers("none")
    assert reasons(found["tests/test_a.py#test_x"]) == {"started"}


@pytest.mark.parametrize(
    ("name", "pattern", "fit"),
    [("a", "a", True), ("visit_x", "visit_*", True), ("visit", "visit_*", False), ("get_x_display", "get_*_display", True), ("aba", "ab*ba", False)],
)  # fmt: skip
def test_patterns(name: str, pattern: str, fit: bool) -> None:
    assert fits(name, pattern) is fit


@pytest.mark.parametrize("target", ["app:entry", "app.core:entry [extra]", "app:Tool.entry"])
def test_what_an_installed_command_runs_is_called_from_outside(target: str) -> None:
    command = Command("console script", "x", target, Place("pyproject.toml", 1, 1, ""))
    around = surroundings_of(FactSheet(project=Project("x"), commands=(command,)))
    found = judged({"app.py": "def entry(): pass\ndef other(): pass\n"}, around)
    assert (found["app.py#entry"].verdict, found["app.py#other"].verdict) == ("unknown", "none")


@pytest.mark.parametrize(
    "code",
    [
        "import inspect, sys\ndef run():\n    for _, f in inspect.getmembers(sys.modules[__name__]):\n        f()\ndef hidden(): ...\n",
        "def run(name):\n    globals()[name]()\ndef hidden(): ...\n",
        "def run():\n    for f in globals().values():\n        f()\ndef hidden(): ...\n",
        "SHELL = ['from a import hidden']\ndef hidden(): ...\n",
    ],
)
def test_functions_that_are_gone_through_by_reflection(code: str) -> None:
    found = judged({"a.py": code})["a.py#hidden"]
    assert (found.verdict, reasons(found)) == ("unknown", {"looked up"})


def test_a_function_in_a_literal_of_the_package_is_handed_on() -> None:
    code = 'package a\nfunc strip() {}\nfunc other() {}\nvar Ext = &lib.Filter{\n\tlib.Head{"A"},\n\tstrip,\n}\n'
    found = judged({"go.mod": "module x\n", "a/a.go": code})
    assert reasons(found["a/a.go#strip"]) >= {"named"} and reasons(found["a/a.go#other"]) & {"named"} == set()
