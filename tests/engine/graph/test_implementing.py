"""Methods that are called through an interface, and others of which "called by: none" would be wrong."""

from __future__ import annotations

import pytest

from apps.engine.graph import Graph
from tests.engine.graph.building import calls, graph_of
from tests.engine.graph.test_callers import judged, reasons

GO = {
    "go.mod": "module x\n",
    "run/run.go": "package run\ntype runner interface {\n\trun(n int) error\n\tStop()\n}\n"
    "func Go(all []runner) {\n\tfor _, r := range all {\n\t\tr.run(1)\n\t}\n}\n",
    "run/fast.go": "package run\ntype base struct{}\nfunc (base) Stop() {}\n"
    "type fast struct{ base }\nfunc (f *fast) run(n int) error { return nil }\n",
    "run/half.go": "package run\ntype half struct{}\nfunc (h *half) run(n int) error { return nil }\n"
    "type wide struct{}\nfunc (w *wide) run(n, m int) error { return nil }\nfunc (w *wide) Stop() {}\n",
    "far/far.go": "package far\ntype far struct{}\nfunc (f *far) run(n int) error { return nil }\nfunc (f *far) Stop() {}\n",
}


def overriding(graph: Graph) -> set[tuple[str, str]]:
    return calls(graph, kind="overrides")


def test_a_type_of_go_takes_the_interfaces_whose_methods_it_has() -> None:
    assert overriding(graph_of(GO)) == {
        ("run/fast.go#fast.run", "run/run.go#runner.run"),
        ("run/fast.go#base.Stop", "run/run.go#runner.Stop"),
    }
    found = judged(GO)["run/fast.go#fast.run"]
    assert (found.verdict, reasons(found)) == ("unknown", {"override"})


def test_a_class_of_python_fits_a_protocol_without_extending_it() -> None:
    code = {
        "a.py": "from typing import Protocol\nclass Sink(Protocol):\n    name: str\n    def put(self, item): ...\n"
        "    def end(self): ...\ndef go(sink: Sink):\n    sink.put(1)\n",
        "b.py": "class Below:\n    def end(self): ...\nclass Box(Below):\n    def put(self, item, loud=False): ...\n"
        "class Half:\n    def put(self, item): ...\nclass Other(Below):\n    def put(self, key, value): ...\n",
    }
    assert overriding(graph_of(code)) == {("b.py#Box.put", "a.py#Sink.put"), ("b.py#Below.end", "a.py#Sink.end")}
    assert judged(code)["b.py#Box.put"].verdict == "unknown"


@pytest.mark.parametrize(
    ("ending", "above", "below"),
    [
        (
            "java",
            "interface R {\n void find(String a);\n void find(String a, int b);\n void find(int a);\n}\n",
            "class J implements R {\n public void find(int x) {}\n public void find(String x) {}\n"
            " public void find(String x, int y) {}\n public void find() {}\n}\n",
        ),
        (
            "cs",
            "interface R {\n void find(string a);\n void find(string a, int b);\n void find(int a);\n}\n",
            "class J : R {\n public void find(int x) {}\n public void find(string x) {}\n"
            " public void find(string x, int y) {}\n public void find() {}\n}\n",
        ),
        (
            "kt",
            "interface R {\n fun find(a: String)\n fun find(a: String, b: Int)\n fun find(a: Int)\n}\n",
            "class J : R {\n override fun find(x: Int) {}\n override fun find(x: String) {}\n"
            " override fun find(x: String, y: Int) {}\n fun find() {}\n}\n",
        ),
        (
            "swift",
            "protocol R {\n func find(a: String)\n func find(a: String, b: Int)\n func find(a: Int)\n}\n",
            "class J: R {\n func find(a: Int) {}\n func find(a: String) {}\n func find(a: String, b: Int) {}\n func find() {}\n}\n",
        ),
    ],
)
def test_each_of_the_methods_of_one_name_overrides_its_counterpart(ending: str, above: str, below: str) -> None:
    top, low = f"R.{ending}#R.find", f"J.{ending}#J.find"
    found = overriding(graph_of({f"R.{ending}": above, f"J.{ending}": below}))
    assert found == {(low, f"{top}#3"), (f"{low}#2", top), (f"{low}#3", f"{top}#2")}


