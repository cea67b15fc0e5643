"""What a capsule says of itself, and that none swallows another."""

from __future__ import annotations

import hashlib

from apps.engine.facts import Attribute, Capsule, Definition, FileFacts, capsule_id
from apps.engine.graph.capsules import make_capsules
from apps.engine.graph.describe import describe, details
from tests.engine.graph.building import graph_of


def capsules(**files: str) -> dict[str, Capsule]:
    return {capsule.symbol: capsule for capsule in graph_of({f"{name}.py": text for name, text in files.items()}).capsules}


SHOP = """
    import os
    from .oven import bake as heat, Oven
    __all__ = ["Shop", "LIMIT"]
    LIMIT: int = 3
    for row in range(3): pass
    @dataclass
    class Shop(Base[int], metaclass=Meta):
        name: str
        oven = Oven()
        tags = list()
        def __init__(self, town: str, *rest, size: int = 3) -> None:
            self.town = town
            self.size: int = size
            self.oven.door = 1
            local = 2
        @property
        def _hidden(self): return self.guess().run()
        async def stream(self):
            yield 1
    def run(shop): shop.anything(); shop.anything(); shop.other(); run.table[0]()
    """


def test_what_classes_functions_and_files_declare() -> None:
    found = capsules(shop=SHOP)
    shop = found["shop.py#Shop"]
    assert shop.methods == ("shop.py#Shop.__init__", "shop.py#Shop._hidden", "shop.py#Shop.stream")
    assert shop.attributes == (
        Attribute("name", "str", 8), Attribute("oven", "Oven", 9), Attribute("tags", "", 10), Attribute("town", "", 12),
        Attribute("size", "int", 13),
    )  # fmt: skip
    assert (shop.bases, shop.decorators, shop.start_line, shop.line) == (("Base",), ("dataclass",), 6, 7)
    made = details(found["shop.py#Shop.__init__"])
    assert made["parameters"] == [
        {"name": "self"}, {"name": "town", "type": "str"}, {"name": "rest", "kind": "rest"},
        {"name": "size", "type": "int", "default": "3", "kind": "keyword"},
    ]  # fmt: skip
    assert (made["returns"], made["visibility"]) == ("None", "public")
    assert details(found["shop.py#Shop._hidden"])["visibility"] == "private"
    assert found["shop.py#Shop.stream"].properties == ("async", "generator")
    module = details(found["shop.py"])
    assert module["imports"] == [
        {"module": "os", "line": 1}, {"module": ".oven", "line": 2, "names": ["bake as heat", "Oven"], "kind": "from"},
    ]  # fmt: skip
    assert module["exports"] == ("LIMIT", "Shop")
    assert module["attributes"] == [{"name": "__all__", "line": 3}, {"name": "LIMIT", "type": "int", "line": 4}]


def test_calls_that_cannot_be_followed_are_kept_by_name() -> None:
    found = capsules(shop=SHOP + "    def anything(): ...\n    def other(): ...\n")
    assert found["shop.py#run"].unresolved == (("", 1), ("anything", 2), ("other", 1))
    assert found["shop.py#run"].unresolved_calls == 4
    assert describe(found["shop.py#run"])["unresolved_calls"] == {"": 1, "anything": 2, "other": 1}


def test_ids_and_hashes_are_what_they_are_said_to_be() -> None:
    for capsule in capsules(shop=SHOP, odd='def f():\n    """Ünïcode."""\n\n\n\nx = 1').values():
        assert capsule.content_hash == hashlib.sha256(capsule.body.encode()).hexdigest()
        assert capsule.capsule_id == capsule_id(capsule.path, capsule.line, capsule.signature)
        assert capsule.body.count("\n") == capsule.end_line - capsule.start_line


def test_nothing_collapses() -> None:
    found = capsules(
        same="""
        class A:
            def run(self): ...
        class B:
            def run(self): ...
            def _run(self): ...
        if True:
            def run(): ...
        else:
            def run(): ...
        def outer():
            def run(): ...
            class run: ...
        """
    )
    assert sorted(name for name in found if "run" in name) == [
        "same.py#A.run", "same.py#B._run", "same.py#B.run", "same.py#outer.run", "same.py#outer.run#2", "same.py#run",
        "same.py#run#2",
    ]  # fmt: skip


def test_methods_of_a_type_in_another_file_of_its_package() -> None:
    stack = Definition("struct", "Stack", "Stack", 1, 1, 1, "type Stack[T any] struct")
    push = Definition("method", "Push", "Stack.Push", 3, 3, 3, "func (s *Stack[T]) Push(item T)", owner="Stack")
    files = {
        "pkg/push.go": FileFacts("pkg/push.go", "Go", 3, definitions=(push,)),
        "pkg/stack.go": FileFacts("pkg/stack.go", "Go", 1, definitions=(stack,)),
        "other/push.go": FileFacts("other/push.go", "Go", 3, definitions=(push,)),
    }
    made = {capsule.symbol: capsule for capsule in make_capsules(files, dict.fromkeys(files, "\n\nx\n"), {}, {})}
    assert made["pkg/stack.go#Stack"].methods == ("pkg/push.go#Stack.Push",)
