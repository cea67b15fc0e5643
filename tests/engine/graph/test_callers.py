"""Who calls a symbol: found, none, or unknown and why."""

from __future__ import annotations

import pytest

from apps.engine.facts import Component, Edge, FactSheet, FileEntry, Place, Project
from apps.engine.facts.sheet import Command, EntryPoint
from apps.engine.graph.callers import CallerJudge, Callers, Surroundings, implementation_of, surroundings_of
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


@pytest.mark.parametrize(
    ("path", "text", "stubs", "done"),
    [
        (
            "a.py",
            "from typing import overload\nclass Box:\n    @overload\n    def go(self, x: int) -> int: ...\n    @overload\n"
            "    def go(self, x: str) -> str: ...\n    def go(self, x): return x\ndef use():\n    Box().go(1)\n",
            ["a.py#Box.go#1", "a.py#Box.go#2"],
            "a.py#Box.go",
        ),
        (
            "a.ts",
            "class Box { go(x: string): void; go(x: number): void; go(x: any) {} }\nfunction use() { new Box().go(1); }\n",
            ["a.ts#Box.go#1", "a.ts#Box.go#2"],
            "a.ts#Box.go",
        ),
        ("a.ts", "function go(x: string): void;\nfunction go(x: any) {}\nfunction use() { go(1); }\n", ["a.ts#go#1"], "a.ts#go"),
    ],
)
def test_who_calls_a_function_calls_its_overloads(path: str, text: str, stubs: list[str], done: str) -> None:
    graph = graph_of({path: text})
    judge = CallerJudge(graph.capsules, GraphIndex(graph.edges), Surroundings())
    capsules = {capsule.symbol: capsule for capsule in graph.capsules}
    assert [implementation_of(capsules[symbol]) for symbol in (*stubs, done)] == [*(done for _stub in stubs), ""]
    for symbol in (*stubs, done):
        assert [(edge.source, edge.target) for edge in judge.callers(capsules[symbol])] == [(f"{path}#use", done)]
        assert judge.judge(capsules[symbol]) == Callers("found")
    assert not [edge for edge in graph.edges if edge.target in stubs and edge.kind != "contains"]


def test_what_has_overloads_only_stands_for_itself() -> None:
    graph = graph_of({"a.pyi": "@overload\ndef go(x: int) -> int: ...\n@overload\ndef go(x: str) -> str: ...\n"})
    assert [item.symbol for item in graph.capsules] == ["a.pyi", "a.pyi#go", "a.pyi#go#2"]


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


CLASS = "class Base:\n    def __init__(self): ...\n    @staticmethod\n    def make(): ...\n"


def test_a_class_says_what_is_known_of_it() -> None:
    below = "from base import Base\nclass Below(Base): ...\nBase.make()\n"
    found = judged({"base.py": CLASS, "below.py": below})
    assert {"extended", "members"} <= reasons(found["base.py#Base"]) and found["base.py#Base"].verdict == "unknown"
    assert found["below.py#Below"] == Callers("none")


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("a.ts", "import { Injectable } from 'x';\n@Injectable()\nexport class Box {\n  constructor(private a: string) {}\n}\n"),
        ("A.java", "package a;\n@Service\npublic class A {\n  public A(String x) {}\n}\n"),
    ],
)
def test_a_constructor_may_be_run_by_what_makes_its_class(path: str, code: str) -> None:
    found = judged({path: code})
    assert {item.verdict for item in found.values()} == {"unknown"}
    assert all("decorator" in reasons(item) for item in found.values())


