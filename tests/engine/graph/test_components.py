"""The parts of a system."""

from __future__ import annotations

from apps.engine.facts import Edge, FileEntry
from apps.engine.graph.components import MOST, choose_folders, find_components
from tests.engine.graph.building import graph_of


def entry(path: str, lines: int = 100, role: str = "code", language: str = "Python") -> FileEntry:
    return FileEntry(path, language, lines * 30, lines, role=role)


def test_one_big_wrapper_is_descended_into() -> None:
    lines = {f"src/big/{part}/{n}.py": 100 for part in ("models", "api", "tasks") for n in range(5)}
    assert choose_folders(lines) == ["src/big/api", "src/big/models", "src/big/tasks"]


def test_about_twenty_parts_whatever_the_size() -> None:
    lines = {f"shop/part{a:02}/sub{b}/f{c}.py": 50 + a for a in range(40) for b in range(3) for c in range(4)}
    assert 5 < len(choose_folders(lines)) <= MOST + 3


def test_small_folders_stay_with_their_parent() -> None:
    lines = (
        {f"app/core/f{n}.py": 300 for n in range(10)} | {f"app/web/f{n}.py": 300 for n in range(10)} | {"app/web/tiny/x.py": 5}
    )
    assert "app/web/tiny" not in choose_folders(lines)


def test_components_with_uses_roles_and_key_symbols() -> None:
    files = {
        "app/__init__.py": "",
        "app/models/__init__.py": '"""What is stored. And more."""\n',
        "app/models/order.py": "class Order: ...\n",
        "app/services/pay.py": "from app.models.order import Order\ndef pay(): return Order()\n",
        "app/tests/test_pay.py": "from app.services.pay import pay\ndef test_pay(): pay()\n",
    }
    graph = graph_of(files)
    inventory = [
        entry("app/models/order.py"),
        entry("app/models/__init__.py", 1),
        entry("app/services/pay.py"),
        entry("app/tests/test_pay.py", role="test"),
        entry("app/static/site.css", 5000, language="CSS"),
    ]
    found = {c.path: c for c in find_components(inventory, graph.capsules, graph.edges, roles={"app/services": "endpoints"})}
    assert set(found) == {"app/models", "app/services", "app/tests"}
    assert found["app/models"].role == "models"
    assert found["app/models"].description == "What is stored."
    assert found["app/services"].role == "endpoints"
    assert found["app/services"].uses == (("models", 2),)
    assert [name for name, _ in found["app/models"].key_symbols] == ["Order"]
    assert (found["app/tests"].role, found["app/tests"].uses) == ("tests", ())


def test_names_are_told_apart() -> None:
    inventory = [entry(f"{side}/api/f{n}.py") for side in ("web", "admin") for n in range(9)]
    names = [c.name for c in find_components(inventory, [], [Edge("web/api/f1.py", "calls", "admin/api/f1.py#x", 1)])]
    assert sorted(names) == ["admin/api", "web/api"]


def test_nothing_without_code() -> None:
    assert find_components([entry("README.md", role="documentation", language="Markdown")], [], []) == ()
