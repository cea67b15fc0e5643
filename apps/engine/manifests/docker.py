"""Dockerfiles and compose files: commands, settings of the deployment, services beside the program."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from apps.engine.facts import ConfigKey, ExternalService, Place
from apps.engine.manifests.collected import Collector
from apps.engine.manifests.images import service_of
from apps.engine.manifests.nodes import Node, read_yaml

_DOCKERFILE = re.compile(r"^(?:Dockerfile|Containerfile)(?:[._-][\w.-]+)?$|^[\w.-]+\.(?:Dockerfile|dockerfile)$")
_COMPOSE = re.compile(r"^(?:docker-)?compose(?:[._-][\w.-]+)?\.ya?ml$|^[\w-]+[._-](?:docker-)?compose\.ya?ml$")
_INSTRUCTION = re.compile(r"^\s*(?P<name>FROM|EXPOSE|CMD|ENTRYPOINT|ENV|ARG|WORKDIR|USER|HEALTHCHECK)\s+(?P<rest>.*)$", re.I)
_VARIABLE = re.compile(r"\$\{(?P<name>[A-Z_][A-Z0-9_]*)(?P<rest>[:?+-][^}]*)?\}")
_PAIR = re.compile(r"""(?<!\w)(?P<name>[A-Za-z_]\w*)=(?P<value>"[^"]*"|'[^']*'|\S*)""")


def matches(path: str) -> bool:
    name = path.rpartition("/")[2]
    return bool(_DOCKERFILE.match(name) or _COMPOSE.match(name))


def read(path: str, text: str, out: Collector) -> None:
    if _COMPOSE.match(path.rpartition("/")[2]):
        _compose(path, text, out)
    else:
        _dockerfile(path, text, out)


def _instructions(text: str) -> Iterator[tuple[int, int, str]]:
    """(first line, last line, instruction) with continuations joined."""
    start, parts = 0, list[str]()
    for number, raw in enumerate(text.split("\n"), 1):
        line = raw.rstrip()
        if not line or line.lstrip().startswith("#"):
            continue
        start = start or number
        if line.endswith("\\"):
            parts.append(line[:-1])
            continue
        yield start, number, " ".join([*parts, line])
        start, parts = 0, []


def _dockerfile(path: str, text: str, out: Collector) -> None:
    for start, end, instruction in _instructions(text):
        found = _INSTRUCTION.match(instruction[:4_000])
        if not found:
            continue
        name, rest = found["name"].upper(), found["rest"].strip()
        if name in ("FROM", "EXPOSE", "CMD", "ENTRYPOINT"):
            out.command("docker", name, _exec_form(rest), path, start, end_line=end)
        elif name in ("ENV", "ARG"):
            for key, value in _variables(rest):
                place = Place(path, start, end)
                out.deployment.append(ConfigKey(key, "docker", place, name, value, None, "manifest:dockerfile"))


def _exec_form(rest: str) -> str:
    if rest.startswith("["):
        try:
            words = json.loads(rest)
        except (ValueError, RecursionError):
            return rest
        if isinstance(words, list):
            return " ".join(str(word) for word in words)
    return rest


def _variables(rest: str) -> Iterator[tuple[str, str]]:
    pairs = [(pair["name"], pair["value"].strip("\"'")) for pair in _PAIR.finditer(rest)]
    if pairs:
        yield from pairs
    elif rest:
        name, _, value = rest.partition(" ")
        if re.fullmatch(r"[A-Za-z_]\w*", name):
            yield name, value.strip()


def _compose(path: str, text: str, out: Collector) -> None:
    for root in read_yaml(text):
        for key, service in root.get("services").keyed():
            _service(key, service, path, out)
    declared = {(fact.name, fact.place.line) for fact in out.deployment if fact.place.path == path}
    for number, line in enumerate(text.split("\n"), 1):
        if line.lstrip().startswith("#"):
            continue
        for found in _VARIABLE.finditer(line[:5_000]):
            if (found["name"], number) not in declared:
                declared.add((found["name"], number))
                rest = found["rest"] or ""
                default = rest.lstrip(":")[1:] if rest.lstrip(":").startswith("-") else ""
                required = True if rest.lstrip(":").startswith("?") else None
                place = Place(path, number, number)
                out.deployment.append(
                    ConfigKey(found["name"], "compose", place, "substitution", default, required, "manifest:compose")
                )


def _service(key: Node, service: Node, path: str, out: Collector) -> None:
    image, build = service.get("image").text, service.get("build")
    if build.kind == "map":
        built = build.get("context").text or "."
        dockerfile = build.get("dockerfile").text
        built = f"{built} ({dockerfile})" if dockerfile else built
    else:
        built = build.text
    details = [f"image {image}"] if image else []
    details += [f"built from {built}"] if built else []
    command = service.get("command")
    if command:
        details.append("runs " + " ".join(command.texts()))
    ports = [item.text or f"{item.get('published').text}:{item.get('target').text}" for item in service.get("ports").items]
    if ports:
        details.append("ports " + ", ".join(ports))
    needs = service.get("depends_on")
    names = needs.texts() if needs.kind == "list" else [name for name, _ in needs.entries()]
    if names:
        details.append("after " + ", ".join(names))
    extended = service.get("extends")
    if extended:
        details.append("extends " + (extended.get("service").text or extended.text))
    text = "; ".join(details) or "settings added to this service"
    out.command("compose", key.text, text, path, key.line, end_line=service.end_line)
    for name, value, line in environment(service.get("environment")):
        out.deployment.append(
            ConfigKey(name, "compose", Place(path, line, line), f"service {key.text}", value, None, "manifest:compose")
        )
    known, kind = service_of(image) if image and not build else ("", "")
    if known:
        evidence = f"compose service {key.text} ({image})"
        out.services.append(ExternalService(known, kind, Place(path, key.line, key.line), evidence, "manifest:compose"))


def environment(node: Node) -> Iterator[tuple[str, str, int]]:
    """(name, value, line) of a compose `environment`: a map or a list of ``NAME=value``."""
    if node.kind == "map":
        for key, value in node.keyed():
            if key.text != "<<":
                yield key.text, value.text, key.line
            elif value.kind == "map":
                for name, inner in value.entries():
                    yield name, inner.text, inner.line
    for item in node.items:
        name, _, shown = item.text.partition("=")
        if re.fullmatch(r"[A-Za-z_][\w.-]*", name):
            yield name, shown, item.line
