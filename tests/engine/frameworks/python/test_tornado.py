"""Tornado: applications, lists of handlers, and lists that nothing gives to an application."""

from tests.engine.frameworks.building import endpoint, facts_of, routes

HANDLERS = """
    import tornado.web
    from tornado.websocket import WebSocketHandler

    class Base(tornado.web.RequestHandler):
        def options(self): ...

    class Items(Base):
        @tornado.web.authenticated
        async def get(self):
            "All items."

        def post(self): ...

    class Item(Base):
        def get(self, key): ...
        def options(self): ...

    class Feed(WebSocketHandler):
        def get(self): ...
        def open(self): ...

    class Nothing(Base):
        def prepare(self): ...

    class Plain:
        def get(self): ...
"""


def test_lists_of_an_application():
    found = facts_of(
        {
            "handlers.py": HANDLERS,
            "app.py": """
                import tornado
                from tornado.routing import PathMatches, Rule
                from tornado.web import StaticFileHandler, URLSpec, url
                from handlers import Feed, Item, Items, Nothing, Plain

                KEY = r"(?P<key>\\w+)"
                more = [url(r"/items", Items, name="items")]
                more.append((r"/feed", Feed))

                class Application(tornado.web.Application):
                    def __init__(self):
                        handlers = [
                            *more,
                            (r"^/items/%s$" % KEY, Item),
                            URLSpec("/old", "handlers.Nothing", name="old"),
                            (r"/static/(.*)", StaticFileHandler, {"path": "x"}),
                            Rule(PathMatches("/rule"), Item),
                            (r"/plain", Plain),
                        ]
                        super().__init__(handlers, debug=True)
            """,
        }
    )
    assert routes(found) == [
        ("ANY", "/old", "Nothing"),
        ("GET", "/items", "Items.get"),
        ("GET", "/items/(?P<key>\\w+)", "Item.get"),
        ("GET", "/rule", "Item.get"),
        ("GET", "/static/(.*)", "StaticFileHandler"),
        ("OPTIONS", "/items/(?P<key>\\w+)", "Item.options"),
        ("OPTIONS", "/rule", "Item.options"),
        ("POST", "/items", "Items.post"),
        ("WEBSOCKET", "/feed", "Feed"),
    ]
    items = endpoint(found, "GET", "/items")
    assert (items.name, items.auth, items.docstring, items.place.path) == (
        "items",
        "tornado.web.authenticated",
        "All items.",
        "handlers.py",
    )
    assert endpoint(found, "ANY", "/old").name == "old"
    assert ("app", "Tornado application `Application`") in {(item.kind, item.what) for item in found.entry_points}
    assert found.frameworks == ("Tornado",)


def test_lists_made_by_functions_and_added_later():
    found = facts_of(
        {
            "handlers.py": HANDLERS,
            "routes.py": """
                from handlers import Item

                def listed(extra):
                    found = [("/a", Item)]
                    found += [("/b", Item)]
                    return found + extra
            """,
            "main.py": """
                from tornado import web
                from handlers import Items
                import routes

                app = web.Application(routes.listed([("/c", Items)]))
                app.add_handlers(r".*", [("/d", Items)])
            """,
        }
    )
    assert [path for method, path, _ in routes(found) if method == "GET"] == ["/a", "/b", "/c", "/d"]


def test_a_list_that_no_application_is_seen_to_get_keeps_an_unknown_prefix():
    found = facts_of(
        {"handlers.py": HANDLERS, "views.py": "from handlers import Item\n\nhandlers = [('/x', Item)]\npairs = [('/y', 3)]\n"}
    )
    assert [(method, path) for method, path, _ in routes(found)] == [("GET", "…/x"), ("OPTIONS", "…/x")]
    assert [item.kind for item in found.unknowns] == ["endpoint prefix"]
