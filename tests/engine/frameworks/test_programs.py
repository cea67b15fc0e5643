"""Where programs start, by language."""

from __future__ import annotations

import pytest

from apps.engine.facts import Call, Decorator, Definition, FileEntry, FileFacts, Value
from apps.engine.frameworks import find_framework_facts
from apps.engine.graph import Resolver
from tests.engine.frameworks.building import facts_of


def test_go_and_java() -> None:
    found = facts_of(
        {
            "cmd/shop/main.go": "package main\n\nfunc main() {}\nfunc (s Server) main() {}\n",
            "pkg/lib.go": "package lib\n\nfunc main() {}\n",
            "src/Shop.java": (
                "import org.springframework.boot.SpringApplication;\n@SpringBootApplication\nclass Shop {\n"
                "  public static void main(String[] args) {\n    SpringApplication.run(Shop.class, args);\n  }\n"
                "  void main(int x) {}\n}\n"
            ),
            "src/War.java": "@SpringBootApplication\nclass War extends SpringBootServletInitializer {}\n",
            "test/Run.java": "class Run {\n  public static void main(String... args) {}\n}\n",
            "test/Setup.java": "class Setup {\n  @SpringBootApplication\n  static class Small {}\n}\n",
        },
        roles={"test/Run.java": "test", "test/Setup.java": "test"},
    )
    assert [(e.kind, e.what, e.place.path, e.place.line) for e in found.entry_points] == [
        ("main", "`go run ./cmd/shop`", "cmd/shop/main.go", 3),
        ("main", "program `Shop`, a Spring Boot application", "src/Shop.java", 4),
        ("main", "Spring Boot application `War`", "src/War.java", 2),
        ("main", "program `Run`, among the tests", "test/Run.java", 2),
    ]


def definition(name: str, kind: str = "function", **more: object) -> Definition:
    return Definition(kind=kind, name=name, qualname=name, line=3, end_line=5, start_line=3, signature="", **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        (FileFacts("a.kt", "Kotlin", definitions=(definition("main"),)), ["program `main`"]),
        (
            FileFacts("a.kt", "Kotlin", definitions=(definition("main", "method", parent="A.Companion"),)),
            [],
        ),
        (
            FileFacts(
                "a.kt",
                "Kotlin",
                definitions=(definition("main", "method", parent="A.Companion", decorators=(Decorator("JvmStatic"),)),),
            ),
            ["program `main`"],
        ),
        (FileFacts("src/main.rs", "Rust", definitions=(definition("main"),)), ["`cargo run`"]),
        (FileFacts("examples/x.rs", "Rust", definitions=(definition("main"),)), ["`cargo run --example x`"]),
        (FileFacts("src/bin/load.rs", "Rust", definitions=(definition("main"),)), ["`cargo run --bin load`"]),
        (FileFacts("src/bin/load/main.rs", "Rust", definitions=(definition("main"),)), ["`cargo run --bin load`"]),
        (
            FileFacts("crates/book/src/main.rs", "Rust", definitions=(definition("main"),)),
            ["`cargo run --manifest-path crates/book/Cargo.toml`"],
        ),
        (FileFacts("build.rs", "Rust", definitions=(definition("main"),)), []),
        (FileFacts("src/lib.rs", "Rust", definitions=(definition("main", parent="tests"),)), []),
        (FileFacts("main.c", "C", definitions=(definition("main"),)), ["program `main`"]),
        (FileFacts("a.cpp", "C++", definitions=(definition("main", owner="App"),)), []),
        (
            FileFacts("P.cs", "C#", definitions=(definition("Main", "method", parent="P", properties=("static",)),)),
            ["program ``"],
        ),
        (
            FileFacts("Program.cs", "C#", calls=(Call(Value("name", "app.Run"), line=9),)),
            ["program of top-level statements"],
        ),
        (
            FileFacts("A.cs", "C#", definitions=(definition("A", "class"),), calls=(Call(Value("name", "f"), scope="A", line=9),)),
            [],
        ),
        (FileFacts("A.swift", "Swift", definitions=(definition("Shop", "struct", decorators=(Decorator("main"),)),)), ["program `Shop`"]),
        (FileFacts("Sources/x/main.swift", "Swift"), ["program of top-level statements"]),
    ],
)  # fmt: skip
def test_compiled_languages(facts: FileFacts, expected: list[str]) -> None:
    files = {facts.path: facts}
    found = find_framework_facts(files, {facts.path: ""}, Resolver(files), [], [FileEntry(facts.path, facts.language, 1)])
    assert [entry.what for entry in found.entry_points] == expected


def test_files_that_start_something_by_where_they_stand() -> None:
    found = facts_of(
        {
            "config.ru": "run Shop\n",
            "Rakefile": "task :x\n",
            "bin/rails": "#!/usr/bin/env ruby\n",
            "bin/rake": '#!/usr/bin/env ruby\nload Gem.bin_path("rake", "rake")\n',
            "bin/shop": "#!/usr/bin/env ruby\n",
            "artisan": "#!/usr/bin/env php\n",
            "bin/console": "#!/usr/bin/env php\n",
            "public/index.php": "<?php\n",
            "src/index.php": "<?php\n",
            "vendor/x/public/index.php": "<?php\n",
        },
        roles={"vendor/x/public/index.php": "vendored"},
    )
    assert [(e.kind, e.what, e.place.path) for e in found.entry_points] == [
        ("cli", "`rake`", "Rakefile"),
        ("cli", "Laravel console: `php artisan`", "artisan"),
        ("cli", "Symfony console: `php bin/console`", "bin/console"),
        ("cli", "Rails: `bin/rails`", "bin/rails"),
        ("script", "starts with `#!`", "bin/shop"),
        ("app", "Rack application: `rackup`", "config.ru"),
        ("app", "front controller of the web server", "public/index.php"),
    ]
