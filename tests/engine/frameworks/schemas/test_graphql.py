"""GraphQL: the endpoints that answer a schema."""

from __future__ import annotations

from tests.engine.frameworks.building import endpoint, facts_of


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
