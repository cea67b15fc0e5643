"""SQL: definitions with exact spans in any dialect, columns with constraints, changes in order, tables that are named."""

from __future__ import annotations

from textwrap import dedent

import pytest

from apps.engine.facts import Assignment, Decorator, Definition, FileFacts
from apps.engine.parsing import parse


def read(text: str) -> FileFacts:
    return parse("a.sql", "SQL", dedent(text).lstrip("\n"))


def spans(facts: FileFacts) -> list[tuple[str, str, int, int, int]]:
    return [(d.kind, d.qualname, d.start_line, d.line, d.end_line) for d in facts.definitions]


def told(decorators: tuple[Decorator, ...]) -> list[str]:
    """``name(argument, …)``; lists as ``a+b``."""
    return [
        f"{item.name}({', '.join('+'.join(i.text for i in a.value.items) or a.value.text for a in item.arguments)})"
        if item.arguments
        else item.name
        for item in decorators
    ]


def columns(facts: FileFacts, table: str) -> list[tuple[str, str, list[str]]]:
    fields = [item for item in facts.assignments if item.kind == "field" and item.scope == table]
    return [(item.target, item.annotation, told(item.decorators)) for item in fields]


def changes(facts: FileFacts) -> list[tuple[str, str, list[str]]]:
    found: list[Assignment] = [item for item in facts.assignments if item.kind == "augmented"]
    return [
        (item.properties[0], item.target, [part.text for part in item.value.items if part.text]) for item in found if item.value
    ]


def test_table_with_comment_columns_and_constraints() -> None:
    facts = read("""
        -- Of the shop.

        -- Orders.
        -- -------
        -- One row each.
        CREATE TABLE IF NOT EXISTS public."Order" (
          id bigserial PRIMARY KEY, -- the key, of course
          total numeric(10, 2) NOT NULL DEFAULT 0.0 CHECK (total >= 0),
          at timestamp with time zone default now() not null,
          tags text[], customer_id int NOT NULL REFERENCES public.customers (id) ON DELETE CASCADE,
          "key" text,
          CONSTRAINT u UNIQUE (customer_id, at),
          FOREIGN KEY (a, b) REFERENCES x (c, d)
        );
    """)
    assert spans(facts) == [("table", "public.Order", 3, 6, 14)]
    (one,) = facts.definitions
    assert (one.name, one.docstring, one.signature) == (
        "Order", "Orders.\nOne row each.", 'CREATE TABLE IF NOT EXISTS public."Order"',
    )  # fmt: skip
    assert facts.docstring == "Of the shop."
    assert told(one.decorators) == ["unique(customer_id+at)", "foreign key(a+b, x, c+d)"]
    assert columns(facts, "public.Order") == [
        ("id", "bigserial", ["primary key"]),
        ("total", "numeric(10, 2)", ["not null", "default(0.0)", "check(total >= 0)"]),
        ("at", "timestamp with time zone", ["default(now())", "not null"]),
        ("tags", "text[]", []),
        ("customer_id", "int", ["not null", "references(public.customers, id, cascade)"]),
        ("key", "text", []),
    ]


def test_mysql() -> None:
    facts = read("""
        CREATE TABLE `a` (
          `id` INT(11) UNSIGNED NOT NULL AUTO_INCREMENT,
          `s` ENUM('x','it\\'s') CHARACTER SET utf8 DEFAULT 'x' COMMENT 'says; so',
          PRIMARY KEY (`id`), KEY `k` (`s`(10)), UNIQUE KEY `us` (`s`),
          CONSTRAINT `fk` FOREIGN KEY (`s`) REFERENCES b (`id`) ON DELETE SET NULL
        ) ENGINE=InnoDB COMMENT='All a'; CREATE TABLE c2 (x int);
        # a comment; of MySQL
        DELIMITER //
        CREATE PROCEDURE p(IN n INT, OUT m TEXT) BEGIN SELECT 1; IF n THEN SET m = 2; END IF; END//
        DELIMITER ;
        CREATE TABLE d (y int);
    """)
    assert spans(facts) == [
        ("table", "a", 1, 1, 6),
        ("table", "c2", 6, 6, 6),
        ("procedure", "p", 9, 9, 9),
        ("table", "d", 11, 11, 11),
    ]
    assert told(facts.definitions[0].decorators) == ["primary key(id)", "unique(s)", "foreign key(s, b, id, set null)"]
    assert columns(facts, "a")[1] == ("s", "ENUM('x','it\\'s')", ["default('x')", "comment(says; so)"])
    assert facts.definitions[0].docstring == "All a"
    assert [(p.name, p.annotation) for p in facts.definitions[2].parameters] == [("n", "INT"), ("m", "out TEXT")]


def test_sql_server() -> None:
    facts = read("""
        CREATE TABLE [dbo].[Users] ([Id] INT IDENTITY(1,1) NOT NULL, [Full Name] NVARCHAR(50) NULL,
          CONSTRAINT [PK_U] PRIMARY KEY CLUSTERED ([Id] ASC))
        GO
        CREATE PROCEDURE dbo.p @a INT = 3, @b VARCHAR(10) OUTPUT AS
        SELECT 1;
        UPDATE dbo.Users SET Id = 1;
        GO
        CREATE TABLE t (a int)
        CREATE TABLE u (b int)
    """)
    assert spans(facts) == [
        ("table", "dbo.Users", 1, 1, 2), ("procedure", "dbo.p", 4, 4, 6), ("table", "t", 8, 8, 8), ("table", "u", 9, 9, 9),
    ]  # fmt: skip
    assert columns(facts, "dbo.Users") == [("Id", "INT", ["generated", "not null"]), ("Full Name", "NVARCHAR(50)", [])]
    assert [reference.name for reference in facts.references] == ["dbo.Users"]


