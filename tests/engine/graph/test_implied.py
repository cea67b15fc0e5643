"""Calls through values: parameters, results, containers, attributes, decorators, loops."""

from __future__ import annotations

import pytest

from tests.engine.graph.building import calls, graph_of


def _inside(text: str, source: str) -> set[str]:
    """What `source` of one file calls, without what is outside."""
    graph = graph_of({"a.py": text})
    prefix = f"a.py#{source}" if source else "a.py"
    return {target.removeprefix("a.py#") for here, target in calls(graph) if here == prefix and not target.startswith("ext:")}


@pytest.mark.parametrize(
    ("text", "source", "expected"),
    [
        ("def ring(bell):\n    bell()\ndef loud(): ...\nring(loud)\n", "ring", {"loud"}),
        ("def ring(*, bell=None):\n    bell()\ndef loud(): ...\nring(bell=loud)\n", "ring", {"loud"}),
        ("def ring(*bells):\n    bells[1]()\ndef a(): ...\ndef b(): ...\nring(a, b)\n", "ring", {"b"}),
        ("def ring(**bells):\n    bells['x']()\ndef a(): ...\ndef b(): ...\nring(x=a, y=b)\n", "ring", {"a"}),
        ("def pick():\n    return loud\ndef loud(): ...\npick()()\n", "", {"pick", "loud"}),
        ("def a(): ...\ndef b(): ...\nbells = [a, b]\nbells[-1]()\n", "", {"b"}),
        ("def a(): ...\ndef b(): ...\nbells = {'x': a}\nbells['y'] = b\nbells['y']()\n", "", {"b"}),
        ("def a(): ...\nbells = {}\nbells.update({'x': a})\nbells.get('x')()\n", "", {"a"}),
        ("def a(): ...\ndef b(): ...\nfor bell in (a, b):\n    bell()\n", "", {"a", "b"}),
        ("class Box:\n    def __init__(self, bell):\n        self.bell = bell\n    def run(self):\n        self.bell()\n"
         "def a(): ...\nBox(a).run()\n", "Box.run", {"a"}),
        ("def a(x): ...\nlist(map(a, [1]))\nsorted([1], key=a)\n", "", {"a"}),
        ("def a(): ...\nclass Box: ...\nbox = Box()\nsetattr(box, 'bell', a)\ngetattr(box, 'bell')()\n", "", {"a", "Box"}),
        ("def a(): ...\neval('a()')\n", "", {"a"}),
        ("def a(): ...\ntext = 'a'\ntext += '('\ntext = text + ')'\nexec(text)\n", "", {"a"}),
    ],
)  # fmt: skip
def test_functions_are_followed_to_where_they_are_called(text: str, source: str, expected: set[str]) -> None:
    assert _inside(text, source) == expected


def test_what_decorators_put_in_place_is_called_beside_what_they_decorate() -> None:
    text = (
        "def outer(f):\n    def first():\n        return f()\n    return first\n"
        "def inner(f):\n    def second():\n        return f()\n    return second\n"
        "@outer\n@inner\ndef work(): ...\nwork()\n"
    )
    assert _inside(text, "") == {"outer", "inner", "work", "outer.first"}
    assert _inside(text, "outer.first") == {"inner.second"}
    assert _inside(text, "inner.second") == {"work"}


def test_loops_and_with_call_the_methods_behind_them() -> None:
    text = (
        "class Steps:\n    def __iter__(self):\n        return self\n    def __next__(self): ...\n"
        "class Lock:\n    def __enter__(self): ...\n    def __exit__(self, *rest): ...\n"
        "def go():\n    for step in Steps():\n        pass\n    with Lock() as held:\n        pass\n"
    )
    assert _inside(text, "go") == {
        "Steps", "Lock", "Steps.__iter__", "Steps.__next__", "Lock.__enter__", "Lock.__exit__",
    }  # fmt: skip


def test_an_inherited_constructor_runs_beside_the_class() -> None:
    text = "class A:\n    def __init__(self): ...\nclass B(A): ...\nB()\n"
    assert _inside(text, "") == {"B", "A.__init__"}


