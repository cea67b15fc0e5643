"""Which method a name means: of this object, of another, of a class, of those who include a module."""

from __future__ import annotations

from apps.engine.facts import Definition
from apps.engine.graph.ruby.builtin_names import FACTORIES, KERNEL, MODULE, REQUESTS, ROWS, SPECS
from apps.engine.graph.ruby.things import UNKNOWN, Thing, outside
from apps.engine.graph.ruby.world import TYPES, Found, Type, World
from apps.engine.graph.testfiles import is_test

_HELPERS = "app/helpers/"
_ROUTES = "config/routes"


class Methods:
    """Looks methods up in a world."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._selves: dict[tuple[str, str], Thing] = {}
        self._helpers = [of for _, of in sorted(world.types.items()) if of.is_module and _HELPERS in of.parts[0][0]]

    def this(self, path: str, scope: str) -> Thing:
        """What ``self`` is in a scope; "unknown" at the outermost level."""
        key = (path, scope)
        known = self._selves.get(key)
        if known is None:
            known = self._selves[key] = self._this(path, scope)
        return known

    def _this(self, path: str, scope: str) -> Thing:
        around = self._world.cref(path, scope)
        of = self._world.types.get(around[0]) if around else None
        if of is None:
            return UNKNOWN
        here = self._world.definitions[path].get(scope)
        while here is not None:
            if here.kind in TYPES:
                return Thing("class", of)
            parent = self._world.definitions[path].get(here.parent)
            if parent is None or parent.kind in TYPES:
                return Thing("class" if "static" in here.properties else "instance", of)
            here = parent
        return UNKNOWN

    def alone(self, path: str, scope: str, name: str, line: int) -> Thing:
        """A method that is called on nothing: of this object, of the outermost level, or one that every object has."""
        this = self.this(path, scope)
        found = self.method(this, name, is_own=True) if this.kind != "unknown" else UNKNOWN
        if found.kind == "method":
            return found
        functions = self._world.functions.get(name, ())
        here = [item for item in functions if item[0] == path]
        if here:
            return Thing("method", found=here[-1], how="exact" if len(here) == 1 else "inferred")
        is_free = this.kind == "unknown" and not is_test(path)  # tests have names of their own that nothing declares (`let`)
        others = [item for item in functions if not is_test(item[0])] if is_free else []
        if len(others) == 1:
            return Thing("method", found=others[0], how="inferred")
        if others:
            return UNKNOWN
        if this.kind == "unknown" and is_test(path):
            return self._of_tests(path, name)
        if name in KERNEL:
            return outside(f"Kernel.{name}")
        if this.kind == "unknown":
            return outside(f"ActionDispatch.Routing.Mapper.{name}", "inferred") if _ROUTES in path else UNKNOWN
        if this.kind == "class" and name in MODULE and found.kind == "unknown":
            return outside(f"Module.{name}")
        return found

    def _of_tests(self, path: str, name: str) -> Thing:
        """What files of tests call on nothing: words of their library, of factories, of requests."""
        if name in SPECS and "spec" in path:
            return outside(f"RSpec.{name}")
        if name in FACTORIES and self._world.makes_records:
            return outside(f"FactoryBot.{name}", "inferred")
        if name in REQUESTS and any(part in path for part in ("/requests/", "/controllers/", "/integration/", "/system/")):
            return outside(f"ActionDispatch.IntegrationTest.{name}", "inferred")
        return outside(f"Kernel.{name}") if name in KERNEL else UNKNOWN

    def method(self, owner: Thing, name: str, *, is_own: bool = False) -> Thing:
        """The method of a thing; `is_own` where it is this object, which may be more than its class says."""
        kind = owner.kind
        if kind == "outside":
            return Thing("outside", external=f"{owner.external}.{name}", how=owner.how, owner=owner)
        if kind == "made":
            return Thing("outside", external=f"{owner.external}.{name}", how="inferred", owner=owner)
        of = owner.type
        if of is None:
            return UNKNOWN
        how = "exact" if is_own or owner.how == "exact" else "inferred"
        if kind == "instance":
            return self._of_instance(owner, of, name, how, is_own=is_own)
        if kind == "many":
            found = self._singleton(of, name)
            if found is not None and name not in ROWS:
                return Thing("method", found=found, how="inferred", owner=owner)
            return Thing("outside", external=f"ActiveRecord.Relation.{name}", how="inferred", owner=owner)
        return self._of_class(owner, of, name, how) if kind == "class" else UNKNOWN

    def _of_instance(self, owner: Thing, of: Type, name: str, how: str, *, is_own: bool) -> Thing:
        ancestors = self._world.ancestors(of)
        for item in ancestors.types:
            if name in item.methods:
                return Thing("method", found=item.methods[name][-1], how=how, owner=owner)
        if any(name in item.associations for item in ancestors.types):
            return Thing("outside", external=f"ActiveRecord.Base.{name.rstrip('=')}", how="inferred", owner=owner)
        if of.is_module:
            return self._of_includers(of, name) if is_own else UNKNOWN
        if name == "class":
            return Thing("outside", external="Kernel.class", owner=owner)
        above = ancestors.outside or (ancestors.mixed_in if len(ancestors.mixed_in) == 1 else ())
        if name in KERNEL:
            return Thing("outside", external=f"Kernel.{name}", owner=owner)
        if above:
            return Thing("outside", external=f"{above[0]}.{name}", how="inferred", owner=owner)
        return UNKNOWN

    def _of_includers(self, of: Type, name: str) -> Thing:
        """A method that a module calls on whoever includes it: where all that have it have the same."""
        takers = self._world.includers.get(of.name, [])
        if of in self._helpers:
            takers = self._helpers
        targets: dict[str, Found] = {}
        external: set[str] = set()
        for taker in takers:
            ancestors = self._world.ancestors(taker)
            found = next((item.methods[name][-1] for item in ancestors.types if name in item.methods), None)
            if found is not None:
                targets[f"{found[0]}#{found[1].qualname}"] = found
            elif ancestors.outside:
                external.add(ancestors.outside[0])
        if len(targets) == 1 and not external:
            return Thing("method", found=next(iter(targets.values())), how="inferred")
        if targets or name in KERNEL:
            return outside(f"Kernel.{name}") if name in KERNEL and not targets else UNKNOWN
        if of in self._helpers:
            return outside(f"ActionView.Base.{name}", "inferred")
        return outside(f"{next(iter(external))}.{name}", "inferred") if len(external) == 1 else UNKNOWN

    def _singleton(self, of: Type, name: str) -> Found | None:
        """A method of a class itself: its own, of what it extends, of what its modules give those who include them."""
        world = self._world
        for item in world.ancestors(of).types:
            is_mixin = item.is_module and item is not of
            if not is_mixin and name in item.singleton:
                return item.singleton[name][-1]
            if is_mixin and name in item.for_includers:
                return item.for_includers[name][-1]
            below = world.types.get(f"{item.name}.ClassMethods") if is_mixin else None
            if below is not None and name in below.methods:
                return below.methods[name][-1]
            for path, scope, written in item.extended if not is_mixin else ():
                module = item if written == "self" else world.constant(path, scope, written)
                for taken in world.ancestors(module).types if isinstance(module, Type) else ():
                    if name in taken.methods:
                        return taken.methods[name][-1]
        return of.for_includers[name][-1] if name in of.for_includers else None

    def _of_class(self, owner: Thing, of: Type, name: str, how: str) -> Thing:
        ancestors = self._world.ancestors(of)
        found = self._singleton(of, name)
        if found is not None:
            return Thing("method", found=found, how=how, owner=owner)
        if name in ("new", "allocate") and not of.is_module:
            made_by = next((item.methods["initialize"][-1] for item in ancestors.types if "initialize" in item.methods), None)
            if made_by is not None:
                return Thing("method", found=made_by, how=how, owner=owner)
            return Thing("class", of, how=how, owner=owner)
        if any(name in item.scopes for item in ancestors.types):
            return Thing("unknown", owner=owner)
        if ancestors.outside:
            return Thing("outside", external=f"{ancestors.outside[0]}.{name}", how="inferred", owner=owner)
        outside_modules = [
            written
            for item in ancestors.types
            for path, scope, written in item.extended
            if isinstance(found_module := self._world.constant(path, scope, written), str) and found_module
        ]
        if name in MODULE:
            return outside(f"Module.{name}")
        if len(outside_modules) == 1:
            return Thing("outside", external=f"{outside_modules[0].removeprefix('::')}.{name}", how="inferred", owner=owner)
        return outside(f"Kernel.{name}") if name in KERNEL else UNKNOWN

    def overridden(self, path: str, scope: str) -> Thing:
        """The method of the same name that comes next in the line."""
        here: Definition | None = self._world.definitions[path].get(scope)
        this = self.this(path, scope)
        if here is None or this.type is None or here.kind in TYPES:
            return UNKNOWN
        ancestors = self._world.ancestors(this.type)
        is_class = "static" in here.properties
        for item in ancestors.types[ancestors.types.index(this.type) + 1 :]:
            methods = item.singleton if is_class else item.methods
            if here.name in methods:
                return Thing("method", found=methods[here.name][-1])
        if this.type.is_module:
            return UNKNOWN
        return outside(f"{ancestors.outside[0]}.{here.name}", "inferred") if ancestors.outside else outside(f"Object.{here.name}")
