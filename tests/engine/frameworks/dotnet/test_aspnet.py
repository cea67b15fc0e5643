"""Routes of ASP.NET Core: controllers by attributes and by pattern, minimal APIs with groups across methods, hubs."""

from __future__ import annotations

from tests.engine.frameworks.building import endpoint, facts_of, routes

USING = "using Microsoft.AspNetCore.Mvc;\nusing Microsoft.AspNetCore.Builder;\nusing Microsoft.AspNetCore.Routing;\n"
ORDERS = f"""{USING}
namespace Shop.Api;

[ApiController]
[Route("api/v{{version:apiVersion}}/[controller]")]
[Authorize(Roles = "staff")]
public class OrdersController : ControllerBase
{{
    private const string One = "{{id:int}}";

    /// <summary>All orders.</summary>
    [HttpGet]
    public IActionResult All() => Ok();

    [HttpGet(One), HttpHead(One)]
    [AllowAnonymous]
    public IActionResult Show(int id) => Ok();

    [HttpPost("[action]")]
    public Task<IActionResult> ShipAsync() => null;

    [AcceptVerbs("PUT", "PATCH", Route = "~/orders")]
    public IActionResult Change() => Ok();

    [Route("any")]
    public IActionResult Whatever() => Ok();

    [HttpDelete(Paths.Make())]
    public IActionResult Unknown() => Ok();

    [NonAction]
    public void Helper() {{ }}
    private void Hidden() {{ }}
    public static void Nothing() {{ }}
}}
"""
PAGES = f"""{USING}
namespace Shop.Web;
public abstract class BaseController : Controller {{ public IActionResult Ping() => Ok(); }}
public class HomeController : BaseController
{{
    public IActionResult Index() => View();
    [HttpPost] public IActionResult Save(int id) => View();
}}
[Area("Admin")]
public class UsersController : BaseController {{ public IActionResult Index() => View(); }}
public class NotAController {{ public void Index() {{ }} }}
public class PlainController {{ [HttpGet("plain")] public string Get() => ""; }}
"""
STARTUP = """
using Microsoft.AspNetCore.Builder;
namespace Shop.Web;
public class Startup
{
    public void Configure(IApplicationBuilder app)
    {
        app.UseEndpoints(endpoints =>
        {
            endpoints.MapAreaControllerRoute("admin", "Admin", "admin/{controller}/{action=Index}");
            endpoints.MapControllerRoute(name: "default", pattern: "{controller=Home}/{action=Index}/{id?}");
            endpoints.MapHealthChecks("/healthz");
        });
    }
}
"""


def test_attributes() -> None:
    found = facts_of({"Api/OrdersController.cs": ORDERS})
    above = "/api/v{version:apiVersion}/Orders"
    assert routes(found) == [
        ("ANY", f"{above}/any", "OrdersController.Whatever"),
        ("GET", above, "OrdersController.All"),
        ("GET", f"{above}/{{id:int}}", "OrdersController.Show"),
        ("HEAD", f"{above}/{{id:int}}", "OrdersController.Show"),
        ("PATCH", "/orders", "OrdersController.Change"),
        ("POST", f"{above}/Ship", "OrdersController.ShipAsync"),
        ("PUT", "/orders", "OrdersController.Change"),
    ]
    assert [item.what for item in found.unknowns] == ["OrdersController.Unknown"]
    every = endpoint(found, "GET", above)
    assert (every.auth, every.docstring, every.symbol) == (
        '[Authorize(Roles = "staff")]',
        "All orders.",
        "Api/OrdersController.cs#OrdersController.All",
    )
    assert (every.prefix, [place.line for place in every.mounts]) == (above, [8])
    one = endpoint(found, "GET", f"{above}/{{id:int}}")
    assert one.auth == "" and one.auth_at is not None and one.auth_at.line == 19
    assert found.frameworks == ("ASP.NET Core",)


def test_patterns_for_controllers_that_say_nothing() -> None:
    found = facts_of({"Web/Web.csproj": "<Project />", "Web/Pages.cs": PAGES, "Web/Startup.cs": STARTUP})
    assert routes(found) == [
        ("ANY", "/Home/Index", "HomeController.Index"),
        ("ANY", "/Home/Ping", "HomeController.Ping"),
        ("ANY", "/admin/Users/Index", "UsersController.Index"),
        ("ANY", "/admin/Users/Ping", "UsersController.Ping"),
        ("ANY", "/healthz", "health checks"),
        ("GET", "/plain", "PlainController.Get"),
        ("POST", "/Home/Save/{id?}", "HomeController.Save"),
    ]


def test_without_a_pattern_or_a_template_there_is_no_route() -> None:
    assert routes(facts_of({"Pages.cs": PAGES})) == [("GET", "/plain", "PlainController.Get")]


