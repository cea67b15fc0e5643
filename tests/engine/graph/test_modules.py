"""Which file an import means."""

from __future__ import annotations

import pytest

from apps.engine.graph.aliases import path_aliases
from apps.engine.graph.modules import MISSING, Located, ModuleMaps, PythonModules, ScriptModules

TREE = [
    "manage.py", "json.py", "app/__init__.py", "app/models.py", "app/json.py", "services/a/src/alpha/__init__.py",
    "services/a/src/alpha/core.py", "services/a/tests/test_core.py", "services/b/beta/__init__.py", "services/b/beta/x.py",
    "services/b/scripts/run.py", "services/b/scripts/tool.py", "tests/requests/__init__.py", "tests/test_app.py",
    "docker/run.py", "space/inner/mod.py",
]  # fmt: skip


@pytest.mark.parametrize(
    ("importer", "module", "level", "expected"),
    [
        ("manage.py", "app.models", 0, "app/models.py"),
        ("app/models.py", "app", 0, "app/__init__.py"),
        ("app/models.py", "", 1, "app/__init__.py"),
        ("app/models.py", "json", 1, "app/json.py"),
        ("services/a/tests/test_core.py", "alpha.core", 0, "services/a/src/alpha/core.py"),
        ("services/b/scripts/run.py", "tool", 0, "services/b/scripts/tool.py"),
        ("services/b/scripts/run.py", "beta.x", 0, "services/b/beta/x.py"),
        ("manage.py", "space.inner.mod", 0, "space/inner/mod.py"),
    ],
)
def test_python_module(importer: str, module: str, level: int, expected: str) -> None:
    assert PythonModules(TREE, ()).locate(importer, module, level) == Located("file", expected)


@pytest.mark.parametrize("module", ["requests", "os", "docker.client", "app2"])
def test_other_packages_are_external(module: str) -> None:
    assert PythonModules(TREE, ()).locate("manage.py", module, 0).kind == "external"


def test_a_file_that_is_called_like_a_library_is_not_that_library() -> None:
    tree = ["conf/settings/jwt.py", "conf/settings/celery.py", "conf/__init__.py", "shop/__init__.py", "shop/login.py"]
    modules = PythonModules([*tree, "backend/tools.py"], ())
    assert modules.locate("shop/login.py", "jwt", 0).kind == "external"
    assert modules.locate("conf/settings/celery.py", "jwt", 0) == Located("file", "conf/settings/jwt.py")
    assert modules.locate("shop/login.py", "tools", 0) == Located("file", "backend/tools.py")
    assert PythonModules(tree, ("conf/settings",)).locate("shop/login.py", "jwt", 0).path == "conf/settings/jwt.py"


def test_missing_parts_of_own_packages_are_not_external() -> None:
    modules = PythonModules(TREE, ())
    assert modules.locate("manage.py", "app.generated", 0) == MISSING
    assert modules.locate("app/models.py", "x", 9) == MISSING


@pytest.mark.parametrize(
    ("importer", "specifier", "expected"),
    [
        ("a/b.ts", "./c", "a/c.ts"),
        ("a/b.ts", "./c.js", "a/c.ts"),
        ("a/b.ts", "../d", "d/index.tsx"),
        ("a/b.ts", ".", "a/index.js"),
        ("a/b.ts", "./types", "a/types.d.ts"),
        ("a/b.ts", "./c?raw", "a/c.ts"),
    ],
)
def test_script_module(importer: str, specifier: str, expected: str) -> None:
    files = ["a/b.ts", "a/c.ts", "d/index.tsx", "a/index.js", "a/types.d.ts"]
    assert ScriptModules(files, ModuleMaps()).locate(importer, specifier) == Located("file", expected)


def test_script_packages_and_missing_files() -> None:
    modules = ScriptModules(["a.ts"], ModuleMaps())
    assert modules.locate("a.ts", "node:fs") == Located("external", name="fs")
    assert modules.locate("a.ts", "@scope/pkg/sub") == Located("external", name="@scope/pkg/sub")
    assert modules.locate("a.ts", "./gone") == MISSING
    assert modules.locate("a.ts", "../../out") == MISSING


def test_configuration_that_is_no_json_or_runs_in_circles_is_left_out() -> None:
    maps = path_aliases(
        {
            "tsconfig.json": "{ not json",
            "a/tsconfig.json": '{"extends": "../b/tsconfig"}',
            "b/tsconfig.json": '{"extends": "../a/tsconfig.json", "compilerOptions": {"paths": {"x/*": ["y/*", 5]}}}',
            "c/tsconfig.json": "[" * 50_000,
            "package.json": "[]",
            "pkg/package.json": '{"name": 5}',
        }
    )
    assert maps.aliases["b"] == {"x/*": ("b/y/*",)}
    assert maps.packages == {}
