"""What a C# file says."""

from __future__ import annotations

from textwrap import dedent

import pytest

from apps.engine.facts import Definition, FileFacts
from apps.engine.parsing import parse


def read(text: str) -> FileFacts:
    return parse("Sample.cs", "C#", dedent(text).lstrip("\n"))


def named(facts: FileFacts, qualname: str) -> Definition:
    return next(definition for definition in facts.definitions if definition.qualname == qualname)


SAMPLE = '''
    global using Shop.Common;
    using System;
    using static System.Math;
    using Ids = System.Collections.Generic.List<int>;

    namespace Shop.Api;

    /// <summary>Orders of a <see cref="Buyer"/>.</summary>
    /// <param name="store">where they are kept</param>
    [ApiController, Route("api/[controller]")]
    [Authorize(Roles = "admin")]
    public abstract partial class Orders<T>(IStore store, int most = 3) : Base<T>(store), IDisposable where T : class
    {
        private readonly int _first = 1, _second;
        public const string Path = "orders";
        [Required] public string Name { get; init; } = Fallback();
        public int Count => _first + Sum(1);
        public int Total { get { return Add(); } set => _second = value; }
        public int this[int at] => at;
        public event EventHandler<Changed>? Moved;
        static Orders() { }
        public Orders(int only) : this(Default, only) { _first = only; }
        ~Orders() { }
        public static Orders<T> operator +(Orders<T> a, Orders<T> b) => a;
        public static implicit operator int(Orders<T> a) => 1;

        // not documentation
        [HttpGet("{id:int}", Name = nameof(Show))]
        public async Task<ActionResult<T>> Show<U>([FromQuery] int id, params string[] more) where U : new()
        {
            var found = await store.Find<U>(id, name: 3);
            int Local(int x) => x + 1;
            foreach (var line in found.Lines) { line.Ship(); }
            if (found is Order order && order.Ok) { order.Run(); }
            using var file = new Stream(1) { Size = 2 };
            found?.Buyer?.Tell($"{{no}} {id} x");
            var (left, right) = Pair();
            Buyer buyer = new("me");
            if (int.TryParse(Name, out int number)) { }
            items.Where(item => item.Good()).ToList();
            Moved += this.OnMoved;
            var home = Environment.GetEnvironmentVariable("HOME") ?? "none";
            var must = Environment.GetEnvironmentVariable("MUST") ?? throw new Missing();
            (found as Order)!.Close();
            global::System.Console.WriteLine(@"c:\\x ""y""");
            return Ok(found);
        }

        public void Show() { }
        void IDisposable.Dispose() { }
        public record Line(string Sku, [property: Range(1, 9)] int Units = 1);
        enum State { Open, Closed = 4 }
        delegate void Handler(int x);
        interface IInner { void A(); int P { get; } }
        IEnumerable<int> Each() { yield return 1; }
    #if DEBUG
        struct Debug { }
    #endif
    }

    public partial class Orders<T> { public void More() { } }
    static class Extensions { public static bool Big(this Order order, int than) => true; }
'''


def test_nothing_collapses() -> None:
    facts = read(SAMPLE)
    assert facts.package == "Shop.Api" and facts.syntax_errors == 0
    assert [(item.kind, item.qualname) for item in facts.definitions] == [
        ("class", "Orders"),
        ("accessor", "Orders.Count"),
        ("accessor", "Orders.Total"),
        ("accessor", "Orders.this[]"),
        ("constructor", "Orders.Orders"),
        ("constructor", "Orders.Orders#2"),
        ("method", "Orders.~Orders"),
        ("method", "Orders.operator +"),
        ("method", "Orders.implicit operator int"),
        ("method", "Orders.Show"),
        ("function", "Orders.Show.Local"),
        ("method", "Orders.Show#2"),
        ("method", "Orders.Dispose"),
        ("record", "Orders.Line"),
        ("enum", "Orders.State"),
        ("type", "Orders.Handler"),
        ("interface", "Orders.IInner"),
        ("method", "Orders.IInner.A"),
        ("method", "Orders.Each"),
        ("struct", "Orders.Debug"),
        ("class", "Orders#2"),
        ("method", "Orders#2.More"),
        ("class", "Extensions"),
        ("method", "Extensions.Big"),
    ]


def test_heads() -> None:
    facts = read(SAMPLE)
    orders = named(facts, "Orders")
    assert (orders.start_line, orders.line) == (8, 12)
    assert orders.docstring == "Orders of a Buyer.\nstore: where they are kept"
    assert orders.signature == (
        "public abstract partial class Orders<T>(IStore store, int most = 3) : Base<T>(store), IDisposable where T : class"
    )
    assert [base.text for base in orders.bases] == ["Base", "IDisposable"]
    assert orders.properties == ("abstract", "exported", "partial", "public")
    assert [(item.name, item.default, item.property) for item in orders.parameters] == [
        ("store", "", False),
        ("most", "3", False),
    ]
    assert [(item.name, [(argument.name, argument.value.text) for argument in item.arguments]) for item in orders.decorators] == [
        ("ApiController", []),
        ("Route", [("", "api/[controller]")]),
        ("Authorize", [("Roles", "admin")]),
    ]
    show = named(facts, "Orders.Show")
    assert (show.start_line, show.line, show.returns, show.docstring) == (27, 29, "Task<ActionResult<T>>", "")
    assert [(item.name, item.annotation, item.kind) for item in show.parameters] == [
        ("id", "int", ""),
        ("more", "string[]", "rest"),
    ]
    assert show.parameters[0].decorators[0].name == "FromQuery"
    assert show.decorators[0].arguments[1].name == "Name"
    assert show.properties == ("async", "exported", "public") and show.complexity == 7
    assert named(facts, "Orders.Each").properties == ("generator", "private")
    assert "conditional" in named(facts, "Orders.Debug").properties
    assert {"abstract", "public"} <= set(named(facts, "Orders.IInner.A").properties)
    assert named(facts, "Extensions.Big").parameters[0].kind == "receiver"
    assert named(facts, "Orders.Orders#2").signature == "public Orders(int only)"