PROGRAM = f"""{USING}
using Shop.Api;
var builder = WebApplication.CreateBuilder(args);
var app = builder.Build();
var api = app.MapGroup("/api").RequireAuthorization("Staff");
api.MapOrders();
app.NewVersionedApi("x").MapOrders().AllowAnonymous();
app.MapGet("/", () => "up").RequireAuthorization();
app.MapMethods("/check", ["OPTIONS", HttpMethods.Head], Checks.Check);
app.MapHub<Chat>("/chat");
app.MapGroup(Environment.MachineName).MapGet("lost", () => 1);
client.MapGet("/client", () => 1);
"""
API = f"""{USING}
namespace Shop.Api;
public static class Orders
{{
    public static RouteGroupBuilder MapOrders(this IEndpointRouteBuilder routes)
    {{
        var group = routes.MapGroup("orders");
        group.MapGet("{{id}}", Show);
        group.MapDelete($"{{Prefix}}/{{{{id}}}}", handler: Remove);
        routes.Quick("/quick", Show);
        return group;
    }}
    const string Prefix = "old";
    public static void Quick(this IEndpointRouteBuilder routes, string pattern, Delegate handler) => routes.MapPost(pattern, handler);
    static string Show(int id) => "";
    [Authorize] static void Remove(int id) {{ }}
}}
public static class Checks {{ public static void Check() {{ }} }}
public static class Nobody {{ public static void MapNobody(IEndpointRouteBuilder routes) {{ routes.MapGet("x", () => 1); }} }}
[Authorize] public class Chat : Hub {{ }}
public class Module : ICarterModule {{ public void AddRoutes(IEndpointRouteBuilder app) {{ app.MapGet("/module", () => 1); }} }}
"""


def test_minimal_apis() -> None:
    found = facts_of({"Program.cs": PROGRAM, "Api.cs": "using Carter;" + API})
    assert routes(found) == [
        ("ANY", "/chat", "Chat"),
        ("DELETE", "/api/orders/old/{id}", "Orders.Remove"),
        ("DELETE", "/orders/old/{id}", "Orders.Remove"),
        ("GET", "/", "anonymous function"),
        ("GET", "/api/orders/{id}", "Orders.Show"),
        ("GET", "/module", "anonymous function"),
        ("GET", "/orders/{id}", "Orders.Show"),
        ("GET", "…/lost", "anonymous function"),
        ("GET", "…/x", "anonymous function"),
        ("HEAD", "/check", "Checks.Check"),
        ("OPTIONS", "/check", "Checks.Check"),
        ("POST", "/api/quick", "Orders.Show"),
        ("POST", "/quick", "Orders.Show"),
    ]
    below = endpoint(found, "GET", "/api/orders/{id}")
    assert (below.auth, below.prefix, below.symbol) == ('RequireAuthorization("Staff")', "/api/orders", "Api.cs#Orders.Show")
    assert [(place.path, place.line) for place in below.mounts] == [("Program.cs", 8), ("Api.cs", 10)]
    assert endpoint(found, "DELETE", "/api/orders/old/{id}").auth == "[Authorize]"
    opened = endpoint(found, "GET", "/orders/{id}")
    assert opened.auth == "" and opened.auth_at is not None
    assert endpoint(found, "GET", "/").auth == "RequireAuthorization()"
    assert not endpoint(found, "GET", "…/x").prefix_known


def test_attributes_of_a_function_without_a_name_are_requirements() -> None:
    program = f"""{USING}
var app = WebApplication.CreateBuilder(args).Build();
var group = app.MapGroup("/g").RequireAuthorization();
app.MapPost("/a",
    [Authorize(Roles = "admin")] async (Order order) => await Save(order));
group.MapGet("/b", [AllowAnonymous] () => {{ return 1; }});
app.MapGet("/c", [Tags("x")] () => 1);
"""
    found = facts_of({"Program.cs": program})
    first, second = endpoint(found, "POST", "/a"), endpoint(found, "GET", "/g/b")
    assert first.auth == '[Authorize(Roles = "admin")]'
    assert first.auth_at is not None and first.auth_at.line == 8
    assert second.auth == "" and second.auth_at is not None and second.auth_at.line == 9
    assert endpoint(found, "GET", "/c").auth_at is None


FAST = """
using FastEndpoints;
namespace Shop.Api;
public class Make : Endpoint<Asked, Given>
{
    public override void Configure() { Post("/things", $"/{Name}/things"); Roles("admin"); }
    const string Name = "old";
    public override async Task HandleAsync(Asked asked, CancellationToken token) { }
}
public class Both : EndpointWithoutRequest
{
    public override void Configure() { Verbs(Http.GET, Http.HEAD); Routes("both"); AllowAnonymous(); Group<Things>(); }
}
public class Other { public void Configure() { Get("/no"); } }
"""


def test_fast_endpoints() -> None:
    found = facts_of({"Fast.cs": FAST})
    assert routes(found) == [
        ("GET", "…/both", "Both"),
        ("HEAD", "…/both", "Both"),
        ("POST", "/old/things", "Make.HandleAsync"),
        ("POST", "/things", "Make.HandleAsync"),
    ]
    assert endpoint(found, "POST", "/things").auth == "Roles(admin)"
    assert not endpoint(found, "GET", "…/both").prefix_known
    started = 'app.UseFastEndpoints(c => { c.Endpoints.RoutePrefix = "api"; });'
    assert endpoint(facts_of({"Fast.cs": FAST, "Program.cs": started}), "POST", "/api/things").prefix_known
    assert not facts_of({"Fast.cs": FAST.replace("using FastEndpoints;", "")}).endpoints
