"""The parts of a system."""

from __future__ import annotations

from apps.engine.extraction.tree import summarise_tree
from apps.engine.facts import Component, Edge, FileEntry, Model, Place
from apps.engine.graph.applications import find_applications
from apps.engine.graph.components import find_components
from apps.engine.graph.folders import MOST, choose_folders
from tests.engine.graph.building import facts_of, graph_of


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
    assert found["app/services"].uses == (("models", 3),), "a call, a name that is imported, and its file"
    assert [item.symbol for item in found["app/models"].shared] == ["app/models/order.py#Order"]
    assert (found["app/models"].source, found["app/services"].source) == ("folder name", "graph")
    assert found["app/services"].uses_at == (("models", Place("app/services/pay.py", 1, 1)),)
    (order,) = found["app/models"].shared
    assert (order.name, order.places, order.parts, order.used_at) == ("Order", 1, 1, Place("app/services/pay.py", 2, 2))
    assert [item.name for item in found["app/services"].holds] == ["pay"]  # a test's call is no use
    assert found["app/services"].shared == ()
    assert (found["app/tests"].role, found["app/tests"].uses) == ("tests", ())


def test_names_are_told_apart() -> None:
    inventory = [entry(f"{side}/api/f{n}.py") for side in ("web", "admin") for n in range(9)]
    names = [c.name for c in find_components(inventory, [], [Edge("web/api/f1.py", "calls", "admin/api/f1.py#x", 1)])]
    assert sorted(names) == ["admin/api", "web/api"]


def test_nothing_without_code() -> None:
    assert find_components([entry("README.md", role="documentation", language="Markdown")], [], []) == ()


def test_a_part_that_holds_most_of_the_code_is_opened_before_small_neighbours_count() -> None:
    lines = {f"shop/part{n:02}/f{m}.py": 40 for n in range(30) for m in range(5)}
    lines |= {f"shop/api/sub{n}/f{m}.py": 500 for n in range(12) for m in range(5)}
    chosen = choose_folders(lines)
    assert len(set(chosen) - {"shop"}) <= MOST  # the folder itself has no code but what is left over
    assert sum(folder.startswith("shop/api/") for folder in chosen) >= 8
    assert any(folder.startswith("shop/part") for folder in chosen)


def test_public_symbols_are_those_that_other_parts_name() -> None:
    files = {
        "core/money.py": """
            class Base: ...
            class Money(Base):
                def add(self): ...
            def _private(): ...
            def lonely(): ...
            """,
        "core/rows.py": "class Row: ...\n",
        "web/a.py": "from core.money import (\n    Money,\n    _private,\n)\ndef f():\n    _private()\n    return Money(\n    ).add()\n",
        "cli/b.py": "from core.money import Money\nclass Coin(Money): ...\n",
        "web/tests/test_a.py": "from core.money import lonely\ndef test(): lonely()\n",
    }
    graph = graph_of(files)
    inventory = [entry(path) for path in files if "test" not in path]
    models = [Model("Row", Place("core/rows.py", 1, 1), symbol="core/rows.py#Row")]
    texts, _parsed = facts_of(files)
    found = {c.path: c for c in find_components(inventory, graph.capsules, graph.edges, models=models, texts=texts)}
    (money,) = found["core"].shared
    assert (money.symbol, money.parts, money.used_at) == ("core/money.py#Money", 2, Place("cli/b.py", 2, 2))
    assert [item.name for item in found["core"].holds] == ["Row"]
    assert [item.name for item in found["cli"].holds] == ["Coin"]


def test_a_convention_is_the_last_word_and_a_docstring_is_cited_where_it_stands() -> None:
    files = {
        "app/pay/dao/x.py": "x = 1\n",
        "app/pay/__init__.py": "# licence\n\n'''Money goes out.\n\nMore.'''\n",
        "app/b/y.py": "y = 1\n",
    }
    texts, _parsed = facts_of(files)
    inventory = [entry(path) for path in files]
    given = [("storage", "app/pay/dao/x.py"), ("storage", "app/pay/__init__.py")]
    found = {c.path: c for c in find_components(inventory, graph_of(files).capsules, [], conventions=given, texts=texts)}
    assert (found["app/pay"].role, found["app/pay"].source) == ("storage", "folder name")
    assert (found["app/pay"].description, found["app/pay"].place) == ("Money goes out.", Place("app/pay/__init__.py", 3, 3))


