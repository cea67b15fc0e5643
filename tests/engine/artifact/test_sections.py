"""Sections 4, 5 and 8: what a table's citations prove, what is conditional, what comes first."""

from __future__ import annotations

from dataclasses import replace

from apps.engine.artifact import write_artifact
from apps.engine.artifact.structure.endpoints import example_endpoints
from apps.engine.artifact.structure.models import cardinality, edge_label
from apps.engine.artifact.structure.systems import is_declared_only, is_development, systems_in_order
from apps.engine.facts import (
    ApiSchema,
    Dependency,
    Endpoint,
    ExternalService,
    FactSheet,
    Field,
    Model,
    Passed,
    Project,
    Relation,
    SchemaRoot,
    Unknown,
)
from tests.engine.artifact import sheets
from tests.engine.artifact.sheets import at


def section(sheet: FactSheet, key: str) -> str:
    return next(part.markdown for part in write_artifact(sheet).sections if part.key == key)


def route(path: str, handler: str, **changes: object) -> Endpoint:
    made = Endpoint(
        "GET", path, handler, at("shop/views.py", 9, 12), at("shop/urls.py", 3), f"shop/views.py#{handler}", "", "Django", True, "",
        "framework:django",
    )  # fmt: skip
    return replace(made, **changes)  # type: ignore[arg-type]


def with_endpoints(*endpoints: Endpoint, **more: object) -> str:
    return section(replace(FactSheet(Project("shop")), endpoints=endpoints, **more), "api-endpoints")  # type: ignore[arg-type]


def test_the_lines_that_mount_a_group_stand_above_its_table() -> None:
    api, inner = at("config/urls.py", 5), at("shop/urls.py", 1)
    text = with_endpoints(
        route("/api/orders/", "orders", prefix="/api/", mounts=(api,)),
        route("/api/inner/items/", "items", prefix="/api/inner/", mounts=(api, inner)),
    )
    assert (
        "Mounted under `/api/` by [source](cite:config/urls.py#mount:); below that, `/api/inner/` by "
        "[source](cite:shop/urls.py#mount:)." in text
    )
    assert "| Method | Path | Handler | Registered in | Handler defined in |" in text


def test_lines_that_mount_several_groups_are_told_once() -> None:
    app, orders = at("config/urls.py", 5), at("shop/urls.py", 1)
    text = with_endpoints(
        *(route(f"/api/{name}/{part}", name, prefix="/api", mounts=(app,)) for name in ("people", "tags") for part in "abc"),
        *(route(f"/api/orders/{part}", "orders", prefix="/api/orders", mounts=(app, orders)) for part in "abc"),
        *(route(f"/health/{part}", "health") for part in "abc"),
    )
    assert text.count("config/urls.py#mount:") == 1
    assert (
        "The routes of `/api/orders`, `/api/people` and `/api/tags` are mounted under `/api` by "
        "[source](cite:config/urls.py#mount:)." in text
    )
    assert "### `/api/orders`\n\nFrom there under `/api/orders` by [source](cite:shop/urls.py#mount:).\n\n|" in text
    assert "### `/api/people`\n\n|" in text and "### `/health`\n\n|" in text


def test_a_condition_stands_in_the_row_with_its_line() -> None:
    text = with_endpoints(route("/docs", "docs", condition="settings.DEBUG", condition_at=at("shop/urls.py", 2)))
    assert "`/docs`, only if `settings.DEBUG` [source](cite:shop/urls.py#condition:settings.DEBUG) |" in text
    assert "One of them is registered only under a condition." in text


def test_a_decorated_handler_needs_one_citation() -> None:
    text = with_endpoints(route("/a", "a", registered=at("shop/views.py", 7, 9)))
    assert "| Method | Path | Handler | Registered in |" in text


