"""Calls of C through fields of structs that hold functions."""

from __future__ import annotations

from tests.engine.graph.building import calls, graph_of

HEADER = """
    struct ops { int (*open)(int); int (*close)(void); int (*never)(void); };
    struct device { const struct ops *ops; int size; };
    struct command { const char *name; int (*run)(int); int flags; };
"""


def targets(sources: dict[str, str], source: str) -> set[str]:
    graph = graph_of({"src/ops.h": HEADER, **sources})
    return {target.partition("#")[2] for caller, target in calls(graph) if caller.partition("#")[2] == source}


def test_tables_rows_and_assignments() -> None:
    sources = {
        "src/table.c": """
            #include "ops.h"
            static int first_open(int a) { return a; }
            static int first_close(void) { return 0; }
            int second_open(int a) { return a; }
            static int late_close(void) { return 1; }
            static const struct ops first = { .open = first_open, .close = first_close };
            struct ops second = { second_open, 0 };
            void change(struct device *d) { d->ops->close = &late_close; }
        """,
        "src/use.c": """
            #include "ops.h"
            int use(struct device *d) { return d->ops->open(1) + (*d->ops->close)(); }
            int none(struct device *d) { return d->ops->never(); }
        """,
    }
    assert targets(sources, "use") == {"first_open", "first_close", "second_open", "late_close"}
    assert targets(sources, "none") == set()


def test_rows_of_an_array() -> None:
    sources = {
        "src/main.c": """
            #include "ops.h"
            static int do_open(int a) { return a; }
            static int do_close(int a) { return a; }
            static struct command commands[] = { {"open", do_open, 1}, { .name = "close", .run = do_close }, {0} };
            int dispatch(int i) { return commands[i].run(i); }
            int each(void) { struct command *c = commands; return c->run(1); }
        """
    }
    assert targets(sources, "dispatch") == targets(sources, "each") == {"do_open", "do_close"}


def test_what_tests_put_there_runs_in_tests() -> None:
    sources = {
        "src/use.c": '#include "ops.h"\nint use(struct ops *o) { return o->open(1); }\n',
        "tests/test_ops.c": """
            #include "../src/ops.h"
            static int fake_open(int a) { return a; }
            struct ops fake = { .open = fake_open };
            int check(void) { return fake.open(2); }
        """,
    }
    assert targets(sources, "use") == set()
    assert targets(sources, "check") == {"fake_open"}
