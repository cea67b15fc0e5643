"""Shell functions across sourced scripts, and what SQL definitions name."""

from __future__ import annotations

from apps.engine.facts import Edge
from apps.engine.graph import Resolver, build_graph
from apps.engine.parsing import language_of, parse


def edges(sources: dict[str, str], kind: str) -> list[tuple[str, str, int, str]]:
    files = {path: parse(path, language_of(path), text) for path, text in sources.items()}
    found: tuple[Edge, ...] = build_graph(files, sources, Resolver(files)).edges
    return [(edge.source, edge.target, edge.line, edge.resolution) for edge in found if edge.kind == kind]


SHELL = {
    "bin/run.sh": "#!/bin/sh\n. ./lib/a.sh\nbuild() { log x; git push; only_b; }\nbuild\n",
    "bin/lib/a.sh": "source b.sh\nlog() { echo 1; build; }\n",
    "bin/lib/b.sh": "only_b() { :; }\nlog() { :; }\nlog() { :; }\n",
    "other.sh": '. "$WHERE/x.sh"\nmystery\n',
}


def test_functions_of_sourced_scripts() -> None:
    assert edges(SHELL, "calls") == [
        ("bin/lib/a.sh#log", "builtins.echo", 2, "exact"),
        ("bin/lib/b.sh#log", "builtins.:", 2, "exact"),
        ("bin/lib/b.sh#log#2", "builtins.:", 3, "exact"),
        ("bin/lib/b.sh#only_b", "builtins.:", 1, "exact"),
        ("bin/run.sh", "bin/run.sh#build", 4, "exact"),
        ("bin/run.sh#build", "bin/lib/a.sh#log", 3, "exact"),
        ("bin/run.sh#build", "bin/lib/b.sh#only_b", 3, "exact"),
        ("bin/run.sh#build", "git", 3, "exact"),
    ]


def test_what_another_script_may_define_is_unknown() -> None:
    files = {path: parse(path, "Shell", text) for path, text in SHELL.items()}
    capsules = {item.symbol: item for item in build_graph(files, SHELL, Resolver(files)).capsules}
    assert capsules["other.sh"].unresolved == (("mystery", 1),)
    assert capsules["bin/lib/a.sh#log"].unresolved == (("build", 1),)


def test_tables_that_views_and_routines_name() -> None:
    sources = {
        "a.sql": "CREATE TABLE shop.orders (id int);\nCREATE VIEW v AS SELECT * FROM shop.orders JOIN lines ON true;\n",
        "b.sql": "CREATE TABLE lines (id int, o int REFERENCES orders (id));\n",
        "c.sql": "CREATE TABLE twice (id int);\nCREATE VIEW w AS SELECT * FROM gone;",
        "d.sql": "CREATE TABLE twice (id int);",
        "e.sql": "CREATE VIEW x AS SELECT * FROM twice;",
    }
    assert edges(sources, "uses") == [
        ("a.sql#v", "a.sql#shop.orders", 2, "exact"),
        ("a.sql#v", "b.sql#lines", 2, "exact"),
        ("b.sql#lines", "a.sql#shop.orders", 1, "exact"),
    ]
