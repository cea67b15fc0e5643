"""Routes of Java and Kotlin: what controllers take from above, JAX-RS, Micronaut, router functions, Ktor, Javalin, GraphQL."""

from __future__ import annotations

from tests.engine.frameworks.building import endpoint, facts_of, routes

SPRING_WEB = "import org.springframework.web.bind.annotation.*"


def test_an_interface_declares_the_routes_of_the_class_that_implements_it() -> None:
    found = facts_of(
        {
            "app/src/main/java/a/PetsApi.java": f"""
            package a;
            {SPRING_WEB};
            @RequestMapping("/pets")
            public interface PetsApi {{
              /** One pet. */
              @GetMapping("/{{id}}") Pet one(int id);
              @DeleteMapping("/{{id}}") default void gone(int id) {{}}
            }}
        """,
            "app/src/main/java/a/Pets.java": f"""
            package a;
            {SPRING_WEB};
            @RestController
            class Pets implements PetsApi {{
              @Override public Pet one(int id) {{ return null; }}
            }}
        """,
            "app/src/main/java/a/Web.java": f"""
            package a;
            {SPRING_WEB};
            @RestController @RequestMapping("/meta") @interface Web {{}}
            @Web class Meta {{ @PostMapping("/x") void x() {{}} }}
            abstract class Base {{ @GetMapping("/shared") void shared() {{}} }}
            @RestController @RequestMapping("/own") class Own extends Base {{}}
        """,
            "app/src/main/resources/application.yml": "server:\n  port: 80\n  servlet:\n    context-path: /api\n",
            "other/src/main/java/b/Other.java": f"""
            package b;
            {SPRING_WEB};
            @RestController class Other {{ @GetMapping("/other") void it() {{}} }}
        """,
            "other/src/main/resources/application.properties": "server.servlet.context-path=${WHERE}\n",
        }
    )
    assert routes(found) == [
        ("DELETE", "/api/pets/{id}", "Pets.gone"),
        ("GET", "/api/own/shared", "Own.shared"),
        ("GET", "/api/pets/{id}", "Pets.one"),
        ("GET", "…/other", "Other.it"),
        ("POST", "/api/meta/x", "Meta.x"),
    ]
    one = endpoint(found, "GET", "/api/pets/{id}")
    assert (one.symbol, one.docstring, one.prefix) == ("app/src/main/java/a/Pets.java#Pets.one", "One pet.", "/api/pets")
    assert [place.path.rpartition("/")[2] for place in one.mounts] == ["application.yml", "PetsApi.java"]


def test_resources_of_jax_rs() -> None:
    found = facts_of(
        {
            "src/main/java/a/Owners.java": """
            package a;
            import jakarta.ws.rs.*;
            @ApplicationPath("/v1") class App extends Application {}
            @Path("owners") @RolesAllowed("staff")
            class Owners {
              @GET List<Owner> all() { return null; }
              @GET @Path("{id: [0-9]+}") @PermitAll Owner one(@PathParam("id") int id) { return null; }
              @Path("{id}/pets") Pets pets() { return new Pets(); }
              @Path("late") Object late() { return null; }
              @SEARCH @Path("find") void find() {}
            }
            class Pets { @POST void add(@Auth User user) {} }
            @HttpMethod("SEARCH") @interface SEARCH {}
            @Path("/remote") @RegisterRestClient interface Remote { @GET String it(); }
        """
        }
    )
    assert routes(found) == [
        ("GET", "/v1/owners", "Owners.all"),
        ("GET", "/v1/owners/{id: [0-9]+}", "Owners.one"),
        ("POST", "/v1/owners/{id}/pets", "Pets.add"),
        ("SEARCH", "/v1/owners/find", "Owners.find"),
    ]
    assert endpoint(found, "GET", "/v1/owners").auth == "@RolesAllowed"
    one = endpoint(found, "GET", "/v1/owners/{id: [0-9]+}")
    assert one.auth == "" and one.auth_at is not None
    assert endpoint(found, "POST", "/v1/owners/{id}/pets").auth == "@Auth"
    assert [item.what for item in found.unknowns if item.kind == "endpoint"] == ["Owners.late"]


def test_micronaut() -> None:
    found = facts_of(
        {
            "src/main/kotlin/Owners.kt": """
            package a
            import io.micronaut.http.annotation.*
            @Controller("/owners")
            class Owners {
                @Get("/{id}") fun one(id: Int): String = ""
                @Post(uris = ["/", "/new"]) fun add() {}
            }
        """
        }
    )
    assert routes(found) == [
        ("GET", "/owners/{id}", "Owners.one"),
        ("POST", "/owners", "Owners.add"),
        ("POST", "/owners/new", "Owners.add"),
    ]


