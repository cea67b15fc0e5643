"""PageRank, walks and cycles."""

from __future__ import annotations

from apps.engine.facts import Edge
from apps.engine.graph.cycles import call_cycles, import_cycles, way_around
from apps.engine.graph.index import GraphIndex
from apps.engine.graph.rank import rank, rank_from
from apps.engine.graph.walk import impact, neighbourhood, reaching_tests

EDGES = sorted([
    Edge("a", "calls", "hub", 1),
    Edge("b", "calls", "hub", 1),
    Edge("c", "imports", "hub", 1),
    Edge("hub", "calls", "leaf", 2),
    Edge("leaf", "calls", "a", 3),
    Edge("a", "calls", "requests.get", 4, "exact", True),
])  # fmt: skip
INDEX = GraphIndex(EDGES)


def test_rank_is_central_rounded_and_independent_of_order() -> None:
    symbols = ["a", "b", "c", "hub", "leaf"]
    found = rank(EDGES, symbols)
    assert max(found, key=lambda symbol: found[symbol]) in ("hub", "leaf")
    assert found["hub"] > found["b"]
    assert all(value == round(value, 3) for value in found.values())
    assert rank(list(reversed(EDGES)), list(reversed(symbols))) == found
    assert (found["b"], found["c"]) == (1, 1)  # nothing leads there
    assert rank([], []) == {}


def test_a_symbol_more_leaves_the_rank_of_the_others() -> None:
    symbols = [f"s{number}" for number in range(400)]
    edges = [Edge(f"s{number}", "calls", f"s{number // 2}", 1) for number in range(1, 400)]
    before, after = rank(edges, symbols), rank([*edges, Edge("one more", "calls", "s300", 1)], [*symbols, "one more"])
    assert {symbol for symbol in symbols if before[symbol] != after[symbol]} == {
        "s300", "s150", "s75", "s37", "s18", "s9", "s4", "s2", "s1", "s0",
    }  # fmt: skip


def test_rank_as_seen_from_some() -> None:
    edges = [Edge("x.py#a", "calls", "m.py#often", line) for line in (1, 2, 3)]
    edges += [Edge("x.py#a", "calls", "m.py#once", 4), Edge("y.py#b", "calls", "n.py#far", 1)]
    symbols = ["x.py", "x.py#a", "y.py#b", "m.py#often", "m.py#once", "n.py#far"]
    found = rank_from(edges, symbols, {"x.py": 1.0})
    assert found["m.py#often"] > found["m.py#once"] > found["n.py#far"] == 0
    assert rank_from(list(reversed(edges)), list(reversed(symbols)), {"x.py": 1.0}) == found
    assert rank_from(edges, symbols, {"y.py#b": 2.0})["n.py#far"] > 0
    assert rank_from(edges, symbols, {"absent": 1.0})["n.py#far"] > 0 and rank_from([], [], {}) == {}


def test_neighbours_in_both_directions() -> None:
    out = neighbourhood(INDEX, "a", depth=2, direction="out")
    assert dict(out.distance) == {"a": 0, "hub": 1, "requests.get": 1, "leaf": 2}
    into = neighbourhood(INDEX, "hub", depth=1, direction="in", kinds={"calls", "imports"})
    assert dict(into.distance) == {"hub": 0, "a": 1, "b": 1, "c": 1}
    assert [edge.source for edge in into.edges] == ["a", "b", "c"] and not into.is_cut
    both = neighbourhood(INDEX, "hub", depth=1)
    assert set(both.distance) == {"hub", "a", "b", "leaf"}
    cut = neighbourhood(INDEX, "hub", depth=3, limit=2)
    assert (len(cut.distance), cut.is_cut) == (2, True)
    assert neighbourhood(INDEX, "absent", depth=3).distance == {"absent": 0}