def test_what_is_never_made_has_no_answer_but_one_that_is_called() -> None:
    code = "export interface I { a: string }\nexport enum E { A = 1 }\nexport type T = I | E;\n"
    assert judged({"a.ts": code}) == {}


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("conf/app.yaml", "handler: shop.tasks.hidden\n"),
        ("conf/app.toml", '[hooks]\nrun = "shop.tasks:hidden"\n'),
        ("conf/app.ini", "[hooks]\nrun = shop.tasks.hidden\n"),
        ("conf/app.json", '{"run": "shop.tasks.hidden"}\n'),
        ("setup.cfg", "[options.entry_points]\nconsole_scripts =\n    go = shop.tasks:hidden\n"),
        ("page.html", '<button onclick="hidden()">x</button>\n'),
        ("page.html", "<script>window.onload = () => hidden();</script>\n"),
        ("page.jinja", "{{ hidden() }}\n"),
        ("other.py", "import_string('shop.tasks.hidden')\n"),
        ("other.py", "signal.connect('shop.tasks.hidden')\n"),
        ("other.py", "send_task('shop.tasks.hidden')\n"),
        ("other.py", "LOGGING = {'filters': {'x': {'()': 'shop.tasks.hidden'}}}\n"),
        ("other.py", "def run(found):\n    getattr(found, 'hidden')()\n"),
        ("Other.java", 'class Other { void go() throws Exception { Other.class.getMethod("hidden").invoke(null); } }\n'),
    ],
)
def test_a_name_that_stands_elsewhere_is_not_called_by_none(path: str, text: str) -> None:
    found = judged({"shop/tasks.py": "def hidden(): ...\ndef lonely(): ...\n", path: text})
    hidden = found["shop/tasks.py#hidden"]
    assert hidden.verdict == "unknown" and reasons(hidden) <= {"mentioned", "looked up"}
    assert found["shop/tasks.py#lonely"] == Callers("none")


@pytest.mark.parametrize(
    "code",
    [
        "import importlib\ndef run(n):\n    getattr(importlib.import_module('shop.tasks'), n)()\n",
        "import importlib\ndef run(n):\n    module = importlib.import_module('shop.tasks')\n    getattr(module, n)()\n",
        "import shop.tasks\ndef run(n):\n    getattr(shop.tasks, n)()\n",
        "from shop import tasks as t\ndef run(n):\n    getattr(t, n)()\n",
        "import importlib\ndef run(m, n):\n    getattr(importlib.import_module(f'shop.{m}'), n)()\n",
    ],
)
def test_names_of_another_module_that_are_looked_up(code: str) -> None:
    found = judged({"src/shop/tasks.py": "def hidden(): ...\n", "src/other.py": "def alone(): ...\n", "run.py": code})
    assert reasons(found["src/shop/tasks.py#hidden"]) == {"looked up"}
    assert found["src/other.py#alone"] == Callers("none")


def test_scripts_look_up_what_another_module_exports() -> None:
    code = "import * as steps from './steps';\nexport function run(n: string) { steps[n](); }\n"
    load = "for (const n of names) require(`./plugins/${n}`)();\n"
    files = {"src/steps.ts": "export function hidden() {}\n", "src/run.ts": code, "src/load.js": load}
    found = judged(
        {**files, "src/plugins/one.js": "function start() {}\nmodule.exports = start;\n", "src/b.js": "function alone() {}\n"}
    )
    assert "looked up" in reasons(found["src/steps.ts#hidden"])
    assert "looked up" in reasons(found["src/plugins/one.js#start"])
    assert found["src/b.js#alone"] == Callers("none")


def test_a_method_below_a_class_that_looks_names_up() -> None:
    base = "class Base:\n    def run(self, name):\n        getattr(self, name)()\n"
    found = judged({"base.py": base, "below.py": "from base import Base\nclass Below(Base):\n    def hidden(self, x, y): ...\n"})
    assert reasons(found["below.py#Below.hidden"]) == {"looked up"}


@pytest.mark.parametrize(
    ("path", "code", "symbol", "kind"),
    [
        ("plug.py", "def pytest_configure(config): ...\n", "pytest_configure", "started"),
        ("mod.py", "def __getattr__(name): ...\n", "__getattr__", "language"),
        ("b.go", "package b\nfunc init() {}\n", "init", "language"),
        ("a.js", "schema.pre('save', function hash(next) { next(); });\n", "hash", "named"),
        ("a.go", "package a\ntype T struct{}\nfunc (t T) Close() {}\n", "T.Close", "interface"),
        ("A.java", "class A { String name; String getName() { return name; } }\n", "A.getName", "attribute"),
        ("a.rb", 'class A\n  def go(n)\n    send("do_#{n}")\n  end\n  def do_it\n  end\nend\n', "A.do_it", "looked up"),
    ],
)
def test_what_others_find_by_its_name(path: str, code: str, symbol: str, kind: str) -> None:
    assert kind in reasons(judged({path: code})[f"{path}#{symbol}"])