def test_too_many_values_are_no_answer() -> None:
    names = [f"f{number}" for number in range(30)]
    text = "".join(f"def {name}(): ...\n" for name in names) + f"for bell in ({', '.join(names)}):\n    bell()\n"
    assert _inside(text, "") == set()


def test_circles_end() -> None:
    text = "def a(f):\n    return b(f)\ndef b(f):\n    return a(f)\ndef c(): ...\na(c)()\nx = [x]\nx[0]()\nk = k + 'x'\neval(k)\n"
    assert _inside(text, "") == {"a"}


def test_methods_override_the_nearest_of_their_name() -> None:
    graph = graph_of(
        {"a.py": "class A:\n    def go(self): ...\nclass B(A): ...\nclass C(B):\n    def go(self): ...\n    def own(self): ...\n"}
    )
    assert calls(graph, kind="overrides") == {("a.py#C.go", "a.py#A.go")}


def test_what_is_called_through_a_base_may_be_the_method_of_a_class_below() -> None:
    text = (
        "class A:\n    def go(self): ...\n    def all(self):\n        self.go()\n"
        "class B(A):\n    def go(self): ...\nclass C: \n    def go(self): ...\n"
        "def run(thing: A):\n    thing.go()\ndef made():\n    A().go()\ndef below(thing: B):\n    thing.go()\n"
    )  # fmt: skip
    assert _inside(text, "run") == _inside(text, "A.all") == {"A.go", "B.go"}
    assert _inside(text, "made") == {"A", "A.go"}
    assert _inside(text, "below") == {"B.go"}


def test_operators_loops_and_builtins_run_methods() -> None:
    text = (
        "class Box:\n    def __getitem__(self, key): ...\n    def __setitem__(self, key, value): ...\n"
        "    def __delitem__(self, key): ...\n    def __eq__(self, other): ...\n    def __contains__(self, item): ...\n"
        "    def __add__(self, other): ...\n    def __len__(self): ...\n    def __radd__(self, other): ...\n"
        "    def __enter__(self): ...\n    def __exit__(self, *given): ...\n    def __neg__(self): ...\n"
        "    def __iter__(self):\n        return self\n    def __next__(self): ...\n"
        "class Odd(Exception):\n    def __init__(self): ...\n"
        "def get(box: Box):\n    return box[1]\n"
        "def put(box: Box):\n    box[1] = 2\n    del box[2]\n"
        "def ask(box: Box):\n    return box != 1 or 2 in box\n"
        "def add(box: Box, other):\n    box += 1\n    return other + box\n"
        "def count(box: Box):\n    return len(box) + len(-box)\n"
        "def hold(box: Box):\n    with box:\n        pass\n"
        "def each(box: Box):\n    return [a for a in box], {a: b for a, b in box}\n"
        "def listed(box: Box):\n    return list(box)\n"
        "def fail():\n    raise Odd\n"
    )
    assert _inside(text, "get") == {"Box.__getitem__"}
    assert _inside(text, "put") == {"Box.__setitem__", "Box.__delitem__"}
    assert _inside(text, "ask") == {"Box.__eq__", "Box.__contains__"}
    assert _inside(text, "add") == {"Box.__add__", "Box.__radd__"}
    assert _inside(text, "count") == {"Box.__len__", "Box.__neg__"}
    assert _inside(text, "hold") == {"Box.__enter__", "Box.__exit__"}
    assert _inside(text, "each") == _inside(text, "listed") == {"Box.__iter__", "Box.__next__"}
    assert _inside(text, "fail") == {"Odd.__init__"}


def test_lambdas_are_called() -> None:
    text = (
        "def one(): ...\ndef apply(f):\n    return f(1)\n"
        "apply(lambda x: one())\ntwice = lambda f: f(2)\ntwice(lambda x: x)\n"
        "class Items:\n    key = lambda item: item.other()\n    def other(self): ...\n"
    )
    assert _inside(text, "apply") == {"<lambda>"}
    assert _inside(text, "<lambda>") == {"one"}
    assert _inside(text, "<lambda>#2") == {"<lambda>#3"}
    uses = calls(graph_of({"a.py": text}), kind="uses")
    assert {("a.py", "a.py#<lambda>"), ("a.py#Items", "a.py#Items.<lambda>")} <= uses
    assert _inside("def go():\n    found = []\n    found.sort(key=lambda one: one)\n", "go") == {"go.<lambda>"}


