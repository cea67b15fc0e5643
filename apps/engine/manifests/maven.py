"""pom.xml: parent, dependencies (also of profiles), managed versions; properties are resolved inside the file."""

from __future__ import annotations

import re
from collections.abc import Mapping

from apps.engine.manifests.collected import Collector, Unreadable
from apps.engine.manifests.markup import Element, read_xml

_PROPERTY = re.compile(r"\$\{([\w.-]+)\}")


def matches(path: str) -> bool:
    name = path.rpartition("/")[2]
    return name == "pom.xml" or name.endswith(".pom")


def read(path: str, text: str, out: Collector) -> None:
    root = read_xml(text)
    if root.name != "project":
        raise Unreadable("it is no Maven project")
    parent = root.one("parent")
    properties = {element.name: element.text for element in root.one("properties").children}
    group = root.one("groupId").text or parent.one("groupId").text
    version = root.one("version").text or parent.one("version").text
    properties |= {
        "project.groupId": group,
        "project.version": version,
        "pom.groupId": group,
        "project.parent.version": parent.one("version").text,
        "project.parent.groupId": parent.one("groupId").text,
    }
    artifact = root.one("artifactId")
    shown = root.one("name").text
    out.project(
        shown if shown and "${" not in shown else artifact.text,
        path,
        (root.one("name") if shown else artifact).line or 1,
        description=root.one("description").text,
        version=_resolve(version, properties),
        license_name=root.one("licenses", "license", "name").text,
    )
    if parent.line:
        _add(parent, path, out, properties, "parent")
    scopes = [root, *root.all("profiles", "profile")]
    for scope in scopes:
        for dependency in scope.all("dependencies", "dependency"):
            _add(dependency, path, out, properties, dependency.one("scope").text or "compile")
        for dependency in scope.all("dependencyManagement", "dependencies", "dependency"):
            imported = dependency.one("scope").text == "import"
            _add(dependency, path, out, properties, "import" if imported else "managed")
    for module in root.all("modules", "module"):
        out.command("maven module", module.text, "", path, module.line)


def _add(element: Element, path: str, out: Collector, properties: Mapping[str, str], group: str) -> None:
    name = f"{_resolve(element.one('groupId').text, properties)}:{_resolve(element.one('artifactId').text, properties)}"
    spec = element.one("version").text
    resolved = _resolve(spec, properties)
    out.dependency(
        name.strip(":"),
        spec,
        path,
        element.one("artifactId").line or element.line,
        end_line=element.end_line,
        group=group,
        ecosystem="maven",
        source="pom.xml",
        resolved="" if "${" in resolved else resolved,
    )


def _resolve(text: str, properties: Mapping[str, str]) -> str:
    for _ in range(5):
        changed = _PROPERTY.sub(lambda found: properties.get(found[1], found[0]), text)
        if changed == text or len(changed) > 1_000:
            break
        text = changed
    return text
