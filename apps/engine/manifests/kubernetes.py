"""Kubernetes manifests: settings, services, scheduled jobs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from apps.engine.facts import ConfigKey, ExternalService, Job, Place
from apps.engine.manifests import helm
from apps.engine.manifests.collected import Collector
from apps.engine.manifests.images import service_of
from apps.engine.manifests.nodes import Node, read_yaml

_FOLDERS = re.compile(r"(?:^|/)(?:k8s|kubernetes|kustomize|helm|charts?|manifests|deploy(?:ment)?s?)/.*\.ya?ml$", re.I)
MAX_WALK = 20_000


def matches(path: str) -> bool:
    return _FOLDERS.search(path) is not None and not helm.matches(path)


def is_object(text: str) -> bool:
    """Does a YAML text in another folder describe Kubernetes objects?"""
    return re.search(r"^apiVersion:", text, re.M) is not None and re.search(r"^kind:", text, re.M) is not None


def read(path: str, text: str, out: Collector) -> None:
    if helm.is_template(path, out):
        helm.read_template(path, text, out)  # no YAML before it is rendered
    elif "{{" not in text and is_object(text):
        for root in read_yaml(text):
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