def test_routines_keep_their_semicolons_and_define_nothing_inside() -> None:
    facts = read("""
        CREATE OR REPLACE FUNCTION f(a int, b text DEFAULT 'x;') RETURNS SETOF orders AS $body$
        BEGIN
          CREATE TABLE inner_one (x int);
          RETURN QUERY SELECT * FROM orders o, lines l JOIN other.t USING (id) WHERE EXTRACT(year FROM at) = 1;
        END;
        $body$ LANGUAGE plpgsql;
        CREATE PROCEDURE bare() BEGIN CASE 1 WHEN 1 THEN SELECT 2; END CASE; DELETE FROM gone; END;
        CREATE PROCEDURE declared IS
          n NUMBER;
        BEGIN
          NULL;
        END;
        /
        CREATE TRIGGER t BEFORE INSERT OR UPDATE ON "Order" FOR EACH ROW EXECUTE FUNCTION f();
        CREATE MATERIALIZED VIEW v AS WITH q AS (SELECT 1) SELECT * FROM q JOIN b USING (id);
        CREATE TYPE mood AS ENUM ('sad', 'ok');
    """)
    assert spans(facts) == [
        ("function", "f", 1, 1, 6), ("procedure", "bare", 7, 7, 7), ("procedure", "declared", 8, 8, 12),
        ("trigger", "t", 14, 14, 14), ("view", "v", 15, 15, 15), ("enum", "mood", 16, 16, 16),
    ]  # fmt: skip
    f = facts.definitions[0]
    assert (f.returns, [(p.name, p.annotation, p.default) for p in f.parameters]) == (
        "SETOF orders", [("a", "int", ""), ("b", "text", "'x;'")],
    )  # fmt: skip
    assert [(r.scope, r.name, r.line) for r in facts.references] == [
        ("f", "orders", 4), ("f", "lines", 4), ("f", "other.t", 4), ("bare", "gone", 7), ("t", "Order", 14), ("t", "f", 14),
        ("v", "b", 15),
    ]  # fmt: skip
    assert [item.target for item in facts.assignments if item.kind == "case"] == ["sad", "ok"]


def test_later_changes_are_kept_in_order() -> None:
    facts = read("""
        ALTER TABLE ONLY public.a ADD CONSTRAINT fk FOREIGN KEY (x) REFERENCES public.b(id), ADD COLUMN IF NOT EXISTS y text, DROP COLUMN z;
        ALTER TABLE a RENAME COLUMN x TO y;
        ALTER TABLE a RENAME TO aa;
        ALTER TABLE a ALTER COLUMN n TYPE bigint, ALTER COLUMN n SET NOT NULL;
        ALTER TABLE [a] WITH CHECK ADD CONSTRAINT [c] FOREIGN KEY([x]) REFERENCES [b] ([id])
        GO
        ALTER TABLE a CHANGE old new INT NOT NULL, MODIFY m TEXT;
        CREATE UNIQUE INDEX i ON a USING btree (x, y);
        CREATE UNIQUE INDEX i ON a (x) WHERE y;
        COMMENT ON COLUMN public.a.x IS 'It''s x';
        DROP TABLE IF EXISTS a, b CASCADE;
    """)
    assert changes(facts) == [
        ("constraint", "public.a", []), ("add", "public.a", ["y"]), ("drop", "public.a", ["z"]),
        ("rename", "a", ["x", "y"]), ("rename table", "a", ["aa"]), ("type", "a", ["n"]), ("not null", "a", ["n"]),
        ("constraint", "a", []), ("rename", "a", ["old", "new"]), ("column", "a", ["new"]), ("column", "a", ["m"]),
        ("constraint", "a", []), ("comment column", "public.a", ["x", "It's x"]), ("drop table", "a", []), ("drop table", "b", []),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "bad",
    [
        "CREATE TABLE bad (a int, b ((text;",
        "CREATE TABLE bad (a int",
        "CREATE TABLE (;",
        "\\connect 'x",
        "CREATE nonsense ) here",
        "INSERT INTO t VALUES (1, 'CREATE TABLE no (a int);', 'it''s');",
        "/* CREATE TABLE no (a int); */",
        "-- +goose Down\nDROP TABLE x;\nCREATE TABLE no (a int);\n-- +goose Up",
        "COPY t (a) FROM stdin;\nCREATE TABLE no\t'\n\\.\n",
    ],
)
def test_a_bad_statement_costs_only_itself(bad: str) -> None:
    facts = read(f"CREATE TABLE one (a int);\n{bad}\nCREATE TABLE two (a int);\n")
    assert [name for name in (d.qualname for d in facts.definitions) if name not in ("bad",)] == ["one", "two"]


def test_same_names_stay_apart() -> None:
    definitions: tuple[Definition, ...] = read("CREATE TABLE a (x int);\nDROP TABLE a;\nCREATE TABLE a (y int);\n").definitions
    assert [item.qualname for item in definitions] == ["a", "a#2"]


@pytest.mark.parametrize("mark", ["'", '"', "`", "/*", "$$", "$a$", "(", "E'", "--", "[a", "CASE ", "BEGIN "])
def test_time_does_not_explode(mark: str) -> None:
    read(f"CREATE FUNCTION f() AS {mark * 30_000}\n")
    read(f"INSERT INTO t VALUES {mark * 30_000}\n")
