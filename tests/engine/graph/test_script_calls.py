"""Functions of JavaScript and TypeScript followed as values: who is called through them."""

from __future__ import annotations

import pytest

from tests.engine.graph.building import calls, graph_of


def called(text: str, name: str = "a.js") -> set[tuple[str, str]]:
    """(source, target) inside one file, without the file's name."""
    return {
        (source.partition("#")[2], target.partition("#")[2])
        for source, target in calls(graph_of({name: text}))
        if not target.startswith("ext:")
    }


DEFINED = "function foo() {}\nfunction bar() {}\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("function run(f) { f(); }\nrun(foo);", {("", "run"), ("run", "foo")}),
        ("function run(f = foo) { f(); }\nrun();", {("", "run"), ("run", "foo")}),
        ("function run({ done }) { done(); }\nrun({ done: foo });", {("", "run"), ("run", "foo")}),
        ("function make() { return foo; }\nmake()();", {("", "make"), ("", "foo")}),
        ("function make() { return function inner() {}; }\nconst f = make();\nf();", {("", "make"), ("", "make.inner")}),
        ("const list = [foo, bar];\nlist[1]();", {("", "foo"), ("", "bar")}),
        ("const list = [];\nlist.push(foo);\nlist.pop()();", {("", "foo")}),
        ("const m = new Map();\nm.set('a', foo);\nm.get('a')();", {("", "foo")}),
        ("const o = {};\no['a'] = foo;\no['b'] = bar;\no['a']();", {("", "foo")}),
        ("const o = {};\no[key()] = foo;\no.any();", {("", "foo")}),
        ("const o = { a: foo, ...{ b: bar } };\no.a();\no.b();", {("", "foo"), ("", "bar")}),
        ("const p = Object.create({ a: foo });\np.a();", {("", "foo")}),
        ("foo.call(null);\nbar.bind(null)();", {("", "foo"), ("", "bar")}),
        ("[1].map(foo);\nfetch('x').then(bar);", {("", "foo"), ("", "bar")}),
        ("setTimeout(foo, 1);\nnew Promise(bar);", {("", "foo"), ("", "bar")}),
        ("for (const f of [foo]) f();", {("", "foo")}),
        ("class A { constructor() {} }\nReflect.construct(A, []);\nReflect.construct(foo, []);",
         {("", "A.constructor"), ("", "foo")}),
        ("const o = { [K.A]: foo, [K.B]: bar };\no[K.B]();", {("", "bar")}),
        ("const o = {};\nconst from = { a: foo, b: bar };\nfor (const k in from) o[k] = from[k];\no.b();", {("", "bar")}),
        ("const { a } = { a: foo };\na();", {("", "foo")}),
        ("const [a, b] = [foo, bar];\nb();", {("", "bar")}),
        ("const f = on ? foo : bar;\nf();", {("", "foo"), ("", "bar")}),
        ("function A() {}\nA.prototype.m = foo;\nnew A().m();", {("", "A"), ("", "foo")}),
        ("function B() {}\nB.prototype = { m: foo };\nfunction A() {}\nObject.setPrototypeOf(A.prototype, B.prototype);\n"
         "const a = new A();\na.m();", {("", "A"), ("", "foo")}),
        ("eval('foo()');\nlet code = 'var z;';\ncode += 'bar()';\nnew Function(code)();", {("", "foo"), ("", "bar")}),
    ],
)  # fmt: skip
def test_functions_as_values(text: str, expected: set[tuple[str, str]]) -> None:
    assert called(DEFINED + text) == expected


def test_what_is_unknown_stays_so() -> None:
    assert called(DEFINED + "function run(f) { f(); }\nexport { run };\nconst o = other();\no.x();\no.done(foo);") == set()
    many = "".join(f"function f{n}() {{}}\n" for n in range(30))
    given = "".join(f"run(f{n});\n" for n in range(30))
    assert {("run", f"f{n}") for n in range(30)} <= called(many + given + "function run(f) { f(); }\n")
    given = "".join(f"same(f{n});\n" for n in range(30))
    assert ("", "f1") not in called(many + given + "function same(f) { return f; }\nsame(f0)();\n")
    assert called(DEFINED + "foo.x = bar;\nfunction run(f: string) { f.x(); }\nrun(foo as any);", "a.ts") == {("", "run")}


