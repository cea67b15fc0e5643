"""ASP.NET Core: controllers, minimal APIs, hubs, Razor Pages, FastEndpoints."""

from __future__ import annotations

from apps.engine.frameworks.code import Code
from apps.engine.frameworks.dotnet.aspnet.builders import Builders
from apps.engine.frameworks.dotnet.aspnet.controllers import Controllers
from apps.engine.frameworks.dotnet.aspnet.fast_endpoints import find_fast_endpoints
from apps.engine.frameworks.dotnet.aspnet.minimal import find_mapped
from apps.engine.frameworks.dotnet.aspnet.razor_pages import find_razor_pages
from apps.engine.frameworks.found import Found


def find(code: Code) -> Found:
    """Endpoints of the repository's own C# files."""
    found = Found()
    if not any(True for _ in code.own("C#")):
        return found
    builders = Builders(code)
    find_mapped(code, builders, found)
    Controllers(code, builders, found).find()
    find_razor_pages(code, found)
    find_fast_endpoints(code, found)
    return found