def test_router_functions() -> None:
    found = facts_of(
        {
            "src/main/java/a/Routes.java": """
            package a;
            import static org.springframework.web.reactive.function.server.RequestPredicates.*;
            import org.springframework.web.reactive.function.server.RouterFunctions;
            class Routes {
              RouterFunction all(Handler handler) {
                return RouterFunctions.route(GET("/plain"), handler::list);
              }
              RouterFunction built(Handler handler) {
                return RouterFunctions.route()
                    .GET("/built", handler::list)
                    .path("/deep", inner -> inner
                        .POST("/add", handler::list))
                    .build();
              }
            }
            class Handler { void list() {} }
        """,
            "src/main/kotlin/b/Routes.kt": """
            package b
            import org.springframework.web.reactive.function.server.coRouter
            class Routes(val handler: Pets) {
                fun all() = coRouter {
                    "/api".nest {
                        GET("/pets", handler::list)
                        DELETE("/pets/{id}") { gone() }
                    }
                }
            }
            class Pets { fun list() {} }
        """,
        }
    )
    assert routes(found) == [
        ("DELETE", "/api/pets/{id}", "Routes.all"),
        ("GET", "/api/pets", "Pets.list"),
        ("GET", "/built", "Handler.list"),
        ("GET", "/plain", "Handler.list"),
        ("POST", "/deep/add", "Handler.list"),
    ]


def test_blocks_of_ktor() -> None:
    found = facts_of(
        {
            "src/main/kotlin/Main.kt": """
            package a
            import io.ktor.server.application.*
            import io.ktor.server.routing.*

            fun Application.module() {
                routing {
                    get("/") { call.respond("") }
                    authenticate("jwt") {
                        route("/api") {
                            pets()
                            post { call.respond("") }
                        }
                    }
                    route("/by", HttpMethod.Put) { handle { call.respond("") } }
                    get<Owners.One> { call.respond("") }
                    get("/${late()}") { call.respond("") }
                }
            }
            @Resource("/owners")
            class Owners { @Resource("{id}") class One }
        """,
            "src/main/kotlin/Pets.kt": """
            package a
            import io.ktor.server.routing.*

            fun Route.pets() {
                route("/pets") {
                    get("{id}") { client.get("http://elsewhere") }
                }
            }
            fun Route.lost() { get("/lost") { call.respond("") } }
        """,
        }
    )
    assert [(item.method, item.path, item.auth) for item in found.endpoints] == [
        ("GET", "/", ""),
        ("POST", "/api", "authenticate('jwt')"),
        ("GET", "/api/pets/{id}", "authenticate('jwt')"),
        ("PUT", "/by", ""),
        ("GET", "/owners/{id}", ""),
        ("GET", "…/lost", ""),
    ]
    assert {item.kind for item in found.unknowns} == {"endpoint", "endpoint prefix"}


def test_javalin() -> None:
    found = facts_of(
        {
            "src/main/java/a/Main.java": """
            package a;
            import static io.javalin.apibuilder.ApiBuilder.*;
            import io.javalin.Javalin;
            class Main {
              static void main(String[] args) {
                Javalin app = Javalin.create();
                app.get("/ping", ctx -> ctx.result("pong"));
                app.routes(() -> {
                  path("pets", () -> {
                    get(Main::list);
                    post("new", Main::list);
                  });
                });
              }
              static void list() {}
            }
        """
        }
    )
    assert routes(found) == [("GET", "/pets", "Main.list"), ("GET", "/ping", "Main.main"), ("POST", "/pets/new", "Main.list")]


def test_operations_of_graphql_and_repositories_that_are_routes() -> None:
    found = facts_of(
        {
            "src/main/java/a/Pets.java": """
            package a;
            import org.springframework.graphql.data.method.annotation.*;
            import org.springframework.data.rest.core.annotation.RepositoryRestResource;
            @Controller
            class Pets {
              @QueryMapping List<Pet> pets() { return null; }
              @MutationMapping("addPet") Pet add() { return null; }
              @SchemaMapping(typeName = "Query", field = "pet") Pet one() { return null; }
              @SchemaMapping Owner owner(Pet pet) { return null; }
            }
            @RepositoryRestResource interface Owners extends Repository<Owner, Long> {}
        """
        }
    )
    assert routes(found) == [("MUTATION", "addPet", "Pets.add"), ("QUERY", "pet", "Pets.one"), ("QUERY", "pets", "Pets.pets")]
    assert [item.what for item in found.unknowns] == ["Owners"]
