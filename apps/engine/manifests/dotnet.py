"""Project files of .NET: PackageReference, central versions, packages.config, tools.

Properties are looked up in the file and in the Directory.*.props at or above it, as MSBuild does.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping

from apps.engine.manifests.collected import Collector, Unreadable
from apps.engine.manifests.markup import Element, read_xml
from apps.engine.manifests.nodes import read_json

_PROJECTS = (".csproj", ".fsproj", ".vbproj")
CENTRAL = "Directory.Packages.props"
_SHARED = ("Directory.Build.props", CENTRAL)
_PROPERTY = re.compile(r"\$\(([\w.-]+)\)")


def matches(path: str) -> bool:
    name = path.rpartition("/")[2]
    return name.endswith(_PROJECTS) or name in (*_SHARED, "packages.config", "dotnet-tools.json")


def read(path: str, text: str, out: Collector) -> None:
    name = path.rpartition("/")[2]
    if name == "dotnet-tools.json":
        for tool, value in read_json(text).get("tools").keyed():
            version = value.get("version").text
            out.dependency(
                tool.text, version, path, tool.line, group="tool", ecosystem="nuget", source="dotnet", resolved=version
            )
        return
    root = read_xml(text)
    if name == "packages.config":
        for package in root.all("package"):
            version = package.attributes.get("version", "")
            group = "dev" if package.attributes.get("developmentDependency") == "true" else "runtime"
            _add(package.attributes.get("id", ""), version, package, path, out, version, group)
        return
    folder = posixpath.dirname(path)
    properties = {**shared_properties(folder, out), **_properties(root)}
    central = central_versions(folder, out)
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
            resolved = _resolve(spec or central.get(included.lower(), ""), properties)
            private = (element.attributes.get("PrivateAssets") or element.one("PrivateAssets").text).lower() == "all"
            _add(included, spec, element, path, out, resolved, "dev" if private else "runtime")


def _add(name: str, spec: str, element: Element, path: str, out: Collector, resolved: str, group: str) -> None:
    out.dependency(
        name,
        spec,
        path,
        element.line,
        end_line=element.end_line,
        group=group,
        ecosystem="nuget",
        source="dotnet",
        resolved="" if any(char in resolved for char in "*[](,$") else resolved,
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
    if "TargetFramework" in values and "$" not in text("TargetFramework"):
        out.command("runtime", ".NET", text("TargetFramework"), path, values["TargetFramework"].line)


def _properties(root: Element) -> dict[str, str]:
    """Properties that are set without a condition."""
    found: dict[str, str] = {}
    for group in root.all("PropertyGroup"):
        if "Condition" not in group.attributes:
            found |= {item.name: item.text for item in group.children if "Condition" not in item.attributes}
    return found


def _resolve(text: str, properties: Mapping[str, str]) -> str:
    for _ in range(5):
        changed = _PROPERTY.sub(lambda found: properties.get(found[1], found[0]), text)
        if changed == text or len(changed) > 1_000:
            break
        text = changed
    return text


def _nearest(folder: str, name: str, out: Collector) -> str:
    """The path of the nearest file of that name at or above a folder, "" if there is none."""
    while True:
        path = posixpath.join(folder, name)
        if path in out.texts:
            return path
        if not folder:
            return ""
        folder = posixpath.dirname(folder)


def _root_of(path: str, out: Collector) -> Element:
    kept = out.worked_out.get(("dotnet", path))
    if isinstance(kept, Element):
        return kept
    try:
        root = read_xml(out.texts[path])
    except Unreadable:
        root = Element("Project", 0)
    out.worked_out["dotnet", path] = root
    return root


def shared_properties(folder: str, out: Collector) -> dict[str, str]:
    """Properties of the nearest Directory.Build.props and Directory.Packages.props."""
    found: dict[str, str] = {}
    for name in _SHARED:
        path = _nearest(folder, name, out)
        if path:
            found |= _properties(_root_of(path, out))
    return found


def central_versions(folder: str, out: Collector) -> dict[str, str]:
    """Versions by lower-case package of the nearest Directory.Packages.props, properties put in."""
    path = _nearest(folder, CENTRAL, out)
    if not path:
        return {}
    properties = shared_properties(posixpath.dirname(path), out)
    found: dict[str, str] = {}
    for element in _root_of(path, out).walk():
        if element.name == "PackageVersion":
            name = element.attributes.get("Include", "").lower()
            version = _resolve(element.attributes.get("Version") or element.one("Version").text, properties)
            # Two versions, each for a condition of its own: which one holds is not known.
            found[name] = version if found.get(name, version) == version else ""
    return found