def test_elements_by_annotation() -> None:
    text = (
        "class A:\n    def go(self): ...\n"
        "def loop(items: list[A]):\n    for item in items:\n        item.go()\n"
        "def at(items: dict[str, A]):\n    items['x'].go()\n"
        "def over(items: 'Mapping[str, A]'):\n    for item in items.values():\n        item.go()\n"
        "def keys(items: dict[str, A]):\n    for item in items:\n        item.go()\n"
        "def given(items: Iterator[A] | None):\n    return [item.go() for item in items]\n"
    )
    assert _inside(text, "loop") == _inside(text, "at") == _inside(text, "over") == _inside(text, "given") == {"A.go"}
    assert _inside(text, "keys") == set()


def test_setters_and_attributes_that_are_read() -> None:
    text = (
        "class Box:\n    @property\n    def lid(self): ...\n    @lid.setter\n    def lid(self, value): ...\n"
        "def put(box: Box):\n    box.lid = 1\n"
        "def ask(box: Box):\n    return box.lid == 2\n"
        "def hand(box: Box):\n    print(box.lid)\n"
    )
    assert _inside(text, "put") == {"Box.lid#2"}
    assert _inside(text, "ask") == _inside(text, "hand") == {"Box.lid"}


def test_fixtures_are_what_tests_are_given() -> None:
    facts = {
        "app.py": "class App:\n    def run(self): ...\n    def stop(self): ...\n",
        "tests/conftest.py": "import pytest\nfrom app import App\n@pytest.fixture\ndef app():\n    yield App()\n",
        "tests/test_app.py": "def test_run(app):\n    app.run()\ndef helper(app):\n    app.stop()\n",
    }
    graph = graph_of(facts)
    found = {(edge.source, edge.target) for edge in graph.edges if edge.kind == "tests"}
    assert ("tests/test_app.py#test_run", "app.py#App.run") in found
    assert ("tests/test_app.py#helper", "app.py#App.stop") not in found


def test_reading_a_property_runs_it() -> None:
    text = (
        "class Box:\n    @property\n    def lid(self):\n        return Lid()\n    plain = 1\n"
        "class Deep(Box):\n    def up(self):\n        return self.lid\n"
        "class Lid:\n    def open(self): ...\n"
        "def go(box: Box):\n    box.lid.open()\n    return box.plain\n"
    )
    assert _inside(text, "go") == {"Box.lid", "Lid.open"}
    assert _inside(text, "Deep.up") == {"Box.lid"}


def test_what_is_handed_back_is_what_this_call_gave() -> None:
    text = (
        "from functools import wraps\n"
        "def same(f):\n    return f\n"
        "def kept(f):\n    def inner(): ...\n    return wraps(f)(inner)\n"
        "@same\ndef a(): ...\n@same\ndef b(): ...\n@kept\ndef c(): ...\n"
        "def go():\n    a()\ndef went():\n    same(b)()\ndef gone():\n    c()\n"
    )
    assert _inside(text, "go") == {"a"}
    assert _inside(text, "went") == {"same", "b"}
    assert _inside(text, "gone") == {"c", "kept.inner"}
    assert _inside(text, "kept") == set()


def test_a_class_that_decorates_is_made_once_and_called_each_time() -> None:
    text = (
        "class Counted:\n    def __init__(self, f):\n        self.f = f\n    def __call__(self):\n        self.f()\n"
        "@Counted\ndef work(): ...\ndef go():\n    work()\n"
    )
    assert _inside(text, "") == {"Counted.__init__"}
    assert _inside(text, "go") == {"work", "Counted.__call__"}


def test_what_tests_hand_in_is_followed_only_among_what_is_no_test() -> None:
    graph = graph_of(
        {
            "bells.py": "def ring(bell):\n    bell()\ndef loud(): ...\n",
            "tests/test_bells.py": "from bells import loud, ring\ndef fake(): ...\ndef test_it():\n    ring(fake)\n    ring(loud)\n",
        }
    )
    assert {target for source, target in calls(graph) if source == "bells.py#ring"} == {"bells.py#loud"}


