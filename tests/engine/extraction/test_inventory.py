"""Every path is sorted and none is lost."""

from __future__ import annotations

from dataclasses import replace

import pytest

from apps.engine.extraction.inventory import refine, summarise_languages, summarise_tree, take_inventory
from apps.engine.facts import FileEntry, ListedEntry
from apps.engine.facts.sheet import FILE_ROLES


def listed(*paths: str, size: int = 100) -> list[ListedEntry]:
    return [ListedEntry(path, "100644", "blob", f"{index:040x}", size) for index, path in enumerate(paths)]


def entry(*paths: str, of: str = "", rules: dict[str, str] | None = None) -> FileEntry:
    files = take_inventory(listed(*paths), blob_limit=1_000_000, rules=rules).files
    return next(file for file in files if file.path == (of or paths[0]))


@pytest.mark.parametrize(
    ("path", "status", "role"),
    [
        ("app/main.py", "analysed", "code"),
        ("app/tests.py", "analysed", "test"),
        ("app/tests/conftest.py", "analysed", "test"),
        ("src/a.test.tsx", "analysed", "test"),
        ("pkg/a_test.go", "analysed", "test"),
        ("src/test/java/OwnerTests.java", "analysed", "test"),
        ("src/main/java/web/TestController.java", "analysed", "code"),
        ("app/src/main/kotlin/shop/test/CartTest.kt", "analysed", "code"),
        ("src/test/resources/src/main/java/Cart.java", "analysed", "test"),
        ("src/java/TestController.java", "analysed", "test"),
        ("spec/models/user_spec.rb", "analysed", "test"),
        ("src/CartTest.php", "analysed", "test"),
        ("src/CartSpec.kt", "analysed", "test"),
        ("app/Mail/TestEmailSent.php", "analysed", "code"),
        ("src/Specifications/PaidOrdersSpec.cs", "analysed", "code"),
        ("tests/data/a.json", "listed", "data"),
        ("shop/migrations/0001_initial.py", "analysed", "migration"),
        ("app/alembic/versions/1_a.py", "analysed", "migration"),
        ("db/schema.rb", "analysed", "migration"),
        ("db/cache_schema.rb", "analysed", "migration"),
        ("lib/schema.rb", "analysed", "code"),
        ("pyproject.toml", "analysed", "manifest"),
        ("Dockerfile", "analysed", "manifest"),
        (".env.example", "analysed", "manifest"),
        ("tsconfig.json", "analysed", "configuration"),
        (".eslintrc.json", "analysed", "configuration"),
        ("README.md", "listed", "documentation"),
        ("LICENSE", "listed", "documentation"),
        ("docs/logo.svg", "listed", "asset"),
        ("logo.png", "skipped", "asset"),
        ("data.csv", "listed", "data"),
        ("db.sqlite3", "skipped", "data"),
        ("yarn.lock", "listed", "manifest"),
        ("static/jquery.min.js", "skipped", "generated"),
        ("node_modules/a/index.js", "skipped", "vendored"),
        (".venv/lib/a.py", "skipped", "vendored"),
        ("a/__pycache__/b.pyc", "skipped", "generated"),
        ("id_rsa.key", "listed", "data"),
    ],
)
def test_roles(path: str, status: str, role: str) -> None:
    found = entry(path)
    assert (found.status, found.role) == (status, role) and role in FILE_ROLES
    assert found.reason or status != "skipped"


def test_no_path_is_lost_and_order_does_not_matter() -> None:
    entries = listed("b.py", "a.py", "node_modules/x.js", "logo.png", 'odd \\x0a"name.py', size=5_000)
    entries.append(ListedEntry("link", "120000", "link", "1" * 40, 9))
    entries.append(ListedEntry("lib/other", "160000", "submodule", "2" * 40, 0))
    inventory = take_inventory(entries, blob_limit=10_000)
    assert [file.path for file in inventory.files] == sorted(item.path for item in entries)
    assert {"link", "submodule"} < {file.role for file in inventory.files} <= set(FILE_ROLES)
    assert take_inventory(entries[::-1], blob_limit=10_000) == inventory
    assert [path for path, _ in inventory.wanted] == ["a.py", "b.py", 'odd \\x0a"name.py']
    reasons = {file.path: (file.status, file.reason) for file in inventory.files}
    assert reasons["link"] == ("listed", "symbolic link, not followed")
    assert reasons["lib/other"] == ("listed", f"another repository at {'2' * 40}, not fetched")


def test_too_large_names_the_limit() -> None:
    file = take_inventory(listed("big.js", size=3_000_000), blob_limit=2_000_000).files[0]
    assert file.reason == "larger than the limit: 3,000,000 bytes, 2,000,000 are read"


