"""GraphQL: root types of schema files, and the endpoints that answer a schema."""

from __future__ import annotations

from apps.engine.frameworks.graphql import read_roots
from tests.engine.frameworks.building import endpoint, facts_of

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


def test_root_types_are_counted() -> None:
    roots = [
        (root.kind, root.name, root.fields, root.place.line, root.place.end_line) for root in read_roots("s.graphql", SCHEMA)
    ]
    assert roots == [("query", "Query", 2, 2, 11), ("mutation", "Mutation", 1, 13, 15), ("query", "Query", 1, 18, 20)]


def test_root_types_may_have_other_names() -> None:
    text = "schema {\n  query: Root\n  subscription: Events\n}\ntype Root {\n  a: Int\n}\ntype Events { b: Int c: Int }\ntype Query { d: Int }\n"
    assert [(root.kind, root.name, root.fields) for root in read_roots("s.gql", text)] == [
        ("query", "Root", 1),
        ("subscription", "Events", 2),
    ]


def test_a_file_of_queries_is_no_schema() -> None:
    found = facts_of({"web/orders.graphql": "query Orders($id: ID) {\n  orders { id }\n}\n", "api/schema.graphql": SCHEMA})
    assert [(schema.place.path, len(schema.roots)) for schema in found.schemas] == [("api/schema.graphql", 3)]


def test_django_views_of_a_package_and_of_ones_own() -> None:
    found = facts_of(
        {
            "config/settings.py": "ROOT_URLCONF = 'config.urls'\n",
            "config/urls.py": """
                from django.urls import path
                from django.views.decorators.csrf import csrf_exempt
                from graphene_django.views import GraphQLView
                from config.views import ShopGraphQLView, OtherView

                urlpatterns = [
                    path("graphql/", csrf_exempt(GraphQLView.as_view(graphiql=True))),
                    path("shop/", ShopGraphQLView.as_view()),
                    path("other/", OtherView.as_view()),
                ]
            """,
            "config/views.py": """
                from django.views import View

                class ShopGraphQLView(View):
                    def post(self, request):
                        return None

                class OtherView(View):
                    def post(self, request):
                        return None
            """,
        }
    )
    assert endpoint(found, "ANY", "/graphql/").serves == "graphql"
    assert endpoint(found, "POST", "/shop/").serves == "graphql"
    assert endpoint(found, "POST", "/other/").serves == ""


def test_express_middleware() -> None:
    found = facts_of(
        {
            "app.js": """
                const express = require('express');
                const { graphqlHTTP } = require('express-graphql');
                const { expressMiddleware } = require('@apollo/server/express4');
                const app = express();
                app.use('/graphql', graphqlHTTP({ schema }));
                app.use('/apollo', express.json(), expressMiddleware(server));
                app.get('/plain', (req, res) => res.send(''));
            """
        }
    )
    assert [(item.path, item.serves) for item in found.endpoints] == [
        ("/apollo", "graphql"),
        ("/graphql", "graphql"),
        ("/plain", ""),
    ]


def test_fastapi_routers_and_mounted_applications() -> None:
    found = facts_of(
        {
            "app.py": """
                from ariadne.asgi import GraphQL
                from fastapi import FastAPI
                from strawberry.fastapi import GraphQLRouter

                app = FastAPI()
                graphql_app = GraphQLRouter(schema)
                app.include_router(graphql_app, prefix="/graphql")
                app.mount("/other", GraphQL(schema))
            """
        }
    )
    assert [(item.method, item.path, item.serves) for item in found.endpoints] == [
        ("ANY", "/graphql", "graphql"),
        ("ANY", "/other", "graphql"),
    ]
