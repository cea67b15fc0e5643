"""Applications, routers and what is mounted where: the join that several frameworks share.

A node is an application or a router, known by where its variable is bound.  Each mount of a router gives its routes once more;
a router that nothing mounts keeps an unknown prefix, shown as ``…``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from apps.engine.facts import Endpoint, Passed, Place, Unknown
from apps.engine.frameworks.branches import Branch, Branches
from apps.engine.frameworks.guards import Guard
from apps.engine.frameworks.middleware import Use, going_through, is_below
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
    guard: Guard | None = None  # what all of its routes require


@dataclass(frozen=True, slots=True)
class Mount:
    """`child` hangs below `parent` at `prefix` (the child's own prefix included).

    `places` are the lines that say so: the call, what its prefix is given as elsewhere, and the child's own prefix.
    `guard` is what the mount requires of all routes below; what the parent requires holds too unless the child `is_apart`.
    `passes` is middleware that stands before the child here, `at` the call, where `places` do not begin with it.
    """

    parent: Key
    child: Key
    prefix: str
    places: tuple[Place, ...] = ()
    branch: Branch | None = None
    guard: Guard | None = None
    is_apart: bool = False
    passes: tuple[Passed, ...] = ()
    at: Place | None = None


@dataclass(frozen=True, slots=True)
class _Way:
    """How a node was reached: the prefix so far, the nodes passed, the lines that mount them, and what stands before it.

    `passes` are middleware, each with the addresses it is for.
    """

    key: Key
    prefix: str
    nodes: tuple[Key, ...]
    places: tuple[Place, ...] = ()
    branch: Branch | None = None
    guard: Guard | None = None
    passes: tuple[tuple[str, Passed], ...] = ()


@dataclass(slots=True)
class Routes:
    """What was registered in a repository for one framework."""

    framework: str
    join: Join
    branches: Branches
    nodes: dict[Key, Node] = field(default_factory=dict)
    routes: dict[Key, list[Endpoint]] = field(default_factory=lambda: defaultdict(list))
    mounts: list[Mount] = field(default_factory=list)
    uses: dict[Key, list[Use]] = field(default_factory=lambda: defaultdict(list))
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
            registered = endpoint.registered or endpoint.place
            self.routes[key].append(in_branch(endpoint, self.branches.of(registered.path, registered.line)))

    def mount(
        self,
        parent: Key,
        child: Key,
        prefix: str,
        places: tuple[Place, ...] = (),
        *,
        guard: Guard | None = None,
        is_apart: bool = False,
        passes: tuple[Passed, ...] = (),
        at: Place | None = None,
    ) -> None:
        """Hang a router below another node; the call that does it is `at`, else the first of `places`."""
        if parent != child:
            call = at or (places[0] if places else None)
            branch = self.branches.of(call.path, call.line) if call is not None else None
            self.mounts.append(Mount(parent, child, prefix, places, branch, guard, is_apart, passes, call))

    def use(self, key: Key, use: Use) -> None:
        """Put middleware before what is registered on a node."""
        self.uses[key].append(use)

    def _before(self, way: _Way, place: Place | None) -> tuple[tuple[str, Passed], ...]:
        """(addresses it is for, middleware) of a way and of its node, for what is registered there at a place."""
        own = (
            (self.join(way.prefix, use.prefix) if use.prefix else "", item)
            for use in sorted(self.uses.get(way.key, ()), key=lambda use: (use.path, use.line))
            if use.stands_before(place)
            for item in use.passed
        )
        return (*way.passes, *own)

    def endpoints(self) -> Iterator[Endpoint]:
        """Every route with its full path, once a mount."""
        below = self._hanging()
        mounted = {mount.child for mounts in below.values() for mount in mounts}
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

    def below(self, key: Key) -> Iterator[Endpoint]:
        """The routes of one node and of all that hangs below it, with paths relative to it."""
        yield from self._below(key, "", self._hanging(), set())

    def _hanging(self) -> dict[Key, list[Mount]]:
        """What hangs directly below each node."""
        below: dict[Key, list[Mount]] = defaultdict(list)
        for mount in self._mounts_once():
            if mount.parent in self.nodes and mount.child in self.nodes:
                below[mount.parent].append(mount)
        return below

    def _mounts_once(self) -> list[Mount]:
        """Each mount once; of two that say the same the one that always holds."""
        once: dict[tuple[Key, Key, str], Mount] = {}
        for mount in self.mounts:
            key = (mount.parent, mount.child, mount.prefix)
            if key not in once or (once[key].branch is not None and mount.branch is None):
                once[key] = mount
        return list(once.values())

    def _below(self, start: Key, prefix: str, below: dict[Key, list[Mount]], reached: set[Key]) -> Iterator[Endpoint]:
        first = self.nodes[start]
        waiting = [_Way(start, prefix, (start,), _own_place(first, prefix), guard=first.guard)]
        while waiting:
            way = waiting.pop()
            reached.add(way.key)
            for endpoint in self.routes.get(way.key, ()):
                full = self.join(way.prefix, endpoint.path) if way.prefix else endpoint.path
                shown = f"{full}/" if full in ("", UNKNOWN_START) else full
                known = not full.startswith(UNKNOWN_START)
                placed = replace(
                    endpoint, path=shown, prefix_known=known, prefix=way.prefix, mounts=way.places if way.prefix else ()
                )
                before = [item for start, item in self._before(way, endpoint.registered) if not start or is_below(full, start)]
                yield guarded(going_through(in_branch(placed, way.branch), before), way.guard)
            if len(way.nodes) >= _DEPTH:
                continue
            for mount in reversed(below.get(way.key, ())):
                if mount.child not in way.nodes:
                    waiting.append(
                        _Way(
                            mount.child,
                            self.join(way.prefix, mount.prefix),
                            (*way.nodes, mount.child),
                            tuple(dict.fromkeys((*way.places, *mount.places))),
                            mount.branch or way.branch,
                            self.nodes[mount.child].guard or mount.guard or (None if mount.is_apart else way.guard),
                            () if mount.is_apart else (*self._before(way, mount.at), *(("", item) for item in mount.passes)),
                        )
                    )


def _own_place(node: Node, prefix: str) -> tuple[Place, ...]:
    """For a router nobody mounts: where its own prefix stands."""
    return (node.place,) if node.place is not None and node.prefix and prefix else ()


def in_branch(endpoint: Endpoint, branch: Branch | None) -> Endpoint:
    """The endpoint with the condition it is registered under; a nearer one that it has already stays."""
    if branch is None or endpoint.condition:
        return endpoint
    return replace(endpoint, condition=branch.condition, condition_at=branch.place)


def guarded(endpoint: Endpoint, guard: Guard | None) -> Endpoint:
    """The endpoint with what it requires of who asks; what it says itself, even that it requires nothing, stays."""
    if guard is None or endpoint.auth or endpoint.auth_at is not None:
        return endpoint
    return replace(endpoint, auth=guard.text, auth_at=guard.place)


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
