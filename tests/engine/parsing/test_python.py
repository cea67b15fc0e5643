"""What a Python file says."""

from __future__ import annotations

from textwrap import dedent

import pytest

from apps.engine.facts import Definition, FileFacts, Value
from apps.engine.parsing import parse


def read(text: str) -> FileFacts:
    return parse("sample.py", "Python", dedent(text).lstrip("\n"))


def named(facts: FileFacts, qualname: str) -> Definition:
    return next(definition for definition in facts.definitions if definition.qualname == qualname)


def value_of(text: str) -> Value:
    found = read(f"x = {text}\n").assignments[0].value
    assert found is not None
    return found


def test_line_is_that_of_def_and_span_holds_decorators_and_comments() -> None:
    facts = read(
        """
        import app

        # Says hello.
        # Twice.
        @app.get("/x", tags=["a"])
        @cache
        async def hello(name: str, /, *rest, times: int = 2, **more) -> "Greeting":
            "Greets."
            return make(name)

        @app.get("/y")
        def other(): ...
        """
    )
    hello = named(facts, "hello")
    assert (hello.start_line, hello.line, hello.end_line) == (3, 7, 9)
    assert [(d.name, d.called, d.line) for d in hello.decorators] == [("app.get", True, 5), ("cache", False, 6)]
    assert hello.decorators[0].arguments[1].name == "tags"
    assert hello.signature == 'async def hello(name: str, /, *rest, times: int = 2, **more) -> "Greeting"'
    assert [(p.name, p.kind, p.annotation, p.default) for p in hello.parameters] == [
        ("name", "positional", "str", ""),
        ("rest", "rest", "", ""),
        ("times", "keyword", "int", "2"),
        ("more", "keywords", "", ""),
    ]
    assert (hello.returns, hello.docstring, hello.properties) == ('"Greeting"', "Greets.", ("async",))
    assert [d.name for d in named(facts, "other").decorators] == ["app.get"]


def test_nothing_collapses() -> None:
    facts = read(
        """
        class A:
            def save(self): ...
            def _save(self): ...
            @property
            def size(self): ...
            @size.setter
            def size(self, value): ...
            class Meta: ...
        class B:
            def save(self): ...
            class Meta: ...
        if A:
            def pick(): ...
        else:
            def pick(): ...
        def outer():
            def pick(): ...
            return pick
        def ﬁrst(): ...
        def first(): ...
        """
    )
    assert [d.qualname for d in facts.definitions] == [
        "A", "A.save", "A._save", "A.size", "A.size#2", "A.Meta", "B", "B.save", "B.Meta", "pick", "pick#2", "outer",
        "outer.pick", "ﬁrst", "first",
    ]  # fmt: skip
    assert named(facts, "A.size").kind == "accessor"
    assert named(facts, "A.size#2").properties == ("property", "setter")
    assert named(facts, "pick").properties == ("conditional",)
    assert named(facts, "outer.pick").properties == ("nested",)
    assert named(facts, "outer.pick").parent == "outer"


def test_what_stands_deeper_than_its_neighbours_is_conditional() -> None:
    facts = read(
        """
        try:
            @cache
            def quick(): ...
        except ImportError:
            class quick: ...
        class A:
            if B:
                def inner(self): ...
            def plain(self):
                with opened():
                    async def deep(): ...
                def flat(): ...
        match A:
            case 1:
                def cased(): ...
        """
    )
    assert {d.qualname for d in facts.definitions if "conditional" in d.properties} == {
        "quick", "quick#2", "A.inner", "A.plain.deep", "cased",
    }  # fmt: skip


def test_no_form_of_definition_is_lost() -> None:
    facts = read(
        """
        async def a[T: int](x: T, /, *, y=f"{'q'}") -> list[T]: ...
        class B[T](Base[T], metaclass=M): ...
        type Pair[T] = tuple[T, T]
        def outer():
            class Local:
                def method(self):
                    def inner(): ...
        for _ in range(2):
            def looped(): ...
        with suppress():
            def guarded(): ...
        match command:
            case {"k": value} if value:
                def cased(): ...
        while True:
            try:
                def tried(): ...
            except* OSError:
                class Handled: ...
            else:
                def otherwise(): ...
            finally:
                def last(): ...
        if __name__ == "__main__":
            def main(): ...
        """
    )
    assert [d.qualname for d in facts.definitions] == [
        "a", "B", "Pair", "outer", "outer.Local", "outer.Local.method", "outer.Local.method.inner", "looped", "guarded", "cased",
        "tried", "Handled", "otherwise", "last", "main",
    ]  # fmt: skip
    assert [(p.name, p.kind, p.annotation, p.default) for p in named(facts, "a").parameters] == [
        ("x", "positional", "T", ""),
        ("y", "keyword", "", """f"{'q'}\""""),
    ]
    assert facts.syntax_errors == 0