@pytest.mark.parametrize(
    ("paths", "path", "skipped"),
    [
        (("package.json", "dist/app.js"), "dist/app.js", True),
        (("package.json", "build/webpack.config.js", "build/a.js"), "build/a.js", False),
        (("pyproject.toml", "build/__init__.py", "build/env.py"), "build/env.py", False),
        (("src/main/java/com/x/build/Task.java", "pom.xml"), "src/main/java/com/x/build/Task.java", False),
        (("pom.xml", "target/classes/a.txt"), "target/classes/a.txt", True),
        (("go.mod", "vendor/modules.txt", "vendor/x/a.go"), "vendor/x/a.go", True),
        (("composer.json", "vendor/x/a.php"), "vendor/x/a.php", True),
        (("shop/apps/vendor/__init__.py", "shop/apps/vendor/models.py"), "shop/apps/vendor/models.py", False),
        (("app/static/vendor/jq.js",), "app/static/vendor/jq.js", True),
        (("src/vendor/list.js",), "src/vendor/list.js", False),
        (("go.mod", "build/ci.go"), "build/ci.go", False),
        (("third_party/a/b.c",), "third_party/a/b.c", True),
    ],
)
def test_folders_that_may_be_hand_written(paths: tuple[str, ...], path: str, skipped: bool) -> None:
    assert (entry(*paths, of=path).status == "skipped") is skipped


def test_rules_of_git() -> None:
    rules = {
        ".gitattributes": "*.pb.js linguist-generated\nlib/** linguist-vendored=true\n"
        "*.bin filter=lfs\ndocs/x.md -linguist-generated\n",
        ".gitignore": "*.log\n!keep.log\n/secret/\n",
    }
    assert entry("a.pb.js", rules=rules).role == "generated"
    assert entry("lib/a/b.js", rules=rules).role == "vendored"
    assert entry("x/lib/a.js", rules=rules).role == "code"
    assert entry("a.bin", rules=rules).reason == "stored in Git LFS, content not fetched"
    noted = "kept in git although .gitignore names it"
    assert entry("x/a.log", rules=rules).note == noted
    assert entry("keep.log", rules=rules).note == ""
    assert entry("secret/a.py", rules=rules).note == noted
    assert entry("x/secret/a.py", rules=rules).note == ""


def test_hostile_patterns_take_linear_time() -> None:
    rules = {
        ".gitignore": "*a*a*a*a*a*a*a*a*b\n" * 50 + "**/" * 200 + "x\n",
        ".gitattributes": "**/a/**/a/**/a/**/b linguist-generated\n",
    }
    assert entry("/".join(["a" * 200] * 20), rules=rules).status == "listed"


def read(path: str, text: str, language: str = "") -> FileEntry:
    return refine(replace(entry(path), language=language), text)


@pytest.mark.parametrize(
    "header",
    [
        "// Code generated by protoc-gen-go. DO NOT EDIT.\n",
        "# Generated by the protocol buffer compiler.  DO NOT EDIT!\n",
        "/* This file was automatically generated. */\n",
        "// @generated by something\n",
        "/**\n * This file is auto-generated. Do not edit it.\n */\n",
    ],
)
def test_generated_by_header(header: str) -> None:
    found = read("src/a.ts", header + "export const a = 1\n")
    assert (found.status, found.role) == ("listed", "generated")
    assert found.reason


def test_what_brings_others_together_is_read_though_a_tool_wrote_it() -> None:
    header = "// This file is auto-generated. Do not edit it.\n\n"
    barrel = 'export * from "./user";\nexport * as shop from \'./shop\'\nexport { a, type B } from "./a";\n'
    assert read("src/index.ts", header + barrel).status == "analysed"
    assert read("src/index.ts", header + barrel + "export const c = 1;\n").role == "generated"
    assert read("src/index.ts", header).role == "generated"
    header = "# This file is auto-generated by a script\n"
    package = (
        'from .user import User\nfrom .shop import (\n    Cart,\n    Order,\n)\n\n__all__ = [\n    "Cart",\n    "Order",\n]\n'
    )
    assert read("app/__init__.py", header + package).status == "analysed"
    assert read("app/__init__.py", header + package + "VALUE = 1\n").role == "generated"


@pytest.mark.parametrize(
    "text",
    [
        '"""Django settings.\n\nGenerated by \'django-admin startproject\' using Django 5.\n"""\n',
        "# Helpers for generated slugs\n",
        "print('This file was generated by hand')\n",
        "# Tests for the code generator\n",
    ],
)
def test_written_by_hand(text: str) -> None:
    assert read("app/a.py", text).role == "code"