def test_asynchronous_loops_run_their_own_methods() -> None:
    text = (
        "class Both:\n    def __iter__(self): ...\n    def __aiter__(self): ...\n    def __enter__(self): ...\n"
        "    def __aenter__(self): ...\n"
        "async def wait(both: Both):\n    async with both as x:\n        async for y in both:\n"
        "            return [z async for z in both]\n"
        "async def hold(both: Both):\n    async with both:\n        return [a async for a, b in both]\n"
        "def go(both: Both):\n    with both as x:\n        for y in both:\n            return [z for z in both]\n"
    )
    assert _inside(text, "wait") == _inside(text, "hold") == {"Both.__aenter__", "Both.__aiter__"}
    assert _inside(text, "go") == {"Both.__enter__", "Both.__iter__"}


def test_classes_of_examples_are_no_part_of_the_program() -> None:
    graph = graph_of(
        {
            "lib.py": "class Base:\n    def go(self): ...\n    def run(self):\n        self.go()\n",
            "examples/own.py": "from lib import Base\nclass Own(Base):\n    def go(self): ...\nOwn().run()\n",
        }
    )
    assert {target for source, target in calls(graph) if source == "lib.py#Base.run"} == {"lib.py#Base.go"}


@pytest.mark.parametrize(
    ("text", "source", "expected"),
    [
        # what methods put into a container that is an attribute, whatever made the container
        ("class Bus:\n    def __init__(self):\n        self.bells = []\n    def add(self):\n        self.bells.append(Bell())\n"
         "    def ring(self):\n        for bell in self.bells:\n            bell.go()\n"
         "class Bell:\n    def go(self): ...\n", "Bus.ring", {"Bell.go"}),
        ("from collections import OrderedDict\nclass Bus:\n    def __init__(self):\n        self.bells = OrderedDict()\n"
         "    def __setitem__(self, key, value):\n        self.bells[key] = Bell()\n"
         "    def ring(self, key):\n        self.bells[key].go()\nclass Bell:\n    def go(self): ...\n", "Bus.ring", {"Bell.go"}),
        ("class Bus:\n    bells = {}\n    def add(self, key):\n        self.bells[key] = Bell()\n"
         "    def ring(self, key):\n        self.bells[key].go()\nclass Bell:\n    def go(self): ...\n", "Bus.ring", {"Bell.go"}),
        # one class's container is not another's
        ("class Bus:\n    def __init__(self):\n        self.bells = []\n    def ring(self):\n        for bell in self.bells:\n"
         "            bell.go()\nclass Other:\n    def add(self):\n        self.bells.append(Bell())\n"
         "class Bell:\n    def go(self): ...\n", "Bus.ring", set()),
        # an attribute that the classes below fill in
        ("class Field:\n    widget = None\n    def show(self):\n        self.widget.draw()\n"
         "class Text(Field):\n    widget = Widget()\nclass Widget:\n    def draw(self): ...\n", "Field.show", {"Widget.draw"}),
    ],
)  # fmt: skip
def test_attributes_hold_what_any_method_of_their_class_puts_there(text: str, source: str, expected: set[str]) -> None:
    assert _inside(text, source) == expected


def test_every_decorator_of_a_long_file_is_called() -> None:
    """However many decorators were asked for before: each is a question of its own."""
    head = "def mark(name):\n    def inner(f):\n        return f\n    return inner\n"
    uses = "".join(f"def test_{number}():\n    @mark({number})\n    def run(): ...\n" for number in range(200))
    graph = graph_of({"a.py": head + uses})
    assert {source for source, target in calls(graph) if target == "a.py#mark.inner"} == {f"a.py#test_{n}" for n in range(200)}


def test_making_a_class_runs_its_metaclass_and_the_hooks_above() -> None:
    text = (
        "class Meta(type):\n    def __new__(cls, *rest): ...\n    def __init__(cls, *rest): ...\n    def __call__(cls): ...\n"
        "class Base(metaclass=Meta):\n    def __init_subclass__(cls): ...\n"
        "def make():\n    class Own(Base): ...\n    return Own()\n"
        "class Plain: ...\n"
    )
    assert _inside(text, "make") == {
        "Meta.__new__", "Meta.__init__", "Base.__init_subclass__", "make.Own", "Meta.__call__",
    }  # fmt: skip
    assert _inside(text, "") == {"Meta.__new__", "Meta.__init__"}  # of Base; Meta and Plain are made by `type` itself