def test_files_of_python_2_are_used() -> None:
    facts = read(
        """
        def old(a, (b, c)):
            print "x" % a
            exec "code" in scope
            raise ValueError, "no"
        class After:
            def method(self):
                try: pass
                except Error, e: print >>err, `e`
        def last(): return 0777
        """
    )
    assert {"old", "After", "After.method", "last"} <= {d.qualname for d in facts.definitions}


def test_overloads_are_told() -> None:
    facts = read("@typing.overload\ndef f(a: int) -> int: ...\n@overload\ndef f(a: str) -> str: ...\ndef f(a): ...\n")
    assert [(d.qualname, d.properties) for d in facts.definitions] == [("f#1", ("overload",)), ("f#2", ("overload",)), ("f", ())]


def test_strings_of_every_dress() -> None:
    assert value_of(r"""r'\''""").text == r"\'"
    assert value_of('rb"""a"b"""').text == 'a"b'
    assert value_of('u"" ""').text == ""
    assert value_of("''''''").text == ""
    assert [part.text for part in value_of('"a" f"{{b}}{c}" r"\\d"').items] == ["a", "{b}", "c", r"\d"]


def test_classes_keep_bases_keywords_and_fields() -> None:
    facts = read(
        """
        class Item(Base, Generic[T], metaclass=Meta, table=True):
            id: int | None = Field(default=None, primary_key=True)
            name = "x"

            def __init__(self, name):
                self.name = name
        """
    )
    item = named(facts, "Item")
    assert [base.kind for base in item.bases] == ["name", "subscript"]
    assert [(keyword.name, keyword.value.text) for keyword in item.keywords] == [("metaclass", "Meta"), ("table", "true")]
    assert [(a.target, a.scope, a.kind, a.annotation) for a in facts.assignments] == [
        ("id", "Item", "field", "int | None"),
        ("name", "Item", "field", ""),
        ("self.name", "Item.__init__", "", ""),
    ]
    assert named(facts, "Item.__init__").kind == "constructor"


def test_values_are_structured() -> None:
    assert value_of("a.b.c").text == "a.b.c"
    assert (value_of("f().g").kind, value_of("f().g").text) == ("attribute", "g")
    assert [(item.kind, item.text) for item in value_of('f"{a}/x{b.c}"').items] == [
        ("name", "a"),
        ("string", "/x"),
        ("name", "b.c"),
    ]
    spread = value_of('{"k": 1, **rest}')
    assert [key.kind for key in spread.keys] == ["string", "spread"]
    assert value_of('"a" "b"').text == "ab"
    assert value_of(r'"tab\tend\x41\u00e9"').text == "tab\tendAé"
    assert value_of(r'r"\d"').text == r"\d"
    assert value_of(r'"\x00\ud800"').text == "\ufffd\ufffd"
    assert value_of("-1").kind == "number"
    assert (value_of("a or b").kind, value_of("a or b").text) == ("binary", "or")
    assert value_of("(await f(1))").kind == "call"
    call = value_of("await f(1)").call
    assert call is not None
    assert call.awaited
    assert value_of("lambda x: x").kind == "function"


def test_chained_calls_come_out_one_by_one() -> None:
    facts = read("router.route('/x').get(handler).post(other)\n")
    assert [(call.callee.kind, call.callee.text) for call in facts.calls] == [
        ("attribute", "post"),
        ("attribute", "get"),
        ("name", "router.route"),
    ]


