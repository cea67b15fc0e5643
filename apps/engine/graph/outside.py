"""Calls that leave the process: which system they reach."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from apps.engine.facts import Capsule, Edge, ExternalService

HTTP = "HTTP"
PROGRAM = "another program"
# Packages whose calls leave the process, by the first part of their name.
_OUTSIDE = {
    "requests": HTTP, "httpx": HTTP, "aiohttp": HTTP, "urllib3": HTTP, "axios": HTTP, "fetch": HTTP, "got": HTTP,
    "node-fetch": HTTP, "smtplib": "a mail server", "nodemailer": "a mail server", "boto3": "Amazon Web Services",
    "stripe": "Stripe", "redis": "Redis", "ioredis": "Redis", "pymongo": "MongoDB", "psycopg": "PostgreSQL",
    "psycopg2": "PostgreSQL", "subprocess": PROGRAM, "child_process": PROGRAM,
}  # fmt: skip
# Members that describe or name things and reach nothing: exceptions, constants, classes of schemas.
_QUIET = frozenset({
    "Schema", "model", "models", "Types", "ObjectId", "isValidObjectId", "codes", "Timeout", "Auth", "PIPE", "DEVNULL",
    "list2cmdline", "promisify", "isAxiosError", "Headers", "URL", "QueryParams", "set", "plugin", "pluralize", "__init__",
})  # fmt: skip


class Outside:
    """Systems by the packages whose calls reach them, hosts by the functions that name them."""

    def __init__(self, services: Sequence[ExternalService]) -> None:
        self._systems = dict(_OUTSIDE)
        self._hosts: dict[str, list[tuple[int, str]]] = defaultdict(list)
        called: dict[str, set[str]] = defaultdict(set)  # package → systems that its calls were seen to reach
        for service in services:
            kind, _, rest = service.evidence.partition(" ")
            package = rest.lower()
            if service.kind == "monitoring":  # told of everything, so it tells nothing of a flow
                continue
            if kind == "dependency" and service.name:
                self._systems[package] = self._systems[package.replace("-", "_")] = service.name
            elif kind == "call" and service.name:
                called[package.partition(".")[0]].add(service.name)
            elif kind == "host":
                self._hosts[service.place.path].append((service.place.line, service.name))
        for package, names in called.items():
            if len(names) == 1 and package not in ("boto3", "requests", "httpx"):  # these reach many systems
                self._systems[package] = min(names)

    def system(self, edge: Edge, source: Capsule | None) -> tuple[str, str] | None:
        """What a call outside reaches and how (http, program, system), None where it reaches nothing that is known.

        For HTTP it is the host, where the function that calls names just one.
        """
        parts = edge.target.replace("()", "").replace("/", ".").split(".")
        name = self._systems.get(parts[0].lower()) or self._systems.get(edge.target.partition(".")[0].lower())
        last = parts[-1]
        if not name or last in _QUIET or last.endswith(("Error", "Exception", "Exceptions")) or edge.kind != "calls":
            return None
        if name != HTTP:
            return name, "program" if name == PROGRAM else "system"
        if source is None or source.kind == "module":
            return name, "http"
        hosts = {host for line, host in self._hosts.get(source.path, ()) if source.line <= line <= source.end_line}
        return (hosts.pop() if len(hosts) == 1 else name), "http"