def test_callbacks_get_what_the_types_of_the_function_they_are_passed_to_say() -> None:
    text = """
        class Context { json() {} get user(): User { return new User(); } }
        class User { name() {} }
        type Handler<E = any> = (c: Context, next: () => void) => void;
        interface Route { (path: string, ...handlers: Handler[]): App }
        class App { get!: Route; use(handler: Handler) {} }
        const app = new App();
        app.get("/", (c) => { c.json(); c.user.name(); });
        app.use((c) => c.json());
        const users: User[] = [];
        users.forEach((u) => u.name());
        const byName = new Map<string, User>();
        function first(all: Map<string, User>) { all.get("x")?.name(); }
        """
    assert called(text, "a.ts") >= {("", "Context.json"), ("", "User.name"), ("first", "User.name"), ("", "App.use")}


def test_methods_below_a_declared_class_may_run_those_of_one_just_made_do_not() -> None:
    text = """
        interface Store { save(): void }
        class Disk implements Store { save() {} }
        abstract class Base { run() { this.step(); } abstract step(): void }
        class Child extends Base { step() {} }
        class Other extends Disk { save() {} }
        function keep(store: Store) { store.save(); }
        new Disk().save();
        """
    found = called(text, "a.ts")
    assert found >= {("keep", "Disk.save"), ("keep", "Other.save"), ("Base.run", "Child.step"), ("", "Disk.save")}
    assert ("", "Other.save") not in found


def test_new_runs_the_constructor_that_is_inherited() -> None:
    text = "class Base { constructor(f) { f(); } }\nclass Child extends Base {}\nfunction go() {}\nnew Child(go);\n"
    assert called(text) == {("", "Child"), ("", "Base.constructor"), ("Base.constructor", "go")}


def test_elements_hand_their_attributes_on() -> None:
    text = """
        function Row({ onPick }) { return <i onClick={() => onPick()} />; }
        function pick() {}
        export const Table = () => <Row onPick={pick} />;
        """
    assert called(text, "a.jsx") == {("Table", "Row"), ("Row", "pick")}


def test_functions_get_the_types_of_the_place_they_stand_in() -> None:
    text = """
        class Context { json() {} }
        type Handler = (c: Context) => void;
        const direct: Handler = (c) => { c.json(); };
        const made = (): Handler => { return function inner(c) { c.json(); }; };
        """
    assert called(text, "a.ts") == {("direct", "Context.json"), ("made.inner", "Context.json")}


def test_object_literals_answer_for_the_interface_they_are_declared_to_be() -> None:
    text = """
        interface Box { put(x: number): this; take(): number }
        function make(): Box {
          const box = { put, take: () => 1 };
          function put(x) { return box; }
          return box;
        }
        function use(box: Box) { box.put(1); box.take(); }
        """
    assert called(text, "a.ts") == {
        ("use", "Box.put"), ("use", "Box.take"), ("use", "make.put"), ("use", "make.box.take"),
    }  # fmt: skip


def test_a_variable_that_is_only_declared_is_what_is_put_into_it() -> None:
    text = """
        class Base { go() {} }
        class Below extends Base { go() {} }
        let one: Base;
        before(() => { one = new Base(); });
        it("x", () => { one.go(); });
        """
    assert called(text, "a.ts") == {("", "Base"), ("", "Base.go")}


def test_overloads_of_a_class_are_answered_by_the_one_with_a_body() -> None:
    text = """
        interface Store { get(a: string): void; get(a: number): void }
        class Disk implements Store { get(a: string): void; get(a: number): void; get(a: any) {} }
        function use(store: Store) { store.get(1); }
        """
    assert ("use", "Disk.get") in called(text, "a.ts")


def test_functions_in_a_literal_that_is_passed_on_are_used_by_who_passes_it() -> None:
    graph = graph_of(
        {"a.ts": "function send() {}\nexport const useSave = () => useMutation({ onDone: () => send(), run() { send(); } });\n"}
    )
    inner = {"a.ts#useSave.useMutation.onDone", "a.ts#useSave.useMutation.run"}
    assert calls(graph) == {(symbol, "a.ts#send") for symbol in inner}
    assert calls(graph, kind="uses") == {("a.ts#useSave", symbol) for symbol in inner}


def test_parameters_get_what_is_passed_where_their_type_admits_more_than_it_names() -> None:
    text = """
        type Made<T> = { new (): T };
        class Later {}
        class One { constructor() {} }
        class Two { constructor() {} }
        class Maker {
            make<T>(of: Made<T> | Later) { return new (of as any)(); }
            sure(of: Later) { return new (of as any)(); }
        }
        new Maker().make(One);
        new Maker().sure(Two);
        """
    assert called(text, "a.ts") >= {("", "Maker.make"), ("Maker.make", "One.constructor")}
    assert ("Maker.sure", "Two.constructor") not in called(text, "a.ts")


