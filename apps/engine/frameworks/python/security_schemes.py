"""FastAPI: dependencies that end at a security scheme, in signatures, routers and applications: ``Depends(get_current_user)``."""

from __future__ import annotations

from collections.abc import Iterator

from apps.engine.facts import Definition, Place, Value
from apps.engine.frameworks.bindings import CLASSES
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.guards import Guard
from apps.engine.frameworks.text import argument, keyword, source_of

_DEPENDS = frozenset({"fastapi.Depends", "fastapi.Security", "fastapi.params.Depends", "fastapi.params.Security"})
_SCHEMES = ("fastapi.security.", "fastapi_users.", "fastapi_jwt.", "fastapi_jwt_auth.", "fastapi_azure_auth.")
_NO_SCHEMES = frozenset({"SecurityScopes", "OAuth2PasswordRequestForm", "OAuth2PasswordRequestFormStrict"})
_USERS = ".current_user"  # of fastapi_users: makes a dependency
_STEPS = 60  # dependencies of dependencies that are looked at for one route


class SecuritySchemes:
    """What the dependencies of one repository come to."""

    def __init__(self, code: Code) -> None:
        self._code = code

    def of_signature(self, path: str, definition: Definition) -> Guard | None:
        """What a handler's parameters require."""
        for at, scope, value in self._parameters(path, definition):
            guard = self._guard(at, scope, value)
            if guard is not None:
                return Guard(guard.text, guard.place if at == path else Place(path, definition.line, definition.line))
        return None

    def of_list(self, path: str, scope: str, value: Value | None) -> Guard | None:
        """What ``dependencies=[…]`` requires."""
        found = self._code.names.of(path, scope, value) if value is not None else None
        if found is None or found.value is None or found.value.kind != "list":
            return None
        for item in found.value.items:
            for at, inside, inner in self._annotated(found.path, found.scope, item):
                guard = self._guard(at, inside, inner)
                if guard is not None:
                    return guard
        return None

    def _guard(self, path: str, scope: str, value: Value) -> Guard | None:
        call = value.call
        if call is None or self._code.names.of(path, scope, call.callee).external not in _DEPENDS:
            return None
        given = argument(call, 0, "dependency")
        if given is None or not self._requires(path, scope, given):
            return None
        return Guard(source_of(given), Place(path, call.line, call.end_line))

    def _parameters(self, path: str, definition: Definition) -> Iterator[tuple[str, str, Value]]:
        """Calls in defaults and annotations of a function's parameters, with where they are to be read."""
        for parameter in definition.parameters:
            for value in (parameter.default_value, parameter.annotation_value):
                if value is not None:
                    yield from self._annotated(path, definition.parent, value)

    def _annotated(self, path: str, scope: str, value: Value) -> Iterator[tuple[str, str, Value]]:
        """The call itself, or those in ``Annotated[…]``, also behind an alias."""
        if value.kind == "name":
            bound = self._code.names.of(path, scope, value)
            if bound.kind != "assignment" or bound.value is None:
                return
            path, scope, value = bound.path, bound.scope, bound.value
        if value.kind == "call":
            yield path, scope, value
        elif value.kind == "subscript" and len(value.items) == 2:
            outer, inner = value.items
            if outer.text.rpartition(".")[2] == "Annotated" and inner.kind == "list":
                yield from ((path, scope, item) for item in inner.items[1:] if item.kind == "call")

    def _requires(self, path: str, scope: str, given: Value) -> bool:
        """Whether a dependency, or one that it needs itself, is a security scheme that refuses who shows nothing."""
        waiting = [(path, scope, given)]
        seen: set[tuple[str, str]] = set()
        steps = 0
        while waiting and steps < _STEPS:
            steps += 1
            at, inside, value = waiting.pop()
            if self._is_scheme(at, inside, value):
                return True
            target = self._target(at, inside, value)
            if target is None:
                continue
            file, definition = target
            key = (file, definition.qualname)
            if key in seen:
                continue
            seen.add(key)
            for there, within, item in self._parameters(file, definition):
                call = item.call
                if call is not None and self._code.names.of(there, within, call.callee).external in _DEPENDS:
                    inner = argument(call, 0, "dependency")
                    if inner is not None:
                        waiting.append((there, within, inner))
        return False

    def _target(self, path: str, scope: str, value: Value) -> tuple[str, Definition] | None:
        """The function that a dependency runs: itself, a class's constructor, the `__call__` of an object."""
        names = self._code.names
        bound = names.of(path, scope, value)
        definition = bound.definition
        if definition is not None and definition.kind not in CLASSES:
            return bound.path, definition
        member = "__init__"
        if definition is None:
            bound, member = names.instance_of(names.maker(bound)), "__call__"
            definition = bound.definition
        if definition is None or definition.kind not in CLASSES:
            return None
        found = names.member(bound.path, definition, member)
        if found.definition is None or found.definition.kind in CLASSES:
            return None
        return found.path, found.definition

    def _is_scheme(self, path: str, scope: str, value: Value) -> bool:
        """An object made by a class of `fastapi.security` that does not let everybody through."""
        names = self._code.names
        bound = names.of(path, scope, value)
        call = bound.value.call if bound.value is not None else None
        if call is None:
            return False
        for switch, lets_through in (("auto_error", "false"), ("optional", "true")):
            given = keyword(call.arguments, switch)
            if given is not None and given.text == lets_through:
                return False
        made = names.of(bound.path, bound.scope, call.callee)
        outside = [made.external]
        if made.definition is not None and made.definition.kind in CLASSES:
            if names.member(made.path, made.definition, "__call__").definition is not None:
                return False  # decides on its own
            outside = names.external_bases(made.path, made.definition)
        for name in outside:
            last = name.rpartition(".")[2]
            if name.startswith(_SCHEMES) and last not in _NO_SCHEMES and (last[:1].isupper() or name.endswith(_USERS)):
                return True
        return False
