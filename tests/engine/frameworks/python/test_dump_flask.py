"""Routes of a Flask application with Flask-RESTful and Flask-RESTX, against what ``app.url_map`` lists."""

from tests.engine.frameworks.building import facts_of

SOURCES = {
    "shop/__init__.py": """
        from flask import Flask
        from flask_restful import Api

        from . import admin, api
        from .blueprints import all_blueprints, nested
        from .rest import Thing, Things
        from .spaced import space


        def create_app(name=None):
            app = Flask(__name__)
            api.init_app(app)
            app.register_blueprint(admin.bp)
            app.register_blueprint(admin.bp, url_prefix="/again", name="again")
            app.register_blueprint(nested.parent, url_prefix="/parent")
            for blueprint in all_blueprints:
                app.register_blueprint(blueprint, url_prefix="/many")
            rest = Api(app, prefix="/rest")
            rest.add_resource(Things, "/things", "/every-thing")
            rest.add_resource(Thing, "/things/<int:thing_id>")
            space.init_app(app)

            @app.route("/ping")
            def ping():
                return "pong"

            @app.errorhandler(404)
            def lost(error): ...

            @app.get("/get")
            @app.post("/post")
            def both(): ...

            app.add_url_rule("/added", view_func=added, methods=["PUT", "DELETE"])
            return app


        def added(): ...
    """,
    "shop/api.py": """
        from flask import Blueprint
        from flask.views import MethodView, View

        bp = Blueprint("api", __name__, url_prefix="/api")


        class Users(MethodView):
            def get(self, user_id=None): ...

            def post(self): ...


        class User(MethodView):
            init_every_request = False

            def get(self, user_id): ...

            def delete(self, user_id): ...


        class Page(View):
            methods = ["GET", "POST"]

            def dispatch_request(self): ...


        view = Users.as_view("users")
        bp.add_url_rule("/users/", view_func=view, methods=["POST"])
        bp.add_url_rule("/users/", defaults={"user_id": None}, view_func=view, methods=["GET"])
        bp.add_url_rule("/users/<int:user_id>", view_func=User.as_view("user"))
        bp.add_url_rule("/page", view_func=Page.as_view("page"))


        def init_app(app):
            app.register_blueprint(bp)
    """,
    "shop/admin.py": """
        from flask import Blueprint

        bp = Blueprint("admin", __name__, url_prefix="/admin")


        @bp.route("/")
        def index(): ...


        @bp.route("/rows/<path:name>", methods=("GET", "PATCH"))
        @bp.route("/lines/<name>", methods=["GET"])
        def rows(name): ...


        @bp.before_request
        def check(): ...
    """,
    "shop/blueprints/__init__.py": """
        from .first import first
        from .second import second

        all_blueprints = (first, second)
    """,
    "shop/blueprints/first.py": """
        from flask import Blueprint

        first = Blueprint("first", __name__)


        @first.route("/first")
        def one(): ...
    """,
    "shop/blueprints/second.py": """
        from flask import Blueprint

        second = Blueprint("second", __name__, url_prefix="/ignored")


        @second.route("/second", methods=["POST"])
        def two(): ...
    """,
    "shop/blueprints/nested.py": """
        from flask import Blueprint

        parent = Blueprint("parent", __name__)
        child = Blueprint("child", __name__, url_prefix="/child")
        grandchild = Blueprint("grandchild", __name__)


        @child.get("/hello")
        def hello(): ...


        @grandchild.delete("/<uuid:key>")
        def gone(key): ...


        child.register_blueprint(grandchild, url_prefix="/grand")
        parent.register_blueprint(child)
    """,
    "shop/rest.py": """
        from flask_restful import Resource


        class Things(Resource):
            def get(self): ...

            def post(self): ...


        class Thing(Resource):
            def put(self, thing_id): ...

            def helper(self): ...
    """,
    "shop/spaced.py": """
        from flask import Blueprint
        from flask_restx import Api, Namespace, Resource

        names = Namespace("names", path="/names")
        plain = Namespace("plain")


        @names.route("/")
        class Names(Resource):
            def get(self): ...


        @names.route("/<string:name>")
        @names.route("/by/<string:name>")
        class Name(Resource):
            def get(self, name): ...

            def delete(self, name): ...


        @plain.route("/one", "/two")
        class Plain(Resource):
            def post(self): ...


        class Space:
            def init_app(self, app):
                blueprint = Blueprint("space", __name__, url_prefix="/space")
                api = Api(blueprint, doc=False)
                api.add_namespace(names)
                api.add_namespace(plain, path="/elsewhere")
                app.register_blueprint(blueprint)


        space = Space()
    """,
}

LISTED = """
    DELETE /added
    DELETE /api/users/<int:user_id>
    DELETE /parent/child/grand/<uuid:key>
    DELETE /space/names/<string:name>
    DELETE /space/names/by/<string:name>
    GET /admin/
    GET /admin/lines/<name>
    GET /admin/rows/<path:name>
    GET /again/
    GET /again/lines/<name>
    GET /again/rows/<path:name>
    GET /api/page
    GET /api/users/
    GET /api/users/<int:user_id>
    GET /get
    GET /many/first
    GET /parent/child/hello
    GET /ping
    GET /rest/every-thing
    GET /rest/things
    GET /space/names/
    GET /space/names/<string:name>
    GET /space/names/by/<string:name>
    PATCH /admin/rows/<path:name>
    PATCH /again/rows/<path:name>
    POST /api/page
    POST /api/users/
    POST /many/second
    POST /post
    POST /rest/every-thing
    POST /rest/things
    POST /space/elsewhere/one
    POST /space/elsewhere/two
    PUT /added
    PUT /rest/things/<int:thing_id>
"""


def test_every_rule_flask_lists_and_no_other() -> None:
    found = facts_of(SOURCES)
    assert sorted({f"{item.method} {item.path}" for item in found.endpoints}) == sorted(
        line.strip() for line in LISTED.strip().split("\n")
    )
    assert all(item.prefix_known for item in found.endpoints)