def test_an_instance_is_made_and_then_filled() -> None:
    text = (
        "class Field:\n    def __new__(cls, *rest): ...\n    def __init__(self, *rest): ...\n"
        "class Below(Field): ...\n"
        "def make():\n    Field(1)\ndef below():\n    Below(1)\ndef fill(field):\n    Field.__init__(field)\n"
    )
    assert _inside(text, "make") == {"Field.__new__", "Field.__init__"}
    assert _inside(text, "below") == {"Below", "Field.__new__", "Field.__init__"}
    assert _inside(text, "fill") == {"Field.__init__"}


def test_a_result_with_the_type_of_the_receiver_is_the_receiver() -> None:
    text = (
        "from typing import TypeVar\nT = TypeVar('T')\n"
        "class Client:\n    async def __aenter__(self: T) -> T:\n        return self\n    async def __aexit__(self, *rest): ...\n"
        "    def opened(self: T) -> T:\n        return self\n    def get(self): ...\n"
        "class Own(Client):\n    def get(self): ...\n"
        "async def go():\n    async with Own() as client:\n        client.get()\n"
        "def stay():\n    Client().opened().get()\n"
    )
    assert "Own.get" in _inside(text, "go") and "Client.get" not in _inside(text, "go")
    assert "Client.get" in _inside(text, "stay")


def test_a_fixture_that_hands_on_what_another_function_yields() -> None:
    files = {
        "app/server.py": "class Server:\n    def url(self): ...\n",
        "tests/conftest.py": (
            "from collections.abc import Iterator\nimport pytest\nfrom app.server import Server\n"
            "def served(server: Server) -> Iterator[Server]:\n    yield server\n"
            "@pytest.fixture\ndef server():\n    yield from served(Server())\n"
        ),
        "tests/test_it.py": "def test_it(server):\n    server.url()\n",
    }
    assert ("tests/test_it.py#test_it", "app/server.py#Server.url") in calls(graph_of(files), kind="tests")


def test_a_class_that_may_be_one_below_may_run_the_constructors_below() -> None:
    text = (
        "class Base:\n    def __init__(self): ...\n    @classmethod\n    def make(cls):\n        return cls()\n"
        "class Own(Base):\n    def __init__(self): ...\n"
        "class Plain(Base): ...\n"
        "def one():\n    return Base()\n"
        "def typed(kind: type[Base]):\n    return kind()\n"
    )
    assert _inside(text, "Base.make") == {"Base.__init__", "Own.__init__"}
    assert _inside(text, "typed") == {"Base.__init__", "Own.__init__"}
    assert _inside(text, "one") == {"Base.__init__"}


def test_a_name_is_of_the_class_that_was_asked_for() -> None:
    text = (
        "class Item:\n    def value(self): ...\nclass Date(Item):\n    def value(self): ...\n    def day(self): ...\n"
        "class Table(Item):\n    def value(self): ...\n"
        "def inside(x: Item):\n    if isinstance(x, Table):\n        x.value()\n"
        "def behind(x):\n    if not isinstance(x, Date):\n        return\n    x.day()\n"
        "def both(x, y):\n    if y and isinstance(x, Date) and x.day():\n        pass\n"
        "def other(x: Item):\n    if isinstance(x, Table):\n        pass\n    else:\n        x.value()\n"
        "def again(x):\n    if isinstance(x, Date):\n        x = Table()\n        x.value()\n"
        "def unknown(x: Item):\n    if isinstance(x, anything):\n        x.value()\n"
    )
    assert _inside(text, "inside") == {"Table.value"}
    assert _inside(text, "behind") == {"Date.day"}
    assert _inside(text, "both") == {"Date.day"}
    assert _inside(text, "other") == {"Item.value", "Date.value", "Table.value"}
    assert _inside(text, "again") == {"Table", "Table.value"}
    assert _inside(text, "unknown") == {"Item.value", "Date.value", "Table.value"}


