"""Principal flows."""

from __future__ import annotations

from apps.engine.facts import Endpoint, EntryPoint, ExternalService, Job, Model, Place
from apps.engine.graph.family import Family
from apps.engine.graph.flows import MOST, find_flows, starts
from apps.engine.graph.journeys import DEPTH, STEPS
from tests.engine.graph.building import facts_of, graph_of

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
        (2, "model", "Order"),
        (2, "call", "charge"),
        (3, "external", "Payments"),
    ]
    assert [step.called.line if step.called else 0 for step in flow.steps] == [0, 0, 4, 5, 6, 5]
    assert flow.steps[4].note == "Takes the money."
    assert flow.left_out == 2  # helper and note


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
    assert [step.name for step in flow.steps] == ["POST /b", "exports.save", "HTTP"]


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


def walk(files: dict[str, str], ends: list[Endpoint], models: tuple[Model, ...] = ()) -> list[tuple[str, str, int]]:
    """(relation, name, line of the call) of the only flow's steps behind the handler."""
    texts, _parsed = facts_of(files)
    graph = graph_of(files)
    (flow,) = find_flows(starts(ends, []), graph.edges, graph.capsules, models, texts=texts, needed=graph.needed)
    return [(step.relation, step.name, step.called.line if step.called else 0) for step in flow.steps[1:]]


def test_a_class_is_served_by_its_inherited_method_never_by_its_constructor() -> None:
    files = {
        "base.py": "class Base:\n    def dispatch(self):\n        return Order.objects.all()\nclass Order: ...\n",
        "views.py": "from base import Base, Order\nclass List(Base):\n    def __init__(self):\n        Order()\n",
    }
    order = Model("Order", Place("base.py", 4, 4), symbol="base.py#Order")
    found = walk(files, [endpoint("ANY", "/", "views.py#List", 2)], (order,))
    assert found == [("", "Base.dispatch", 0), ("names", "Order", 3)]


def test_an_abstract_method_gives_way_to_the_one_that_runs() -> None:
    one = """
        class Store:
            def keep(self, item):
                \'\'\'Keep it.\'\'\'
                raise NotImplementedError
        class Order: ...
        class Rows(Store):
            def keep(self, item):
                return Order()
        def put(store: Store):
            return store.keep(1)
        """
    order = Model("Order", Place("a.py", 5, 5), symbol="a.py#Order")
    start = endpoint("PUT", "/", "a.py#put", 9)
    assert walk({"a.py": one}, [start], (order,)) == [("", "put", 0), ("calls", "Rows.keep", 10), ("creates", "Order", 8)]
    graph = graph_of({"a.py": one, "b.py": "from a import Store\nclass Files(Store):\n    def keep(self, item): print(item)\n"})
    family = Family(graph.edges, {capsule.symbol: capsule for capsule in graph.capsules})
    assert family.implementation("a.py#Store.keep") == ("a.py#Store.keep", 2)
    assert family.implementation("a.py#Rows.keep") == ("a.py#Rows.keep", 0)


def test_exceptions_are_no_steps_and_what_parameters_need_is_spelled_out() -> None:
    files = {
        "deps.py": """
            from typing import Annotated
            from fastapi import Depends
            class Order: ...
            class NotFound(Exception):
                def __init__(self): ...
            def session():
                return Order.all()
            Session = Annotated[object, Depends(session)]
            """,
        "api.py": """
            from deps import Session, NotFound
            def show(
                db: Session,
            ):
                raise NotFound()
            """,
    }
    order = Model("Order", Place("deps.py", 3, 3), symbol="deps.py#Order")
    start = endpoint("GET", "/", "api.py#show", 2)
    assert walk(files, [start], (order,)) == [("", "show", 0), ("needs", "session", 3), ("names", "Order", 7)]
    texts, _ = facts_of(files)
    graph = graph_of(files)
    (flow,) = find_flows(starts([start], []), graph.edges, graph.capsules, [order], texts=texts, needed=graph.needed)
    assert flow.steps[2].spelled == Place("deps.py", 8, 8)


def test_flows_that_only_repeat_are_told_once_and_commands_last() -> None:
    twin = """
        import requests
        def fetch(): return requests.get("https://a.example")
        def tidy(): ...
        def show():
            tidy()
            return fetch()
        """
    tool = "import subprocess\ndef main():\n    prepare()\n    subprocess.run(['x'])\ndef prepare(): ...\n"
    files = {"a.py": twin, "b.py": twin, "tool.py": tool}
    graph = graph_of(files)
    ends = [endpoint("GET", f"/{name}", f"{name}.py#show", 5) for name in "ab"]
    entry = EntryPoint("cli", "`tool`", Place("tool.py", 2, 3), "tool.py#main")
    found = find_flows(starts(ends, [entry]), graph.edges, graph.capsules, [])
    assert [flow.title for flow in found] == ["GET /a", "`tool`"]
    assert [(step.name, step.relation) for step in found[0].steps[3:]] == [("fetch", "calls"), ("HTTP", "http")]


