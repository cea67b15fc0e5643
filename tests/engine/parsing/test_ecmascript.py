"""What JavaScript, TypeScript and TSX files say."""

from __future__ import annotations

from textwrap import dedent

import pytest

from apps.engine.facts import Definition, FileFacts
from apps.engine.parsing import parse


def read(text: str, language: str = "JavaScript") -> FileFacts:
    return parse("sample.js", language, dedent(text).lstrip("\n"))


def named(facts: FileFacts, qualname: str) -> Definition:
    return next(definition for definition in facts.definitions if definition.qualname == qualname)


def names(facts: FileFacts) -> list[tuple[str, str]]:
    return [(d.kind, d.qualname) for d in facts.definitions]


def test_functions_are_named_by_what_they_are_given_to() -> None:
    facts = read(
        """
        function plain() {}
        const arrow = async (a, b = 1, ...rest) => a;
        const wrapped = catchAsync(async (req, res) => { use(req); });
        exports.shared = function () {};
        module.exports = { first() {}, second: () => {}, third: wrap(function () {}) };
        Thing.prototype.method = function () {};
        schema.methods.check = async function (p) {};
        const object = { inner: { deep() {} }, 'with-dash': () => {} };
        list.map((x) => x.id);
        """
    )
    assert names(facts) == [
        ("function", "plain"),
        ("function", "arrow"),
        ("function", "wrapped"),
        ("function", "exports.shared"),
        ("method", "exports.first"),
        ("function", "exports.second"),
        ("function", "exports.third"),
        ("method", "Thing.method"),
        ("function", "schema.methods.check"),
        ("method", "object.inner.deep"),
        ("function", "object.with-dash"),
    ]
    arrow = named(facts, "arrow")
    assert arrow.signature == "const arrow = async (a, b = 1, ...rest)"
    assert [(p.name, p.default, p.kind) for p in arrow.parameters] == [("a", "", ""), ("b", "1", ""), ("rest", "", "rest")]
    assert named(facts, "wrapped").signature == "const wrapped = catchAsync(async (req, res))"
    assert next(call for call in facts.calls if call.callee.text == "use").scope == "wrapped"


def test_classes() -> None:
    facts = read(
        """
        /** A shelf. */
        export default class Shelf extends Box {
          static count = 1;
          #close() {}
          close() {}
          get size() { return 1; }
          set size(value) {}
          static async *walk() { yield 1; }
          bound = () => { this.close(); };
          static { setup(); }
          constructor(x) { super(x); this.x = new Map(); }
        }
        """
    )
    assert names(facts) == [
        ("class", "Shelf"),
        ("method", "Shelf.#close"),
        ("method", "Shelf.close"),
        ("accessor", "Shelf.size"),
        ("accessor", "Shelf.size#2"),
        ("method", "Shelf.walk"),
        ("method", "Shelf.bound"),
        ("constructor", "Shelf.constructor"),
    ]
    shelf = named(facts, "Shelf")
    assert (shelf.docstring, shelf.start_line, shelf.line) == ("A shelf.", 1, 2)
    assert shelf.properties == ("default", "exported")
    assert [base.text for base in shelf.bases] == ["Box"]
    assert named(facts, "Shelf.walk").properties == ("async", "generator", "static")
    assert next(call for call in facts.calls if call.callee.text == "setup").scope == "Shelf"
    assert [(a.target, a.kind, a.scope) for a in facts.assignments] == [
        ("count", "field", "Shelf"),
        ("this.x", "", "Shelf.constructor"),
    ]


def test_imports_and_requires_of_every_shape() -> None:
    facts = read(
        """
        import d, { a as b, default as e } from 'm';
        import * as ns from './ns';
        import './effect';
        const whole = require('w');
        const { x, y: z } = require('./xy');
        const picked = require('./p').picked;
        require('./bare');
        const lazy = () => import('./lazy');
        export * from './all';
        export * as group from './group';
        export { default as D, q as r } from './some';
        """
    )
    assert [(i.module, i.kind, i.alias, [(n.name, n.alias) for n in i.names]) for i in facts.imports] == [
        ("m", "import", "", [("default", "d"), ("a", "b"), ("default", "e")]),
        ("./ns", "import", "", [("*", "ns")]),
        ("./effect", "import", "", []),
        ("w", "require", "whole", []),
        ("./xy", "require", "", [("x", ""), ("y", "z")]),
        ("./p", "require", "", [("picked", "")]),
        ("./bare", "require", "", []),
        ("./lazy", "dynamic", "", []),
        ("./all", "export-from", "", [("*", "")]),
        ("./group", "export-from", "", [("*", "group")]),
        ("./some", "export-from", "", [("default", "D"), ("q", "r")]),
    ]
    assert facts.calls == ()


