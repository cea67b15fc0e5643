"""What packages offer to those who install them."""

from __future__ import annotations

import pytest

from apps.engine.graph import Resolver
from apps.engine.graph.aliases import path_aliases
from apps.engine.graph.offered import offered
from tests.engine.graph.building import facts_of


def found(files: dict[str, str]) -> dict[str, str]:
    texts, facts = facts_of(files)
    return offered(facts, texts, Resolver(facts, aliases=path_aliases(texts)))


def test_exports_of_an_npm_package_and_what_they_take_from_other_files() -> None:
    files = {
        "package.json": '{"name": "x", "exports": {".": "./dist/index.js"}, "bin": {"x": "bin/x.js"}}',
        "src/index.ts": "export * from './a';\nexport { b as c } from './b';\nimport d from './d';\nexport { d };\nfunction own() {}\n",
        "src/a.ts": "export function one() { function inner() {} }\nfunction hidden() {}\n",
        "src/b.ts": "export class b { go() {} private no() {} }\nexport function unasked() {}\n",
        "src/d.ts": "export default function d() {}\n",
        "bin/x.js": "exports.run = function () {};\n",
        "test/t.ts": "export function helper() {}\n",
    }
    assert set(found(files)) == {"src/a.ts#one", "src/b.ts#b", "src/b.ts#b.go", "src/d.ts#d", "bin/x.js#exports.run"}


def test_common_js_packages() -> None:
    files = {
        "package.json": '{"name": "x", "main": "index"}',
        "index.js": "function run() {}\nfunction no() {}\nmodule.exports = { run, y: require('./y') };\n",
        "y.js": "module.exports = make;\nfunction make() {}\n",
    }
    assert set(found(files)) == {"index.js#run", "y.js#make"}


@pytest.mark.parametrize("package", ['{"name": "x", "private": true, "main": "index.js"}', '{"main": "index.js"}', "{", "[]"])
def test_packages_that_nobody_installs(package: str) -> None:
    assert found({"package.json": package, "index.js": "module.exports = { run };\nfunction run() {}\n"}) == {}


@pytest.mark.parametrize(
    ("manifest", "text", "path", "code", "names"),
    [
        ("pyproject.toml", "[build-system]\n[project.scripts]\nx = 'a:f'\n", "a.py", "def f(): ...\ndef _g(): ...\nclass C:\n  def m(self): ...\n", {"f", "C", "C.m"}),
        ("pyproject.toml", "[project]\n", "a.py", "def f(): ...\n", set()),
        ("setup.py", "from setuptools import setup\nsetup()\n", "p/a.py", "def f():\n  def g(): ...\n", {"f"}),
        ("go.mod", "module x\n", "a.go", "package a\nfunc F() {}\nfunc g() {}\n", {"F"}),
        ("go.mod", "module x\n", "internal/a.go", "package a\nfunc F() {}\n", set()),
        ("go.mod", "module x\n", "main.go", "package main\nfunc F() {}\n", set()),
        ("Cargo.toml", "[lib]\n", "src/lib.rs", "pub fn f() {}\nfn g() {}\n", {"f"}),
        ("pom.xml", "<project></project>", "A.java", "public class A { public void f() {} void g() {} }\n", {"A", "A.f"}),
        ("pom.xml", "<artifactId>spring-boot-maven-plugin</artifactId>", "A.java", "public class A {}\n", set()),
        ("composer.json", '{"type": "project"}', "a.php", "<?php class A {}\n", set()),
        ("composer.json", "{}", "a.php", "<?php class A { private function f() {} }\n", {"A"}),
        ("x.gemspec", "", "a.rb", "class A\n  def f\n  end\nend\n", {"A", "A.f"}),
        ("CMakeLists.txt", "add_library(x a.c)", "a.c", "int f(void) { return 1; }\nstatic int g(void) { return 2; }\n", {"f"}),
        ("CMakeLists.txt", "add_executable(x a.c)", "a.c", "int f(void) { return 1; }\n", set()),
    ],
)  # fmt: skip
def test_packages_of_other_languages(manifest: str, text: str, path: str, code: str, names: set[str]) -> None:
    told = found({manifest: text, path: code})
    assert set(told) == {f"{path}#{name}" for name in names} and set(told.values()) <= {manifest}
