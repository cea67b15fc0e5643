"""What a place in Rails' routes stands in: paths, modules and resources around it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from apps.engine.facts import Place, Value
from apps.engine.frameworks.guards import Guard
from apps.engine.frameworks.inflection import singularize
from apps.engine.frameworks.ruby.blocks import join

MANY = ("index", "create", "new", "edit", "show", "update", "destroy")
ONE = ("create", "new", "edit", "show", "update", "destroy")


@dataclass(frozen=True, slots=True)
class Resource:
    """``resources :posts`` or, `is_single`, ``resource :profile``."""

    name: str
    path: str
    controller: str
    is_single: bool
    parameter: str = "id"
    actions: tuple[str, ...] = MANY
    is_shallow: bool = False

    @property
    def member(self) -> str:
        """Path of one of them."""
        return self.path if self.is_single else f"{self.path}/:{self.parameter}"

    @property
    def around(self) -> str:
        """Path that what is nested in it stands below."""
        return self.path if self.is_single else f"{self.path}/:{singularize(self.name)}_{self.parameter}"


@dataclass(frozen=True, slots=True)
class Scope:
    """`level`: what a route here is one of: "" (none), resources, resource, member, collection, new, nested."""

    path: str = ""
    module: str = ""
    controller: str = ""
    action: str = ""
    shallow_path: str = ""
    is_shallow: bool = False
    level: str = ""
    resource: Resource | None = None
    only: tuple[str, ...] | None = None
    without: tuple[str, ...] | None = None
    via: tuple[str, ...] = ()
    names: tuple[tuple[str, str], ...] = ()  # path_names: action → its part of a path
    guard: Guard | None = None
    mounts: tuple[Place, ...] = ()
    bound: dict[str, Value] = field(default_factory=dict)
    is_known: bool = True
    variable: str = ""  # what the mapper is called in the block

    def below(self, path: str) -> "Scope":
        """The same below a path."""
        return replace(self, path=join(self.path, path))

    def path_name(self, action: str) -> str:
        """An action's part of a path."""
        return dict(self.names).get(action, action)

    def at(self, level: str) -> "Scope":
        """Inside ``member``, ``collection``, ``new`` or ``nested`` of the resource around."""
        resource = self.resource
        if resource is None:
            return self
        base = self
        if level in ("member", "nested") and self.is_shallow and not resource.is_single:
            base = replace(self, path=self.shallow_path) if level == "member" or resource.is_shallow else self
        path = {
            "member": resource.member,
            "collection": resource.path,
            "new": f"{resource.path}/{self.path_name('new')}",
            "nested": resource.around,
        }[level]
        return replace(base.below(path), level=level)


def inside_module(outer: str, inner: str) -> str:
    """A module inside another, as paths of controllers have them."""
    return f"{outer}/{inner}".strip("/") if inner else outer