def test_exports() -> None:
    facts = read(
        """
        export const one = 1, two = () => 2;
        export function three() {}
        const four = 4;
        export { four, four as five };
        export default three;
        """
    )
    assert [(e.name, e.local) for e in facts.exports] == [
        ("one", "one"), ("two", "two"), ("three", "three"), ("four", "four"), ("five", "four"), ("default", "three"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("export default function () {}", "default"),
        ("export default () => {}", "default"),
        ("export default class {}", "default"),
        ("export default memo(function Card() {})", "Card"),
    ],
)
def test_default_exports_are_definitions(text: str, expected: str) -> None:
    facts = read(text)
    assert [d.name for d in facts.definitions] in ([expected], ["default"])
    assert facts.exports[0].name == "default"
    assert facts.exports[0].local == facts.definitions[0].qualname


def test_environment_reads() -> None:
    facts = read(
        """
        const a = process.env.PLAIN;
        const b = process.env['QUOTED'] || 'fallback';
        const { TAKEN, RENAMED: r, DEFAULTED = 'd' } = process.env;
        const env = process.env;
        const c = env.ALIASED ?? 3;
        const d = import.meta.env.VITE_X;
        const e = Deno.env.get('DENO');
        process.env.WRITTEN = '1';
        """
    )
    assert [(r.name, r.access, r.default) for r in facts.environment] == [
        ("PLAIN", "process.env", ""),
        ("QUOTED", "process.env", "'fallback'"),
        ("DEFAULTED", "process.env", "'d'"),
        ("RENAMED", "process.env", ""),
        ("TAKEN", "process.env", ""),
        ("ALIASED", "env", "3"),
        ("VITE_X", "import.meta.env", ""),
        ("DENO", "Deno.env.get", ""),
    ]


def test_destructuring_says_where_each_name_comes_from() -> None:
    facts = read("const { a, b: { c }, d = 1 } = props.inner;\nconst [first] = pair();\n")
    found = {a.target: a.value for a in facts.assignments}
    assert found["a"] is not None and found["a"].text == "props.inner.a"
    assert found["c"] is not None and found["c"].text == "props.inner.b.c"
    assert found["d"] is not None and found["d"].text == "props.inner.d"
    assert found["first"] is not None and found["first"].kind == "subscript"


def test_anonymous_functions_bind_their_parameters_in_their_lines_only() -> None:
    facts = read("items.forEach((item) => {\n  item.run();\n});\n")
    assert [(a.target, a.kind, a.line, a.end_line) for a in facts.assignments] == [("item", "parameter", 1, 3)]


def test_components_and_elements() -> None:
    facts = read(
        """
        const Card = ({ a }: Props) => <Box onClick={handle} v="x" {...rest}><b>{a}</b></Box>;
        const Memo = React.memo(function Inner() { return <Ns.Part />; });
        const lower = () => <i />;
        """,
        "TSX",
    )
    assert names(facts) == [("component", "Card"), ("component", "Memo"), ("function", "lower")]
    box = next(call for call in facts.calls if call.callee.text == "Box")
    assert [(a.name, a.value.text) for a in box.arguments][:2] == [("onClick", "handle"), ("v", "x")]
    assert ("Ns.Part", "Memo") in {(call.callee.text, call.scope) for call in facts.calls}


def test_elements_that_are_components_and_shapes_that_are_other_types_too() -> None:
    facts = read("function Page() { return <><Card.Head a={1}/><div/><App>x</App></>; }", "TSX")
    assert [(one.kind, one.value.text, one.scope) for one in facts.operations] == [
        ("element", "Card.Head", "Page"),
        ("element", "App", "Page"),
    ]
    facts = read("type Drawn = { depth: number } & Node & Box<string>;\ntype Both = Node & Box;", "TypeScript")
    assert [base.text for base in named(facts, "Drawn").bases] == ["Node", "Box"]
    assert [(one.scope, one.target) for one in facts.assignments] == [("Drawn", "depth")]
    assert named(facts, "Both").bases == ()