def test_routes_of_packages_are_said_not_to_be_listed() -> None:
    unknown = Unknown(
        "endpoints", "/admin/ (django.contrib.admin.site)",
        "The routes below this prefix are defined in a package outside the repository.", at("config/urls.py", 4),
    )  # fmt: skip
    text = with_endpoints(route("/a", "a"), unknowns=(unknown,))
    assert "Not listed are the routes that packages bring: below `/admin/` (django.contrib.admin.site) [source]" in text
    registered = Unknown("registered endpoint", "people by PeopleView below /admin/", "It decides.", at("config/api.py", 9))
    text = with_endpoints(route("/a", "a"), unknowns=(unknown, registered))
    assert (
        "Below `/admin/` the code registers `people` by `PeopleView` [source](cite:config/api.py#registered:PeopleView)." in text
    )


def test_graphql_is_said_first_with_what_its_schema_offers() -> None:
    roots = (
        SchemaRoot("query", "Query", 12, at("schema.graphql", 1, 20)),
        SchemaRoot("mutation", "Mutation", 1, at("schema.graphql", 22, 24)),
        SchemaRoot("query", "Query", 2, at("schema.graphql", 30, 33)),
    )
    text = with_endpoints(
        route("/graphql/", "GraphQLView", serves="graphql"),
        schemas=(ApiSchema("graphql", at("schema.graphql", 1), roots),),
    )
    assert text.startswith("The application answers GraphQL at `/graphql/` with `GraphQLView` [source]")
    assert "The schema file `schema.graphql` offers 14 queries [source](cite:schema.graphql#type:Query) [source]" in text
    assert "and 1 mutation [source]" in text


def test_descriptions_of_an_interface_are_told() -> None:
    service = SchemaRoot("service", "Orders", 2, at("orders.proto", 4, 9))
    operations = SchemaRoot("operations", "Shop", 1, at("openapi.yaml", 8))
    schemas = SchemaRoot("schemas", "schemas", 3, at("openapi.yaml", 40))
    unsure = Unknown("api schema", "bank.yaml", "the code registers other routes", at("bank.yaml", 1))
    described = (
        ApiSchema("openapi", at("openapi.yaml", 1), (operations, schemas), describes=True),
        ApiSchema("protobuf", at("orders.proto", 4), (service,)),
    )
    rpc = route("/shop.Orders/Get", "Orders.Get", method="RPC", framework="gRPC", source="schema:protobuf")
    text = with_endpoints(route("/a", "a"), rpc, schemas=described, unknowns=(unsure,))
    assert (
        "The OpenAPI description `openapi.yaml` declares 1 operation [source](cite:openapi.yaml#operations:Shop) and 3 schemas "
        "[source](cite:openapi.yaml#schemas:schemas); its routes are among those below." in text
    )
    assert (
        "The Protocol Buffers file `orders.proto` declares 2 calls of `Orders` [source](cite:orders.proto#service:Orders)."
        in text
    )
    assert "Nothing is taken from `bank.yaml`: the code registers other routes [source]" in text
    assert "One of them stands in schema files, not in code." in text
    assert "Schema files describe 1 endpoint with gRPC: 1 RPC." in with_endpoints(rpc)
    assert "declares 2 calls of `Orders`" in with_endpoints(schemas=described)


def test_examples_are_of_the_applications_own() -> None:
    usual = route("/health/", "health")
    debug = route("/orders/debug/", "debug", condition="settings.DEBUG")
    package = route("/login/", "LoginView", symbol="")
    unknown = route("…/orders/", "orders", prefix_known=False)
    orders = route("/orders/", "orders")
    order = route("/orders/<id>/", "order")
    assert example_endpoints((usual, debug, package, unknown, order, orders)) == (orders,)
    signing = [route(path, "login", place=at("auth/views.py", 1)) for path in ("/auth/login", "/auth/logout", "/auth/me")]
    assert example_endpoints((*signing, orders)) == (orders,)
    assert example_endpoints((usual, debug)) == (usual,)
    assert example_endpoints((debug, unknown)) == ()
    graphql = route("/graphql/", "GraphQLView", serves="graphql")
    assert example_endpoints((orders, graphql), 2) == (graphql, orders)


