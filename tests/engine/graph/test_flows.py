"""Principal flows."""

from __future__ import annotations

from apps.engine.facts import Endpoint, EntryPoint, ExternalService, Model, Place
from apps.engine.graph.flows import DEPTH, MOST, STEPS, find_flows, starts
from tests.engine.graph.building import graph_of

FILES = {
    "shop/models.py": "class Order:\n    def save(self): ...\nclass Item: ...\n",
    "shop/pay.py": """
        import requests
        from shop.models import Order
        def charge(order):
            '''Takes the money.'''
            requests.post("https://pay.example")
            note(order)
        def note(order):
            charge(order)
        def unrelated():
            return helper()
        def helper():
            return other()
        def other(): ...
        """,
    "shop/api.py": """
        from shop.models import Item, Order
        from shop.pay import charge, unrelated
        def create():
            unrelated()
            order = Order()
            charge(order)
        def show():
            return Item()
        def ping():
            return "pong"
        """,
    "shop/cli.py": "from shop.api import create\ndef main():\n    create()\n",
    "tests/test_api.py": "from shop.api import create\ndef test_create():\n    create()\n",
}
MODELS = [
    Model("Order", Place("shop/models.py", 1, 2), symbol="shop/models.py#Order"),
    Model("Item", Place("shop/models.py", 3, 3), symbol="shop/models.py#Item"),
]


def endpoint(method: str, path: str, symbol: str, line: int) -> Endpoint:
    return Endpoint(method, path, symbol.partition("#")[2], Place(symbol.partition("#")[0], line, line + 3), symbol=symbol)


def flows(endpoints: list[Endpoint], entries: list[EntryPoint] | None = None):  # type: ignore[no-untyped-def]
    graph = graph_of(FILES)
    services = [ExternalService("Payments", "http", Place("pyproject.toml"), "dependency requests")]
    return find_flows(starts(endpoints, entries or []), graph.edges, graph.capsules, MODELS, services)


def test_writing_endpoint_reaches_model_and_outside_once() -> None:
    (flow,) = flows([endpoint("POST", "/orders", "shop/api.py#create", 3)])
    told = [(step.depth, step.kind, step.name) for step in flow.steps]
    assert told == [
        (0, "endpoint", "POST /orders"),
        (1, "handler", "create"),
        (2, "call", "unrelated"),
        (3, "call", "helper"),
        (4, "call", "other"),
        (2, "model", "Order"),
        (2, "call", "charge"),
        (3, "external", "Payments"),
        (3, "call", "note"),
    ]
    assert flow.steps[6].note == "Takes the money."


def test_writes_come_first_and_what_leads_nowhere_is_left_out() -> None:
    found = flows(
        [
            endpoint("GET", "/items", "shop/api.py#show", 7),
            endpoint("GET", "/ping", "shop/api.py#ping", 9),
            endpoint("POST", "/orders", "shop/api.py#create", 3),
        ]
    )
    assert [flow.title for flow in found] == ["POST /orders", "GET /items"]


def test_tests_start_no_flow_and_appear_in_none() -> None:
    found = flows([endpoint("POST", "/x", "tests/test_api.py#test_create", 2)])
    assert found == ()


def test_entry_points_follow_endpoints() -> None:
    entry = EntryPoint("cli", "`shop`", Place("shop/cli.py", 2, 3), "shop/cli.py#main")
    (flow,) = flows([], [entry])
    assert [step.kind for step in flow.steps][:3] == ["entry", "handler", "call"]


def test_inline_handler_without_symbol_is_walked_by_its_lines() -> None:
    files = {
        "svc.js": "exports.save = async () => { await fetch('x'); };\nexports.other = () => {};\n",
        "app.js": (
            "const svc = require('./svc');\n"
            "app.get('/a', (req, res) => {\n  svc.other();\n});\n"
            "app.post('/b', (req, res) => {\n  svc.save();\n});\n"
        ),
    }
    graph = graph_of(files)
    start = Endpoint("POST", "/b", "(inline)", Place("app.js", 5, 7))
    (flow,) = find_flows(starts([start], []), graph.edges, graph.capsules, [])
    assert [step.name for step in flow.steps] == ["POST /b", "exports.save", "HTTP (fetch)"]


def test_limits_hold_and_order_does_not_matter() -> None:
    chain = "".join(f"def f{n}():\n    f{n + 1}()\n    g{n}()\ndef g{n}(): Order()\n" for n in range(30))
    files = {"m.py": "class Order: ...\n", "a.py": f"from m import Order\n{chain}def f30(): Order()\n"}
    graph = graph_of(files)
    models = [Model("Order", Place("m.py", 1, 1), symbol="m.py#Order")]
    ends = [endpoint("POST", f"/{n}", f"a.py#f{n}", 1 + n * 4) for n in range(30)]
    found = find_flows(starts(ends, []), graph.edges, graph.capsules, models)
    assert 0 < len(found) <= MOST
    assert all(len(flow.steps) <= STEPS and max(step.depth for step in flow.steps) <= DEPTH + 1 for flow in found)
    assert all(any(step.kind == "model" for step in flow.steps) for flow in found)
    again = find_flows(starts(ends[::-1], []), graph.edges[::-1], graph.capsules[::-1], models)
    assert again == found
