"""Kubernetes manifests, Helm values and Terraform: settings, services, scheduled jobs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from apps.engine.facts import ConfigKey, ExternalService, Job, Place
from apps.engine.manifests.collected import Collector, Unreadable
from apps.engine.manifests.images import service_of
from apps.engine.manifests.nodes import Node, read_yaml

_FOLDERS = re.compile(r"(?:^|/)(?:k8s|kubernetes|kustomize|helm|charts?|manifests|deploy(?:ment)?s?)/.*\.ya?ml$", re.I)
_VALUES = re.compile(r"(?:^|/)values(?:[.-][\w.-]+)?\.ya?ml$")
_VARIABLE = re.compile(r'^\s*variable\s+"(?P<name>[\w-]+)"\s*\{(?P<rest>.*)$')
_DEFAULT = re.compile(r"^\s*default\s*=\s*(?P<value>.+?)\s*\}?\s*$")
MAX_VALUES = 400
MAX_WALK = 20_000


def matches(path: str) -> bool:
    name = path.rpartition("/")[2]
    return bool(_FOLDERS.search(path)) or bool(_VALUES.search(path)) or name.endswith(".tf") or name == "Chart.yaml"


def is_object(text: str) -> bool:
    """Does a YAML text in another folder describe Kubernetes objects?"""
    return re.search(r"^apiVersion:", text, re.M) is not None and re.search(r"^kind:", text, re.M) is not None


def read(path: str, text: str, out: Collector) -> None:
    name = path.rpartition("/")[2]
    if name.endswith(".tf"):
        _terraform(path, text, out)
    elif "{{" in text and not _VALUES.search(path):
        return  # a Helm template is no YAML before it is rendered
    elif _VALUES.search(path):
        for root in read_yaml(text):
            _values(root, path, out)
    elif is_object(text):
        for root in read_yaml(text):
            if root.get("kind").text == "Chart" or name == "Chart.yaml":
                continue
            _object(root, path, out)


def _object(root: Node, path: str, out: Collector) -> None:
    kind, name = root.get("kind"), root.get("metadata", "name").text
    if kind.text == "CronJob":
        schedule = root.get("spec", "schedule")
        if schedule.text:
            out.jobs.append(
                Job(name, "cron", Place(path, schedule.line, schedule.line), schedule.text, "", "manifest:kubernetes")
            )
    if kind.text in ("Deployment", "StatefulSet", "DaemonSet", "CronJob", "Job", "Pod"):
        images = [container.get("image").text for container in _containers(root)]
        out.command("kubernetes", f"{kind.text} {name}", ", ".join(image for image in images if image), path, kind.line)
    for container in _containers(root):
        image = container.get("image")
        known, sort = service_of(image.text)
        if known:
            evidence = f"{kind.text} {name} ({image.text})"
            out.services.append(
                ExternalService(known, sort, Place(path, image.line, image.line), evidence, "manifest:kubernetes")
            )
        for item in container.get("env").items:
            key = item.get("name")
            if key.text:
                source = item.get("valueFrom")
                access = "secret" if source.get("secretKeyRef") else "config map" if source.get("configMapKeyRef") else "env"
                out.deployment.append(
                    ConfigKey(
                        key.text,
                        "kubernetes",
                        Place(path, key.line, key.line),
                        access,
                        item.get("value").text,
                        None,
                        "manifest:kubernetes",
                    )
                )
    if kind.text == "ConfigMap":
        for key, value in root.get("data").keyed():
            if "\n" not in value.text:
                out.deployment.append(
                    ConfigKey(
                        key.text,
                        "kubernetes",
                        Place(path, key.line, key.line),
                        "ConfigMap",
                        value.text,
                        None,
                        "manifest:kubernetes",
                    )
                )
    elif kind.text == "Secret":
        for section in ("data", "stringData"):
            for key, _ in root.get(section).keyed():
                out.deployment.append(
                    ConfigKey(key.text, "kubernetes", Place(path, key.line, key.line), "Secret", "", None, "manifest:kubernetes")
                )


def _containers(root: Node) -> Iterator[Node]:
    """Containers anywhere below, without recursion."""
    waiting, count = [root], 0
    while waiting and count < MAX_WALK:
        node = waiting.pop()
        count += 1
        for name, value in node.entries():
            if name in ("containers", "initContainers"):
                yield from value.items
            elif value.kind in ("map", "list"):
                waiting.append(value)
        waiting.extend(item for item in node.items if item.kind in ("map", "list"))


def _values(root: Node, path: str, out: Collector) -> None:
    """Settings of a chart: leaves down to three levels."""
    waiting: list[tuple[str, Node]] = [("", root)]
    count = 0
    while waiting and count < MAX_VALUES:
        prefix, node = waiting.pop(0)
        for key, value in node.keyed():
            count += 1
            name = f"{prefix}.{key.text}" if prefix else key.text
            if value.kind == "map" and name.count(".") < 2:
                waiting.append((name, value))
            else:
                shown = value.text if value.kind != "map" else ""
                out.deployment.append(
                    ConfigKey(name, "helm", Place(path, key.line, key.line), "values", shown[:200], None, "manifest:helm")
                )
    if waiting:
        raise Unreadable(f"it has more than {MAX_VALUES} values; the rest is left out")


def _terraform(path: str, text: str, out: Collector) -> None:
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        found = _VARIABLE.match(line[:500])
        if not found:
            continue
        default, required = "", True
        depth = 1 + found["rest"].count("{") - found["rest"].count("}")
        for inner in [found["rest"], *lines[number : number + 40]]:
            value = _DEFAULT.match(inner[:500])
            if value and depth >= 1:
                default, required = value["value"].strip('"'), False
                break
            if inner is not found["rest"]:
                depth += inner.count("{") - inner.count("}")
                if depth <= 0:
                    break
        place = Place(path, number, number)
        out.deployment.append(ConfigKey(found["name"], "terraform", place, "variable", default, required, "manifest:terraform"))