def parts(paths: list[str], others: tuple[str, ...] = ()) -> dict[str, Component]:
    """Parts by path; files are of 300 lines, small ones (``small`` in their name) of 5; `others` are no code."""
    inventory = [entry(path, 5 if "small" in path else 300) for path in paths]
    inventory += [entry(path, 9, role="migration" if "migrations" in path else "configuration") for path in others]
    return {part.path: part for part in find_components(inventory, [], [])}


def many(*folders: str) -> list[str]:
    return [f"{folder}/f{n}.py" for folder in folders for n in range(9)]


def test_only_files_at_the_root_are_that_part_and_what_is_left_over_is_named() -> None:
    found = parts([*many("app", "web", "jobs"), "tiny/small.py", "odd/small.py", "run.py"])
    assert (found["."].files, found["."].folders) == (1, ())
    assert (found["*"].name, found["*"].files, found["*"].folders) == ("other folders", 2, ("odd", "tiny"))
    assert found["app"].folders == ()


def test_a_single_folder_left_over_is_a_part_by_its_own_name() -> None:
    assert set(parts([*many("app", "web"), "tiny/small.py"])) == {"app", "web", "tiny"}
    deep = parts([*many("src/app", "src/web"), "src/tiny/small.py", "src/main.py"])
    assert set(deep) == {"src", "src/app", "src/web", "src/tiny"}


def test_applications_are_parts_however_small_and_packages_beside_them_too() -> None:
    small = [f"apps/{name}/{file}" for name in ("pay", "mail") for file in ("__init__.py", "models_small.py")]
    paths = [*many("apps/core/a", "apps/core/b"), *small, "apps/plain/__init__.py", "apps/plain/small.py", "apps/__init__.py"]
    found = parts([*paths, "run.py"], ("apps/pay/migrations/0001.py", "apps/mail/migrations/0001.py", "apps/core/apps.py"))
    assert {"apps/pay", "apps/mail", "apps/plain", "apps/core/a", "apps/core/b", "."} == set(found) - {"apps"}
    own = parts([*many("server/a", "server/b"), "tool/small.js"], ("tool/package.json",))
    assert "tool" in own


def test_many_applications_leave_room_for_the_parts_of_the_largest_and_the_rest_is_named() -> None:
    paths = [f"shop/app{n:02}/{file}" for n in range(30) for file in ("__init__.py", f"f{n}_small.py")]
    found = parts([*paths, *many("shop/big/one", "shop/big/two")], tuple(f"shop/app{n:02}/migrations/1.py" for n in range(30)))
    assert {"shop/big/one", "shop/big/two"} < set(found)
    apps = [path for path in found if path.startswith("shop/app")]
    assert len(apps) > 10
    assert found["shop/*"].name == "other folders in shop"
    assert len(apps) + len(found["shop/*"].folders) == 30


def test_a_module_called_like_a_manifest_makes_no_application() -> None:
    assert find_applications(["conf/log/__init__.py", "conf/log/setup.py"]) == frozenset()
    assert find_applications(["write/__init__.py", "write/models.py"]) == frozenset()
    assert find_applications(["shop/__init__.py", "shop/models/a.py"], ["shop/models/a.py"]) == {"shop"}
    assert find_applications(["lib/setup.py", "lib/lib/__init__.py", "package.json"]) == {"lib"}


def test_folders_beside_parts_are_parts_as_long_as_there_is_room() -> None:
    lines = {f"core/part{n:02}/f{m}.py": 900 - n * 40 for n in range(21) for m in range(5)}
    chosen = choose_folders(lines)
    assert {f"core/part{n:02}" for n in range(21)} == set(chosen)


