"""Flask: blueprints, rules, class views, resources."""

from tests.engine.frameworks.building import endpoint, facts_of, routes


def test_blueprints_nested_and_across_files():
    found = facts_of(
        {
            "app/__init__.py": """
                from flask import Flask
                from app.api import api, other

                def create_app():
                    app = Flask(__name__)
                    app.register_blueprint(api)
                    app.register_blueprint(other, url_prefix="/given")

                    @app.route("/")
                    def home(): ...

                    return app
            """,
            "app/api.py": """
                from flask import Blueprint

                api = Blueprint("api", __name__, url_prefix="/api")
                inner = Blueprint("inner", __name__, url_prefix="/inner")
                other = Blueprint("other", __name__, url_prefix="/replaced")
                api.register_blueprint(inner)

                @api.route("/items/<int:item_id>", methods=["GET", "PUT"])
                def item(item_id): ...

                @inner.post("/deep")
                def deep(): ...

                @other.get("")
                def bare(): ...
            """,
        }
    )
    assert routes(found) == [
        ("GET", "/", "create_app.home"),
        ("GET", "/api/items/<int:item_id>", "item"),
        ("GET", "/given", "bare"),
        ("POST", "/api/inner/deep", "deep"),
        ("PUT", "/api/items/<int:item_id>", "item"),
    ]
    assert endpoint(found, "POST", "/api/inner/deep").place.line == 12
    assert found.frameworks == ("Flask",)


def test_class_views_and_rules():
    found = facts_of(
        {
            "main.py": """
                from flask import Flask
                from flask.views import MethodView

                app = Flask(__name__)

                class Users(MethodView):
                    def get(self): ...
                    def post(self): ...

                def plain(): ...

                view = Users.as_view("users")
                app.add_url_rule("/users", view_func=view)
                app.add_url_rule("/only", view_func=view, methods=["GET"])
                app.add_url_rule("/plain", "plain", plain, methods=["DELETE"])
            """,
        }
    )
    assert routes(found) == [
        ("DELETE", "/plain", "plain"),
        ("GET", "/only", "Users.get"),
        ("GET", "/users", "Users.get"),
        ("POST", "/users", "Users.post"),
    ]


def test_resources():
    found = facts_of(
        {
            "main.py": """
                from flask import Blueprint, Flask
                from flask_restful import Api, Resource

                app = Flask(__name__)
                bp = Blueprint("b", __name__, url_prefix="/v1")
                api = Api(bp, prefix="/r")

                class Todo(Resource):
                    def get(self, todo_id): ...
                    def delete(self, todo_id): ...

                api.add_resource(Todo, "/todos/<todo_id>", "/t/<todo_id>")
                app.register_blueprint(bp)
            """,
        }
    )
    assert routes(found) == [
        ("DELETE", "/v1/r/t/<todo_id>", "Todo.delete"),
        ("DELETE", "/v1/r/todos/<todo_id>", "Todo.delete"),
        ("GET", "/v1/r/t/<todo_id>", "Todo.get"),
        ("GET", "/v1/r/todos/<todo_id>", "Todo.get"),
    ]


def test_namespaces():
    found = facts_of(
        {
            "main.py": """
                from flask import Flask
                from flask_restx import Api, Namespace, Resource

                app = Flask(__name__)
                api = Api(app)
                ns = Namespace("cats")
                api.add_namespace(ns)

                @ns.route("/", "/all")
                class Cats(Resource):
                    def get(self): ...
            """,
        }
    )
    assert routes(found) == [("GET", "/cats/", "Cats.get"), ("GET", "/cats/all", "Cats.get")]


def test_unregistered_blueprint_and_other_decorators():
    found = facts_of(
        {
            "main.py": """
                from flask import Blueprint
                from commands import cli

                bp = Blueprint("b", __name__, url_prefix="/b")

                @bp.route("/x")
                def x(): ...

                @cli.get("/no")
                def no(): ...
            """,
        }
    )
    assert routes(found) == [("GET", "…/b/x", "x")]
    assert found.unknowns[0].kind == "endpoint prefix"


