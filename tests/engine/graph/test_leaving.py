"""Calls that leave the repository: the best name that can be told, or counted as being without one; each at its own line."""

from __future__ import annotations

import pytest

from tests.engine.graph.building import calls, graph_of


def outside(files: dict[str, str]) -> set[str]:
    return {target for _source, target in calls(graph_of(files)) if target.startswith("ext:")}


@pytest.mark.parametrize(
    ("path", "code", "name"),
    [
        ("a.go", 'package a\nimport "github.com/x/jwt-go"\nfunc f() { jwt.New() }\n', "ext:github.com/x/jwt-go.New"),
        ("a.go", 'package a\nimport "example.com/go-isatty/v2"\nfunc f() { isatty.Is() }\n', "ext:example.com/go-isatty/v2.Is"),
        ("a.go", 'package a\nimport "example.com/x/redis.go"\nfunc f() { redis.Dial() }\n', "ext:example.com/x/redis.go.Dial"),
        ("a.py", "import lib\nlib.open().first().second().third()\n", "ext:lib.open().first().second().third"),
        ("a.py", "import lib\nclass T(lib.Case):\n    def go(self):\n        self.page.get()\n", "ext:lib.Case.page.get"),
        ("a.ts", "import { ask } from 'lib';\nask(1).not.toBe(2);\n", "ext:lib.ask().not.toBe"),
        ("a.sh", "#!/bin/sh\necho 1\n", "ext:builtins.echo"),
    ],
)
def test_named_where_a_name_can_be_told(path: str, code: str, name: str) -> None:
    assert name in outside({path: code})


def test_links_of_a_chain_longer_than_an_expression_is_deep() -> None:
    links = "".join(f".step{number}()" for number in range(12))
    code = f'package a\nimport "example.com/gorm"\nfunc f() {{ db := gorm.Open()\n db{links} }}\n'
    found = graph_of({"a.go": code})
    assert any(target.endswith(".step11") for _source, target in calls(found))
    assert found.unnamed_call_count == 0


def test_two_packages_that_may_have_the_name_give_none() -> None:
    code = 'package a\nimport "a.com/x/jwt-go"\nimport "b.com/x/go.jwt"\nfunc f() { jwt.New() }\n'
    found = graph_of({"a.go": code})
    capsule = next(item for item in found.capsules if item.symbol == "a.go#f")
    assert (found.external_call_count, found.unnamed_call_count, capsule.unnamed) == (1, 1, (("New", 1),))


def test_what_leaves_without_a_name_is_counted_by_the_name_called() -> None:
    found = graph_of({"a.py": "def f(x):\n    x.strip()\n    x.strip()\n    x.lower().title()\n"})
    capsule = next(item for item in found.capsules if item.symbol == "a.py#f")
    assert capsule.unnamed == (("lower", 1), ("strip", 2), ("title", 1))
    assert (found.external_call_count, found.unnamed_call_count, capsule.unresolved) == (4, 4, ())


def test_a_member_that_a_class_of_the_repository_binds_is_not_the_base_outside() -> None:
    base = "import lib\nclass Base(lib.Case):\n    def setUp(self):\n        self.page = object.make()\n"
    code = "from base import Base\nclass T(Base):\n    def go(self):\n        self.page.get_it()\n"
    assert not {name for name in outside({"base.py": base, "t.py": code}) if name.startswith("ext:lib.Case")}


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("a.py", "import lib\n(lib.one()\n .two()\n .three(\n  4))\n"),
        ("a.ts", "import * as lib from 'lib';\nlib.one()\n .two()\n .three(\n  4);\n"),
        ("a.go", 'package a\nimport "lib"\nfunc f() { lib.one().\n two().\n three(\n  4) }\n'),
    ],
)
def test_each_call_of_a_chain_has_its_own_line(path: str, code: str) -> None:
    lines = [edge.line for edge in graph_of({path: code}).edges if edge.kind == "calls"]
    assert sorted(lines) == [min(lines), min(lines) + 1, min(lines) + 2]