def test_scopes_of_calls() -> None:
    facts = read(
        """
        def outer(x=default()):
            helper(lambda y: inner(y))
            return [each(z) for z in x]
        class A(base()):
            field = made()
        """
    )
    assert {call.callee.text: call.scope for call in facts.calls} == {
        "default": "", "helper": "outer", "inner": "outer.<lambda>", "each": "outer", "base": "", "made": "A",
    }  # fmt: skip


def test_imports() -> None:
    facts = read("import a.b as c, d\nfrom . import x as y\nfrom ..p.q import *\nfrom __future__ import annotations\n")
    assert [(i.module, i.alias, i.level, [(n.name, n.alias) for n in i.names], i.kind) for i in facts.imports] == [
        ("a.b", "c", 0, [], "import"),
        ("d", "", 0, [], "import"),
        ("", "", 1, [("x", "y")], "from"),
        ("p.q", "", 2, [("*", "")], "from"),
        ("__future__", "", 0, [("annotations", "")], "from"),
    ]


def test_environment_reads_under_any_name() -> None:
    facts = read(
        """
        import os
        import os as system
        from os import environ as env, getenv
        KEY = "FROM_CONSTANT"
        a = os.environ["REQUIRED"]
        b = os.environ.get("WITH_DEFAULT", str(1))
        c = system.getenv("ALIASED")
        d = env.pop("POPPED")
        e = getenv(KEY, default="z")
        os.environ["WRITTEN"] = "1"
        del os.environ["DELETED"]
        other.environ.get("NO")
        """
    )
    assert [(r.name, r.access, r.default, r.required) for r in facts.environment] == [
        ("REQUIRED", "os.environ", "", True),
        ("WITH_DEFAULT", "os.environ.get", "str(1)", False),
        ("ALIASED", "system.getenv", "", False),
        ("POPPED", "env.pop", "", True),
        ("FROM_CONSTANT", "getenv", '"z"', False),
    ]


def test_assignments_of_every_form() -> None:
    facts = read(
        """
        a = b = make()
        c, d = 1, two()
        e, f = pair()
        with opened() as g: pass
        for h in things: pass
        if (i := found()): pass
        def function():
            global j
            j = 1
        app.config["KEY"] = 2
        k += 1
        """
    )
    found = {a.target: a for a in facts.assignments}
    assert found["a"].value is not None and found["a"].value.kind == "call"
    assert found["b"].value == found["a"].value or found["b"].value is not None
    assert found["d"].value is not None and found["d"].value.kind == "call"
    assert found["f"].value is not None and found["f"].value.kind == "subscript"
    assert (found["g"].kind, found["h"].kind, found["k"].kind) == ("with", "loop", "augmented")
    assert found["i"].value is not None
    assert found["j"].scope == ""
    assert 'app.config["KEY"]' in found


def test_references_leave_local_names_out() -> None:
    facts = read(
        """
        from tasks import run

        def helper(): ...

        def main(argument):
            local = 1
            pool.submit(run, helper, argument, local, self.handler)
            return helper
        """
    )
    assert [r.name for r in facts.references] == ["run", "helper", "self.handler", "helper"]


def test_main_block_and_shebang() -> None:
    guarded = read('x = 1\nif __name__ == "__main__":\n    run()\n')
    assert (guarded.is_script, guarded.main_line) == (True, 2)
    script = read("#!/usr/bin/env python3\nrun()\n")
    assert (script.is_script, script.main_line) == (True, 0)
    assert not read("run()\n").is_script


def test_generators_and_complexity() -> None:
    facts = read(
        """
        def count(n):
            for i in range(n):
                if i and n or i > 2:
                    yield i
        """
    )
    count = named(facts, "count")
    assert count.properties == ("generator",)
    assert count.complexity == 5


def test_multi_line_signature_without_its_comments() -> None:
    facts = read(
        """
        def f(
            a,  # first
            b=1,
        ) -> int:
            ...
        """
    )
    assert named(facts, "f").signature == "def f(a, b=1) -> int"


def test_syntax_error_leaves_the_rest() -> None:
    facts = read("def good(): pass\n\nx = = 1\n\nclass Fine:\n    def also(self): pass\n")
    assert {"good", "Fine", "Fine.also"} <= {d.qualname for d in facts.definitions}
    assert facts.syntax_errors > 0