def test_typescript_declarations() -> None:
    facts = read(
        """
        @Controller('users')
        export class Users<T> extends Base<T> implements Named, Aged {
          private log: Logger;
          constructor(private readonly service: UserService) { super(); }
          @Get(':id')
          @Guard()
          async find(@Param('id') id: string, limit?: number): Promise<User> { return this.service.find(id); }
          abstract m(): void;
        }
        function over(a: string): void;
        function over(a: number): void;
        function over(a: any) {}
        export interface Named extends Other<T> { name?: string; greet(who: string): void }
        enum Color { Red = 1, Green }
        type User = { id: string; tags: string[] };
        namespace Deep.Inner { export function f() {} }
        abstract class Shape { abstract area(): number; }
        """,
        "TypeScript",
    )
    users = named(facts, "Users")
    assert [d.name for d in users.decorators] == ["Controller"]
    assert (users.line, users.start_line) == (2, 1)
    assert [base.text for base in users.bases] == ["Base", "Named", "Aged"]
    find = named(facts, "Users.find")
    assert [d.name for d in find.decorators] == ["Get", "Guard"]
    assert (find.line, find.start_line, find.returns) == (7, 5, "Promise<User>")
    assert [(p.name, p.annotation) for p in find.parameters] == [("id", "string"), ("limit", "number | undefined")]
    fields = {(a.scope, a.target): a.annotation for a in facts.assignments if a.kind == "field"}
    assert fields[("Users", "service")] == "UserService"
    assert fields[("Users", "log")] == "Logger"
    assert fields[("Named", "name")] == "string | undefined"
    assert fields[("User", "tags")] == "string[]"
    assert {("Color", "Red"), ("Color", "Green")} <= set(fields)
    kinds = {d.qualname: d.kind for d in facts.definitions}
    assert [kinds[name] for name in ("over#1", "over#2", "over")] == ["function"] * 3
    assert named(facts, "over#1").properties == ("overload",)
    assert kinds["Named"] == "interface"
    assert kinds["Named.greet"] == "method"
    assert (kinds["Color"], kinds["User"], kinds["Deep.Inner"], kinds["Deep.Inner.f"]) == (
        "enum",
        "type",
        "namespace",
        "function",
    )
    assert named(facts, "Shape.area").properties == ("abstract",)


def test_chained_calls_and_new() -> None:
    facts = read("router.route('/x').get(auth('a'), handler);\nconst a = new Thing(1);\nawait go();\n")
    found = {(c.callee.kind, c.callee.text): c for c in facts.calls}
    assert found[("name", "Thing")].is_new
    assert found[("name", "go")].awaited
    assert ("attribute", "get") in found
    assert ("name", "router.route") in found


def test_module_docstring_stands_apart() -> None:
    assert read("/**\n * Does things.\n */\n\nimport x from 'x';\n").docstring == "Does things."
    assert read("/** Of f. */\nfunction f() {}\n").docstring == ""
    assert read("/* Copyright someone */\nimport x from 'x';\n").docstring == ""


@pytest.mark.parametrize("language", ["JavaScript", "TypeScript", "TSX"])
@pytest.mark.parametrize(
    "text",
    [
        "x = " + "(" * 100_000 + "1" + ")" * 100_000,
        "x = " + "f(" * 10_000 + "1" + ")" * 10_000,
        "x = a" + ".b()" * 10_000,
        "x = " + "`${" * 3_000 + "1" + "}`" * 3_000,
        "if (a) {} " + "else if (b) {} " * 3_000,
        "x = " + "() => " * 10_000 + "1",
    ],
    ids=["brackets", "calls", "chain", "templates", "else if", "arrows"],
)
def test_deep_nesting(language: str, text: str) -> None:
    facts = parse("deep.js", language, f"function before() {{}}\n{text};\n")
    assert "before" in {d.qualname for d in facts.definitions}


def test_syntax_error_leaves_the_rest() -> None:
    facts = read("function good() {}\nconst = = ;\nclass Fine { also() {} }\n")
    assert {"good", "Fine", "Fine.also"} <= {d.qualname for d in facts.definitions}
    assert facts.syntax_errors > 0


def test_arms_of_if_statements_where_the_environment_is_read() -> None:
    text = """
        const url = process.env.URL;
        if (!url) {
          throw new Error("no URL");
        } else if (a) process.exit(1);
        else run();
    """
    assert [(item.kind, item.test, item.stops) for item in read(text).branches] == [
        ("if", "!url", 3),
        ("else", "!url", 0),
        ("if", "a", 4),
        ("else", "a", 0),
    ]
    assert read("if (a) { b() }").branches == ()
