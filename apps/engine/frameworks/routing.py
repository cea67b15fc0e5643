"""Applications, routers and what is mounted where: the join that several frameworks share.

A node is an application or a router, known by where its variable is bound.  Each mount of a router gives its routes once more;
a router that nothing mounts keeps an unknown prefix, shown as ``…``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from apps.engine.facts import Endpoint, Place, Unknown
from apps.engine.frameworks.text import UNKNOWN_START

Key = tuple[str, str, str]
Join = Callable[[str, str], str]

_LIMIT = 20_000  # endpoints of one repository
_DEPTH = 12  # routers inside routers


@dataclass(slots=True)
class Node:
    """An application (`is_root`), a router, or a parameter that one of them is passed in as (`is_parameter`)."""

    key: Key
    is_root: bool = False
    is_parameter: bool = False
    prefix: str = ""
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class Mount:
    """`child` hangs below `parent` at `prefix` (the child's own prefix included)."""

    parent: Key
    child: Key
    prefix: str


@dataclass(slots=True)
class Routes:
    """What was registered in a repository for one framework."""

    framework: str
    join: Join
    nodes: dict[Key, Node] = field(default_factory=dict)
    routes: dict[Key, list[Endpoint]] = field(default_factory=lambda: defaultdict(list))
    mounts: list[Mount] = field(default_factory=list)
    unknowns: list[Unknown] = field(default_factory=list)

    def add(self, key: Key, endpoint: Endpoint) -> None:
        """Register a route on a node; its path is relative to the node.  A path of which nothing is known makes no endpoint."""
        if endpoint.path == UNKNOWN_START:
            self.unknowns.append(
                Unknown(
                    "endpoint",
                    endpoint.handler,
                    "The path of this route is put together when the program runs.",
                    endpoint.registered,
                )
            )
        else:
            self.routes[key].append(endpoint)

    def mount(self, parent: Key, child: Key, prefix: str) -> None:
        """Hang a router below another node."""
        if parent != child:
            self.mounts.append(Mount(parent, child, prefix))

    def endpoints(self) -> Iterator[Endpoint]:
        """Every route with its full path, once a mount."""
        below: dict[Key, list[Mount]] = defaultdict(list)
        mounted = set()
        for mount in dict.fromkeys(self.mounts):
            if mount.parent in self.nodes and mount.child in self.nodes:
                below[mount.parent].append(mount)
                mounted.add(mount.child)
        reached: set[Key] = set()
        count = 0
        starts = [(node, "") for _, node in sorted(self.nodes.items()) if node.is_root and node.key not in mounted]
        late = [node for _, node in sorted(self.nodes.items()) if not node.is_root and not node.is_parameter]
        for node, prefix in starts:
            for endpoint in self._below(node.key, prefix, below, reached):
                yield endpoint
                count += 1
                if count >= _LIMIT:
                    return
        # Routers nobody mounts, outermost first; then what only hangs in a circle.
        for only_unmounted in (True, False):
            for node in late:
                if node.key in reached or (only_unmounted and node.key in mounted):
                    continue
                for endpoint in self._below(node.key, self.join(UNKNOWN_START, node.prefix), below, reached):
                    yield endpoint
                    count += 1
                    if count >= _LIMIT:
                        return

    def _below(self, start: Key, prefix: str, below: dict[Key, list[Mount]], reached: set[Key]) -> Iterator[Endpoint]:
        waiting: list[tuple[Key, str, tuple[Key, ...]]] = [(start, prefix, (start,))]
        while waiting:
            key, here, way = waiting.pop()
            reached.add(key)
            for endpoint in self.routes.get(key, ()):
                full = self.join(here, endpoint.path) if here else endpoint.path
                shown = f"{full}/" if full in ("", UNKNOWN_START) else full
                yield replace(endpoint, path=shown, prefix_known=not full.startswith(UNKNOWN_START))
            if len(way) >= _DEPTH:
                continue
            for mount in reversed(below.get(key, ())):
                if mount.child not in way:
                    waiting.append((mount.child, self.join(here, mount.prefix), (*way, mount.child)))


def join_plain(prefix: str, path: str) -> str:
    """Concatenation, as FastAPI and Starlette do; what follows an unknown part stays unknown."""
    return path if path.startswith(UNKNOWN_START) else prefix + path


def join_slash(prefix: str, path: str) -> str:
    """Joined by exactly one slash, as Express and Flask do; an empty path adds nothing."""
    if path.startswith(UNKNOWN_START):
        return path
    if path in ("", "/") and prefix:
        return prefix.rstrip("/") or "/" if path == "" else f"{prefix.rstrip('/')}/"
    return f"{prefix.rstrip('/')}/{path.lstrip('/')}"


def without_known(endpoints: list[Endpoint]) -> list[Endpoint]:
    """Routes with an unknown prefix are left out where the same registration has a known one too."""
    known = {endpoint.registered for endpoint in endpoints if endpoint.prefix_known}
    return [endpoint for endpoint in endpoints if endpoint.prefix_known or endpoint.registered not in known]


def prefix_unknowns(endpoints: list[Endpoint], framework: str) -> list[Unknown]:
    """A note for each file whose routes have no known prefix."""
    files: dict[str, Endpoint] = {}
    for endpoint in sorted(endpoints, key=lambda item: (item.registered or item.place, item.path)):
        if not endpoint.prefix_known:
            files.setdefault((endpoint.registered or endpoint.place).path, endpoint)
    return [
        Unknown(
            "endpoint prefix",
            f"{framework} routes in {path}",
            "Where these routes are mounted could not be read from the code, so the beginning of their paths is not known.",
            endpoint.registered or endpoint.place,
        )
        for path, endpoint in sorted(files.items())
    ]