def test_lines_count_line_feeds_only() -> None:
    facts = read('x = "a\u2028b\x0c"\ndef f(): pass')
    assert facts.lines == 2
    assert named(facts, "f").line == 2


@pytest.mark.parametrize(
    "text",
    [
        "x = " + "(" * 100_000 + "1" + ")" * 100_000,
        "x = " + "f(" * 20_000 + "1" + ")" * 20_000,
        "x = " + "[" * 20_000 + "]" * 20_000,
        "x = " + "a." * 20_000 + "b",
        "x = " + "1 + " * 20_000 + "1",
        "x = f" + "()" * 20_000,
        "\n".join(" " * depth + "if a:" for depth in range(2_000)) + "\n" + " " * 2_000 + "pass",
    ],
    ids=["brackets", "calls", "lists", "attributes", "sum", "calls of calls", "blocks"],
)
def test_deep_nesting_neither_fails_nor_hides_what_is_beside_it(text: str) -> None:
    facts = parse("deep.py", "Python", f"def before(): pass\n{text}\ndef after(): pass\n")
    assert "before" in {d.qualname for d in facts.definitions}


def test_long_literals_are_cut() -> None:
    facts = read(f"x = [{', '.join(str(n) for n in range(5000))}]\n")
    value = facts.assignments[0].value
    assert value is not None
    assert len(value.items) <= 2000


def test_conditions_of_files_that_read_the_environment() -> None:
    text = dedent(
        """\
        import os

        if "A" in os.environ:
            A = os.environ["A"]
        elif DEBUG:
            B = 1
        else:
            raise ValueError
        try:
            C = os.environ["C"]
        except KeyError:
            C = ""
        D = os.environ["D"] if DEBUG else ""
        """
    )
    branches = parse("a.py", "Python", text).branches
    assert [(item.kind, item.test, item.test_line, item.line, item.stops, item.body) for item in branches] == [
        ("if", '"A" in os.environ', 3, 4, 0, ""),
        ("else", '"A" in os.environ', 3, 6, 0, ""),
        ("if", "DEBUG", 5, 6, 0, ""),
        ("else", '"A" in os.environ', 3, 8, 8, ""),
        ("else", "DEBUG", 5, 8, 8, ""),
        ("try", "KeyError", 11, 10, 0, ""),
        ("except", "KeyError", 11, 12, 0, ""),
        ("else", "DEBUG", 13, 13, 0, '""'),
        ("if", "DEBUG", 13, 13, 0, 'os.environ["D"]'),
    ]
    assert parse("b.py", "Python", "if DEBUG:\n    A = 1\n").branches == ()


def test_variables_whose_name_is_a_parameter() -> None:
    text = "import os\n\ndef read(name):\n    return os.environ[name]\n\ndef ask(name):\n    return os.getenv(name, 1)\n"
    reads = parse("a.py", "Python", text).environment
    assert [(read.name, read.parameter, read.scope, read.required) for read in reads] == [
        ("", "name", "read", True),
        ("", "name", "ask", False),
    ]


def test_reads_whose_result_must_be_there() -> None:
    text = """
        import os
        A = os.environ.get("A").split(",")
        B = int(os.getenv("B"))
        C = int(os.getenv("C", 1))
        D = str(os.getenv("D"))
        E = check(os.getenv("E"), 1)
        F = os.environ.get("F", None)[0]
        G = os.environ.pop("G", None)
    """
    assert [(item.name, item.required) for item in read(text).environment] == [
        ("A", True), ("B", True), ("C", False), ("D", False), ("E", False), ("F", True), ("G", False),
    ]  # fmt: skip


def test_lambdas_are_definitions_of_their_own() -> None:
    facts = read(
        """
        def outer(x):
            go(lambda y, z=1: x.run(y))
        key = lambda: (lambda: Item)
        """
    )
    found = {item.qualname: item for item in facts.definitions}
    assert list(found) == ["outer", "outer.<lambda>", "<lambda>", "<lambda>.<lambda>"]
    assert found["outer.<lambda>"].signature == "lambda y, z=1"
    assert [item.name for item in found["outer.<lambda>"].parameters] == ["y", "z"]
    assert [value.text for value in found["<lambda>.<lambda>"].returned] == ["Item"]
    assert next(item.value.text for item in facts.assignments if item.value is not None) == "<lambda>"


