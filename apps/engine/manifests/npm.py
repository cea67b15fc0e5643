"""package.json: dependencies of all groups, scripts, programs, workspaces."""

from __future__ import annotations

import posixpath

from apps.engine.facts import EntryPoint, Place
from apps.engine.manifests.collected import Collector, Unreadable
from apps.engine.manifests.nodes import Node, read_json
from apps.engine.manifests.workspaces import add_members

_GROUPS = {
    "dependencies": "runtime",
    "devDependencies": "dev",
    "peerDependencies": "peer",
    "optionalDependencies": "optional",
}
_ENDINGS = ("", ".js", ".cjs", ".mjs", ".ts", "/index.js", "/index.ts")


def matches(path: str) -> bool:
    return path.rpartition("/")[2] in ("package.json", "ecosystem.config.json")


def read(path: str, text: str, out: Collector) -> None:
    root = read_json(text)
    if root.kind != "map":
        raise Unreadable("it is no JSON object")
    if not path.endswith("package.json"):
        _pm2(root, path, out)
        return
    for key, value in root.keyed():
        if key.text == "name" and value.text:
            author_license = root.get("license")
            out.project(
                value.text,
                path,
                key.line,
                description=root.get("description").text,
                version=root.get("version").text,
                license_name=author_license.text or author_license.get("type").text,
            )
        elif key.text in _GROUPS and value.kind == "map":
            for name, spec in value.keyed():
                shown = spec.text if spec.kind == "text" else ""
                out.dependency(name.text, shown, path, name.line, group=_GROUPS[key.text], ecosystem="npm", source="package.json")
        elif key.text == "scripts" and value.kind == "map":
            for name, command in value.keyed():
                out.command("npm script", name.text, command.text, path, name.line)
    workspaces = root.get("workspaces")
    add_members(workspaces if workspaces.kind == "list" else workspaces.get("packages"), path, out)
    wanted = root.get("engines", "node")
    if wanted.text:
        out.command("runtime", "Node.js", wanted.text, path, wanted.line)
    _programs(root, path, out)


def _programs(root: Node, path: str, out: Collector) -> None:
    main = root.get("main")
    if main.kind == "text":
        _entry("main", main.text, "main of package.json", path, out)
    programs = root.get("bin")
    if programs.kind == "text":
        _entry("cli", programs.text, root.get("name").text, path, out)
        out.command("console script", root.get("name").text, programs.text, path, programs.line)
    for name, target in programs.keyed():
        _entry("cli", target.text, name.text, path, out)
        out.command("console script", name.text, target.text, path, name.line)


def _entry(kind: str, target: str, what: str, path: str, out: Collector) -> None:
    """An entry point is the code file, where it is in the repository (a built file is not)."""
    base = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
    for ending in _ENDINGS:
        if base + ending in out.texts:
            out.entry_points.append(EntryPoint(kind, what, Place(base + ending, 1, 1), "", "manifest:package.json"))
            return


def _pm2(root: Node, path: str, out: Collector) -> None:
    apps = root.get("apps")
    for app in apps.items or ([apps] if apps.kind == "map" else []):
        script = app.get("script")
        if script.text:
            name = app.get("name").text or script.text
            out.command("pm2", name, script.text, path, script.line)
            out.entry_points.append(
                EntryPoint("script", f"pm2 process {script.text}", Place(path, script.line, script.line), "", "manifest:pm2")
            )
