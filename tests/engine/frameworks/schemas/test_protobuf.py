"""Protocol Buffers: messages, calls of services, HTTP routes in options."""

from __future__ import annotations

from apps.engine.frameworks.schemas.proto_file import read_proto
from tests.engine.frameworks.building import endpoint, facts_of, model, relations, routes, shape

SHOP = """
    // Licence of the file.

    syntax = "proto3";
    package shop.v1;
    import "google/api/annotations.proto";
    option go_package = "example.org/shop;shop";

    // An order. { not a block
    message Order {
      string id = 1;
      repeated Item items = 2 [deprecated = true];
      map<string, common.Money> totals = 3;
      optional State state = 4;
      oneof paid_by {
        Card card = 5;
        string voucher = 6 [(validate.rules).string = {min_len: 1, pattern: "a;}b"}];
      }
      reserved 7, 8 to 10;
      message Item { int32 count = 1; .shop.v1.Order order = 2; }
      enum State { option allow_alias = true; OPEN = 0; DONE = 1; }
    }
    message Card {}
    extend google.protobuf.MessageOptions { string hint = 50000; }

    /* Takes orders. */
    service Orders {
      // Gives one.
      rpc Get(GetOrder) returns (Order) {
        option (google.api.http) = {
          get: "/v1/{name=orders/*}"
          additional_bindings { post: "/v1/orders:get" body: "*" }
        };
      }
      rpc Watch(stream GetOrder) returns (stream Order);
      rpc Drop(GetOrder) returns (google.protobuf.Empty) { option (google.api.http).delete = "/v1/orders"; }
      rpc Plain(GetOrder) returns (Order) {}
    }
    message GetOrder { string id = 1; }
"""


def test_messages() -> None:
    found = facts_of({"proto/shop.proto": SHOP, "proto/money.proto": "package common;\nmessage Money { int64 units = 1; }\n"})
    assert [item.name for item in found.models] == ["Money", "Order", "Item", "State", "Card", "GetOrder"]
    order = model(found, "Order")
    assert (order.kind, order.framework, order.docstring, order.place.line, order.place.end_line) == (
        "schema", "Protocol Buffers", "An order. { not a block", 9, 21,
    )  # fmt: skip
    assert shape(order) == [
        ("id", "string"), ("items", "repeated Item"), ("totals", "map<string, common.Money>"), ("state", "State"),
        ("card", "Card"), ("voucher", "string"),
    ]  # fmt: skip
    assert [field.detail for field in order.fields] == [
        "number 1", "number 2, deprecated", "number 3", "number 4, optional", "number 5, one of paid_by",
        "number 6, one of paid_by",
    ]  # fmt: skip
    assert relations(order) == [
        ("items", "to many", "Item"), ("totals", "to many", "Money"), ("state", "to one", "State"), ("card", "to one", "Card"),
    ]  # fmt: skip
    assert relations(model(found, "Item")) == [("order", "to one", "Order")]
    assert [(field.name, field.type) for field in model(found, "State").fields] == [("OPEN", ""), ("DONE", "")]


def test_calls_and_their_routes() -> None:
    found = facts_of({"shop.proto": SHOP})
    assert routes(found) == [
        ("DELETE", "/v1/orders", "Orders.Drop"),
        ("GET", "/v1/{name=orders/*}", "Orders.Get"),
        ("POST", "/v1/orders:get", "Orders.Get"),
        ("RPC", "/shop.v1.Orders/Drop", "Orders.Drop"),
        ("RPC", "/shop.v1.Orders/Get", "Orders.Get"),
        ("RPC", "/shop.v1.Orders/Plain", "Orders.Plain"),
        ("RPC", "/shop.v1.Orders/Watch", "Orders.Watch"),
    ]
    one = endpoint(found, "RPC", "/shop.v1.Orders/Get")
    assert (one.place.line, one.place.end_line, one.docstring, one.framework) == (28, 33, "Gives one.", "gRPC")
    (schema,) = found.schemas
    assert (schema.kind, [(root.kind, root.name, root.fields) for root in schema.roots]) == (
        "protobuf",
        [("service", "Orders", 4)],
    )


def test_copies_and_files_of_others_tell_nothing_new() -> None:
    found = facts_of({
        "services/cart/pb/shop.proto": "package shop;\nmessage A {}\nservice S { rpc Go(A) returns (A); }\n",
        "protos/shop.proto": "package shop;\nmessage A {}\nservice S { rpc Go(A) returns (A); }\n",
        "protos/google/api/http.proto": "package google.api;\nmessage Http {}\n",
        "third_party/x.proto": "package x;\nmessage X {}\n",
    }, roles={"third_party/x.proto": "vendored"})  # fmt: skip
    assert [(item.name, item.place.path) for item in found.models] == [("A", "protos/shop.proto")]
    assert [item.place.path for item in found.endpoints] == ["protos/shop.proto"]


def test_names_inside_messages_stay_apart() -> None:
    found = facts_of({"a.proto": "message A { message In {} In one = 1; }\nmessage B { message In {} repeated In many = 1; }\n"})
    assert sorted(item.name for item in found.models) == ["A", "A_In", "B", "B_In"]
    assert relations(model(found, "B")) == [("many", "to many", "B_In")]


def test_broken_files_cost_little() -> None:
    for text in (
        "message",
        "message A {",
        "message A { int32 x",
        "service S { rpc",
        "service S { rpc A(",
        "service S { rpc A(B) returns (",
        "}}",
        "{" * 50_000,
        "/*",
        '"',
    ):
        read_proto(text)
    kept = read_proto("message A { ??? ; int32 x = 1; }\nnonsense {{ } }\nmessage B { int32 y = 2; }")
    assert [(block.name, len(block.fields)) for block in kept.blocks] == [("A", 1), ("B", 1)]
