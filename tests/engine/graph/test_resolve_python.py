"""Names of Python files, followed."""

from __future__ import annotations

import pytest

from tests.engine.graph.building import calls, graph_of, resolver_of


def test_relative_aliased_starred_and_re_exported_imports() -> None:
    graph = graph_of(
        {
            "pkg/__init__.py": "from .core import make as build\nfrom .extra import *\n",
            "pkg/core.py": "def make(): ...\n",
            "pkg/extra.py": "__all__ = ['shown']\ndef shown(): ...\ndef hidden(): ...\n",
            "pkg/sub/__init__.py": "",
            "pkg/sub/deep.py": "from ..core import make as m\nfrom .. import core\nm()\ncore.make()\n",
            "main.py": "import pkg\nimport pkg.core as c\nfrom pkg import build, shown\nbuild()\nshown()\npkg.build()\nc.make()\npkg.sub.deep\n",
        }
    )
    assert calls(graph) == {
        ("main.py", "pkg/core.py#make"),
        ("main.py", "pkg/extra.py#shown"),
        ("pkg/sub/deep.py", "pkg/core.py#make"),
    }
    assert graph.call_count == graph.resolved_call_count == 6


def test_methods_through_self_super_and_inheritance() -> None:
    graph = graph_of(
        {
            "base.py": """
                class Base:
                    def run(self): self.step()
                    def step(self): ...
                class Mixin:
                    def step(self): ...
                """,
            "child.py": """
                from base import Base, Mixin
                class Child(Mixin, Base):
                    def run(self):
                        super().run()
                        self.step()
                        self.own()
                    @classmethod
                    def create(cls):
                        cls.helper()
                        return cls()
                    @staticmethod
                    def helper(): ...
                    def own(self): ...
                Child.create().own()
                """,
        }
    )
    assert calls(graph) == {
        ("base.py#Base.run", "base.py#Base.step"),
        ("child.py#Child.run", "ext:builtins.super"),
        ("child.py#Child.run", "base.py#Base.run"),
        ("child.py#Child.run", "base.py#Mixin.step"),
        ("child.py#Child.run", "child.py#Child.own"),
        ("child.py#Child.create", "child.py#Child.helper"),
        ("child.py#Child.create", "child.py#Child"),
        ("child.py", "child.py#Child.create"),
        ("child.py", "child.py#Child.own"),
    }


def test_types_through_assignments_annotations_and_returns() -> None:
    graph = graph_of(
        {
            "things.py": """
                from typing import Annotated, Optional
                class Engine:
                    def start(self): ...
                class Car:
                    spare: "Engine"
                    def __init__(self, engine: Optional[Engine] = None):
                        self.engine = Engine()
                        self.given = engine
                    def drive(self):
                        self.engine.start()
                        self.spare.start()
                        self.given.start()
                def build() -> Car: ...
                def factory():
                    return Car()
                Dep = Annotated[Car, 1]
                """,
            "use.py": """
                from things import Car, Dep, build, factory
                shared = Car()
                def one(car: Car, dep: Dep, union: Car | None):
                    car.drive()
                    dep.drive()
                    union.drive()
                def two():
                    shared.drive()
                    local = build()
                    local.drive()
                    factory().drive()
                    alias = shared.drive
                    alias()
                """,
        }
    )
    found = calls(graph)
    assert ("things.py#Car.drive", "things.py#Engine.start") in found
    assert ("use.py#one", "things.py#Car.drive") in found
    assert ("use.py#two", "things.py#Car.drive") in found
    drives = [e for e in graph.edges if e.kind == "calls" and e.target == "things.py#Car.drive"]
    assert sorted(e.line for e in drives) == [4, 5, 6, 8, 10, 11, 13]
    assert {e.resolution for e in drives} == {"inferred"}
    starts = [e.line for e in graph.edges if e.kind == "calls" and e.target == "things.py#Engine.start"]
    assert sorted(starts) == [10, 11, 12]


def test_what_cannot_be_known_makes_no_edge() -> None:
    graph = graph_of(
        {
            "a.py": """
                class A:
                    def save(self): ...
                class B:
                    def save(self): ...
                def f(unknown):
                    unknown.save()
                    for save in unknown:
                        save()
                def g(flag):
                    thing = A() if flag else B()
                    thing.save()
                """,
        }
    )
    assert calls(graph) == {
        ("a.py#g", "a.py#A"), ("a.py#g", "a.py#B"), ("a.py#g", "a.py#A.save"), ("a.py#g", "a.py#B.save"),
    }  # fmt: skip
    by_symbol = {c.symbol: c.unresolved_calls for c in graph.capsules}
    assert by_symbol["a.py#f"] == 2


def test_by_name_only_where_one_distinctive_method_fits() -> None:
    files = {
        "a.py": "class Order:\n    def charge_card(self, amount): ...\n",
        "b.py": "def f(thing):\n    thing.charge_card(1)\n    thing.charge_card(1, 2, 3)\n    thing.charge_card(other=1)\n",
    }
    named = [e for e in graph_of(files).edges if e.resolution == "name"]
    assert [(e.target, e.line) for e in named] == [("a.py#Order.charge_card", 2)]
    files["c.py"] = "class Other:\n    def charge_card(self, amount): ...\n"
    assert not [e for e in graph_of(files).edges if e.resolution == "name"]