def test_methods_are_given_what_callers_of_the_interface_give() -> None:
    text = """
        interface Box { put(f: any): void }
        class Real implements Box { put(f: any) { f(); } }
        function foo() {}
        function use(box: Box) { box.put(foo); }
        """
    assert ("Real.put", "foo") in called(text, "a.ts")


def test_elements_are_made_by_the_function_the_file_names() -> None:
    runtime = """
        class Node { constructor(tag: string | Function) { this.tag = tag; } tag: string | Function; }
        type Drawn = { depth: number } & Node;
        export function jsx(tag: string | Function) { return new Node(tag); }
        export function draw(node: Drawn) { return (node.tag as Function).call(null); }
        """
    page = "/** @jsxImportSource ./made */\n\nfunction App() { return <div/>; }\nfunction main() { return <App/>; }\n"
    edges = calls(graph_of({"made/jsx-runtime.ts": runtime, "page.tsx": page}))
    assert {("page.tsx#main", "made/jsx-runtime.ts#jsx"), ("made/jsx-runtime.ts#draw", "page.tsx#App")} <= edges
    old = "/** @jsx make */\n\nfunction make(tag) { tag(); }\nfunction App() {}\nfunction main() { return <App/>; }\n"
    assert {("main", "make"), ("make", "App"), ("main", "App")} <= called(old, "a.jsx")
    assert called("function App() {}\nfunction main() { return <App/>; }\n", "a.jsx") == {("main", "App")}


def test_a_call_of_very_many_functions_runs_those_of_programs_that_come_to_it() -> None:
    library = "export function add(f: any) { all.push(f); }\nconst all: any[] = [];\nexport function run() { all[0](); }\n"
    head = "import { add, run } from './lib';\n"
    scripts = {
        f"{n}.ts": head + "".join(f"function f{n}x{m}() {{}}\nadd(f{n}x{m});\n" for m in range(9)) + ("run();\n" if n else "")
        for n in range(3)
    }
    edges = calls(graph_of({"lib.ts": library, **scripts}))
    ran = {target for source, target in edges if source == "lib.ts#run"}
    assert ran == {f"{n}.ts#f{n}x{m}" for n in (1, 2) for m in range(9)}


def test_no_call_runs_a_function_of_another_program() -> None:
    lib = "export class Base { go() {} }\n"
    one = "import { Base } from './lib';\nexport class Own extends Base { go() {} }\nfunction run(b: Base) { b.go(); }\n"
    edges = calls(graph_of({"lib.ts": lib, "a.ts": one, "b.ts": one}))
    assert {target for source, target in edges if source == "a.ts#run"} == {"lib.ts#Base.go", "a.ts#Own.go"}


def test_a_receiver_of_a_type_below_is_answered_by_literals_of_that_type() -> None:
    text = """
        interface Maker { make(): void }
        interface Fine extends Maker { fine: number }
        function plain(): Maker { return { make() {} }; }
        function fine(): Fine { return { fine: 1, make() {} }; }
        function run(one: Fine) { one.make(); }
        """
    made = {target for source, target in called(text, "a.ts") if source == "run"}
    assert "fine.return.make" in made and "plain.return.make" not in made


def test_arguments_of_call_bind_and_apply_are_those_of_the_function() -> None:
    run = "function run(a, f) { f(); }\n"
    assert ("run", "foo") in called(DEFINED + run + "run.call(null, bar, foo);")
    assert ("run", "bar") not in called(DEFINED + run + "run.call(null, bar, foo);\n[1].map(run.bind(null, bar, foo));")
    assert ("run", "foo") in called(DEFINED + run + "run.apply(null, [foo]);")


def test_what_tests_hand_in_is_followed_only_among_what_is_no_test() -> None:
    library = "export function run(f: any) { f(); }\nexport function own() {}\n"
    tests = "import { own, run } from './lib';\nfunction callback() {}\nrun(callback);\nrun(own);\n"
    edges = calls(graph_of({"lib.ts": library, "lib.test.ts": tests})) | calls(
        graph_of({"lib.ts": library, "examples/a.ts": tests})
    )
    assert {target for source, target in edges if source == "lib.ts#run"} == {"lib.ts#own"}
    inside = calls(graph_of({"lib.test.ts": "function run(f: any) { f(); }\nfunction callback() {}\nrun(callback);\n"}))
    assert ("lib.test.ts#run", "lib.test.ts#callback") in inside