def test_a_function_that_is_defined_twice_may_be_the_one_that_is_called() -> None:
    code = "#!/bin/sh\nlog() { a; }\nif x; then\nlog() { b; }\nfi\nlog\n"
    assert {item.verdict for item in judged({"a.sh": code}).values()} == {"found", "unknown"}


@pytest.mark.parametrize(
    "code",
    [
        "export function make() {\n  return async function inner(ctx) {}\n}\n",
        "export const make = () => function inner() {}\n",
        "export function make(a) {\n  return a && function inner() {}\n}\n",
        "export function make(a) {\n  const all = [(function inner() {})]\n  return all\n}\n",
        "export function make() {\n  return class inner {}\n}\n",
    ],
)
def test_a_function_that_is_written_where_it_is_given_back_may_be_called_by_anyone(code: str) -> None:
    found = judged({"a.js": code})["a.js#make.inner"]
    assert found.verdict == "unknown" and reasons(found) == {"named"}


def test_a_function_that_is_called_where_it_is_written_is_called_there_alone() -> None:
    assert judged({"a.js": "(function inner() {})()\n"})["a.js#inner"] == Callers("found")


def test_a_function_in_an_object_that_is_handed_on() -> None:
    code = (
        "import { boot } from 'x';\nexport const m = boot({ useFactory: (a: string) => a, other: { make() { return 1; } } });\n"
    )
    found = judged({"a.ts": code})
    assert found and all(reasons(item) == {"named"} for item in found.values())


@pytest.mark.parametrize(
    ("path", "code", "symbol", "kind"),
    [
        ("a.php", "<?php class A { public function __callStatic($a, $b) {} }\n", "A.__callStatic", "language"),
        ("a.rb", "class A\n  def method_missing(n)\n  end\nend\n", "A.method_missing", "language"),
        ("a.cs", 'class A { public override string ToString() => ""; }\n', "A.ToString", "language"),
        ("b.cs", "class A { public static bool operator !=(A a, A b) => true; }\n", "A.operator !=", "language"),
        ("a.kt", "class A { operator fun plus(o: A): A = o }\n", "A.plus", "language"),
        ("a.cpp", "class A { public: ~A() {} };\n", "A.~A", "language"),
        ("A.java", "interface A { void go(); }\n", "A.go", "overridden"),
        ("a.py", "import abc\nclass A(abc.ABC):\n    @abc.abstractmethod\n    def go(self, x): ...\n", "A.go", "overridden"),
    ],
)
def test_what_does_not_run_by_its_own_name(path: str, code: str, symbol: str, kind: str) -> None:
    assert kind in reasons(judged({path: code})[f"{path}#{symbol}"])


def test_classes_that_a_framework_finds_by_their_folder() -> None:
    code = "<?php\nclass Told { public function handle($event) {} }\n"
    around = Surroundings(frameworks=("Laravel",))
    found = judged({"app/Listeners/Told.php": code, "app/Other/Lone.php": code.replace("Told", "Lone")}, around)
    assert all("convention" in reasons(item) for name, item in found.items() if "Listeners" in name)
    assert found["app/Other/Lone.php#Lone"] == Callers("none")


def test_what_a_function_from_outside_gives_may_be_of_here() -> None:
    use = "using Lib;\nclass Use { void Go(IRepo<Item> repo) { var item = repo.Get(1); item.Rename(2); } }\n"
    found = judged({"Item.cs": "public class Item { public void Rename(int a) {} }\n", "Use.cs": use})
    assert found["Item.cs#Item.Rename"].verdict != "none"


def test_a_module_that_is_named_as_a_file_of_here_may_be_it() -> None:
    files = {
        "app/js/application.js": "export const qS = () => 1;\n",
        "app/js/user.js": "import { qS } from 'application';\nqS();\n",
    }
    assert judged(files)["app/js/application.js#qS"].verdict != "none"