def test_the_class_of_an_instance_and_a_class_among_plain_values() -> None:
    text = (
        "class Item:\n    def __init__(self): ...\n    def copy(self):\n        return self.__class__()\n"
        "    def like(self):\n        return type(self)()\n    def show(self): ...\n"
        "def one(x: Item | int | None):\n    x.show()\n"
    )
    assert _inside(text, "Item.copy") == {"Item.__init__"}
    assert _inside(text, "Item.like") == {"Item.__init__"}
    assert _inside(text, "one") == {"Item.show"}


def test_an_operand_declared_as_one_of_several_classes_may_run_the_method_of_each() -> None:
    text = (
        "from typing import Union\n"
        "class Plain:\n    def __lt__(self, other): ...\nclass Edge:\n    def __lt__(self, other): ...\n    def go(self): ...\n"
        "class Other:\n    def __lt__(self, other): ...\nEither = Union[Plain, 'Edge']\n"
        "class Bound:\n    def __init__(self, place: Plain | Edge | None):\n        self.place = place\n"
        "    def __gt__(self, other):\n        return self.place < 1\n"
        "def one(place: Either):\n    return place < 1\n"
        "def two(place: 'Union[Plain, None, Edge]'):\n    place.go()\n"
    )
    assert _inside(text, "Bound.__gt__") == {"Plain.__lt__", "Edge.__lt__"}
    assert _inside(text, "one") == {"Plain.__lt__", "Edge.__lt__"}
    assert _inside(text, "two") == {"Edge.go"}


def test_what_a_base_outside_answers_runs_nothing_that_would_stand_instead() -> None:
    text = (
        "from collections.abc import MutableMapping\n"
        "class Table(MutableMapping):\n    def __iter__(self): ...\n    def __repr__(self): ...\n    def __eq__(self, other): ...\n"
        "class Bag:\n    def __iter__(self): ...\n"
        "def go(table: Table, bag: Bag):\n    'x' in table\n    str(table)\n    table != 1\ndef other(bag: Bag):\n    'x' in bag\n"
    )
    assert _inside(text, "go") == {"Table.__eq__"}
    assert _inside(text, "other") == {"Bag.__iter__"}


def test_a_list_of_what_an_iterable_gives_is_not_the_iterable() -> None:
    text = (
        "class Item:\n    def __len__(self): ...\n"
        "class Bag:\n    def __len__(self): ...\n    def __next__(self): ...\n    def __iter__(self):\n        return Walk()\n"
        "class Walk:\n    def __next__(self):\n        return Item()\n"
        "def go(bag):\n    len(list(bag))\n    next(iter(bag))\n    for item in sorted(bag):\n        len(item)\ngo(Bag())\n"
    )
    assert _inside(text, "go") == {"Bag.__iter__", "Walk.__next__", "Item.__len__"}


def test_conditions_and_strings_ask_objects_for_their_truth_and_text() -> None:
    text = (
        "class Style:\n    def __len__(self): ...\n    def __repr__(self): ...\nclass Bare: ...\n"
        "class Loud(Bare):\n    def __bool__(self): ...\n"
        "def go(style: Style, other: Style, bare: Bare):\n    if style or bare:\n        pass\n"
        "def say(style: Style):\n    return f'{style}'\ndef show(style: Style):\n    return f'{style!s}'\n"
    )
    assert _inside(text, "go") == {"Style.__len__"}
    assert _inside(text, "say") == {"Style.__repr__"}
    assert _inside(text, "show") == {"Style.__repr__"}


def test_dicts_and_sets_ask_their_keys_for_a_hash() -> None:
    text = (
        "class Key:\n    def __hash__(self): ...\n    def __eq__(self, other): ...\n"
        "class Table:\n    def __getitem__(self, key): ...\n"
        "class Box:\n    def __init__(self):\n        self.found: dict[Key, int] = {}\n        self.seen = set()\n"
        "    def read(self, key: Key):\n        return self.found[key]\n"
        "    def has(self, key: Key):\n        return key in self.found\n"
        "    def keep(self, key: Key):\n        self.seen.add(key)\n"
        "    def other(self, key: Key, table: Table, name: str):\n        self.found[name]\n        return table[key]\n"
    )
    for method in ("read", "has", "keep"):
        assert _inside(text, f"Box.{method}") == {"Key.__hash__", "Key.__eq__"}, method
    assert _inside(text, "Box.other") == {"Table.__getitem__"}