CODE = sorted([
    Edge("m.py", "contains", "m.py#Base", 1),
    Edge("m.py#Base", "contains", "m.py#Base.run", 2),
    Edge("n.py#Heir", "inherits", "m.py#Base", 1),
    Edge("n.py#Heir.run", "overrides", "m.py#Base.run", 2),
    Edge("n.py#Heir", "contains", "n.py#Heir.run", 2),
    Edge("use.py#go", "calls", "m.py#Base.run", 5, "inferred"),
    Edge("urls.py", "routes_to", "use.py#go", 1),
    Edge("tests/test_a.py#helper", "tests", "use.py#go", 3),
    Edge("tests/test_a.py#test_go", "calls", "tests/test_a.py#helper", 7),
    Edge("tests/test_b.py#test_run", "tests", "m.py#Base.run", 1),
])  # fmt: skip


def test_what_a_change_reaches_and_why() -> None:
    reached = {item.symbol: item for item in impact(GraphIndex(CODE), ["n.py#Heir.run"])}
    assert [edge.kind for edge in reached["urls.py"].way] == ["overrides", "calls", "routes_to"]
    assert {symbol: item.distance for symbol, item in reached.items()} == {
        "m.py#Base.run": 1, "use.py#go": 2, "tests/test_b.py#test_run": 2, "tests/test_a.py#helper": 3, "urls.py": 3,
        "tests/test_a.py#test_go": 4,
    }  # fmt: skip
    of_file = {item.symbol for item in impact(GraphIndex(CODE), ["m.py"], depth=1)}
    assert of_file == {"n.py#Heir", "n.py#Heir.run", "use.py#go", "tests/test_b.py#test_run"}
    assert len(impact(GraphIndex(CODE), ["m.py#Base.run"], limit=3)) == 2


def test_tests_that_reach_a_symbol() -> None:
    index = GraphIndex(CODE)
    assert [(item.symbol, item.distance) for item in reaching_tests(index, ["m.py#Base"])] == [
        ("tests/test_b.py#test_run", 1), ("tests/test_a.py#test_go", 3),
    ]  # fmt: skip
    assert [item.symbol for item in reaching_tests(index, ["n.py#Heir.run"], depth=2)] == ["tests/test_b.py#test_run"]
    assert reaching_tests(index, ["urls.py"]) == ()


def test_cycles_of_calls_and_of_imports() -> None:
    edges = [*EDGES, Edge("z", "calls", "z", 1), Edge("p.py", "imports", "q.py#f", 1), Edge("q.py", "imports", "p.py", 1)]
    edges += [Edge("p.py", "imports", "p.py#own", 2)]
    assert call_cycles(edges) == (("a", "hub", "leaf"), ("z",))
    assert import_cycles(reversed(edges)) == (("p.py", "q.py"),)
    assert call_cycles([]) == ()


def test_the_shortest_way_around_a_cycle() -> None:
    long = [Edge(f"f{n}", "calls", f"f{(n + 1) % 6}", n + 1) for n in range(6)]
    cycle = tuple(f"f{n}" for n in range(6))
    assert [edge.target for edge in way_around(cycle, long)] == ["f1", "f2", "f3", "f4", "f5", "f0"]
    short = [*long, Edge("f2", "calls", "f0", 9), Edge("f1", "calls", "f2", 1, "name"), Edge("f0", "calls", "f0", 3)]
    assert [(edge.target, edge.line) for edge in way_around(cycle, reversed(short))] == [("f1", 1), ("f2", 2), ("f0", 9)]
    assert way_around(("z",), [Edge("z", "calls", "z", 4)]) == (Edge("z", "calls", "z", 4),)
    assert way_around(("a", "b"), [Edge("a", "calls", "b", 1)]) == () and way_around(("a",), []) == ()


def test_long_chains_are_walked() -> None:
    chain = GraphIndex([Edge(f"f{n}", "calls", f"f{n + 1}", 1) for n in range(5_000)])
    assert len(neighbourhood(chain, "f0", depth=10_000, limit=6_000).distance) == 5_001
    assert impact(chain, ["f5000"], depth=1_000)[-1].distance == 1_000


def test_a_file_that_a_name_is_imported_from_counts_once() -> None:
    symbols = ["a.py", "b.py", "b.py#f"]
    name, whole = Edge("a.py", "imports", "b.py#f", 1), Edge("a.py", "imports", "b.py", 1)
    assert rank([name, whole], symbols) == rank([name], symbols)
    assert rank([whole], symbols)["b.py"] > 1
