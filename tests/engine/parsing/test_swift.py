"""What a Swift file says."""

from __future__ import annotations

from textwrap import dedent

from apps.engine.facts import Definition, FileFacts
from apps.engine.parsing import parse


def read(text: str) -> FileFacts:
    return parse("Sources/sample.swift", "Swift", dedent(text).lstrip("\n"))


def named(facts: FileFacts, qualname: str) -> Definition:
    return next(definition for definition in facts.definitions if definition.qualname == qualname)


def test_types_members_and_extensions_stay_apart() -> None:
    facts = read(
        """
        import Foundation
        @testable import Networking

        /// A session.
        @MainActor open class Session: Base, Proto {
            public static let `default` = Session()
            private(set) var items: [String: Item] = [:], limit = 2
            @Published var name: String?
            var count: Int { items.count }
            public init?(named name: String = "a", _ b: inout Int, more: Int...) throws { super.init() }
            convenience init() { self.init(named: "x") }
            deinit { stop() }
            subscript(index: Int) -> Item? { items[index] }
            /// Asks.
            @discardableResult
            public func request<T: Decodable>(_ url: URL, method: HTTPMethod = .get) async throws -> Answer<T> where T: Y {
                return .init(url)
            }
            enum Kind: String {
                case a = "x", b
                case c(Int, name: String)
            }
        }
        protocol Proto: AnyObject {
            associatedtype Item
            var x: Int { get set }
            func go(_ a: Int) throws
        }
        extension Session: Proto, Hashable {
            func go(_ a: Int) {}
            struct Inner {}
        }
        extension Session { func go() {} }
        actor Counter { var value = 0 }
        typealias Table = [String: Int]
        func free() { func inner() {} }
        """
    )
    assert [(item.kind, item.qualname) for item in facts.definitions] == [
        ("class", "Session"),
        ("accessor", "Session.count"),
        ("constructor", "Session.init"),
        ("constructor", "Session.init#2"),
        ("method", "Session.deinit"),
        ("method", "Session.subscript"),
        ("method", "Session.request"),
        ("enum", "Session.Kind"),
        ("protocol", "Proto"),
        ("type", "Proto.Item"),
        ("method", "Proto.go"),
        ("extension", "extension Session"),
        ("method", "Session.go"),
        ("struct", "Session.Inner"),
        ("extension", "extension Session#2"),
        ("method", "Session.go#2"),
        ("class", "Counter"),
        ("type", "Table"),
        ("function", "free"),
        ("function", "free.inner"),
    ]
    session = named(facts, "Session")
    assert (session.start_line, session.line, session.docstring) == (4, 5, "A session.")
    assert [base.text for base in session.bases] == ["Base", "Proto"]
    assert [item.name for item in session.decorators] == ["MainActor"] and "public" in session.properties
    request = named(facts, "Session.request")
    assert (request.start_line, request.line, request.returns, request.docstring) == (14, 16, "Answer<T>", "Asks.")
    assert request.signature.startswith("public func request<T: Decodable>(_ url: URL")
    assert request.properties == ("async", "exported", "public")
    assert [(item.name, item.annotation, item.default) for item in request.parameters] == [
        ("url", "URL", ""),
        ("method", "HTTPMethod", ".get"),
    ]
    assert [(item.name, item.kind) for item in named(facts, "Session.init").parameters] == [
        ("name", ""),
        ("b", ""),
        ("more", "rest"),
    ]
    assert named(facts, "Session.go").owner == "Session" and named(facts, "Proto.go").properties == ("abstract",)
    assert [(item.type, item.base.text) for item in facts.conformances] == [("Session", "Proto"), ("Session", "Hashable")]
    fields = {item.target: item for item in facts.assignments if item.kind == "field"}
    assert list(fields) == ["default", "items", "limit", "name", "x", "value"]
    assert fields["name"].annotation == "String?" and fields["name"].decorators[0].name == "Published"
    assert [item.target for item in facts.assignments if item.kind == "case"] == ["a", "b", "c"]
    assert [item.module for item in facts.imports] == ["Foundation", "Networking"]


def test_calls_closures_and_bindings() -> None:
    facts = read(
        """
        func f() async throws {
            guard let user = find(), let z else { throw Failure.bad(1) }
            if let s = name { s.run() }
            for item in items.values { item.go() }
            let r = try await session.data(from: url)
            items.map { $0.name() }.filter({ (x: Int) -> Bool in x.isOk() })
            perform { [weak self] result in self?.done(result) } onError: { e in log(e) }
            let f: Foo = .init(a: 1)
            let g = Foo.bar(b: 2)!
            print("\\(x.foo()) \\(y)")
            table[key].update()
            let home = ProcessInfo.processInfo.environment["HOME"] ?? "/root"
        }
        """
    )
    assert [call.callee.text for call in facts.calls] == [
        "find", "Failure.bad", "s.run", "item.go", "session.data", "filter", "items.map", "$0.name", "x.isOk", "perform",
        "self.done", "log", "init", "Foo.bar", "print", "x.foo", "update",
    ]  # fmt: skip
    bound = {item.target: item for item in facts.assignments}
    user, home = bound["user"].value, bound["home"].value
    assert user is not None and user.call is not None and user.call.callee.text == "find"
    assert bound["item"].kind == "loop" and bound["x"].annotation == "Int"
    assert bound["$0"].kind == "parameter"
    assert home is not None and (home.kind, home.text) == ("binary", "??")
    data = next(call for call in facts.calls if call.callee.text == "session.data")
    assert data.awaited and [item.name for item in data.arguments] == ["from"]
    perform = next(call for call in facts.calls if call.callee.text == "perform")
    assert [item.value.kind for item in perform.arguments] == ["function", "function"]
    assert [(read.name, read.default) for read in facts.environment] == [("HOME", '"/root"')]


def test_deep_nesting_and_a_broken_function_cost_only_themselves() -> None:
    facts = read("func f() { let x = " + "a[" * 3000 + "1" + "]" * 3000 + " }\nfunc g() { let y = ; }\nfunc h() { i() }\n")
    assert "h" in [item.name for item in facts.definitions]
    assert [call.scope for call in facts.calls if call.callee.text == "i"] == ["h"]


def test_arguments_of_attributes_have_their_labels() -> None:
    facts = parse("A.swift", "Swift", 'class A { @Field(key: "x", 3) var a: Int\n    @Mark var b: Int }\n')
    field, mark = (item.decorators[0] for item in facts.assignments)
    assert [(item.name, item.value.kind, item.value.text) for item in field.arguments] == [
        ("key", "string", "x"),
        ("", "number", "3"),
    ]
    assert (mark.name, mark.called, mark.arguments) == ("Mark", False, ())