SERVICES = (
    ExternalService(
        "Mailpit", "mail", at(".devcontainer/docker-compose.yml", 9), "compose service mailpit (mailpit)", "manifest:compose"
    ),
    ExternalService("Adminer", "administration", at("compose.yml", 9), "compose service adminer (adminer)", "manifest:compose"),
    ExternalService("Sentry", "monitoring", at("pyproject.toml", 4), "dependency sentry-sdk", "manifest"),
    ExternalService("Redis", "cache", at("shop/cache.py", 4), "call redis.Redis", "syntax"),
    ExternalService("PostgreSQL", "database", at("compose.yml", 3), "compose service db (postgres:17)", "manifest:compose"),
)


def test_systems_by_importance_and_those_of_developers_last() -> None:
    names = [found[0].name for found in systems_in_order(SERVICES)]
    assert names == ["PostgreSQL", "Redis", "Sentry", "Adminer", "Mailpit"]
    assert [service.name for service in SERVICES if is_development(service)] == ["Mailpit"]
    assert [service.name for service in SERVICES if is_declared_only(service)] == ["Sentry"]


def test_a_host_cites_the_request_and_where_the_address_is_written() -> None:
    call, address = at("shop/google.py", 20), at("shop/google.py", 4)
    service = ExternalService("www.maps.example", "http", call, "host www.maps.example", "syntax", address)
    text = section(replace(FactSheet(Project("shop")), services=(service,)), "external-dependencies")
    assert "[source](cite:shop/google.py#service:www.maps.example) [source](cite:shop/google.py#address:www.maps.example)" in text


def test_what_shows_a_system_is_said() -> None:
    text = section(replace(FactSheet(Project("shop")), services=SERVICES), "external-dependencies")
    assert "| Sentry | monitoring | a client library is declared: `sentry-sdk` |" in text
    assert "compose service mailpit (mailpit), development container only |" in text
    assert "code calls `redis.Redis`" in text
    assert "shows what the program can talk to, not that it does" in text


def package(name: str, spec: str = "", *, group: str = "runtime", line: int = 1, **changes: object) -> Dependency:
    return replace(Dependency(name, spec, at("package.json", line), group, "npm"), **changes)  # type: ignore[arg-type]


def test_a_locked_version_cites_the_lock_file() -> None:
    packages = (
        package("express", "^4.0.0", resolved="4.2.0", locked_at=at("package-lock.json", 7, 8), line=2),
        package("left-pad", "^1.0.0", resolved="1.3.0", line=3),
        package("cors", "2.8.5", resolved="2.8.5", locked_at=at("package-lock.json", 9, 10), line=4),
        package("dayjs", "1.0", line=5),
        package("own", "file:../own", line=6),
    )
    text = section(replace(FactSheet(Project("shop")), dependencies=packages), "external-dependencies")
    assert (
        "| `express` | web framework | `^4.0.0` | [source](cite:package.json#dependency:express) "
        "| `4.2.0` [source](cite:package-lock.json#locked:express) |" in text
    )
    assert "| `left-pad` | – | `^1.0.0` | [source](cite:package.json#dependency:left-pad) | – |" in text
    assert "[source](cite:package.json#dependency:cors) | `2.8.5` [source](cite:package-lock.json#locked:cors) |" in text
    assert "[source](cite:package.json#dependency:dayjs) | not locked |" in text
    assert "[source](cite:package.json#dependency:own) | – |" in text
    assert "| Package | For | Version asked for | Declared in | Locked to |" in text


def test_many_packages_are_grouped_with_the_principal_ones_named() -> None:
    unknown = [package(f"thing-{number}", line=number + 10) for number in range(40)]
    packages = (*unknown, package("stripe", "^9"), package("zod", line=2), package("express", line=3), package("dayjs", line=4))
    text = section(replace(FactSheet(Project("shop")), dependencies=packages), "external-dependencies")
    rows = [line.split(" | ")[0] for line in text.split("\n") if line.startswith("| ") and "---" not in line]
    assert rows == ["| For", "| web framework", "| payments", "| validation", "| dates and times", "| purpose not known"]
    assert "| payments | `stripe` `^9` |" in text and "Declared in (the first two)" in text