def test_minified_is_skipped_and_small_or_data_is_not() -> None:
    bundle = "function a(b){return b+1};" * 2_000
    found = read("static/app.js", bundle)
    assert (found.status, found.role) == ("skipped", "generated")
    assert found.reason.startswith("minified: 52,000 characters in 1 lines")
    small = "a = 1\nb = '" + "x" * 1_176 + "'\n" + "c = 2\n" * 30
    assert read("src/a.js", small).status == "analysed"
    picture = "export const logo = 'data:" + "QUJD" * 10_000 + "'\n" + "export const a = 1\n" * 300
    assert read("src/logo.js", picture).status == "analysed"


def test_lfs_dump_and_script() -> None:
    pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:abc\nsize 12345\n"
    assert read("a.csv", pointer).reason == "Git LFS pointer to 12,345 bytes, not fetched"
    assert ("a.png", "0" * 40) in take_inventory(listed("a.png", size=130), blob_limit=10_000).wanted
    assert read("a.png", pointer).status == "listed"
    assert read("dump.sql", "--\n-- PostgreSQL database dump\n--\nINSERT INTO a VALUES (1);").status == "skipped"
    assert read("dump.sql", "-- PostgreSQL database dump\nCOPY public.a (id) FROM stdin;\n1\n").status == "skipped"
    assert read("structure.sql", "-- PostgreSQL database dump\nCREATE TABLE a (id int);\n").status == "analysed"
    assert read("db/schema.sql", "CREATE TABLE a (id int);\n").status == "analysed"
    assert read("bin/setup", "#!/bin/sh\necho\n", "Shell").role == "code"
    assert read("bin/notes", "words\n", "").role == "data"


def test_tree_and_languages() -> None:
    files = [
        FileEntry("app/models/a.py", "Python", 10, 50),
        FileEntry("app/models/deep/er/b.py", "Python", 10, 5),
        FileEntry("app/tests/a.py", "Python", 10, 20, role="test"),
        FileEntry("node_modules/a/b/c.js", "", 10, 0, "skipped", "dependencies of others", "vendored"),
        FileEntry("web/routes/a.tsx", "TSX", 10, 30),
        FileEntry("gen/a.py", "Python", 10, 999, "listed", "generated", "generated"),
        FileEntry("a.json", "JSON", 10, 7_000, "listed", role="data"),
    ]
    tree = {item.path: item for item in summarise_tree(files)}
    assert list(tree) == ["app", "app/models", "app/models/deep", "app/tests", "gen", "node_modules", "web", "web/routes"]
    assert tree["app"].files == 3
    assert tree["app"].lines == 75
    assert tree["app/models"].label == "models"
    assert tree["app/tests"].label == "tests"
    assert tree["node_modules"].label == "vendored"
    assert tree["web/routes"].label == "user interface"
    assert [(item.name, item.files, item.lines) for item in summarise_languages(files)] == [("Python", 3, 75), ("TSX", 1, 30)]


def test_folders_are_called_after_what_they_are_not_after_a_folder_inside() -> None:
    def label(*entries: tuple[str, str]) -> dict[str, str]:
        return {item.path: item.label for item in summarise_tree([FileEntry(path, "", 1, role=role) for path, role in entries])}

    found = label(
        ("shop/accounts/__init__.py", "code"), *((f"shop/accounts/migrations/000{number}.py", "migration") for number in range(9)),
        (".husky/pre-commit", "data"), (".vscode/settings.json", "data"), (".assistant/skills/a.md", "documentation"),
        (".github/ISSUE_TEMPLATE/a.yml", "configuration"), (".github/workflows/a.yml", "manifest"),
        ("tests/fixtures/user.js", "test"), ("tests/utils/a.js", "test"), ("tests/unit/a.test.js", "test"),
        ("data/sub/a.json", "data"),
    )  # fmt: skip
    assert (found["shop/accounts"], found["shop/accounts/migrations"]) == ("", "migrations")
    assert (found[".husky"], found[".vscode"], found[".assistant"]) == ("git hooks", "editor settings", "tool settings")
    assert (found[".assistant/skills"], found[".github/workflows"]) == ("", "continuous integration")
    assert found[".github/ISSUE_TEMPLATE"] == "forms for issues and changes"
    assert (found["tests/fixtures"], found["tests/utils"], found["tests/unit"]) == ("fixtures", "test helpers", "tests")
    assert (found["data"], found["data/sub"]) == ("", "data")