def test_a_folder_called_routes_holds_endpoints_only_where_a_server_has_them() -> None:
    pages = [entry(f"web/routes/p{n}.tsx", 300, language="TSX") for n in range(5)]
    clients = [entry(f"web/api/c{n}.ts", 300, language="TypeScript") for n in range(5)]
    server = [entry(f"server/routes/r{n}.py", 300) for n in range(5)]
    other = [entry(f"go/handlers/h{n}.go", 300, language="Go") for n in range(5)]
    inventory = [*pages, *clients, *server, *other]
    found = {part.path: part.role for part in find_components(inventory, [], [], served=("server/routes",))}
    assert found == {"go/handlers": "endpoints", "server/routes": "endpoints", "web/api": "", "web/routes": "user interface"}
    unknown = {part.path: part.role for part in find_components(inventory, [], [])}
    assert (unknown["web/api"], unknown["web/routes"]) == ("endpoints", "user interface")
    given = [("handlers", one.path) for one in pages]
    odd = [entry(one.path.replace("routes", "shown"), 300, language="TSX") for one in pages]
    given = [("handlers", one.path) for one in odd]
    assert [part.role for part in find_components(odd, [], [], conventions=given)] == ["user interface"]


def test_the_tree_and_the_parts_say_the_same_of_a_folder() -> None:
    inventory = [entry(f"app/{name}/f{n}.py", 300) for name in ("routes", "utils", "repositories", "ui") for n in range(5)]
    served = ("app/routes",)
    labels = {folder.path: folder.label for folder in summarise_tree(inventory, served)}
    parts_by_path = {part.path: part.role for part in find_components(inventory, [], [], served=served)}
    assert parts_by_path == {path: label for path, label in labels.items() if path in parts_by_path}
    assert labels["app/utils"] == "shared code"
    assert labels["app/ui"] == ""  # nothing in it shows anything


def test_thousands_of_applications_are_parted_at_once() -> None:
    lines = {f"packages/g{a}/p{b}/f{c}.py": 50 for a in range(40) for b in range(40) for c in range(2)}
    applications = {f"packages/g{a}/p{b}" for a in range(40) for b in range(40)}
    chosen = choose_folders(lines, applications, applications)
    assert 10 < len(chosen) <= MOST + 5
    assert choose_folders(dict(reversed(lines.items())), sorted(applications), sorted(applications)) == chosen


def test_names_are_no_roles_of_what_they_cannot_hold() -> None:
    tables = [entry(f"main/resources/db/t{n}.sql", 300, language="SQL") for n in range(5)]
    code = [entry(f"org/samples/shop/c{n}.java", 300, language="Java") for n in range(5)]
    given = [("handlers", one.path) for one in tables]
    found = {part.path: part.role for part in find_components([*tables, *code], [], [], conventions=given)}
    assert found == {"main/resources/db": "", "org/samples/shop": ""}
    own = [entry(f"samples/c{n}.java", 300, language="Java") for n in range(5)]
    assert [part.role for part in find_components(own, [], [])] == ["examples"]


def test_a_tag_describes_no_part() -> None:
    files = {
        "src/index.ts": "/**\n * @module\n *\n * Bakes bread. Slowly.\n */\nimport './a'\nexport const oven = 1\n",
        "src/jsx/index.ts": "/**\n * @module JSX for bakers\n */\nimport './a'\nexport const x = 1\n",
        "src/void/index.ts": "/**\n * @module\n */\nimport './a'\nexport const y = 1\n",
        "src/sold/index.ts": "/**\n * @author Ann\n */\nimport './a'\nexport const z = 1\n",
    }
    graph = graph_of(files)
    found = {
        c.path: c
        for c in find_components([entry(path, language="TypeScript") for path in files], graph.capsules, graph.edges, texts=files)
    }
    assert {path: part.description for path, part in found.items()} == {
        "src": "Bakes bread.", "src/jsx": "JSX for bakers", "src/void": "", "src/sold": "",
    }  # fmt: skip
    assert found["src"].place == Place("src/index.ts", 4, 4)
