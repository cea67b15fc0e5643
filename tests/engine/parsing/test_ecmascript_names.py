"""Every function, class and signature of a script has a name of its own: nothing vanishes, nothing falls together."""

from __future__ import annotations

from textwrap import dedent

import pytest

from apps.engine.parsing import parse


def named(text: str, language: str = "TypeScript") -> list[tuple[int, str, str]]:
    facts = parse("a.ts", language, dedent(text).lstrip("\n"))
    return [(item.line, item.kind, item.qualname) for item in facts.definitions]


def test_functions_in_object_literals_are_named_by_where_the_literal_goes() -> None:
    found = named("""
        export const useSave = () => useMutation({ ...rest, onSuccess: (data) => { done(data); }, nested: { deep() {} } });
        Object.defineProperty(app, "router", { get: function getRouter() {} });
        function make() { return { show: () => 1, hide() {} }; }
        const routes = [{ path: "/", lazy: async () => 1 }];
        run({ transform: ((x) => x) as any });
        """)
    assert [(line, name) for line, _, name in found] == [
        (1, "useSave"),
        (1, "useSave.useMutation.onSuccess"),
        (1, "useSave.useMutation.nested.deep"),
        (2, "defineProperty.get"),
        (3, "make"),
        (3, "make.return.show"),
        (3, "make.return.hide"),
        (4, "routes.lazy"),
        (5, "run.transform"),
    ]


def test_assigned_functions() -> None:
    found = named("""
        req.get = req.header = function header(name) {};
        (payload as Context).addIssue = (issue) => {};
        checks[0].def.when = () => false;
        class A { static Inner = class { run() {} }; #secret() {} [Symbol.iterator]() {} get a() { return 1; } set a(v) {} }
        const table = { [key]: () => 1, "a-b": () => 2 };
        """)
    assert [(line, name) for line, _, name in found] == [
        (1, "req.header"),
        (2, "payload.addIssue"),
        (3, "def.when"),
        (4, "A"),
        (4, "A.Inner"),
        (4, "A.Inner.run"),
        (4, "A.#secret"),
        (4, "A.[Symbol.iterator]"),
        (4, "A.a"),
        (4, "A.a#2"),
        (5, "table.[key]"),
        (5, "table.a-b"),
    ]


def test_overloads_merged_declarations_and_ambient_modules_stay_apart() -> None:
    found = named("""
        function over(a: string): void;
        function over(a: number): void;
        function over(a: any) {}
        interface I { a(): void }
        interface I { b(): void }
        declare module "other" { interface Options { run(): void } }
        declare global { interface Window { x: number } }
        namespace N.M { export function f() {} }
        """)
    assert found == [
        (1, "function", "over#1"),
        (2, "function", "over#2"),
        (3, "function", "over"),
        (4, "interface", "I"),
        (4, "method", "I.a"),
        (5, "interface", "I#2"),
        (5, "method", "I#2.b"),
        (6, "namespace", "other"),
        (6, "interface", "other.Options"),
        (6, "method", "other.Options.run"),
        (7, "namespace", "global"),
        (7, "interface", "global.Window"),
        (8, "namespace", "N.M"),
        (8, "function", "N.M.f"),
    ]


@pytest.mark.parametrize("body", ["(a: A): R", "<\n    T extends A,\n  >(a: T): R"])
def test_generic_call_signatures_without_semicolons_do_not_cost_the_file(body: str) -> None:
    found = named(
        f"interface Handler {{\n  <T extends A>(a: T): [X<T>]\n\n  // two\n  {body}\n}}\nexport class After {{ run() {{}} }}\n"
    )
    assert [name for _, _, name in found] == ["Handler", "After", "After.run"]