def test_a_host_is_named_and_its_address_is_shown() -> None:
    files = {
        "pay.py": """
            import requests
            URL = "https://pay.example/v1"
            def charge():
                return requests.post(URL)
            """
    }
    texts, _parsed = facts_of(files)
    graph = graph_of(files)
    service = ExternalService("pay.example", "http", Place("pay.py", 4, 4), "host pay.example")
    start = endpoint("POST", "/", "pay.py#charge", 3)
    (flow,) = find_flows(starts([start], []), graph.edges, graph.capsules, [], [service], texts=texts)
    told = flow.steps[-1]
    assert (told.name, told.called, told.spelled) == ("pay.example", Place("pay.py", 4, 4), Place("pay.py", 2, 2))


WORK = {
    "shop/models.py": "class Order: ...\nclass Item: ...\nclass Session: ...\nclass Note: ...\n",
    "shop/a.py": """
        from shop.models import Item, Note, Order, Session
        def change(request):
            order = Order.objects.create()
            return tell(order)
        def tell(order): ...
        def sign_in(request):
            return start(request)
        def start(request):
            return Session.objects.create()
        def items(request): return list(Item.objects.all())
        def notes(request): return list(Note.objects.all())
        def ping(request): return httpx.get("https://a.example")
        """,
    "shop/jobs.py": """
        import httpx
        from shop.models import Order
        def sync(number):
            fetch(number)
            Order.objects.update()
        def fetch(number): return httpx.get("https://a.example")
        """,
}


def work_flows(jobs: list[Job], ends: list[Endpoint], entries: list[EntryPoint] | None = None) -> list[str]:
    texts, _parsed = facts_of(WORK)
    graph = graph_of(WORK)
    models = [Model(name, Place("shop/models.py", n, n), symbol=f"shop/models.py#{name}")
              for n, name in enumerate(("Order", "Item", "Session", "Note"), 1)]  # fmt: skip
    found = find_flows(starts(ends, entries or [], jobs), graph.edges, graph.capsules, models, texts=texts)
    return [flow.title for flow in found]


SYNC = Job("sync", "rq job", Place("shop/jobs.py", 3, 5), "", "shop/jobs.py#sync")
ENDS = [
    endpoint("GET", "/a/notes", "shop/a.py#notes", 11),
    endpoint("GET", "/items", "shop/a.py#items", 10),
    endpoint("POST", "/orders", "shop/a.py#change", 2),
    endpoint("ANY", "/sign-in/", "shop/a.py#sign_in", 6),
]


def test_one_flow_changes_data_one_signs_in_one_is_a_job_and_one_lists() -> None:
    assert work_flows([SYNC], ENDS) == ["POST /orders", "ANY /sign-in/", "GET /a/notes", "background job `sync`"]
    assert work_flows([SYNC], ENDS[::-1]) == work_flows([SYNC], ENDS)


def test_a_job_alone_is_told_and_jobs_without_code_or_of_tests_start_nothing() -> None:
    assert work_flows([SYNC], []) == ["background job `sync`"]
    nowhere = [Job("x", "ci schedule", Place("ci.yml", 1, 1)), Job("y", "rq job", Place("tests/j.py", 1, 1), "", "tests/j.py#y")]
    assert starts([], [], nowhere) == []


def test_what_is_hardly_more_than_its_start_is_told_only_where_nothing_else_is() -> None:
    files = {
        "app.py": "import sentry_sdk\ndef app():\n    sentry_sdk.init('x')\n",
        "job.py": "import httpx\ndef run():\n    fetch()\ndef fetch(): httpx.get('https://a.example')\n",
    }
    graph = graph_of(files)
    entry = EntryPoint("app", "application `app`", Place("app.py", 2, 3), "app.py#app")
    job = Job("run", "rq job", Place("job.py", 2, 3), "", "job.py#run")
    services = [ExternalService("Sentry", "errors", Place("a.toml"), "dependency sentry_sdk")]
    both = find_flows(starts([], [entry], [job]), graph.edges, graph.capsules, [], services)
    assert [flow.title for flow in both] == ["background job `run`"]
    alone = find_flows(starts([], [entry]), graph.edges, graph.capsules, [], services)
    assert [flow.title for flow in alone] == ["application `app`"]


