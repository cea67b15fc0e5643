"""Calls of JavaScript and TypeScript one after the other: builders that give back ``this``, a copy, or what they are given."""

from __future__ import annotations

from tests.engine.graph.test_script_calls import called

BASE = """
    class Base {
        clone(): this { return Object.create(this); }
        label(text: string) { const next = this.clone(); return next; }
        same() { return this; }
        with<T>(fn: (one: this) => T): T { const result = fn(this); return result; }
        check() {}
    }
    class Text extends Base {
        check() {}
        short() { return this.label("short"); }
        needed() { return super.same().with((one) => one.label("x")); }
        only() {}
    }
    class Count extends Base { check() {} only() {} }
    """


def from_module(text: str) -> set[str]:
    return {target for source, target in called(text, "a.ts") if not source}


def test_a_method_that_gives_this_gives_what_it_was_called_on() -> None:
    assert "Text.only" in from_module(BASE + "new Text().label('a').same().short().only();")
    assert "Text.only" in from_module(BASE + "new Text().needed().only();")
    found = from_module(BASE + "const one = new Text().label('a');\none.check();\none.same().check();")
    assert "Text.check" in found and not {"Base.check", "Count.check"} & found


def test_a_function_that_gives_what_it_is_given_gives_each_call_its_own() -> None:
    text = BASE + "function same(x, f) { const y = x; return y; }\nfunction run<T>(f: () => T): T { return f(); }\n"
    found = from_module(
        text + "same(new Text()).check();\nsame(new Count());\nrun(() => new Count()).only();\nrun(() => new Text());"
    )
    assert {"Text.check", "Count.only"} <= found and not {"Count.check", "Text.only"} & found


def test_what_is_stored_or_passed_is_no_longer_the_receiver() -> None:
    text = """
        class Node { up: any; add(one: Node) { one.up = this; } above() { return this.up; } }
        class Leaf extends Node { only() {} }
        const leaf = new Leaf();
        new Node().add(leaf);
        leaf.above().only();
        """
    assert "Leaf.only" not in from_module(text)


def test_an_interface_adds_to_the_class_of_its_name() -> None:
    text = """
        class Base { need(): any { return this.other(); } other(): any {} }
        class Text extends Base { short() {} }
        interface Text extends Mixed { need(): Text; }
        interface Mixed { mixed(): void }
        function make() { return new Text(); }
        make().need().short();
        make().mixed();
        """
    found = called(text, "a.ts")
    assert {("make", "Text"), ("", "Base.need"), ("", "Text.short"), ("", "Mixed.mixed")} <= found
    assert not any("#2" in target for _, target in found)
    before = "interface Text { need(): void }\nclass Text { need() {} }\nnew Text().need();"
    assert called(before, "a.ts") == {("", "Text#2"), ("", "Text#2.need")}
    blocks = "it(() => { class A { m() {} }\nnew A().m(); });\nit(() => { class A { m() {} }\nnew A().m(); });"
    assert {("", "A.m"), ("", "A#2.m")} <= called(blocks, "a.ts")


def test_overloads_say_what_a_function_gives() -> None:
    text = (
        BASE
        + "function make(kind: 'text'): Text;\nfunction make(kind: any): any { return registry[kind]; }\nmake('text').only();"
    )
    assert "Text.only" in from_module(text)


def test_what_a_parent_is_made_with_is_what_the_child_gives_it() -> None:
    text = """
        class Base { private test: any; constructor(options: any) { this.test = options.test; } }
        class Middle extends Base { constructor(options: any) { super(options); } }
        class Text extends Middle { constructor() { super({ test: isText }); } run() { this.test(); } }
        class Count extends Base { constructor() { super({ test: isCount }); } run() { this.test(); } }
        function isText() {}
        function isCount() {}
        """
    found = {pair for pair in called(text, "a.ts") if pair[0].endswith(".run")}
    assert found == {("Text.run", "isText"), ("Count.run", "isCount")}


def test_rest_parameters_are_lists_of_what_is_passed() -> None:
    text = "function foo() {}\nfunction bar() {}\nfunction run(first, ...rest) { rest[0](); }\nrun(foo, bar);\nrun.call(null, foo, bar);"
    assert ("run", "bar") in called(text) and ("run", "foo") not in called(text)
    inner = "function foo() {}\nconst run = (...rest) => { rest.forEach((f) => f()); };\nrun(1, { go: foo });\nrun(foo);"
    assert ("run", "foo") in called(inner)


