"""Routes of Spring's controllers."""

from __future__ import annotations

from tests.engine.frameworks.building import endpoint, facts_of, routes

CONTROLLER = """
    package org.acme.web;

    import org.springframework.web.bind.annotation.*;
    import org.springframework.security.access.prepost.PreAuthorize;

    @RestController
    @RequestMapping(Paths.BASE + "/orders")
    class OrderController {
        private static final String ONE = "/{id}";

        @GetMapping
        List<Order> all() { return null; }

        /** One order. */
        @PreAuthorize("hasRole('ADMIN')")
        @GetMapping(path = {ONE, "/by-id/{id}"}, produces = "application/json")
        Order one(@PathVariable int id) { return null; }

        @RequestMapping(value = "/search", method = {RequestMethod.GET, RequestMethod.POST})
        List<Order> search() { return null; }

        @RequestMapping("/any")
        void any() {}

        @DeleteMapping(dynamic() + "/x")
        void unknown() {}

        void helper() {}
    }
"""
PATHS = """
    package org.acme.web;
    interface Paths { String BASE = "/api"; }
"""
CLIENT = """
    package org.acme.remote;
    import org.springframework.cloud.openfeign.FeignClient;
    import org.springframework.web.bind.annotation.GetMapping;

    @FeignClient("stock")
    interface StockClient { @GetMapping("/stock") String stock(); }
"""


def test_routes_below_their_class_with_constants_and_lists() -> None:
    found = facts_of({"src/OrderController.java": CONTROLLER, "src/Paths.java": PATHS, "src/StockClient.java": CLIENT})
    assert routes(found) == [
        ("ANY", "/api/orders/any", "OrderController.any"),
        ("GET", "/api/orders", "OrderController.all"),
        ("GET", "/api/orders/by-id/{id}", "OrderController.one"),
        ("GET", "/api/orders/search", "OrderController.search"),
        ("GET", "/api/orders/{id}", "OrderController.one"),
        ("POST", "/api/orders/search", "OrderController.search"),
    ]
    assert [unknown.what for unknown in found.unknowns] == ["OrderController.unknown"]
    one = endpoint(found, "GET", "/api/orders/{id}")
    assert (one.place.line, one.symbol, one.docstring, one.auth) == (
        17,
        "src/OrderController.java#OrderController.one",
        "One order.",
        "@PreAuthorize",
    )
    assert found.frameworks == ("Spring",)


def test_a_prefix_that_is_made_at_run_time_is_said_to_be_unknown() -> None:
    source = CONTROLLER.replace('Paths.BASE + "/orders"', "Config.load()")
    found = facts_of({"src/OrderController.java": source})
    one = endpoint(found, "GET", "…/{id}")
    assert not one.prefix_known


def test_routes_of_one_path_say_what_they_ask_for() -> None:
    found = facts_of(
        {
            "src/Forms.java": """
                import org.springframework.web.bind.annotation.*;

                @RestController
                class Forms {
                    static final String JSON = "application/json";

                    @PostMapping(value = "/forms", params = {"save", "!draft"})
                    void save() {}

                    @PostMapping(value = "/forms", consumes = {JSON, MediaType.TEXT_XML}, headers = "X-Api=2")
                    void take() {}

                    @PostMapping("/forms")
                    void plain() {}

                    @GetMapping(value = "/only", produces = JSON)
                    void only() {}
                }
            """,
            "src/Texts.java": """
                import jakarta.ws.rs.*;

                @Path("/texts")
                public class Texts {
                    @GET @Produces("text/plain") public String plain() { return ""; }
                    @GET @Produces({"application/json", "text/json"}) public String json() { return ""; }
                }
            """,
        }
    )
    assert sorted((item.handler, item.condition) for item in found.endpoints) == [
        ("Forms.only", ""),
        ("Forms.plain", ""),
        ("Forms.save", "params save and !draft"),
        ("Forms.take", "headers X-Api=2, consumes application/json or TEXT_XML"),
        ("Texts.json", "produces application/json or text/json"),
        ("Texts.plain", "produces text/plain"),
    ]
    (saved,) = [item for item in found.endpoints if item.handler == "Forms.save"]
    assert saved.condition_at == saved.registered
