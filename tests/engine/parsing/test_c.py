"""What a C file says."""

from __future__ import annotations

from textwrap import dedent

from apps.engine.facts import Call, Definition, FileFacts
from apps.engine.parsing import parse
from apps.engine.parsing.c_family.masking import wrong
from apps.engine.parsing.languages.c import GRAMMAR


def read(text: str) -> FileFacts:
    return parse("sample.c", "C", dedent(text).lstrip("\n"))


def named(facts: FileFacts, qualname: str) -> Definition:
    return next(definition for definition in facts.definitions if definition.qualname == qualname)


def calls_of(facts: FileFacts, text: str) -> list[Call]:
    return [call for call in facts.calls if call.callee.text == text]


def test_functions_prototypes_and_those_of_old_stay_apart() -> None:
    facts = read(
        """
        /** Opens it. */
        int door_open(const char *name, ...);
        static inline struct door *find(int at) { return 0; }
        int old(a, b) int a; char *b; { return a; }
        void (*handler(int sig))(int) { return 0; }
        int door_open(const char *name, ...) { return find(1) != 0; }
        """
    )
    assert [(item.kind, item.qualname) for item in facts.definitions] == [
        ("function", "door_open"),
        ("function", "find"),
        ("function", "old"),
        ("function", "handler"),
        ("function", "door_open#2"),
    ]
    prototype = named(facts, "door_open")
    assert (prototype.docstring, prototype.properties, prototype.start_line, prototype.line) == (
        "Opens it.",
        ("declaration",),
        1,
        2,
    )
    assert [(item.name, item.annotation, item.kind) for item in prototype.parameters] == [
        ("name", "const char*", ""),
        ("...", "", "rest"),
    ]
    assert named(facts, "find").properties == ("inline", "static")
    assert named(facts, "find").returns == "struct door*"
    assert [(item.name, item.annotation) for item in named(facts, "old").parameters] == [("a", "int"), ("b", "char*")]
    assert [call.scope for call in calls_of(facts, "find")] == ["door_open#2"]


def test_types_with_and_without_names() -> None:
    facts = read(
        """
        typedef struct { int x, *y; } point;
        typedef struct node { struct node *next; union { int i; float f; } value; } node;
        typedef unsigned long word;
        typedef int (*callback)(void *);
        enum color { RED, GREEN = 2 };
        struct later;
        """
    )
    assert [(item.kind, item.qualname, item.signature) for item in facts.definitions] == [
        ("struct", "point", "typedef struct point"),
        ("struct", "node", "typedef struct node"),
        ("union", "node.value", "union value"),
        ("type", "word", "typedef unsigned long word"),
        ("type", "callback", "typedef int (*callback)(void *)"),
        ("enum", "color", "enum color"),
    ]
    fields = {(item.scope, item.target): item.annotation for item in facts.assignments if item.kind == "field"}
    assert fields[("point", "y")] == "int*"
    assert fields[("node", "next")] == "struct node*"
    assert fields[("node", "value")] == "value"
    assert [item.target for item in facts.assignments if item.kind == "case"] == ["RED", "GREEN"]


def test_macros_and_conditions() -> None:
    facts = read(
        """
        #ifndef SAMPLE_H
        #define SAMPLE_H
        #define LIMIT 20
        #define MAX(a, b) ((a) > (b) ? (a) : (b))
        #define release free
        #ifdef FAST
        int run(void) { return quick(); }
        #else
        int run(void) { return slow(); }
        #endif
        int plain(void);
        #endif
        """
    )
    assert [(item.kind, item.qualname, item.properties) for item in facts.definitions] == [
        ("macro", "MAX", ()),
        ("function", "run", ("conditional",)),
        ("function", "run#2", ("conditional",)),
        ("function", "plain", ("declaration",)),
    ]
    assert named(facts, "MAX").signature == "#define MAX(a, b)"
    values = {item.target: item.value for item in facts.assignments}
    assert values["LIMIT"] is not None and values["LIMIT"].text == "20"
    assert values["release"] is not None and values["release"].kind == "name"
    assert [(call.callee.text, call.scope) for call in facts.calls] == [("quick", "run"), ("slow", "run#2")]


def test_tables_of_functions_name_them() -> None:
    facts = read(
        """
        static struct ops disk = { .open = disk_open, .close = &disk_close };
        static struct command all[] = { {"get", getCommand, 2}, {"set", setCommand, 3} };
        int go(struct ops *ops) { ops->open(1); (*ops->close)(2); signal(3, on_signal); return 0; }
        """
    )
    assert {item.name for item in facts.references} >= {"disk_open", "disk_close", "getCommand", "setCommand", "on_signal"}
    bound = {item.target: item.value for item in facts.assignments}
    assert bound["disk.open"] is not None and bound["disk.open"].text == "disk_open"
    assert [call.callee.text for call in facts.calls] == ["ops.open", "ops.close", "signal"]


def test_includes_and_environment() -> None:
    facts = read(
        """
        #include <stdio.h>
        #include "door.h"
        int main(void) { char *home = getenv("HOME"); return 0; }
        """
    )
    assert [(item.module, item.kind) for item in facts.imports] == [("<stdio.h>", "include"), ("door.h", "include")]
    assert [(item.name, item.access, item.line, item.scope) for item in facts.environment] == [("HOME", "getenv", 3, "main")]


