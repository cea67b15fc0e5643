"""Pages of ASP.NET Core that are routes by where they stand, and the endpoints that the framework itself has for accounts."""

from __future__ import annotations

from tests.engine.frameworks.building import endpoint, facts_of, routes

PROGRAM = """
    var builder = WebApplication.CreateBuilder(args);
    builder.Services.AddRazorPages(options => {
        options.Conventions.AuthorizeFolder("/Admin");
        options.Conventions.AddPageRoute("/Basket/Checkout", "pay/{id?}");
    });
    var app = builder.Build();
    app.MapRazorPages();
    var api = app.MapGroup("/api").MapGroup("v1");
    api.MapIdentityApi<User>();
"""
SOURCES = {
    "src/Web/Pages/Index.cshtml": "@page\n<p>Hello</p>\n",
    "src/Web/Pages/Shared/_Layout.cshtml": "<p>@pageTitle</p>\n@pages\n",
    "src/Web/Pages/Admin/Index.cshtml": "\ufeff@page\n@attribute [Authorize]\n",
    "src/Web/Pages/Basket/Checkout.cshtml": '@* comment *@\n@page "{id:int}"\n@model CheckoutModel\n',
    "src/Web/Pages/Basket/Checkout.cshtml.cs": """
        namespace Shop.Pages.Basket;

        public class Row {}

        [Authorize]
        public class CheckoutModel : PageModel
        {
            /// <summary>Shows it.</summary>
            public void OnGet() {}
            public async Task<IActionResult> OnPostAsync() { return Page(); }
            public IActionResult OnPostRemove(int id) { return Page(); }
            private void OnPut() {}
            public void OnPostal() {}
        }
    """,
    "src/Web/Areas/Identity/Pages/Account/Login.cshtml": '@page "/sign-in"\n',
    "src/Web/Areas/Identity/Pages/Account/Index.cshtml": "@page\n",
    "src/Web/Views/Home/Index.cshtml": "<p>@page</p>\n",
}


def test_pages() -> None:
    found = facts_of({**SOURCES, "src/Web/Program.cs": PROGRAM})
    pages = [item for item in routes(found) if not item[1].startswith("/api")]
    assert pages == [
        ("GET", "/", "Index"),
        ("GET", "/Admin", "Admin/Index"),
        ("GET", "/Basket/Checkout/{id:int}", "CheckoutModel.OnGet"),
        ("GET", "/Identity/Account", "Account/Index"),
        ("GET", "/pay/{id?}", "CheckoutModel.OnGet"),
        ("GET", "/sign-in", "Account/Login"),
        ("POST", "/Basket/Checkout/{id:int}", "CheckoutModel.OnPostAsync"),
        ("POST", "/Basket/Checkout/{id:int}", "CheckoutModel.OnPostRemove"),
        ("POST", "/pay/{id?}", "CheckoutModel.OnPostAsync"),
        ("POST", "/pay/{id?}", "CheckoutModel.OnPostRemove"),
    ]
    shown = endpoint(found, "GET", "/Basket/Checkout/{id:int}")
    assert (shown.docstring, shown.auth, shown.place.path) == (
        "Shows it.",
        "[Authorize]",
        "src/Web/Pages/Basket/Checkout.cshtml.cs",
    )
    assert shown.registered is not None and (shown.registered.path, shown.registered.line) == (
        "src/Web/Pages/Basket/Checkout.cshtml",
        2,
    )
    (removed,) = [item for item in found.endpoints if item.handler.endswith("Remove") and item.path.startswith("/Basket")]
    assert removed.condition == "handler=Remove"
    assert endpoint(found, "GET", "/Admin").auth == 'AuthorizeFolder("/Admin")'
    assert endpoint(found, "GET", "/").auth == ""


def test_pages_that_nothing_serves_are_no_routes() -> None:
    assert facts_of({**SOURCES, "src/Web/Program.cs": "class Program { static void Main() {} }"}).endpoints == ()


def test_endpoints_of_accounts() -> None:
    found = facts_of({"src/Web/Program.cs": PROGRAM})
    accounts = [(item.method, item.path) for item in found.endpoints if item.handler == "MapIdentityApi<User>"]
    assert len(accounts) == 10 and ("POST", "/api/v1/login") in accounts and ("GET", "/api/v1/manage/info") in accounts
    assert endpoint(found, "GET", "/api/v1/manage/info").auth == "MapIdentityApi"
    assert endpoint(found, "POST", "/api/v1/login").auth == ""