def test_a_class_made_by_calling_type_has_what_its_base_has() -> None:
    text = (
        "class Meta(type):\n    def __call__(cls, *given): ...\n"
        "class Form(metaclass=Meta):\n    def __init__(self): ...\n    def check(self): ...\n"
        "class Other(Form):\n    def __init__(self): ...\n    def check(self): ...\n"
        "def make(name):\n    return type(name, (Form, dict), {})\n"
        "def go():\n    cls = make('F')\n    form = cls()\n    form.check()\n"
    )
    assert _inside(text, "go") == {"make", "Meta.__call__", "Form.__init__", "Form.check"}


def test_a_module_that_imports_itself_to_run_still_has_its_classes() -> None:
    graph = graph_of(
        {
            "pack/__init__.py": "",
            "pack/live.py": "class Live:\n    def go(self): ...\nif __name__ == '__main__':\n    from .live import Live as Live\n    Live().go()\n",
            "use.py": "from pack.live import Live\ndef use():\n    Live().go()\n",
        }
    )
    assert {("use.py#use", "pack/live.py#Live.go"), ("pack/live.py", "pack/live.py#Live.go")} <= calls(graph)


def test_parameters_of_tests_stand_for_what_their_sets_give() -> None:
    graph = graph_of(
        {
            "a.py": "class One:\n    def go(self): ...\nclass Two:\n    def go(self): ...\ndef make(): ...\n",
            "tests/test_a.py": (
                "import pytest\nfrom a import One, Two, make\nALL = [One, Two]\n"
                "@pytest.mark.parametrize('cls', ALL)\ndef test_all(cls):\n    cls().go()\n"
                "@pytest.mark.parametrize(('name', 'cls'), [('x', One), pytest.param('y', make, id='z')])\n"
                "def test_some(name, cls):\n    cls()\n    name()\n"
                "@pytest.mark.parametrize('one', [One()])\ndef test_one(one):\n    one.go()\n"
                "@pytest.mark.parametrize('one', [One()], indirect=True)\ndef test_other(one):\n    one.go()\n"
            ),
        }
    )
    found = {(source.partition("#")[2], target.removeprefix("a.py#")) for source, target in calls(graph, kind="tests")}
    assert {pair for pair in found if pair[0] != ""} == {
        ("test_all", "One"), ("test_all", "Two"), ("test_all", "One.go"), ("test_all", "Two.go"), ("test_some", "One"),
        ("test_some", "make"), ("test_one", "One.go"),
    }  # fmt: skip


def test_fixtures_give_what_they_say_they_iterate_over_and_functions_of_their_own() -> None:
    graph = graph_of(
        {
            "a.py": "class Server:\n    def stop(self): ...\n",
            "tests/conftest.py": (
                "import pytest\nfrom typing import Callable, Iterator\nfrom a import Server\n"
                "def serve(server) -> Iterator[Server]:\n    yield server\n"
                "@pytest.fixture\ndef server() -> Iterator[Server]:\n    yield from serve(Server())\n"
                "@pytest.fixture\ndef read() -> Callable[[str], str]:\n    def inner(name): ...\n    return inner\n"
            ),
            "tests/test_a.py": (
                "from typing import Callable\n"
                "def test_stop(server):\n    server.stop()\ndef test_read(read: Callable[[str], str]):\n    read('x')\n"
            ),
        }
    )
    assert ("tests/test_a.py#test_stop", "a.py#Server.stop") in calls(graph, kind="tests")
    assert ("tests/test_a.py#test_read", "tests/conftest.py#read.inner") in calls(graph)


