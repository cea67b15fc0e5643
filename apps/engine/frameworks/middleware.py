"""Middleware that stands before handlers: what it is called, what of it lets only some through, and what it stands before."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from apps.engine.facts import Definition, Endpoint, FileFacts, Passed, Place

_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
# What a middleware is called that lets only some through.
_GUARDS = frozenset({
    "auth", "authenticate", "authenticated", "authentication", "authenticator", "authorize", "authorized", "authorization",
    "authorizer", "authorise", "jwt", "jwtware", "jwtauth", "keyauth", "basicauth", "protect", "protected", "login",
    "permission", "permissions", "permit", "role", "roles", "admin", "guard", "acl", "rbac", "bearer", "secured", "token",
    "scope", "scopes",
})  # fmt: skip
# Words that say that it does something else, or lets everybody through.
_OTHERWISE = frozenset({
    "optional", "maybe", "anonymous", "verifier", "limit", "limiter", "limits", "rate", "throttle", "throttler", "slow", "log",
    "logger", "logging", "csrf", "xsrf", "cors", "validator", "validation", "router", "routers", "routes", "route", "controller",
    "initialize", "initialise", "init",
})  # fmt: skip
_LONGEST = 200
_ONWARD = frozenset({"next", "Next", "ServeHTTP"})  # what a middleware calls to let a request through


def is_named_guard(text: str) -> bool:
    """Whether the name of a middleware says that it lets only some through."""
    words = {word.lower() for word in _WORDS.findall(text)}
    return bool(words & _GUARDS) and not words & _OTHERWISE


def lets_all_through(facts: FileFacts, definition: Definition) -> bool:
    """Whether a function lets a request go on in more than one way, as one does that only looks who asks."""
    ways = 0
    for call in facts.calls:
        if definition.line <= call.line <= definition.end_line and call.callee.text.rpartition(".")[2] in _ONWARD:
            # next(error) of a script ends a request, next(c) of Go goes on with it
            ways += facts.language == "Go" or not call.arguments
    return ways > 1


def passed(text: str, place: Place, symbol: str = "", *, is_guard: bool) -> Passed | None:
    """A middleware as it is written; None where it says nothing of the repository, or more than anybody reads."""
    return Passed(text, place, symbol, is_guard) if (symbol or is_guard) and 0 < len(text) <= _LONGEST else None


@dataclass(frozen=True, slots=True)
class Use:
    """Middleware put before what is registered on an application or router.

    It stands on `line` of `path`, in a function from line `first` to `last`.  With `in_order` it stands before what comes later
    in that function; what is registered elsewhere it stands before with `elsewhere` only.  `prefix` narrows it to addresses.
    """

    passed: tuple[Passed, ...]
    path: str
    line: int
    first: int = 1
    last: int = 1_000_000_000
    in_order: bool = True
    elsewhere: bool = True
    prefix: str = ""

    def stands_before(self, place: Place | None) -> bool:
        """Whether what is registered at a place goes through it."""
        if not self.in_order:
            return True
        if place is None or place.path != self.path or not self.first <= place.line <= self.last:
            return self.elsewhere
        return self.line < place.line


def is_below(path: str, prefix: str) -> bool:
    """Whether an address is one of those that begin with a prefix."""
    start = prefix.partition("*")[0].rstrip("/")
    return path == start or path.startswith(f"{start}/") or not start


def going_through(endpoint: Endpoint, before: Iterable[Passed]) -> Endpoint:
    """The endpoint with the middleware before it, outermost first; what of it is a guard is what the endpoint requires."""
    own = tuple(dict.fromkeys((*before, *endpoint.passes)))
    if not own:
        return endpoint
    guards = {item.text: item.place for item in reversed(own) if item.is_guard}
    if not guards:
        return replace(endpoint, passes=own)
    texts = list(reversed(guards))
    return replace(endpoint, passes=own, auth=", ".join(texts), auth_at=guards[texts[0]])
