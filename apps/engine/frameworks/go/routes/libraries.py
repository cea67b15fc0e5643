"""Router libraries of Go: how each makes applications and groups, and how it registers routes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

_UPPER = ("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "CONNECT", "TRACE")
_TITLE = tuple(name.title() for name in _UPPER)


@dataclass(frozen=True, slots=True)
class Library:
    """One library, by the paths of its module without a version.

    `makers`: functions that make an application.  `applications`, `routers`: names of types.  `routes`: method of a router → HTTP
    method.  `groups`: methods (path, …) → router below.  `nested`: methods (path, func(router)).  `plain_nested`: methods
    (func(router)) of the same prefix.  `mounts`: methods (path, router).  `through`: methods that give the same router back.
    `handler`: place of the handler among the arguments, -1 = last; what stands between path and handler, or behind it, is
    middleware.  `uses`: methods (middleware, …); `apart`: such methods that give a router of their own.  With `in_order`
    middleware stands before what comes later only; with `root_first` that of an application stands before all.
    """

    name: str
    modules: tuple[str, ...]
    makers: frozenset[str]
    applications: frozenset[str]
    routers: frozenset[str]
    routes: Mapping[str, str]
    groups: frozenset[str] = frozenset()
    nested: frozenset[str] = frozenset()
    plain_nested: frozenset[str] = frozenset()
    mounts: frozenset[str] = frozenset()
    through: frozenset[str] = frozenset()
    by_method: frozenset[str] = frozenset()  # methods (HTTP method, path, handler)
    handler: int = 1
    functions: Mapping[str, str] = field(default_factory=dict)  # functions of the package that register on its default router
    uses: frozenset[str] = frozenset({"Use"})
    apart: frozenset[str] = frozenset()
    in_order: bool = True
    root_first: bool = False


def _each(names: tuple[str, ...], **more: str) -> dict[str, str]:
    return {**{name: name.upper() for name in names}, **more}


GIN = Library(
    "Gin", ("github.com/gin-gonic/gin",), frozenset({"Default", "New"}), frozenset({"Engine"}),
    frozenset({"RouterGroup", "IRouter", "IRoutes"}), _each(_UPPER[:7], Any="ANY"),
    groups=frozenset({"Group"}), through=frozenset({"Use"}), by_method=frozenset({"Handle", "Match"}), handler=-1,
)  # fmt: skip
ECHO = Library(
    "Echo", ("github.com/labstack/echo",), frozenset({"New"}), frozenset({"Echo"}), frozenset({"Group", "Router"}),
    _each(_UPPER, Any="ANY", RouteNotFound=""), groups=frozenset({"Group"}), by_method=frozenset({"Add", "Match"}),
    uses=frozenset({"Use", "Pre"}), root_first=True,
)  # fmt: skip
FIBER = Library(
    "Fiber", ("github.com/gofiber/fiber",), frozenset({"New"}), frozenset({"App"}), frozenset({"Router", "Group"}),
    _each(_TITLE, All="ANY"), groups=frozenset({"Group"}), nested=frozenset({"Route"}), mounts=frozenset({"Mount"}),
    by_method=frozenset({"Add"}), handler=-1,
)  # fmt: skip
CHI = Library(
    "chi", ("github.com/go-chi/chi",), frozenset({"NewRouter", "NewMux"}), frozenset({"Mux"}), frozenset({"Router"}),
    _each(_TITLE, Handle="ANY", HandleFunc="ANY"), nested=frozenset({"Route"}), plain_nested=frozenset({"Group"}),
    mounts=frozenset({"Mount"}), apart=frozenset({"With"}), by_method=frozenset({"Method", "MethodFunc"}), in_order=False,
)  # fmt: skip
MUX = Library(
    "Gorilla Mux", ("github.com/gorilla/mux",), frozenset({"NewRouter"}), frozenset(), frozenset({"Router"}),
    {"HandleFunc": "ANY", "Handle": "ANY"}, through=frozenset({"StrictSlash", "SkipClean", "UseEncodedPath"}), in_order=False,
)  # fmt: skip
HTTPROUTER = Library(
    "httprouter", ("github.com/julienschmidt/httprouter",), frozenset({"New"}), frozenset({"Router"}), frozenset(),
    _each(_UPPER[:7]), by_method=frozenset({"Handle", "Handler", "HandlerFunc"}), uses=frozenset(),
)  # fmt: skip
HTTP = Library(
    "net/http", ("net/http",), frozenset({"NewServeMux"}), frozenset({"ServeMux"}), frozenset(),
    {"HandleFunc": "ANY", "Handle": "ANY"}, functions={"HandleFunc": "ANY", "Handle": "ANY"}, uses=frozenset(),
)  # fmt: skip

LIBRARIES = (CHI, ECHO, FIBER, GIN, HTTP, HTTPROUTER, MUX)
_MODULES = {module: library for library in LIBRARIES for module in library.modules}


def library_of(module: str) -> Library | None:
    """The library of an imported module, its version left out: ``github.com/go-chi/chi/v5``."""
    head, _, version = module.rpartition("/")
    if head and version[:1] == "v" and version[1:].isdigit():
        module = head
    return _MODULES.get(module)
