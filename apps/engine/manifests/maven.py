"""pom.xml: parent, dependencies (also of profiles), managed versions.

Properties and managed versions are looked up in the file, then in its parents and the imported lists of versions ("bills of
materials") that are in the repository.  What another repository's parent manages stays open.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from dataclasses import dataclass

from apps.engine.manifests.collected import Collector, Unreadable
from apps.engine.manifests.markup import Element, read_xml

_PROPERTY = re.compile(r"\$\{([\w.-]+)\}")
_MOST_ABOVE = 10  # parents followed from one file
_NOT_INHERITED = re.compile(r"^(?:project|pom)\.")


@dataclass(frozen=True, slots=True)
class _Pom:
    """What one file says for those below it: `managed` are versions by ``group:artifact``."""

    properties: Mapping[str, str]
    managed: Mapping[str, str]


_NOTHING = _Pom({}, {})


def matches(path: str) -> bool:
    name = path.rpartition("/")[2]
    return name == "pom.xml" or name.endswith(".pom")


def read(path: str, text: str, out: Collector) -> None:
    root = read_xml(text)
    if root.name != "project":
        raise Unreadable("it is no Maven project")
    parent = root.one("parent")
    known = _known(path, root, out, 0)
    artifact = root.one("artifactId")
    shown = root.one("name").text
    out.project(
        shown if shown and "${" not in shown else artifact.text,
        path,
        (root.one("name") if shown else artifact).line or 1,
        description=root.one("description").text,
        version=_resolve(root.one("version").text or parent.one("version").text, known.properties),
        license_name=root.one("licenses", "license", "name").text,
    )
    if parent.line:
        _add(parent, path, out, known, "parent")
    scopes = [root, *root.all("profiles", "profile")]
    for scope in scopes:
        for dependency in scope.all("dependencies", "dependency"):
            _add(dependency, path, out, known, dependency.one("scope").text or "compile")
        for dependency in scope.all("dependencyManagement", "dependencies", "dependency"):
            imported = dependency.one("scope").text == "import"
            _add(dependency, path, out, known, "import" if imported else "managed")
    for module in root.all("modules", "module"):
        out.command("maven module", module.text, "", path, module.line)


def _add(element: Element, path: str, out: Collector, known: _Pom, group: str) -> None:
    name = _name(element, known.properties)
    spec = element.one("version").text
    resolved = _resolve(spec, known.properties) or known.managed.get(name, "")
    out.dependency(
        name,
        spec,
        path,
        element.one("artifactId").line or element.line,
        end_line=element.end_line,
        group=group,
        ecosystem="maven",
        source="pom.xml",
        resolved="" if "${" in resolved else resolved,
    )


def _name(element: Element, properties: Mapping[str, str]) -> str:
    parts = (_resolve(element.one(part).text, properties) for part in ("groupId", "artifactId"))
    return ":".join(parts).strip(":")


def _known(path: str, root: Element, out: Collector, depth: int) -> _Pom:
    """Properties and managed versions as they are known in a file: its own, then its parents'."""
    kept = out.worked_out.get(("pom.xml", path))
    if isinstance(kept, _Pom):
        return kept
    out.worked_out["pom.xml", path] = _NOTHING  # a file that is its own parent knows nothing more
    parent = root.one("parent")
    above = _parent(path, parent, out, depth) if parent.line else _NOTHING
    group = root.one("groupId").text or parent.one("groupId").text
    properties = {name: value for name, value in above.properties.items() if not _NOT_INHERITED.match(name)}
    properties |= {element.name: element.text for element in root.one("properties").children}
    version = root.one("version").text or parent.one("version").text
    properties |= {
        "project.groupId": group,
        "project.version": version,
        "project.artifactId": root.one("artifactId").text,
        "pom.groupId": group,
        "project.parent.version": parent.one("version").text,
        "project.parent.groupId": parent.one("groupId").text,
    }
    managed = dict(above.managed)
    for dependency in root.all("dependencyManagement", "dependencies", "dependency"):
        if dependency.one("scope").text == "import":
            listed = _named(dependency.one("artifactId").text, out, depth)
            managed = {**listed.managed, **managed}
            continue
        resolved = _resolve(dependency.one("version").text, properties)
        if resolved and "${" not in resolved:
            managed[_name(dependency, properties)] = resolved
    made = out.worked_out["pom.xml", path] = _Pom(properties, managed)
    return made


def _parent(path: str, parent: Element, out: Collector, depth: int) -> _Pom:
    """The parent, where it is the file that `relativePath` (the folder above, if nothing is said) leads to."""
    said = next((element.text for element in parent.children if element.name == "relativePath"), "../pom.xml")
    target = posixpath.normpath(posixpath.join(posixpath.dirname(path), said)) if said else ""
    for candidate in (target, posixpath.join(target, "pom.xml")):
        if candidate in out.texts and candidate != path:
            found = _read(candidate, parent.one("artifactId").text, out, depth)
            if found is not None:
                return found
    return _named(parent.one("artifactId").text, out, depth)


def _named(artifact: str, out: Collector, depth: int) -> _Pom:
    """The one file of the repository that makes this artifact."""
    paths = _by_artifact(out).get(artifact, ())
    found = _read(paths[0], artifact, out, depth) if len(paths) == 1 else None
    return found or _NOTHING


def _read(path: str, artifact: str, out: Collector, depth: int) -> _Pom | None:
    if depth >= _MOST_ABOVE:
        return None
    try:
        root = read_xml(out.texts[path])
    except Unreadable:
        return None
    return _known(path, root, out, depth + 1) if root.one("artifactId").text == artifact else None


_ARTIFACT = re.compile(r"<artifactId>\s*([^<\s]+)\s*</artifactId>")


def _by_artifact(out: Collector) -> Mapping[str, list[str]]:
    """Paths of the files in which an artifact is among the first two that are named: its own name, after its parent's."""
    kept = out.worked_out.get(("pom.xml", ""))
    if isinstance(kept, dict):
        return kept
    found: dict[str, list[str]] = {}
    for path in sorted(out.texts):
        if matches(path):
            text = out.texts[path][:20_000]
            head, tail = text.find("<parent>"), text.find("</parent>")
            own = text[:head] + text[tail:] if 0 <= head < tail else text
            named = _ARTIFACT.search(own)
            if named:
                found.setdefault(named[1], []).append(path)
    out.worked_out["pom.xml", ""] = found
    return found


def _resolve(text: str, properties: Mapping[str, str]) -> str:
    for _ in range(5):
        changed = _PROPERTY.sub(lambda found: properties.get(found[1], found[0]), text)
        if changed == text or len(changed) > 1_000:
            break
        text = changed
    return text
