"""Fact sheets made by hand: a shop, an empty repository, one in a language that is not parsed, a hostile one, a huge one."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Any

from apps.engine.facts import (
    Command,
    Component,
    ConfigKey,
    Dependency,
    Document,
    Endpoint,
    EntryPoint,
    ExternalService,
    FactSheet,
    Field,
    FileEntry,
    Finding,
    Flow,
    FlowStep,
    Job,
    Language,
    Model,
    Place,
    Project,
    Relation,
    TestSuite,
    TreeEntry,
)


def at(path: str, line: int = 1, end_line: int = 0) -> Place:
    return Place(path, line, end_line or line, f"{line:016x}")


PRODUCT = Model(
    "Product", at("shop/catalogue/models.py", 8, 20), "table", "Django", "catalogue_product", ("TimedModel",),
    (Field("id", "BigAutoField", is_key=True), Field("name", "CharField", "max_length=80"), Field("price", "DecimalField")),
    (), "shop/catalogue/models.py#Product", "Something to sell.", "framework:django",
)  # fmt: skip
ORDER = Model(
    "Order", at("shop/orders/models.py", 10, 40), "table", "Django", "orders_order", ("TimedModel",),
    (
        Field("id", "BigAutoField", is_key=True), Field("number", "CharField", "unique"), Field("state", "CharField"),
        Field("placed_at", "DateTimeField"), Field("total", "DecimalField"), Field("note", "TextField", "null"),
    ),
    (Relation("customer", "foreign key", "accounts.Customer", 14), Relation("products", "many to many", "Product", 15)),
    "shop/orders/models.py#Order", "", "framework:django",
)  # fmt: skip
CUSTOMER = Model(
    "Customer", at("shop/accounts/models.py", 5, 18), "table", "Django", "accounts_customer", ("TimedModel",),
    (Field("id", "BigAutoField", is_key=True), Field("email", "EmailField", "unique")), (), "shop/accounts/models.py#Customer", "",
    "framework:django",
)  # fmt: skip
TIMED = Model(
    "TimedModel", at("shop/core/models.py", 4, 9), "abstract", "Django", "", ("Model",), (Field("created_at", "DateTimeField"),), (),
    "shop/core/models.py#TimedModel", "", "framework:django",
)  # fmt: skip


def endpoint(method: str, path: str, symbol: str, line: int, docstring: str = "") -> Endpoint:
    file, _, name = symbol.partition("#")
    return Endpoint(
        method, path, name, at(file, line, line + 9), at("shop/urls.py", line), symbol, "", "Django REST framework", True, docstring,
        "framework:django",
    )  # fmt: skip


def shop() -> FactSheet:
    """A Django shop of about 300 files."""
    views = "shop/orders/views.py"
    flow = Flow(
        "POST /api/orders/",
        (
            FlowStep("endpoint", "POST /api/orders/", at("shop/urls.py", 12), "", 0),
            FlowStep("handler", "OrderList.post", at(views, 30, 44), f"{views}#OrderList.post", 1, via="exact"),
            FlowStep(
                "call", "place_order", at("shop/orders/services.py", 9, 30), "shop/orders/services.py#place_order", 2, via="exact"
            ),
            FlowStep("model", "Order", ORDER.place, ORDER.symbol, 3, "", "exact", at("shop/orders/services.py", 14), "names"),
            FlowStep("external", "requests.post", at("shop/orders/services.py", 22), "", 3, via="inferred"),
        ),
        at("shop/urls.py", 12),
    )
    return FactSheet(
        project=Project("corner-shop", "Sells bread and *cheese* over HTTP.", "2.4.0", "MIT", "web application", at("pyproject.toml", 2, 5)),
        languages=(Language("Python", 180, 21_437), Language("TypeScript", 40, 3_120), Language("CSS", 4, 410)),
        tree=(
            TreeEntry("docs", 1, 6, 300, "documentation"),
            TreeEntry("shop", 1, 220, 22_000, "", ("Python",)),
            TreeEntry("shop/accounts", 2, 40, 3_000, "", ("Python",)),
            TreeEntry("shop/orders", 2, 80, 9_000, "", ("Python",)),
            TreeEntry("shop/orders/migrations", 3, 20, 900, "migrations", ("Python",)),
            TreeEntry("shop/orders/tests", 3, 12, 1_400, "tests", ("Python",)),
            TreeEntry("web", 1, 44, 3_530, "user interface", ("TypeScript", "CSS")),
        ),
        files=(
            FileEntry("Dockerfile", "Dockerfile", 300, 12, role="configuration"),
            FileEntry("pyproject.toml", "TOML", 900, 40, role="manifest"),
            FileEntry("shop/logo.png", "", 4_000, 0, "skipped", "binary file", "asset"),
            FileEntry(views, "Python", 4_000, 120),
            FileEntry("shop/orders/legacy.py", "Python", 4_000, 90, note="decoded as Latin-1"),
            FileEntry("web/app.ts", "TypeScript", 4_000, 90),
        ),
        documents=(
            Document("Corner shop", "Sells bread and cheese over HTTP.", at("README.md", 1, 3), (), "readme", ("Orders are kept in PostgreSQL.",)),
            Document("Use Celery", "We chose Celery.", at("docs/adr/0001-celery.md"), (), "decision"),
        ),
        dependencies=(
            Dependency("celery", ">=5", at("pyproject.toml", 12), "runtime", "pypi", "5.4.0", "redis", "manifest:pyproject"),
            Dependency("django", ">=5.2,<6", at("pyproject.toml", 10), "runtime", "pypi", "5.2.7"),
            Dependency("djangorestframework", "", at("pyproject.toml", 11), "runtime", "pypi"),
            Dependency("left-pad", "^1.0.0", at("web/package.json", 8), "dependencies", "npm"),
            Dependency("psycopg", ">=3", at("pyproject.toml", 13), "runtime", "pypi"),
            Dependency("pytest", ">=8", at("pyproject.toml", 20), "dev", "pypi"),
            Dependency("ruff", ">=0.5", at("pyproject.toml", 21), "dev", "pypi"),
        ),
        models=(CUSTOMER, PRODUCT, TIMED, ORDER),
        endpoints=(
            endpoint("GET", "/api/orders/", f"{views}#OrderList.get", 20, "List the orders.\n\nNewest first."),
            endpoint("POST", "/api/orders/", f"{views}#OrderList.post", 30),
            endpoint("GET", "/api/orders/<int:pk>/", f"{views}#OrderDetail.get", 50),
            endpoint("DELETE", "/api/orders/<int:pk>/", f"{views}#OrderDetail.delete", 60),
            endpoint("GET", "/api/products/", "shop/catalogue/views.py#ProductList.get", 12),
            endpoint("GET", "/api/products/<slug:slug>/", "shop/catalogue/views.py#ProductDetail.get", 22),
            endpoint("POST", "/api/auth/login/", "shop/accounts/views.py#Login.post", 9),
            endpoint("POST", "/api/auth/logout/", "shop/accounts/views.py#Logout.post", 29),
            replace(endpoint("GET", "…/health/", "shop/core/views.py#health", 3), prefix_known=False),
        ),
        config_keys=(
            ConfigKey("DATABASE_URL", "env", at("shop/settings.py", 30), "env.db", "", True),
            ConfigKey("DEBUG", "env", at("shop/settings.py", 10), "env.bool", "False", False),
            ConfigKey("PAGE_SIZE", "setting", at("shop/settings.py", 80), "", "50"),
            ConfigKey("SHOP_CURRENCY", "env", at("shop/orders/services.py", 3), "os.environ.get", "'EUR'", False),
        ),
        env_example=(
            ConfigKey("DATABASE_URL", "env", at(".env.example", 1)),
            ConfigKey("DEBUG", "env", at(".env.example", 2)),
            ConfigKey("SMTP_HOST", "env", at(".env.example", 3)),
        ),
        deployment=(ConfigKey("POSTGRES_DB", "compose", at("compose.yaml", 8)),),
        entry_points=(
            EntryPoint("cli", "Django management", at("manage.py", 7), "manage.py#main"),
            EntryPoint("wsgi", "application", at("shop/wsgi.py", 5)),
        ),
        commands=(
            Command("make", "install", "uv sync", at("Makefile", 3)),
            Command("make", "run", "python manage.py runserver", at("Makefile", 6)),
            Command("make", "test", "pytest", at("Makefile", 9)),
            Command("npm script", "build", "vite build", at("web/package.json", 5)),
            Command("ci", "tests", "make test", at(".github/workflows/ci.yml", 8), "push"),
        ),
        jobs=(Job("send_receipt", "celery task", at("shop/orders/tasks.py", 5, 12), "", "shop/orders/tasks.py#send_receipt"),),
        services=(
            ExternalService("PostgreSQL", "database", at("pyproject.toml", 13), "dependency psycopg"),
            ExternalService("PostgreSQL", "database", at("compose.yaml", 4), "compose service db"),
            ExternalService("Redis", "queue", at("compose.yaml", 12), "compose service redis"),
        ),
        tests=(
            TestSuite("shop/orders/tests", "pytest", 12, 87, at("shop/orders/tests/test_services.py"), "", ("shop/orders",), "syntax"),
            TestSuite("web/e2e", "Playwright", 3, -1, at("web/e2e/login.spec.ts"), "end to end", (), "folder name"),
        ),
        components=(
            Component("accounts", "shop/accounts", 40, 3_012, at("shop/accounts/__init__.py"), "endpoints", "", (("core", 9),)),
            Component("core", "shop/core", 20, 1_900, at("shop/core/__init__.py"), "", "What all apps share."),
            Component(
                "orders", "shop/orders", 80, 8_960, at("shop/orders/__init__.py"), "services", "", (("core", 30), ("accounts", 12)),
                (("shop/orders/services.py#place_order", at("shop/orders/services.py", 9, 30)),),
            ),
        ),
        flows=(flow,),
        findings=(Finding("AWS access key", at("shop/settings.py", 99)),),
        frameworks=("Django", "Django REST framework", "Celery"),
        capsule_count=900, call_count=12_345, resolved_call_count=5_000, external_call_count=6_100,
    )  # fmt: skip


def empty() -> FactSheet:
    """A commit without files."""
    return FactSheet(Project("nothing-yet"))


def unparsed() -> FactSheet:
    """A service in a language whose insides are not read."""
    return FactSheet(
        Project("ledger", kind=""),
        languages=(Language("Elixir", 12, 2_400),),
        tree=(TreeEntry("src", 1, 12, 2_400, "", ("Elixir",)), TreeEntry("src/models", 2, 3, 200, "models", ("Elixir",))),
        files=(FileEntry("mix.exs", "Elixir", 200, 12, role="manifest"), FileEntry("src/models/entry.ex", "Elixir", 900, 40)),
        dependencies=(Dependency("phoenix", "1.7", at("mix.exs", 7), "deps", "hex"),),
        models=(Model("Entry", at("src/models/entry.ex", 3), "class", source="folder name"),),
        tests=(TestSuite("tests", "mix test", 2, -1, at("tests/api.exs"), source="folder name"),),
    )


HOSTILE = (
    "__init__", "a|b", "`tick`", "``", "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "](javascript:alert(1))",
    "**bold",
    "# heading", "new\nline", "tab\there", "back\\slash", "back\\|bar", "\u202eright to left",
    "![x](http://evil.example/p.png)", "&lt;b&gt;",
    "[source](cite:pyproject.toml#project)", "```diagram models", "-->|x|", '"; quit', "http://evil.example/", "<div hx-post='/x'>", "\\", "`",
    "$math$", "1. one", "~~~", "|---|", "{{ 7*7 }}", "\x00nul", "e\u0301", "~x~",
)  # fmt: skip


def spoiled(sheet: FactSheet, texts: tuple[str, ...] = HOSTILE) -> FactSheet:
    """The sheet with hostile text added to every string that comes from a repository.

    Kinds and the like, which extractors choose from fixed lists, stay.
    """
    number = 0

    def spoil(value: Any, name: str = "") -> Any:
        nonlocal number
        if isinstance(value, str):
            kept = {"kind", "status", "role", "source", "fingerprint", "via", "label", "group", "ecosystem"}
            if name in kept or not value:
                return value
            number += 1
            text = texts[number % len(texts)]
            if name in ("path", "symbol"):
                text = (
                    text.replace("\n", "\\x0a")
                    .replace("\t", "\\x09")
                    .replace("\x00", "\\x00")
                    .replace("\u202e", "\\xe2\\x80\\xae")
                )
            return value + text
        if isinstance(value, tuple):
            return tuple(spoil(item, name) for item in value)
        if is_dataclass(value) and not isinstance(value, type):
            return replace(value, **{field.name: spoil(getattr(value, field.name), field.name) for field in fields(value)})
        return value

    return spoil(sheet)


def hostile() -> FactSheet:
    """The shop, with names that try to break out of Markdown, HTML, tables and diagrams."""
    return spoiled(shop())


def moved(sheet: FactSheet, by: int = 7) -> FactSheet:
    """The same code further down, every fingerprint and size another."""

    def move(value: Any) -> Any:
        if isinstance(value, Place):
            return Place(value.path, value.line + by, value.end_line + by, "f" * 16)
        if isinstance(value, tuple):
            return tuple(move(item) for item in value)
        if isinstance(value, Field | Relation):
            return replace(value, line=value.line + by)
        if isinstance(value, FileEntry):
            return replace(value, size=value.size + by)
        if is_dataclass(value) and not isinstance(value, type):
            return replace(value, **{field.name: move(getattr(value, field.name)) for field in fields(value)})
        return value

    return move(sheet)


def huge() -> FactSheet:
    """Everything there is too much of."""
    names = [f"part{number:02d}" for number in range(60)]
    models = tuple(
        Model(
            f"Model{i}", at(f"app/{names[i % 60]}/models.py", i + 1), "table", "Django", "", (),
            tuple(Field(f"field_{n}", "CharField") for n in range(12)),
            (Relation("other", "foreign key", f"Model{(i * 7) % 400}"), Relation("next", "one to one", f"Model{(i + 1) % 400}")),
            f"app/{names[i % 60]}/models.py#Model{i}",
        )
        for i in range(400)
    )  # fmt: skip
    endpoints = tuple(
        endpoint("GET", f"/api/{names[i % 60]}/thing{i}/", f"app/{names[i % 60]}/views.py#view{i}", i + 1, "Shows a thing.")
        for i in range(900)
    )
    steps = tuple(
        FlowStep("call", f"step_{n}", at("app/part00/services.py", n + 1), f"app/part00/services.py#step_{n}", n)
        for n in range(30)
    )
    return replace(
        shop(),
        models=models,
        endpoints=endpoints,
        tree=tuple(
            entry
            for name in names
            for entry in (
                TreeEntry(f"{name}", 1, 50, 5_000, "", ("Python",)),
                TreeEntry(f"{name}/inner", 2, 20, 1_000, "models", ("Python",)),
                TreeEntry(f"{name}/inner/most", 3, 10, 500, "", ("Python",)),
            )
        ),
        dependencies=tuple(
            Dependency(f"package-{i}", "^1", at(f"{names[i % 12]}/package.json", i + 1), ("dependencies", "devDependencies")[i % 2], "npm")
            for i in range(600)
        ),
        config_keys=tuple(ConfigKey(f"VARIABLE_{i}", ("env", "setting")[i % 2], at(f"app/{names[i % 60]}/settings.py", i + 1)) for i in range(900)),
        env_example=tuple(ConfigKey(f"VARIABLE_{i}", "env", at(".env.example", i + 1)) for i in range(500)),
        deployment=tuple(ConfigKey(f"SET_{i}", "compose", at(f"{names[i % 60]}/compose.yaml", i + 1)) for i in range(300)),
        entry_points=tuple(EntryPoint("script", f"script{i}", at(f"scripts/s{i}.py")) for i in range(80)),
        commands=tuple(Command("make", f"{verb}-{i}", "x", at("Makefile", i + 1)) for i in range(40) for verb in ("run", "test", "build")),
        jobs=tuple(Job(f"job{i}", "celery task", at("app/tasks.py", i + 1)) for i in range(90)),
        services=tuple(ExternalService(f"host{i}.example", "http", at("app/clients.py", i + 1), f"host host{i}.example") for i in range(90)),
        tests=tuple(TestSuite(f"{name}/tests", "pytest", 9, 90, at(f"{name}/tests/test_a.py")) for name in names),
        components=tuple(
            Component(
                name, f"app/{name}", 40, 4_000 + i, at(f"app/{name}/__init__.py"), "", "Does things.",
                tuple((names[(i * k) % 60], k) for k in range(2, 9)),
                tuple((f"app/{name}/services.py#f{n}", at(f"app/{name}/services.py", n + 1)) for n in range(5)),
            )
            for i, name in enumerate(names)
        ),
        flows=tuple(Flow(f"GET /api/{name}/", steps, steps[0].place) for name in names),
        findings=tuple(Finding("token", at("app/settings.py", i + 1)) for i in range(40)),
    )  # fmt: skip
