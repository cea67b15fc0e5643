"""What somebody new reads first."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from apps.engine.facts import Capsule, EntryPoint, FactSheet, FileEntry, Flow, FlowStep, Place, Project
from apps.engine.facts.sentences import first_sentence
from apps.engine.graph.start_here import MOST, Stop, reading_order, symbols_of
from tests.factories import make_capsule


def entry(kind: str, path: str, symbol: str = "") -> EntryPoint:
    return EntryPoint(kind, "", Place(path, 1), symbol or path)


def flow(title: str, *symbols: str) -> Flow:
    kinds = ["endpoint", "handler", *(["call"] * len(symbols))]
    steps = tuple(FlowStep(kind, "", Place("x"), symbol) for kind, symbol in zip(kinds, (symbols[0], *symbols), strict=False))
    return Flow(title, (*steps, FlowStep("model", "Order", Place("x"), "shop/models.py#Order", depth=1)), Place("x"))


SHEET = FactSheet(
    Project("shop"),
    files=(FileEntry("shop/pb.py", "Python", 1, role="generated"), FileEntry("shop/0001.py", "Python", 1, role="migration")),
    entry_points=(
        entry("cli", "manage.py"), entry("script", "tools/x.py"), entry("cli", "shop/a/deep/command.py"), entry("asgi", "shop/asgi.py"),
        entry("main", "tests/run.py"), entry("cli", "shop/other.py"),
    ),
    flows=(flow("POST /orders", "shop/api.py#create", "shop/work.py#bake"), flow("GET /orders", "shop/api.py#read")),
)  # fmt: skip


def capsules() -> list[Capsule]:
    named = [make_capsule(symbol, rank=0.001) for symbol in symbols_of(SHEET)]
    central = [make_capsule(f"shop/lib{number}.py#f", rank=0.5 - number / 100) for number in range(12)]
    crowded = [make_capsule(f"shop/hub.py#g{number}", rank=0.8) for number in range(5)]
    others = [
        make_capsule(symbol, rank=0.9)
        for symbol in (
            "tests/factories.py#make",
            "shop/pb.py#Message",
            "shop/0001.py#Migration",
            "shop/unused.py#f",
            "shop/lib0.py",
        )
    ]
    return [*named, *central, *crowded, *others]


def order(given: list[Capsule]) -> tuple[Stop, ...]:
    used = {item.symbol: 7 for item in given if item.path != "shop/unused.py"}
    return reading_order(SHEET, given, used)


def test_entry_points_then_flows_then_what_all_leans_on() -> None:
    stops = order(capsules())
    assert [(stop.why, stop.symbol, stop.about) for stop in stops[:6]] == [
        ("entry", "shop/asgi.py", "asgi"),
        ("entry", "manage.py", "cli"),
        ("entry", "shop/other.py", "cli"),
        ("flow", "shop/api.py#create", "POST /orders"),
        ("flow", "shop/api.py#read", "GET /orders"),
        ("flow", "shop/work.py#bake", "POST /orders"),
    ]
    central = stops[6:]
    assert [stop.symbol for stop in central] == [
        "shop/hub.py#g0", "shop/hub.py#g1", "shop/lib0.py#f", "shop/lib1.py#f", "shop/lib2.py#f", "shop/lib3.py#f",
    ]  # fmt: skip
    assert {(stop.why, stop.count) for stop in central} == {("central", 7)} and len(stops) == MOST


def test_types_come_before_functions_in_half_of_the_places_and_what_few_use_in_none() -> None:
    types = [make_capsule(f"shop/types{number}.py#T", kind="class", rank=0.01) for number in range(6)]
    few = make_capsule("shop/few.py#f", rank=0.99)
    given = [*capsules(), *types, few]
    used = {item.symbol: 7 for item in given if item.path != "shop/unused.py"} | {
        few.symbol: 2,
        "shop/types1.py#T": 90,
        "shop/lib0.py#f": 60,
    }
    central = [stop.symbol for stop in reading_order(SHEET, given, used) if stop.why == "central"]
    assert central == [
        "shop/types1.py#T", "shop/lib0.py#f", "shop/hub.py#g0", "shop/hub.py#g1", "shop/types0.py#T", "shop/types2.py#T",
    ]  # fmt: skip


def test_scripts_are_told_where_nothing_else_starts() -> None:
    only = FactSheet(Project("shop"), entry_points=(entry("script", "tools/x.py"),))
    assert [stop.symbol for stop in reading_order(only, [make_capsule("tools/x.py")], {})] == ["tools/x.py"]
    both = FactSheet(Project("shop"), entry_points=(entry("script", "tools/x.py"), entry("cli", "shop/other.py")))
    found = reading_order(both, [make_capsule("tools/x.py"), make_capsule("shop/other.py")], {})
    assert [stop.symbol for stop in found] == ["shop/other.py"]


def test_nothing_of_tests_nothing_generated_nothing_unused() -> None:
    paths = {stop.path for stop in order(capsules())}
    assert paths.isdisjoint({"tests/run.py", "tests/factories.py", "shop/pb.py", "shop/0001.py", "shop/unused.py"})


def test_the_same_whatever_the_order_of_the_input() -> None:
    expected = order(capsules())
    for seed in range(5):
        given = capsules()
        random.Random(seed).shuffle(given)
        assert order(given) == expected


def test_a_sheet_without_anything_gives_nothing() -> None:
    assert reading_order(FactSheet(Project("x")), [], {}) == ()


@pytest.mark.parametrize(("docstring", "expected"), [
    ("Sorts what it is given. However, it has some poor\ncases.", "Sorts what it is given."),
    ("However, it has some poor\n    cases, e.g. this one.\n\nMore.", "However, it has some poor cases, e.g. this one."),
    ("Bakes bread\n\nin an oven.", "Bakes bread"),
    ("Reads version 2.0 of it! Fast.", "Reads version 2.0 of it!"),
    ("\nAn owner of pets.\n@author Ann Baker", "An owner of pets."),
    ("@author Ann Baker\n@since 1.0", ""),
    (":class:`Pet` is a pet", "`Pet` is a pet"),
    ("A pet\n:param name: what it is called", "A pet"),
    ("", ""),
    ("loaf " * 40, "loaf " * 31 + "loaf…"),
    ("x" * 300, "x" * 159 + "…"),
])  # fmt: skip
def test_a_stop_says_the_first_sentence_of_its_documentation(docstring: str, expected: str) -> None:
    assert first_sentence(docstring) == expected and len(expected) <= 160


def test_examples_are_nothing_to_begin_with_where_there_is_a_program() -> None:
    example, own = make_capsule("examples/shop.py#sell", rank=0.9), make_capsule("bread/oven.py#bake", rank=0.5)
    files = (FileEntry("examples/shop.py", "Python", 1, 200), FileEntry("bread/oven.py", "Python", 1, 200))
    sheet = FactSheet(Project("bread"), files=files, entry_points=(entry("cli", "examples/shop.py", example.symbol),))
    used = {example.symbol: 9, own.symbol: 9}
    assert [stop.symbol for stop in reading_order(sheet, [example, own], used)] == [own.symbol]
    alone = replace(sheet, files=files[:1])
    assert [stop.symbol for stop in reading_order(alone, [example], used)] == [example.symbol]


def test_what_everything_takes_comes_before_a_helper_of_something_central() -> None:
    context, helper = make_capsule("bread/core.py#Context", rank=7.0), make_capsule("bread/core.py#resolve", rank=20.0)
    others = [make_capsule("bread/core.py#Command", rank=12.0), make_capsule("bread/core.py#wrap", rank=19.0)]
    used = {context.symbol: 130, helper.symbol: 5, others[0].symbol: 36, others[1].symbol: 4}
    stops = reading_order(FactSheet(Project("bread")), [context, helper, *others], used)
    assert [stop.name for stop in stops] == ["Context", "Command"]
