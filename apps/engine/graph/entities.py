"""What a name can stand for while it is followed."""

from __future__ import annotations

import msgspec

from apps.engine.facts import Assignment, Definition, Parameter

EXCEPTION_INFO = "pytest.ExceptionInfo"
LAMBDA = "<lambda>"  # the name of a function without one


class Entity(msgspec.Struct, frozen=True, gc=False):
    """`kind`:

    module, folder (a namespace package), class, function, variable (with `assignment`, its value not yet looked at),
    opaque (a variable whose value was looked at and is unknown), parameter, instance (of a class of the repository), super
    (what `super` means inside a class), object (a dict or object literal), external (a dotted name outside), made (an instance
    of something outside), outside (outside, unknown what), unknown.
    """

    kind: str
    path: str = ""
    qualname: str = ""
    external: str = ""
    how: str = "exact"
    definition: Definition | None = None
    assignment: Assignment | None = None
    parameter: Parameter | None = None
    loose: bool = False  # of an instance: it may be one of a class below

    def inferred(self) -> Entity:
        """The same, found through a type or an assignment."""
        if self.how == "inferred":
            return self
        return Entity(
            self.kind,
            self.path,
            self.qualname,
            self.external,
            "inferred",
            self.definition,
            self.assignment,
            self.parameter,
            self.loose,
        )

    def after(self, earlier: Entity) -> Entity:
        """The same, as sure as the steps before it were."""
        return self.inferred() if earlier.how == "inferred" else self


UNKNOWN = Entity("unknown")
OUTSIDE = Entity("outside")


def external(name: str) -> Entity:
    return Entity("external", external=name)


def made(name: str) -> Entity:
    return Entity("made", external=name, how="inferred")


def element(container: Entity) -> Entity:
    """What stands in a container whose annotation says so."""
    return Entity("instance", container.path, container.qualname, "", "inferred", container.definition, loose=True)


def class_of(instance: Entity) -> Entity:
    """What ``type(x)`` and ``x.__class__`` give: the class of an instance, or one below."""
    return Entity("class", instance.path, instance.qualname, "", "inferred", instance.definition, loose=True)


def caught(cls: Entity) -> Entity:
    """What ``except cls as name`` gives the name."""
    return (
        Entity("instance", cls.path, cls.qualname, "", "inferred", cls.definition, loose=True) if cls.kind == "class" else UNKNOWN
    )


def raised(cls: Entity) -> Entity:
    """What ``with pytest.raises(cls) as name`` gives the name: something that holds what was raised."""
    return Entity("made", cls.path, cls.qualname, EXCEPTION_INFO, "inferred", cls.definition) if cls.kind == "class" else UNKNOWN


class Resolution(msgspec.Struct, frozen=True, gc=False):
    """Answer of `Resolver.resolve`.

    `kind`: definition (a function or class, or with `is_instance` an object of that class), assignment (a variable), module
    (`path` is its file), external (`external` is its dotted name, such as ``requests.get``), unknown.
    `how`: exact, inferred, name.
    """

    kind: str
    path: str = ""
    qualname: str = ""
    external: str = ""
    how: str = "exact"
    definition: Definition | None = None
    assignment: Assignment | None = None
    is_instance: bool = False

    @property
    def symbol(self) -> str:
        """``path#qualname``, or the path alone for a module; "" for what is not in the repository."""
        if not self.path:
            return ""
        return f"{self.path}#{self.qualname}" if self.qualname else self.path


UNRESOLVED = Resolution("unknown")
