"""GraphQL schemas: root types, types as models, schemas in files and in code."""

from __future__ import annotations

from apps.engine.facts import SchemaRoot
from apps.engine.frameworks.schemas.sdl import read_schema
from tests.engine.frameworks.building import facts_of, model, relations, shape

SCHEMA = '''\
"""The type Query { not: Real } of a "shop"."""
type Query implements Node @tag(name: "x: y") {
  """
  One order: by id. \\""" still { text
  """
  order(
    "which: one" id: ID!
    filter: Filter = { state: "a: b" }
  ): Order # comment: no field
  orders: [Order!]!
}

type Mutation {
  pay(id: ID!): Order
}
type Order { id: ID! total: Int }
input Filter { state: String }
extend type Query {
  shop: String
}
'''


def roots_of(path: str, text: str) -> tuple[SchemaRoot, ...]:
    """The roots of the only schema."""
    (one,) = facts_of({path: text}).schemas
    return one.roots


def test_root_types_are_counted() -> None:
    roots = [(root.kind, root.name, root.fields, root.place.line, root.place.end_line) for root in roots_of("s.graphql", SCHEMA)]
    assert roots == [("query", "Query", 2, 2, 11), ("mutation", "Mutation", 1, 13, 15), ("query", "Query", 1, 18, 20)]


def test_root_types_may_have_other_names() -> None:
    text = """
        schema {
          query: Root
          subscription: Events
        }
        type Root {
          a: Int
        }
        type Events { b: Int c: Int }
        type Query { d: Int }
    """
    assert [(root.kind, root.name, root.fields) for root in roots_of("s.gql", text)] == [
        ("query", "Root", 1),
        ("subscription", "Events", 2),
    ]


def test_a_file_of_queries_is_no_schema() -> None:
    found = facts_of({"web/orders.graphql": "query Orders($id: ID) {\n  orders { id }\n}\n", "api/schema.graphql": SCHEMA})
    assert [(schema.place.path, len(schema.roots)) for schema in found.schemas] == [("api/schema.graphql", 3)]
    assert [item.name for item in found.models] == ["Order", "Filter"]


def test_types_are_models() -> None:
    found = facts_of({
        "schema.graphql": """
            "Who buys."
            type User implements Node & Named @key(fields: "id") {
              id: ID!
              orders(first: Int = 10, "after it" after: String): [Order!]!
              old: String @deprecated(reason: "gone")
              color: Color
            }
            input Filter { state: String! = "a: b", by: User }
            enum Color { RED GREEN @deprecated }
            interface Node { id: ID! }
            union Any = User | Order
            scalar Date
            extend type User { more: Date }
        """,
        "orders/order.graphql": "type Order {\n  user: User!\n}\nextend type User {\n  far: Int\n}\n",
        "web/copy.graphql": "type User { other: Int }",
        "made.graphql": "type Made { a: Int }",
    }, roles={"made.graphql": "generated"})  # fmt: skip
    assert [(item.name, item.place.line, item.place.end_line) for item in found.models] == [
        ("Order", 1, 3), ("User", 2, 7), ("Filter", 8, 8), ("Color", 9, 9), ("Node", 10, 10),
    ]  # fmt: skip
    user = model(found, "User")
    assert (user.kind, user.framework, user.docstring, user.bases) == ("schema", "GraphQL", "Who buys.", ("Node", "Named"))
    assert shape(user) == [
        ("id", "ID!"), ("orders", "[Order!]!"), ("old", "String"), ("color", "Color"), ("more", "Date"), ("far", "Int"),
    ]  # fmt: skip
    assert [field.detail for field in user.fields] == ["", "arguments first: Int = 10, after: String", "deprecated", "", "", ""]
    assert [field.line for field in user.fields] == [3, 4, 5, 6, 13, 0]
    assert relations(user) == [("orders", "to many", "Order")]
    assert shape(model(found, "Color")) == [("RED", ""), ("GREEN", "")]
    assert model(found, "Filter").fields[0].detail == 'default "a: b"'


def test_a_schema_printed_from_classes_is_not_told_twice() -> None:
    found = facts_of({"schema.graphql": SCHEMA}, dependencies=("graphene",))
    assert [item.name for item in found.models] == []
    assert len(found.schemas) == 1


def test_schemas_as_text_in_code() -> None:
    sources = {
        "src/schema.js": """
            const gql = require("graphql-tag");
            const query = gql`
              query Q { a }
            `;
            module.exports = gql`
              type Query {
                a: Thing
              }
              type Thing { id: ID }
            `;
            const cut = gql`type Cut { a: ${b} }`;
        """,
        "app/schema.py": 'type_defs = """\ntype Mutation { b: Int }\n"""\n',
    }
    found = facts_of(sources, dependencies=("@apollo/server",))
    assert [(item.place.path, item.place.line, [root.name for root in item.roots]) for item in found.schemas] == [
        ("app/schema.py", 2, ["Mutation"]), ("src/schema.js", 6, ["Query"]),
    ]  # fmt: skip
    assert [(item.name, item.place.line) for item in found.models] == [("Thing", 9)]
    assert facts_of(sources).schemas == ()


def test_broken_schemas_cost_little() -> None:
    for text in (
        "type",
        "type A {",
        "type A { b(",
        "type A { b: [[[",
        "}",
        "schema {",
        "union U =",
        "extend",
        '"""',
        "type A @",
        "{" * 50_000,
    ):
        read_schema(text)
    assert [one.name for one in read_schema("type A { ! b: Int }\n???\ntype B { c: Int }").types] == ["A", "B"]