def test_what_is_caught_or_raised_in_a_test_is_of_the_class_that_is_named() -> None:
    files = {
        "a.py": (
            "class Wrong(Exception):\n    def __str__(self): ...\n    def show(self): ...\nclass Odd(Exception):\n    def show(self): ...\n"
            "def go():\n    try:\n        pass\n    except Wrong as error:\n        error.show()\n        return str(error)\n"
            "def both():\n    try:\n        pass\n    except (Wrong, Odd) as error:\n        error.show()\n"
        ),
        "tests/test_a.py": (
            "import pytest\nfrom a import Wrong\n"
            "def test_a():\n    with pytest.raises(Wrong) as found:\n        pass\n    found.value.show()\n    assert str(found.value)\n"
        ),
    }
    graph = graph_of(files)
    found = {(source, target.removeprefix("a.py#Wrong.")) for source, target in calls(graph) if not target.startswith("ext:")}
    assert found == {("a.py#go", "show"), ("a.py#go", "__str__"), ("a.py#both", "show"), ("a.py#both", "a.py#Odd.show")}
    tested = {target for source, target in calls(graph, kind="tests")}
    assert {"a.py#Wrong.show", "a.py#Wrong.__str__"} <= tested


def test_descriptors_answer_when_their_field_is_read_or_given_a_value() -> None:
    text = (
        "class Value:\n    def upper(self): ...\n"
        "class Field:\n    def __init__(self, name): ...\n    def upper(self): ...\n"
        "    def __get__(self, owner, cls) -> Value: ...\n    def __set__(self, owner, value): ...\n"
        "class Whole(Field): ...\n"
        "class Row:\n    name: Whole = Whole('a')\n    plain = Value()\n"
        "def read(row: Row):\n    return row.name == row.plain\n"
        "def write(row: Row):\n    row.name = 1\n    row.plain = 2\n"
        "def use(row: Row):\n    row.name.upper()\n"
    )
    assert _inside(text, "read") == {"Field.__get__"}
    assert _inside(text, "write") == {"Field.__set__"}
    assert _inside(text, "use") == {"Field.__get__", "Value.upper"}


def test_isinstance_tells_several_classes_apart_and_what_is_left_where_it_said_no() -> None:
    text = (
        "class A:\n    def go(self): ...\nclass B:\n    def go(self): ...\nclass C:\n    def go(self): ...\n"
        "class Below(A):\n    def go(self): ...\nEach = A | B | C\n"
        "def some(x):\n    if isinstance(x, (A, B)):\n        x.go()\n"
        "def either(x):\n    if isinstance(x, A | C):\n        x.go()\n"
        "def left(x: Each):\n    if isinstance(x, A):\n        return\n    x.go()\n"
        "def last(x: Each):\n    if isinstance(x, A):\n        pass\n    elif isinstance(x, (B,)):\n        pass\n    else:\n        x.go()\n"
        "def none(x: A):\n    if not isinstance(x, A):\n        x.go()\n    else:\n        x.go()\n"
        "def again(x: Each):\n    if isinstance(x, A):\n        return\n    x = A()\n    x.go()\n"
        "def any_of(x: Each):\n    if isinstance(x, A) or isinstance(x, B):\n        return\n    x.go()\n"
        "def not_all(x: Each):\n    if x and isinstance(x, A) and x.go():\n        return\n    x.go()\n"
        "def above(x: A):\n    if isinstance(x, Below):\n        return\n    x.go()\n"
    )
    assert _inside(text, "some") == {"A.go", "B.go", "Below.go"}
    assert _inside(text, "either") == {"A.go", "C.go", "Below.go"}
    assert _inside(text, "left") == {"B.go", "C.go"}
    assert _inside(text, "last") == {"C.go"}
    assert _inside(text, "none") == {"A.go", "Below.go"}
    assert _inside(text, "again") == {"A", "A.go"}
    assert _inside(text, "any_of") == {"C.go"}
    assert _inside(text, "not_all") == {"A.go", "B.go", "C.go", "Below.go"}
    assert _inside(text, "above") == {"A.go", "Below.go"}


def test_an_abstract_method_is_not_what_an_operator_runs() -> None:
    text = (
        "import abc\nclass Key(abc.ABC):\n    @abc.abstractmethod\n    def __hash__(self): ...\n"
        "    @abc.abstractmethod\n    def __eq__(self, other): ...\n    def __lt__(self, other): ...\n"
        "class Box:\n    def __init__(self):\n        self.found: dict[Key, int] = {}\n"
        "    def read(self, key: Key):\n        return self.found[key] if key == 1 or key < 2 else None\n"
    )
    assert _inside(text, "Box.read") == {"Key.__lt__"}
