"""Manifests that are plain lists: pubspec.yaml (Dart), mix.exs (Elixir), environment.yml (Conda), deno.json."""

from __future__ import annotations

import re

from apps.engine.manifests.collected import Collector
from apps.engine.manifests.nodes import Node, read_json, read_yaml
from apps.engine.manifests.requirement import read_requirement

_CONDA = re.compile(r"^(?:[\w.-]+::)?(?P<name>[A-Za-z0-9][\w.-]*)\s*(?P<spec>[=<>!~ ].*)?$")
_MIX = re.compile(r"""^\s*\{\s*:(?P<name>\w+)\s*,\s*(?:"(?P<spec>[^"]+)")?(?P<rest>[^}]*)\}?,?\s*$""")
_ONLY = re.compile(r"\bonly:\s*(?P<names>\[[^\]]*\]|:\w+)")
_PUB_GROUPS = {"dependencies": "runtime", "dev_dependencies": "dev"}
_SPECIFIER = re.compile(r"^(?P<source>npm|jsr):/?(?P<name>@?[^@\s]+)(?:@(?P<spec>[^/\s]+))?(?:/.*)?$")


def matches(path: str) -> bool:
    name = path.rpartition("/")[2]
    return name in ("pubspec.yaml", "mix.exs", "environment.yml", "environment.yaml", "deno.json", "deno.jsonc")


def read(path: str, text: str, out: Collector) -> None:
    name = path.rpartition("/")[2]
    if name == "pubspec.yaml":
        for root in read_yaml(text):
            _pub(root, path, out)
    elif name == "mix.exs":
        _mix(path, text, out)
    elif name.startswith("deno"):
        _deno(read_json(text), path, out)
    else:
        for root in read_yaml(text):
            _conda(root, path, out)


def _pub(root: Node, path: str, out: Collector) -> None:
    name = root.get("name")
    out.project(name.text, path, name.line, description=root.get("description").text, version=root.get("version").text)
    for key, group in _PUB_GROUPS.items():
        for package, value in root.get(key).keyed():
            if value.get("sdk"):
                continue  # part of Flutter itself
            spec = value.text or value.get("version").text or value.get("git").text or value.get("git", "url").text
            spec = spec or value.get("path").text
            out.dependency(package.text, spec, path, package.line, group=group, ecosystem="pub", source="pubspec.yaml")


def _mix(path: str, text: str, out: Collector) -> None:
    inside = False
    for number, raw in enumerate(text.split("\n"), 1):
        line = re.sub(r"(?:^|\s)#.*$", "", raw[:1_000])
        if re.match(r"^\s*defp?\s+deps\b", line):
            inside = True
        elif inside and re.match(r"^ {2}end\b", line):
            inside = False
        found = _MIX.match(line) if inside else None
        if found:
            only = _ONLY.search(found["rest"])
            group = ", ".join(re.findall(r":(\w+)", only["names"])) if only else "runtime"
            out.dependency(found["name"], found["spec"] or "", path, number, group=group, ecosystem="hex", source="mix.exs")


def _conda(root: Node, path: str, out: Collector) -> None:
    for item in root.get("dependencies").items:
        if item.kind == "text":
            found = _CONDA.match(item.text.strip())
            if found and found["name"] not in ("python", "pip"):
                spec = (found["spec"] or "").strip()
                out.dependency(found["name"], spec, path, item.line, group="runtime", ecosystem="conda", source="environment.yml")
        for inner in item.get("pip").items:
            wanted = None if inner.text.startswith("-") else read_requirement(inner.text)
            if wanted:
                out.dependency(
                    wanted.name, wanted.spec, path, inner.line, group="runtime", ecosystem="pypi", source="environment.yml",
                    extras=wanted.extras,
                )  # fmt: skip


def _deno(root: Node, path: str, out: Collector) -> None:
    for key, value in root.get("imports").keyed():
        found = _SPECIFIER.match(value.text)
        if found:
            ecosystem = "npm" if found["source"] == "npm" else "jsr"
            out.dependency(
                found["name"], found["spec"] or "", path, key.line, group="runtime", ecosystem=ecosystem, source="deno.json"
            )
    for key, value in root.get("tasks").keyed():
        out.command("deno task", key.text, value.text or value.get("command").text, path, key.line)
