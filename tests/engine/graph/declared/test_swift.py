"""Names of Swift: modules without imports inside, labels, extensions, protocols, computed properties, what goes outside."""

from __future__ import annotations

from tests.engine.graph.declared.reading import Answers

PROGRAM = {
    "Sources/Shop/Order.swift": """
        import Foundation
        public class Base { func save() {} }
        public class Order: Base {
            var items: [Item] = []
            var next: Order?
            var newest: Item { items.first! }
            init(id: Int) { super.init() }
            convenience init(named name: String) { self.init(id: 1) }
            func total() -> Int {
                for item in items { item.price() }
                items.map { $0.price() }
                newest.price()
                next?.total()
                save()
                self.cut(by: 1)
                self.cut(to: 2)
                if let other = next { other.describe() }
                return items.count
            }
            static func find(_ id: Int) throws -> Order { Order(id: id) }
        }
        public struct Item: Priced { func price() -> Int { 1 } }
        enum Failure: Error { case missing(Int), other }
    """,
    "Sources/Shop/Order+Cut.swift": """
        protocol Priced { func price() -> Int }
        protocol Described {}
        extension Described { func describe() -> String { "" } }
        extension Order: Described {
            func cut(by amount: Int) {}
            func cut(to amount: Int) {}
        }
        extension String { func shout() -> String { uppercased() } }
    """,
    "Sources/Shop/Key.swift": """
        import Combine
        import Foundation
        func key() { UUID() }
    """,
    "Sources/Other/UUID.swift": """
        import Combine
        import Foundation
        extension UUID { func short() {} }
        func two() { UUID().short() }
    """,
    "Tests/ShopTests/OrderTests.swift": """
        import XCTest
        @testable import Shop
        final class OrderTests: XCTestCase {
            func testTotal() throws {
                let order = try Order.find(1)
                order.total()
                Order(named: "a").save()
                "a".shout()
                let wait = expectation(description: "x")
                XCTAssertEqual(order.newest.price(), 1)
                throw Failure.missing(1)
            }
        }
    """,
}
ORDER, CUT = "Sources/Shop/Order.swift", "Sources/Shop/Order+Cut.swift"


def test_members_extensions_and_labels() -> None:
    answers = Answers("Swift", PROGRAM, ".swift")
    expected = {
        "super.init": "?",
        "self.init": f"{ORDER}#Order.init",
        "item.price": f"{ORDER}#Item.price",
        "$0.price": f"{ORDER}#Item.price",
        "newest.price": f"{ORDER}#Item.price",
        "next.total": f"{ORDER}#Order.total",
        "save": f"{ORDER}#Base.save",
        "other.describe": f"{CUT}#Described.describe",
        "Order": f"{ORDER}#Order.init",
        "items.map": "Swift.Array.map",
    }
    assert {callee: answers.runs(ORDER, callee) for callee in expected} == expected
    cuts = [target for callee, target, _ in answers.calls(ORDER) if callee == "self.cut"]
    assert cuts == [f"{CUT}#Order.cut", f"{CUT}#Order.cut#2"]


def test_other_modules_and_what_goes_outside() -> None:
    answers = Answers("Swift", PROGRAM, ".swift")
    assert answers.runs("Sources/Shop/Key.swift", "UUID") == "UUID"
    assert answers.runs("Sources/Other/UUID.swift", "short") == "Sources/Other/UUID.swift#UUID.short"
    tests = "Tests/ShopTests/OrderTests.swift"
    expected = {
        "Order.find": f"{ORDER}#Order.find",
        "order.total": f"{ORDER}#Order.total",
        "save": f"{ORDER}#Base.save",
        "shout": f"{CUT}#String.shout",
        "Order": f"{ORDER}#Order.init#2",
        "order.newest.price": f"{ORDER}#Item.price",
        "Failure.missing": f"{ORDER}#Failure",
        "expectation": "XCTest.XCTestCase.expectation",
    }
    assert {callee: answers.runs(tests, callee) for callee in expected} == expected