def test_what_needs_somebody_signed_in():
    found = facts_of(
        {
            "app.py": """
                from flask import Blueprint, Flask
                from flask.views import MethodView
                from flask_httpauth import HTTPTokenAuth
                from flask_jwt_extended import jwt_required
                from flask_login import login_required
                from flask_restful import Api, Resource
                from somewhere import cached

                app = Flask(__name__)
                auth = HTTPTokenAuth()
                inner = Blueprint("inner", __name__, url_prefix="/inner")
                rest = Api(app)

                def admin_required(view): ...

                @app.route("/a")
                @login_required
                def a(): ...

                @app.route("/b")
                @jwt_required()
                def b(): ...

                @app.route("/c")
                @jwt_required(optional=True)
                def c(): ...

                @app.route("/d")
                @auth.login_required(role="admin")
                def d(): ...

                @app.route("/e")
                @admin_required
                def e(): ...

                @app.route("/f")
                @cached
                def f(): ...

                class View(MethodView):
                    decorators = [login_required]

                    def get(self): ...

                class Thing(Resource):
                    method_decorators = [jwt_required()]

                    def put(self): ...

                @inner.before_request
                @login_required
                def check(): ...

                @inner.get("/g")
                def g(): ...

                app.add_url_rule("/view", view_func=View.as_view("view"))
                app.add_url_rule("/h", view_func=login_required(f))
                rest.add_resource(Thing, "/thing")
                app.register_blueprint(inner)
            """
        }
    )
    assert {item.path: item.auth for item in found.endpoints} == {
        "/a": "login_required",
        "/b": "jwt_required",
        "/c": "",
        "/d": "auth.login_required(role='admin')",
        "/e": "admin_required",
        "/f": "",
        "/view": "login_required",
        "/thing": "jwt_required()",
        "/inner/g": "login_required",
        "/h": "login_required",
    }
    guarded = endpoint(found, "GET", "/inner/g").auth_at
    assert guarded is not None and guarded.line == 51


def test_paths_that_functions_and_defaults_of_the_project_make():
    found = facts_of(
        {
            "app.py": """
                from flask import Flask
                from flask_restful import Api, Resource
                from paths import PREFIX, below, scoped

                class OwnApi(Api):
                    def add_scoped(self, resource, *urls):
                        return self.add_resource(resource, *[scoped(url) for url in urls])

                app = Flask(__name__)
                api = OwnApi(app)

                class Thing(Resource):
                    def get(self): ...

                @app.get(scoped("/login"))
                def login(): ...

                @app.get(below("/deep"))
                def deep(): ...

                @app.get(below("/other", base="/base"))
                def other(): ...

                @app.get(PREFIX + "/x")
                def x(): ...

                api.add_scoped(Thing, "/thing")
            """,
            "paths.py": """
                from config import MANY, find

                PREFIX = ""
                if MANY:
                    PREFIX = find()

                def scoped(rule):
                    if MANY:
                        return "/<team>" + rule
                    return rule

                def below(rule, base="/v1"):
                    return base + rule
            """,
            "config.py": "MANY = False\n\ndef find(): ...\n",
        }
    )
    assert [item.path for item in found.endpoints] == ["/base/other", "/login", "/v1/deep", "/x"]
    assert [(item.kind, item.what, item.place and item.place.line) for item in found.unknowns] == [("endpoint", "Thing", 27)]


def test_of_modules_that_make_the_application_the_one_that_is_named_is_served() -> None:
    files = {
        "app/__init__.py": "from flask import Flask\n\ndef create_app():\n    app = Flask(__name__)\n    return app\n",
        "app/tasks.py": "from app import create_app\n\napp = create_app()\n",
        "shop.py": "from app import create_app\n\napp = create_app()\n",
    }
    ways = {
        ".flaskenv": "FLASK_APP=shop.py\n",
        "Dockerfile": "FROM python:3\nENV FLASK_APP shop.py\n",
        "compose.yaml": "services:\n  web:\n    environment:\n      FLASK_APP: shop\n",
        "Procfile": "web: flask db upgrade; gunicorn -b :80 --access-logfile - shop:app\n",
        "deploy/boot.sh": "exec flask --app shop run\n",
    }
    for path, text in ways.items():
        found = facts_of({**files, path: text})
        assert [entry.place.path for entry in found.entry_points if entry.kind == "wsgi"] == ["shop.py"], path
    unnamed = facts_of({**files, "README.md": "Set FLASK_APP=shop.py.\n"})
    assert [entry.place.path for entry in unnamed.entry_points if entry.kind == "wsgi"] == ["app/tasks.py", "shop.py"]