def test_functions_that_are_no_arrows_have_a_this_of_their_own() -> None:
    text = """
        class Text {
            find() {}
            run() {
                use({ test() { this.find(); }, other: function () { this.find(); } });
                const plain = function () { this.find(); };
                const arrow = () => this.find();
            }
        }
        """
    found = {source for source, target in called(text, "a.ts") if target == "Text.find"}
    assert found == {"Text.run.arrow"}


def test_this_is_what_a_function_is_called_with_or_declared_to_have() -> None:
    text = """
        class Context { fail() {} }
        type Test = (this: Context, value: number) => void;
        function add(test: Test) { test.call(new Context(), 1); }
        function accept(test: Test) {}
        class Text {
            fail() {}
            one() { add(function one(value) { this.fail(); }); }
            two() { accept(function two(value) { this.fail(); }); }
        }
        """
    found = {pair for pair in called(text, "a.ts") if pair[1].endswith(".fail")}
    assert found == {("Text.one.one", "Context.fail"), ("Text.two.two", "Context.fail")}


def test_a_member_of_a_type_is_not_that_type() -> None:
    text = "class Text { only() {} of(): this['kind'] { return other(); } kind: any }\nnew Text().of().only();"
    assert "Text.only" not in from_module(text)


def test_fields_of_an_interface_are_what_its_literals_hold() -> None:
    text = """
        interface Base { identify?: (value: unknown) => boolean }
        interface Tag extends Base { tag: string; write?: (value: unknown) => string }
        interface Other { identify?: (value: unknown) => boolean }
        const one: Tag = { tag: "one", identify: isOne, write: (value) => String(value) };
        const many: Tag[] = [{ tag: "two", identify: isTwo }];
        const other: Other = { identify: isOther };
        function isOne(value: unknown) { return true; }
        function isTwo(value: unknown) { return true; }
        function isOther(value: unknown) { return true; }
        function find(tags: Readonly<Omit<Tag, "write">>[], value: unknown) { return tags.find((tag) => tag.identify?.(value)); }
        function write(tag: Tag, value: unknown) { return tag.write?.(value); }
        """
    found = called(text, "a.ts")
    assert {target for source, target in found if source == "find"} == {"isOne", "isTwo"}
    assert {target for source, target in found if source == "write"} == {"one.write"}


def test_methods_that_plain_values_have_too_are_asked_of_what_is_declared() -> None:
    text = """
        class Node { value: any; constructor(value: any) { this.value = value; } toString() { return ""; } show() {} }
        const node = new Node(new Node(1));
        function plain({ value }: Node) { return value.toString(16) + value.show(); }
        function declared(one: Node | undefined) { return one?.toString(); }
        """
    found = called(text, "a.ts")
    assert {("plain", "Node.show"), ("declared", "Node.toString")} <= found and ("plain", "Node.toString") not in found


def test_a_variable_of_a_function_without_a_name_is_its_own() -> None:
    text = """
        class Text { go() {} }
        class Count { go() {} }
        function make(kind) { return kind(); }
        it("one", () => {
            let made = make(() => new Text());
            const keep = () => {
                made.go();
            };
        });
        it("two", () => {
            let made = make(() => new Count());
            made = make(() => new Count());
        });
        """
    assert {target for source, target in called(text) if source == "keep"} == {"Text.go"}


def test_a_cast_says_which_of_several_types_a_variable_has() -> None:
    text = """
        interface One { go(): void }
        interface Two { go(): void }
        class First implements One { go() {} }
        class Second implements Two { go() {} }
        function run(all: (One | Two)[]) {
            const found = all.find((one) => Boolean(one)) as Two | undefined;
            found!.go();
        }
        """
    assert {target for source, target in called(text, "a.ts") if source == "run"} == {"Two.go", "Second.go"}


def test_a_variable_is_of_the_type_it_is_declared_with_whatever_is_put_into_it() -> None:
    text = """
        interface One { go(): void }
        interface Two { go(): void }
        class First implements One { go() {} }
        class Second implements Two { go() {} }
        function run(all: (One | Two)[], on: boolean) {
            let found: Two;
            if (on) found = all[0];
            else found = new Second();
            found.go();
        }
        """
    assert {target for source, target in called(text, "a.ts") if source == "run"} >= {"Second.go"}
    assert not {"One.go", "First.go"} & {target for _, target in called(text, "a.ts")}