def test_a_base_that_a_call_makes_is_no_class_of_the_repository() -> None:
    code = "import { Strategy } from 'x';\nimport { With } from 'y';\nclass Jwt extends With(Strategy) {\n  validate(a) {}\n}\n"
    below = "import { Jwt } from './a';\nclass Low extends Jwt {\n  check(a) {}\n}\n"
    found = judged({"a.ts": code.replace("class Jwt", "export class Jwt"), "b.ts": below})
    assert "base outside" in reasons(found["a.ts#Jwt.validate"])
    assert "base outside" in reasons(found["b.ts#Low.check"])


@pytest.mark.parametrize(
    ("path", "code", "symbol"),
    [
        ("A.java", "class A {\n static final B X = new B() {\n  public void read(int a) {}\n };\n}\n", "A.$B"),
        ("A.java", "class A {\n void m() {\n  new B() { public void read(int a) {} };\n }\n}\n", "A.m.$B"),
        ("a.kt", "class A {\n val x = object : B() { override fun read(a: Int) {} }\n}\n", "A.$B"),
    ],
)
def test_a_class_without_a_name_is_made_where_it_stands(path: str, code: str, symbol: str) -> None:
    found = judged({path: code})[f"{path}#{symbol}"]
    assert found.verdict == "unknown" and "named" in reasons(found)


@pytest.mark.parametrize(
    ("files", "other"),
    [
        (
            {
                "src/windows.rs": "pub struct Platform;\nimpl Platform {\n    pub fn name_it(a: u8) {}\n    fn alone(a: u8) {}\n}\n",
                "src/unix.rs": "pub struct Platform;\nimpl Platform {\n    pub fn name_it(a: u8) {}\n}\n",
                "src/main.rs": "mod unix;\nmod windows;\nuse unix::Platform;\nfn main() {\n    Platform::name_it(1);\n}\n",
            },
            "src/windows.rs#Platform.name_it",
        ),
        (
            {
                "go.mod": "module x\n",
                "a/open_linux.go": "package a\nfunc open_it(n int) {}\n",
                "a/open_windows.go": "package a\nfunc open_it(n int) {}\nfunc alone() {}\n",
                "a/a.go": "package a\nfunc Go() {\n\topen_it(1)\n}\n",
            },
            "a/open_windows.go#open_it",
        ),
        (
            {
                "a/lin.c": "int open_it(int n) { return n; }\n",
                "a/win.c": "int open_it(int n) { return n; }\nint alone(int n) { return n; }\n",
                "a/a.c": "int open_it(int n);\nint go(void) { return open_it(1); }\n",
            },
            "a/win.c#open_it",
        ),
    ],
)
def test_one_of_several_that_are_chosen_by_the_system_is_called(files: dict[str, str], other: str) -> None:
    found = judged(files)
    assert found[other].verdict in ("unknown", "found")
    path = other.partition("#")[0]
    alone = [found[symbol].verdict for symbol in found if symbol.startswith(path) and symbol.endswith("alone")]
    assert alone == ["none"]


def test_functions_of_one_name_in_modules_of_their_own_are_not_mixed_up() -> None:
    files = {
        "src/add.rs": "pub fn go(a: u8) {}\n",
        "src/del.rs": "pub fn go(a: u8) {}\n",
        "src/main.rs": "mod add;\nmod del;\nfn main() {\n    add::go(1);\n}\n",
    }
    found = judged(files)
    assert (found["src/add.rs#go"].verdict, found["src/del.rs#go"].verdict) == ("found", "none")