def test_packages_of_other_groups_have_a_row_a_group() -> None:
    packages = (package("express"), package("jest", group="dev", line=5), package("eslint", group="dev", line=4))
    text = section(replace(FactSheet(Project("shop")), dependencies=packages), "external-dependencies")
    assert "| `package.json` | dev | Tests: `jest`; code style: `eslint` |" in text


def test_models_show_types_and_where_a_schema_stands() -> None:
    user = Model(
        "User", at("user.js", 30), "document", "Mongoose", fields=(Field("name", "String"), Field("team", "ObjectId")),
        relations=(Relation("team", "ref", "Team"),), symbol="user.js", shape=at("user.js", 3, 20),
    )  # fmt: skip
    team = Model("Team", at("team.js", 9), "document", "Mongoose", symbol="team.js")
    text = section(replace(FactSheet(Project("shop")), models=(team, user)), "data-models")
    assert (
        "| `User` | `name: String` | `team` → `Team`, many to one | [source](cite:user.js#User) [source](cite:user.js#schema:User) |"
        in text
    )


def test_more_models_than_a_table_holds_are_named_by_folder() -> None:
    models = tuple(
        Model(f"M{number:02}", at(f"app{number % 2}/models.py", number + 1), "table", "Django") for number in range(30)
    )
    text = section(replace(FactSheet(Project("shop")), models=models), "data-models")
    assert text.count("| `M") == 14
    assert "16 more models, by folder:\n\n- `app0`: `M14` [source](cite:app0/models.py#M14), `M16` [source]" in text
    assert "`M18`, `M20`, `M22` and 3 more\n" in text


def test_a_picture_keeps_the_relations_of_the_most_connected() -> None:
    single = []
    for number in range(11):
        ties = (Relation("b", "foreign key", f"B{number:02}"), Relation("more", "many to many", f"B{number:02}"))
        single.append(Model(f"A{number:02}", at("a.py", number + 1), "table", "Django", relations=ties))
    targets = [Model(f"B{number:02}", at("b.py", number + 1), "table", "Django") for number in range(11)]
    hub = Model(
        "Zebra", at("z.py"), "table", "Django", relations=tuple(Relation(f"r{n}", "foreign key", f"B{n:02}") for n in range(11))
    )
    text = write_artifact(replace(FactSheet(Project("zoo")), models=(*single, *targets, hub)))
    (picture,) = text.diagrams
    assert sum(edge.source == "Zebra" for edge in picture.edges) == 11


def test_labels_of_relations_are_whole() -> None:
    assert edge_label(["user"], "many to one") == "user (many to one)"
    assert edge_label(["billing", "shipping"], "many to one") == "billing, shipping (many to one)"
    assert edge_label(["long_name_one", "long_name_two"], "to one") == "long_name_one, long_name_two (to one)"
    assert edge_label(["one_name", "another_long_name"], "many to one") == "one_name and 1 more (many to one)"
    for fields in (["a" * 60], ["a" * 20, "b" * 20], ["a" * 60, "b"], ["reference_product_types"] * 3):
        label = edge_label(fields, "many to many")
        assert len(label) <= 38 and "many to many" in label


def test_what_the_program_works_with_by_default_stands_first() -> None:
    services = (
        ExternalService("PostgreSQL", "database", at("settings.py", 3), "DATABASES", "framework:django"),
        ExternalService("SQLite", "database", at("settings.py", 9), "file by default", "syntax"),
        ExternalService("SQLite", "database", at("dev.py", 2), "file if DEBUG", "syntax"),
    )
    text = section(replace(FactSheet(Project("shop")), services=services), "external-dependencies")
    rows = [line.split(" | ")[:3] for line in text.split("\n") if line.startswith(("| SQLite", "| PostgreSQL"))]
    assert rows == [
        ["| SQLite", "database", "a file, by default; a file, if `DEBUG`"],
        ["| PostgreSQL", "database", "set in `DATABASES`"],
    ]