def test_fields() -> None:
    fields = {(item.scope, item.target): item for item in read(SAMPLE).assignments if item.kind in ("field", "case")}
    name = fields["Orders", "Name"]
    assert (name.annotation, name.decorators[0].name, {"getter", "setter"} <= set(name.properties)) == (
        "string",
        "Required",
        True,
    )
    assert "computed" in fields["Orders", "Count"].properties and "setter" in fields["Orders", "Total"].properties
    assert "final" in fields["Orders", "_first"].properties and fields["Orders", "_second"].annotation == "int"
    assert fields["Orders", "Moved"].annotation == "EventHandler<Changed>?"
    assert (fields["Orders.Line", "Units"].annotation, fields["Orders.Line", "Units"].decorators[0].name) == ("int", "Range")
    assert fields["Orders.State", "Closed"].kind == "case"
    assert ("Orders.Show", "Size") not in {(item.scope, item.target) for item in read(SAMPLE).assignments}


def test_calls_and_names() -> None:
    facts = read(SAMPLE)
    called = [(call.scope, call.callee.text, call.is_new) for call in facts.calls]
    assert ("Orders", "Fallback", False) in called
    assert ("Orders.Count", "Sum", False) in called
    assert ("Orders.Orders#2", "this", False) in called
    assert ("Orders.Show", "Buyer", True) in called
    assert ("Orders.Show", "Tell", False) in called
    assert ("Orders.Show", "item.Good", False) in called
    assert ("Orders.Show", "System.Console.WriteLine", False) in called
    assert not any(name == "nameof" for _, name, _ in called)
    find = next(call for call in facts.calls if call.callee.text == "store.Find")
    assert find.awaited and find.type_arguments == ("U",) and [item.name for item in find.arguments] == ["", "name"]
    tell = next(call for call in facts.calls if call.callee.text == "Tell")
    assert [item.text for item in tell.arguments[0].value.items] == ["{no} ", "id", " x"]
    written = next(call for call in facts.calls if call.callee.text.endswith("WriteLine"))
    assert written.arguments[0].value.text == r'c:\x "y"'
    bound = {item.target: item for item in facts.assignments if item.scope == "Orders.Show"}
    assert (bound["line"].kind, bound["order"].annotation, bound["number"].annotation) == ("loop", "Order", "int")
    assert bound["left"].value is not None and bound["left"].value.kind == "subscript"
    assert bound["file"].kind == "with" and bound["Moved"].kind == "augmented"
    assert {"this.OnMoved", "Default"} <= {item.name for item in facts.references}
    assert [(item.module, item.alias, item.kind) for item in facts.imports] == [
        ("Shop.Common", "", "global"),
        ("System", "", "using"),
        ("System.Math", "", "static"),
        ("System.Collections.Generic.List", "Ids", "using"),
    ]
    assert [(item.name, item.default, item.required) for item in facts.environment] == [
        ("HOME", '"none"', False),
        ("MUST", "", True),
    ]


@pytest.mark.parametrize(
    ("text", "package", "names"),
    [
        ("namespace A.B { class C { } enum D { X } }", "A.B", ["C", "D"]),
        ("namespace A { class C { } } namespace B { class C { } }", "", ["A", "C", "B", "C#2"]),
        ("class C { } namespace B { class C { } }", "", ["C", "B", "C#2"]),
        ("var app = Make(); app.Run(); void Later() { }", "", ["Later"]),
    ],
)
def test_namespaces(text: str, package: str, names: list[str]) -> None:
    facts = read(text)
    assert (facts.package, [item.qualname for item in facts.definitions]) == (package, names)


def test_errors_cost_only_what_they_touch() -> None:
    facts = read("class A { void One() { x.; } void Two() { Go(); } }\nclass B { int ) }\nclass D { void Three() { } }")
    assert facts.syntax_errors
    assert {"A.Two", "D.Three"} <= {item.qualname for item in facts.definitions}


def test_deep_nesting_is_survived() -> None:
    for opened, closed in (("new(", ")"), ("a ? b : (", ")"), ("a?.B(", ")"), ("f(new { x = ", " })")):
        read(f"class A {{ object x = {opened * 3000}1{closed * 3000}; }}")


def test_conditions_in_a_head_or_in_front_of_a_body_cost_nothing() -> None:
    facts = read(
        """
        public interface ILog {
            ILog For(int source)
        #if BODIES
                => new Log(source)
        #endif
            ;
            void Write(string text)
        #if BODIES
            {
                if (text == null) { return; }
                Emit(text);
            }
        #else
                ;
        #endif
            void Last(
                string one
        #if WIDE
                , string two
        #endif
            );
        }
        public class Sink : ILog
        #if ASYNC
            , IAsyncDisposable
        #endif
        {
            public void Close() { }
        }
        """
    )
    assert [item.qualname for item in facts.definitions] == [
        "ILog", "ILog.For", "ILog.Write", "ILog.Last", "Sink", "Sink.Close",
    ]  # fmt: skip
    assert facts.syntax_errors == 0
    assert {"Log", "Emit"} <= {call.callee.text for call in facts.calls}