def test_what_runs_without_a_call() -> None:
    facts = read(
        """
        def f(a, b):
            with a, open(b) as c:
                raise Wrong
            a[1] = b[2] + b.x
            del a[3]
            yield b
            yield from [x for x, y in a]
            return 1 in a, -b, a.x == 1
        """
    )
    assert [(item.kind, item.value.text) for item in facts.operations if item.value.kind == "name"] == [
        ("with", "a"), ("raise", "Wrong"), ("__setitem__", "a"), ("__getitem__", "b"), ("get", "b.x"),
        ("__delitem__", "a"), ("yield", "b"), ("loop", "a"), ("__contains__", "a"), ("__neg__", "b"), ("__eq__", "a.x"),
        ("get", "a.x"),
    ]  # fmt: skip


def test_what_is_asked_whether_it_is_true_and_what_its_text_is() -> None:
    facts = read(
        """
        def f(self, a, b):
            if a and (b.c or not d):
                assert e, g
            while h.i():
                x = [j if k else l for j in m if n]
            return f"{o} {p.q!r} {r()!s} {s + t} {self}"
        """
    )
    asked = [item for item in facts.operations if item.kind in ("__bool__", "__format__", "__repr__", "__str__")]
    assert {item.scope for item in asked} == {"f"}
    assert [(item.kind, item.value.text or item.value.kind) for item in asked] == [
        ("__bool__", "a"), ("__bool__", "b.c"), ("__bool__", "d"), ("__bool__", "e"), ("__bool__", "k"), ("__bool__", "n"),
        ("__format__", "o"), ("__format__", "self"), ("__repr__", "p.q"), ("__str__", "call"),
    ]  # fmt: skip
    assert facts.operations[-1] is asked[-1]


def test_the_key_of_a_subscript_is_kept_beside_it() -> None:
    facts = read("a[b] = c[d.e] + f[1]\ndel g[h:i]\nj in k\n'x' in y\nl == m\n")
    kept = {item.value.text: item.other.text if item.other else "" for item in facts.operations if item.value.kind == "name"}
    assert kept == {"a": "b", "c": "d.e", "f": "", "g": "", "k": "j", "y": "", "l": "", "d.e": ""}


def test_parts_of_patterns() -> None:
    facts = read("a, (b, *c) = x, (y, z, w)\nd, *e, f = g()\nmatch v:\n    case Point(p) as q: pass\n    case [r, *s]: pass\n")
    given = {item.target: item.value for item in facts.assignments}
    assert [given[name].text for name in "ab"] == ["x", "y"]
    assert [item.text for item in given["c"].items] == ["z", "w"]
    assert [given[name].items[1].text for name in "def"] == ["0", "1:-1", "-1"]
    assert {"p", "q", "r", "s"} <= set(given)
    assert next(item.annotation for item in facts.assignments if item.target == "q") == "Point"


def test_names_of_a_loop_are_elements_of_what_is_looped_over() -> None:
    facts = parse(
        "a.py",
        "Python",
        "for key, item in self.d.items():\n    pass\n"
        "for number, (key, item) in enumerate(d.items()):\n    pass\n"
        "for one, other in zip(a, b):\n    pass\n"
        "for first, *rest in zip(a, b):\n    pass\n"
        "for x, y in pairs:\n    pass\n"
        "all_of = [item for key, item in make().items()]\n",
    )
    found = [(item.target, item.line, item.value) for item in facts.assignments if item.kind in ("loop", "parameter")]
    told = [(target, line, value.call.callee.text if value.call else value.text) for target, line, value in found if value]
    assert told == [
        ("item", 1, "self.d.values"), ("item", 3, "d.values"), ("one", 5, "a"), ("other", 5, "b"), ("item", 11, "values"),
    ]  # fmt: skip


def test_a_chain_of_assignments_gives_all_its_targets_the_same() -> None:
    facts = parse("a.py", "Python", "a = b = c = make()\nself.x = y = 1\n")
    found = [
        (item.target, item.value.call.callee.text if item.value and item.value.call else item.value.text)
        for item in facts.assignments
        if item.value
    ]
    assert found == [("a", "make"), ("b", "make"), ("c", "make"), ("self.x", "1"), ("y", "1")]
