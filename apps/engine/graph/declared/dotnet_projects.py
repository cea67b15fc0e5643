"""Projects of .NET and the namespaces that each of their files imports without saying so."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from apps.engine.graph.modules import ancestors, folder_of
from apps.engine.manifests.collected import Unreadable
from apps.engine.manifests.markup import Element, read_xml

PROJECTS = ""  # the name under which the folders of all projects stand
_SHARED = "Directory.Build.props"
_BASIC = (
    "System", "System.Collections.Generic", "System.IO", "System.Linq", "System.Net.Http", "System.Threading",
    "System.Threading.Tasks",
)  # fmt: skip
_WEB = (
    "System.Net.Http.Json", "Microsoft.AspNetCore.Builder", "Microsoft.AspNetCore.Hosting", "Microsoft.AspNetCore.Http",
    "Microsoft.AspNetCore.Routing", "Microsoft.Extensions.Configuration", "Microsoft.Extensions.DependencyInjection",
    "Microsoft.Extensions.Hosting", "Microsoft.Extensions.Logging",
)  # fmt: skip
_WORKER = _WEB[5:]


def project_usings(texts: Mapping[str, str]) -> dict[str, Sequence[str]]:
    """Namespace → folders of the projects that import it everywhere; under `PROJECTS` the folders of all projects."""
    found: dict[str, list[str]] = defaultdict(list)
    shared = {
        folder_of(path): root for path in sorted(texts) if path.rpartition("/")[2] == _SHARED if (root := _root(texts[path]))
    }
    for path in sorted(texts):
        root = _root(texts[path]) if path.endswith(".csproj") else None
        if root is None:
            continue
        folder = folder_of(path)
        above = [shared[item] for item in ancestors(folder) if item in shared]
        found[PROJECTS].append(folder)
        for name in _usings(root, above):
            found[name].append(folder)
    return {name: tuple(dict.fromkeys(folders)) for name, folders in sorted(found.items())}


def _root(text: str) -> Element | None:
    try:
        return read_xml(text)
    except Unreadable:
        return None


def _usings(root: Element, above: list[Element]) -> list[str]:
    said = next((value for element in (root, *above) if (value := _implicit(element))), "")
    sdk = root.attributes.get("Sdk", "")
    names: list[str] = []
    if said in ("enable", "true"):
        names += _BASIC
        names += (
            _WEB if sdk.startswith("Microsoft.NET.Sdk.Web") else _WORKER if sdk.startswith("Microsoft.NET.Sdk.Worker") else ()
        )
    for element in (*above, root):
        for item in element.all("ItemGroup", "Using"):
            if item.attributes.get("Include") and not item.attributes.get("Alias"):
                names.append(item.attributes["Include"])
            removed = item.attributes.get("Remove")
            if removed in names:
                names.remove(removed)
    return names


def _implicit(root: Element) -> str:
    return root.one("PropertyGroup", "ImplicitUsings").text.lower()