def test_what_is_required_of_who_asks_is_told_and_never_assumed() -> None:
    shop = sheets.shop()
    first, second, *rest = shop.endpoints
    place = first.registered or first.place
    assert "not found stated in the code; that does not mean that it is open" in section(shop, "api-endpoints")
    guarded = replace(first, auth="IsAuthenticated", auth_at=place)
    free = replace(second, auth_at=place)
    text = section(replace(shop, endpoints=(guarded, free, *rest)), "api-endpoints")
    assert "For 1 endpoint the code states what is required of who asks, most often `IsAuthenticated`" in text
    assert "for 1 endpoint it states that nothing is" in text and "it is not known" in text
    assert "| Requires |" in text and "not stated" in text


def test_each_middleware_that_is_required_is_cited_where_it_is_put_before_the_route() -> None:
    shop = sheets.shop()
    passes = (
        Passed("users.AuthMiddleware(true)", sheets.at("main.go", 13), is_guard=True),
        Passed("logs", sheets.at("main.go", 14), "main.go#logs"),
        Passed("isAdmin", sheets.at("admin.go", 4), is_guard=True),
    )
    first = replace(shop.endpoints[0], auth="users.AuthMiddleware(true), isAdmin", auth_at=passes[0].place, passes=passes)
    text = section(replace(shop, endpoints=(first,)), "api-endpoints")
    row = next(line for line in text.split("\n") if line.startswith("| GET"))
    assert "`users.AuthMiddleware(true), isAdmin` [source](cite:main.go#" in row and "(cite:admin.go#requirement:isAdmin)" in row


def test_inherited_fields_are_told_behind_own_ones() -> None:
    shop = sheets.shop()
    model = shop.models[0]
    taken = Field("created", "DateTimeField", inherited_from="Stamped", place=model.place)
    text = section(replace(shop, models=(replace(model, fields=(*model.fields, taken)), *shop.models[1:])), "data-models")
    assert "; inherited from `Stamped`: `created` [source](cite:shop/accounts/models.py#inherited:Stamped)" in text
    assert "`created: DateTimeField`" not in text
    base = replace(model, name="Stamped", symbol="")
    own = section(replace(shop, models=(replace(model, fields=(taken,)), base)), "data-models")
    assert "inherited from `Stamped`: `created` [source](cite:shop/accounts/models.py#Stamped)" in own


def test_words_in_front_of_a_handler_are_cited_where_they_stand() -> None:
    shop = sheets.shop()
    documented = replace(shop.endpoints[0], docstring="@Summary Makes one.", documented=at("main.go", 7))
    text = section(replace(shop, endpoints=(documented,)), "api-endpoints")
    assert "| Makes one. [source](cite:main.go#words:" in text


def test_sides_of_relations_in_the_words_of_any_library() -> None:
    said = ("has many", "has one", "belongs to", "embedded list", "many to many", "foreign key", "to many")
    assert [cardinality(Relation("a", kind, "B")) for kind in said] == [
        "one to many", "one to one", "many to one", "one to many", "many to many", "many to one", "to many",
    ]  # fmt: skip


def test_what_other_packages_bring_is_no_technology_of_the_program() -> None:
    place = at("go.mod", 4)
    names = (("github.com/lib/pq", "direct"), ("github.com/go-sql-driver/mysql", "indirect"))
    found = tuple(Dependency(name, "v1.0.0", place, group, "go", "v1.0.0") for name, group in names)
    shop = replace(sheets.shop(), dependencies=found)
    stack = section(shop, "tech-stack")
    assert "`github.com/lib/pq`" in stack and "go-sql-driver" not in stack
    assert "1 for run time and 1 because others need them" in section(shop, "external-dependencies")