def test_a_type_of_a_parameter_is_told_only_where_the_record_is_used() -> None:
    files = {
        "models.py": "class Tenant: ...\nclass Order: ...\n",
        "a.py": (
            "from models import Order, Tenant\n"
            "def view(tenant: Tenant):\n    return mine(tenant)\n"
            "def mine(tenant: Tenant):\n    return list(Order.objects.filter(tenant=tenant))\n"
            "def named(tenant: Tenant | None):\n    return tenant.name\n"
        ),
    }
    stored = tuple(
        Model(name, Place("models.py", n, n), symbol=f"models.py#{name}") for n, name in enumerate(("Tenant", "Order"), 1)
    )
    assert ("needs", "Tenant", 2) not in walk(files, [endpoint("GET", "/", "a.py#view", 2)], stored)
    assert [step[1] for step in walk(files, [endpoint("GET", "/", "a.py#view", 2)], stored)] == ["view", "mine", "Order"]
    assert ("needs", "Tenant", 6) in walk(files, [endpoint("GET", "/", "a.py#named", 6)], stored)


def test_a_job_is_told_by_the_steps_of_its_main_work() -> None:
    work = "".join(
        f"def {name}(n):\n    return {name}_rows(n)\ndef {name}_rows(n):\n    return {model}.objects.create()\n"
        for name, model in (("fetch", "Commit"), ("extract", "Sheet"), ("publish", "Version"))
    )
    files = {
        "models.py": "class Commit: ...\nclass Sheet: ...\nclass Version: ...\nclass Run: ...\n",
        "steps.py": f"from models import Commit, Sheet, Version\n{work}",
        "run.py": "from steps import extract, fetch, publish\ndef run(n):\n    fetch(n)\n    extract(n)\n    publish(n)\n",
        "jobs.py": (
            "from models import Run\nfrom run import run\n"
            "def job(n):\n    claim(n)\n    run(n)\n    done(n)\n"
            "def claim(n): Run.objects.update()\ndef done(n): Run.objects.update()\n"
        ),
    }
    texts, _parsed = facts_of(files)
    graph = graph_of(files)
    models = [Model(name, Place("models.py", n, n), symbol=f"models.py#{name}")
              for n, name in enumerate(("Commit", "Sheet", "Version", "Run"), 1)]  # fmt: skip
    job = Job("job", "rq job", Place("jobs.py", 3, 6), "", "jobs.py#job")
    (flow,) = find_flows(starts([], [], [job]), graph.edges, graph.capsules, models, texts=texts)
    assert [step.name for step in flow.steps[1:4]] == ["job", "run", "fetch"]
    assert [step.name for step in flow.steps if step.depth == 3] == ["fetch", "extract", "publish"]
    assert {step.name for step in flow.steps if step.kind == "model"} >= {"Commit", "Sheet"}


def test_signing_in_is_told_before_what_runs_through_the_same_code() -> None:
    files = {
        "m.py": "class User: ...\nclass Token: ...\nclass Order: ...\n",
        "a.py": (
            "from m import Order, Token, User\n"
            "def token(n): Token.objects.create()\n"
            "def register(n):\n    User.objects.create()\n    token(n)\n"
            "def login(n): token(n)\n"
            "def order(n): place(n)\n"
            "def place(n): Order.objects.create()\n"
        ),
    }
    texts, _parsed = facts_of(files)
    graph = graph_of(files)
    models = [Model(name, Place("m.py", n, n), symbol=f"m.py#{name}") for n, name in enumerate(("User", "Token", "Order"), 1)]
    ends = [endpoint("POST", f"/{name}", f"a.py#{name}", line) for name, line in (("register", 3), ("login", 6), ("order", 7))]
    found = find_flows(starts(ends, []), graph.edges, graph.capsules, models, texts=texts)
    assert [flow.title for flow in found] == ["POST /order", "POST /login"]


def test_signing_in_is_told_even_where_a_library_keeps_the_accounts() -> None:
    files = {
        "m.py": "class Order: ...\n",
        "a.py": (
            "from django.contrib.auth import login\nfrom m import Order\n"
            "def sign_in(n):\n    slow(n)\n    keep(n)\n    login(n)\n"
            "def slow(n): ...\ndef keep(n): ...\n"
            "def order(n): place(n)\n"
            "def place(n): Order.objects.create()\n"
        ),
    }
    texts, _parsed = facts_of(files)
    graph = graph_of(files)
    models = [Model("Order", Place("m.py", 1, 1), symbol="m.py#Order")]
    ends = [endpoint("ANY", "/sign-in/", "a.py#sign_in", 3), endpoint("POST", "/order", "a.py#order", 9)]
    found = find_flows(starts(ends, []), graph.edges, graph.capsules, models, texts=texts)
    assert [flow.title for flow in found] == ["POST /order", "ANY /sign-in/"]