def test_words_of_the_preprocessor_cost_nothing() -> None:
    facts = read(
        """
        #ifdef __cplusplus
        extern "C" {
        #endif
        EXPORT int first(int a) { return a; }
        DWORD WINAPI second(LPVOID x) { return 0; }
        BEGIN_DECLS
        static ALWAYS_INLINE struct s *third(void) { return 0; }
        int fourth(void)
        {
        #ifdef A
            if (a) {
        #else
            if (b) {
        #endif
                go();
            }
            return call(1,
        #ifdef A
                2,
        #endif
                3);
        }
        int table[] = {
        #ifdef A
            1,
        #endif
            2,
        };
        int fifth(void) { return 5; }
        #ifdef __cplusplus
        }
        #endif
        """
    )
    assert facts.syntax_errors == 0
    assert [item.qualname for item in facts.definitions] == ["first", "second", "third", "fourth", "fifth"]
    assert [item.returns for item in facts.definitions] == ["int", "DWORD", "struct s*", "int", "int"]
    assert named(facts, "first").signature == "int first(int a)"
    assert [(item.line, item.end_line) for item in facts.definitions][3] == (8, 22)


def test_branches_behind_comments_and_long_directives_are_all_read() -> None:
    facts = read(
        """
        int first;
        /* One. */
        #define A 1
        /* Two. */
        #define LONG(x) \\
            other(x)
        #ifdef B
        #define TAKE(x) x
        #else
        #define TAKE(x) (x)
        #define GIVE(x) (/* as it is */ x)
        #endif
        """
    )
    assert [(item.qualname, item.properties) for item in facts.definitions] == [
        ("LONG", ()),
        ("TAKE", ("conditional",)),
        ("TAKE#2", ("conditional",)),
        ("GIVE", ("conditional",)),
    ]


def test_of_branches_that_share_a_body_one_is_read() -> None:
    facts = read(
        """
        #ifdef WIN32
        int wide(int argc) {
        #else
        int main(int argc) {
        #endif
            return run();
        }
        """
    )
    assert [item.qualname for item in facts.definitions] == ["main"]
    assert facts.syntax_errors == 0


def test_a_syntax_error_costs_what_it_touches() -> None:
    facts = read(
        """
        int before(void) { return 1; }
        int broken(void) { return ((; }
        int after(void) { return before(); }
        """
    )
    assert facts.syntax_errors
    assert {"before", "after"} <= {item.qualname for item in facts.definitions}


def test_long_rows_of_words_and_conditions_are_read_in_one_go() -> None:
    words = "FOO BAR_BAZ " * 2000
    facts = read(f"{words}\n" + "#if A\n" * 2000 + "int last(void);\n" + "#endif\n" * 2000)
    assert facts.lines == 4002


def test_rows_of_tables_name_functions_and_arrays_keep_their_type() -> None:
    facts = parse("a.c", "C", 'static const struct cmd all[] = { {"open", do_open}, { .run = do_close }, {0, "x"} };\n')
    table = next(item for item in facts.assignments if item.target == "all")
    assert table.annotation == "const struct cmd[]" and table.value is not None
    first, second, third = table.value.items
    assert [(item.kind, item.text) for item in first.items] == [("other", '"open"'), ("name", "do_open")]
    assert [(key.text, item.text) for key, item in zip(second.keys, second.items, strict=True)] == [("run", "do_close")]
    assert third.kind == "other"


def test_macros_between_constants_are_read() -> None:
    facts = read(
        """
        typedef enum {
        #define OP(name, many) name,
        #include "ops.h"
        #undef OP
        } opcode;
        static const struct row rows[] = {
          ROW(a, "a", 1),
        #define BOTH(name) ROW(name, "_" #name, 3),
          BOTH(b)
        };
        int after(void) { return 1; }
        """
    )
    assert [(item.kind, item.name, item.line) for item in facts.definitions if item.kind in ("macro", "function")] == [
        ("macro", "OP", 2),
        ("macro", "BOTH", 8),
        ("function", "after", 11),
    ]


def test_a_comment_in_a_macro_does_not_end_it() -> None:
    facts = read(
        """
        #if OLD
        int first(void) { return 1; }
        #else
        #define EACH(handle, block) \\
            do { \\
              /* here, because \\
               * of that */ \\
              while (handle) { \\
                block \\
              } \\
            } while (0)
        static int run(int* handle) {
          EACH(handle, { stop(handle); });
        }
        int second(void) { return 2; }
        #endif
        """
    )
    assert [item.name for item in facts.definitions] == ["first", "EACH", "run", "second"]


def test_a_function_in_what_cannot_be_read_is_read_alone() -> None:
    facts = read(
        """
        #ifdef A
        int before(int x) {
          if (x) {
        #ifdef B
            }
          }
        #endif }
        } { {
         static int
        lost
         (int a, char *b)
        {
          return a;
        }
        """
    )
    assert "lost" in [item.name for item in facts.definitions]


def test_what_lacks_its_end_is_worse_than_what_lacks_many_semicolons() -> None:
    many = b"".join(b"int f%d(void) { return 1 }\n" % number for number in range(60))
    assert 60 == wrong(GRAMMAR.parse(many)) < wrong(GRAMMAR.parse(b"int put(int c) { if (c) { send(c); }"))