def test_parameters_and_comprehension_names_hide_outer_ones() -> None:
    graph = graph_of(
        {
            "m.py": "def run(): ...\n",
            "a.py": """
                import m
                from m import run
                def f(run):
                    run()
                def g(items):
                    return [m.run() for m in items]
                h = lambda run: run()
                run()
                """,
        }
    )
    assert calls(graph) == {("a.py", "m.py#run")}


def test_externals_are_named_as_they_are_called() -> None:
    graph = graph_of(
        {
            "a.py": """
                import requests as rq
                from requests import Session
                from django.db import models
                import logging
                log = logging.getLogger(__name__)
                class User(models.Model):
                    def touch(self):
                        self.save()
                def f():
                    rq.get("x")
                    session = Session()
                    session.post("y")
                    log.info("z")
                    User.objects.filter(a=1)
                    print(len("x"))
                """,
        }
    )
    assert calls(graph) >= {
        ("a.py#f", "ext:requests.get"),
        ("a.py#f", "ext:requests.Session.post"),
        ("a.py#f", "ext:logging.Logger.info"),
        ("a.py#User.touch", "ext:django.db.models.Model.save"),
        ("a.py#f", "ext:django.db.models.Model.objects.filter"),
    }
    assert [(e.target, e.line) for e in graph.edges if e.target.startswith("builtins.")] == [
        ("builtins.len", 15), ("builtins.print", 15),
    ]  # fmt: skip
    assert ("a.py#f", "a.py#User") in calls(graph, kind="uses")
    assert ("a.py#User", "ext:django.db.models.Model") in calls(graph, kind="inherits")


def test_conditional_imports_prefer_the_repository() -> None:
    graph = graph_of(
        {
            "fast.py": "def go(): ...\n",
            "a.py": "try:\n    from speedups import go\nexcept ImportError:\n    from fast import go\ngo()\n",
        }
    )
    assert calls(graph) == {("a.py", "fast.py#go")}


def test_context_managers_tasks_partials_and_callables() -> None:
    graph = graph_of(
        {
            "a.py": """
                from functools import partial
                from celery import shared_task
                class Lock:
                    def __enter__(self):
                        return self
                    def hold(self): ...
                    def __call__(self): ...
                @shared_task
                def job(): ...
                def work(): ...
                later = partial(work, 1)
                def f():
                    with Lock() as lock:
                        lock.hold()
                    lock()
                    job.delay()
                    later()
                """,
        }
    )
    assert {target for source, target in calls(graph) if source == "a.py#f"} == {
        "a.py#Lock", "a.py#Lock.__enter__", "a.py#Lock.hold", "a.py#Lock.__call__", "a.py#job", "a.py#work",
    }  # fmt: skip


def test_dependencies_of_parameters_are_uses() -> None:
    graph = graph_of(
        {
            "deps.py": """
                from typing import Annotated
                from fastapi import Depends
                class Session: ...
                def get_session(): ...
                def get_user(): ...
                Current = Annotated[Session, Depends(get_user)]
                """,
            "api.py": """
                from fastapi import Depends
                from deps import Current, get_session
                def read(current: Current, session=Depends(get_session)): ...
                """,
        }
    )
    assert {target for source, target in calls(graph, kind="uses") if source == "api.py#read"} == {
        "deps.py#Session", "deps.py#get_session", "deps.py#get_user",
    }  # fmt: skip


def test_cycles_end() -> None:
    graph = graph_of(
        {
            "a.py": "from b import *\nfrom b import x as y\nclass A(B): pass\nz = z2\nz2 = z\nz()\ndef f(): return f()\nf().g()\n",
            "b.py": "from a import *\nfrom a import y as x\nclass B(A): pass\nx()\n",
        }
    )
    assert ("a.py#f", "a.py#f") in calls(graph)


@pytest.mark.parametrize(
    ("name", "line", "expected"),
    [
        ("value", 2, ("assignment", "a.py#value")),
        ("make", 2, ("definition", "a.py#make")),
        ("alias", 9, ("definition", "a.py#make")),
        ("os.path", 9, ("external", "")),
        ("router", 9, ("assignment", "b.py#router")),
        ("b", 9, ("module", "b.py")),
        ("nothing", 9, ("unknown", "")),
    ],
)
def test_resolve_says_what_a_name_is(name: str, line: int, expected: tuple[str, str]) -> None:
    resolver = resolver_of(
        {
            "a.py": "import os\nimport b\nfrom b import router\nvalue = 1\ndef make(): ...\nalias = make\n",
            "b.py": "from fastapi import APIRouter\nrouter = APIRouter(prefix='/b')\n",
        }
    )
    found = resolver.resolve("a.py", "", name, line)
    assert (found.kind, found.symbol) == expected


def test_local_binding_depends_on_the_line() -> None:
    graph = graph_of(
        {
            "a.py": """
                class A:
                    def go(self): ...
                class B:
                    def go(self): ...
                def f():
                    x = A()
                    x.go()
                    x = B()
                    x.go()
                """,
        }
    )
    went = sorted((e.line, e.target) for e in graph.edges if e.target.endswith(".go") and e.kind == "calls")
    assert went == [(7, "a.py#A.go"), (9, "a.py#B.go")]
