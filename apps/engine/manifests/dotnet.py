"""Project files of .NET: PackageReference, central versions, packages.config."""

from __future__ import annotations

import posixpath

from apps.engine.manifests.collected import Collector, Unreadable
from apps.engine.manifests.markup import Element, read_xml

_PROJECTS = (".csproj", ".fsproj", ".vbproj")
CENTRAL = "Directory.Packages.props"


def matches(path: str) -> bool:
    name = path.rpartition("/")[2]
    return name.endswith(_PROJECTS) or name in (CENTRAL, "Directory.Build.props", "packages.config")


def read(path: str, text: str, out: Collector) -> None:
    root = read_xml(text)
    name = path.rpartition("/")[2]
    if name == "packages.config":
        for package in root.all("package"):
            version = package.attributes.get("version", "")
            _add(package.attributes.get("id", ""), version, package, path, out, version)
        return
    central = central_versions(posixpath.dirname(path), out)
    if name.endswith(_PROJECTS):
        _project(root, path, out)
    for element in root.walk():
        if element.name in ("PackageReference", "GlobalPackageReference"):
            included = element.attributes.get("Include", "")
            if not included:
                continue
            version = element.attributes.get("Version") or element.one("Version").text
            override = element.attributes.get("VersionOverride") or element.one("VersionOverride").text
            spec = version or override
            _add(included, spec, element, path, out, spec or central.get(included.lower(), ""))


def _add(name: str, spec: str, element: Element, path: str, out: Collector, resolved: str) -> None:
    out.dependency(
        name,
        spec,
        path,
        element.line,
        end_line=element.end_line,
        group="runtime",
        ecosystem="nuget",
        source="dotnet",
        resolved="" if any(char in resolved for char in "*[]($") else resolved,
    )


def _project(root: Element, path: str, out: Collector) -> None:
    values: dict[str, Element] = {}
    for group in root.all("PropertyGroup"):
        for element in group.children:
            values.setdefault(element.name, element)
    named = values.get("PackageId") or values.get("AssemblyName")
    name = named.text if named and "$" not in named.text else path.rpartition("/")[2].rpartition(".")[0]

    def text(key: str) -> str:
        return values[key].text if key in values else ""

    out.project(
        name,
        path,
        named.line if named else 1,
        description=text("Description"),
        version=text("Version"),
        license_name=text("PackageLicenseExpression"),
    )


def central_versions(folder: str, out: Collector) -> dict[str, str]:
    """Versions by lower-case package of the nearest Directory.Packages.props."""
    while True:
        path = posixpath.join(folder, CENTRAL) if folder else CENTRAL
        if path in out.texts:
            try:
                root = read_xml(out.texts[path])
            except Unreadable:
                return {}
            return {
                element.attributes.get("Include", "").lower(): element.attributes.get("Version", "")
                for element in root.walk()
                if element.name == "PackageVersion"
            }
        if not folder:
            return {}
        folder = posixpath.dirname(folder)
