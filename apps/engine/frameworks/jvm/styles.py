"""How frameworks of the JVM call their annotations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

_VERBS = ("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS")


@dataclass(frozen=True, slots=True)
class Style:
    """One framework with annotated classes.

    `methods`: annotation of a method → HTTP method, "" where an argument says it.  `paths`: arguments that hold paths.
    `path_annotation` is the annotation that holds a method's path apart from its HTTP method, `open_to` those that say that
    nobody need be known.  `settings`: keys of the application's properties whose values stand before all paths, joined in order.
    """

    framework: str
    source: str
    packages: tuple[str, ...]
    controllers: frozenset[str]
    class_paths: frozenset[str]
    methods: Mapping[str, str]
    paths: tuple[str, ...] = ("value", "path")
    path_annotation: str = ""
    clients: frozenset[str] = frozenset()
    guards: frozenset[str] = frozenset()
    open_to: frozenset[str] = frozenset({"PermitAll"})
    settings: tuple[tuple[str, ...], ...] = ()
    application: str = ""  # annotation of a class with the path before all others
    narrowing: tuple[str, ...] = ()  # arguments of a mapping, or annotations beside it, that ask for more than a path
    same_if_named: bool = field(default=False)  # annotations of the project that end as a controller's count as one


SPRING = Style(
    "Spring",
    "framework:spring",
    ("org.springframework",),
    frozenset({"Controller", "RestController"}),
    frozenset({"RequestMapping", "HttpExchange"}),
    {**{f"{verb.title()}Mapping": verb for verb in _VERBS[:5]}, "RequestMapping": ""},
    clients=frozenset({"FeignClient", "HttpExchange"}),
    guards=frozenset({"PreAuthorize", "Secured", "RolesAllowed"}),
    settings=(("server.servlet.context-path", "server.context-path", "spring.webflux.base-path"), ("spring.mvc.servlet.path",)),
    narrowing=("params", "headers", "consumes", "produces", "version"),
    same_if_named=True,
)
JAX_RS = Style(
    "JAX-RS",
    "framework:jax-rs",
    ("javax.ws.rs", "jakarta.ws.rs"),
    frozenset({"Path"}),
    frozenset({"Path"}),
    {verb: verb for verb in _VERBS},
    path_annotation="Path",
    clients=frozenset({"RegisterRestClient"}),
    guards=frozenset({"RolesAllowed", "Authenticated", "DenyAll"}),
    settings=(("quarkus.http.root-path",), ("quarkus.resteasy.path", "quarkus.rest.path")),
    application="ApplicationPath",
    narrowing=("consumes", "produces"),
)
MICRONAUT = Style(
    "Micronaut",
    "framework:micronaut",
    ("io.micronaut.http.annotation",),
    frozenset({"Controller"}),
    frozenset({"Controller"}),
    {verb.title(): verb for verb in _VERBS},
    paths=("value", "uri", "uris"),
    clients=frozenset({"Client"}),
    guards=frozenset({"Secured", "RolesAllowed"}),
    settings=(("micronaut.server.context-path",),),
)
STYLES = (SPRING, JAX_RS, MICRONAUT)
