"""Whether code says that only somebody signed in may ask: decorators, base classes, lists of them.

Said only where it is written.  What has no guard is unknown, never open to all.
"""

from __future__ import annotations

from dataclasses import dataclass

from apps.engine.facts import Decorator, Definition, Place, Value
from apps.engine.frameworks.bindings import CLASSES
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.text import keyword, positional, source_of

# Decorators of packages, by their dotted names.
_DECORATORS = frozenset({
    "django.contrib.auth.decorators.login_required", "django.contrib.auth.decorators.permission_required",
    "django.contrib.auth.decorators.user_passes_test", "django.contrib.admin.views.decorators.staff_member_required",
    "flask_login.login_required", "flask_login.utils.login_required", "flask_login.fresh_login_required",
    "flask_jwt_extended.jwt_required", "flask_jwt_extended.fresh_jwt_required", "flask_jwt_extended.view_decorators.jwt_required",
    "flask_jwt.jwt_required", "flask_security.login_required", "flask_security.auth_required", "flask_security.roles_required",
    "flask_security.auth_token_required", "flask_security.roles_accepted", "flask_praetorian.auth_required",
    "flask_httpauth.HTTPBasicAuth.login_required", "flask_httpauth.HTTPDigestAuth.login_required",
    "flask_httpauth.HTTPTokenAuth.login_required", "flask_httpauth.MultiAuth.login_required",
    "flask_appbuilder.security.decorators.has_access", "flask_appbuilder.security.decorators.protect",
    "quart_auth.login_required", "tornado.web.authenticated", "aiohttp_security.login_required",
    "starlette.authentication.requires",
})  # fmt: skip
# Decorators of a project's own that can mean nothing else.
_OWN = frozenset({
    "login_required", "require_login", "requires_login", "requires_auth", "require_auth", "auth_required", "authenticated",
    "admin_required", "superuser_required", "token_required", "jwt_required",
})  # fmt: skip
_MIXINS = frozenset({
    "django.contrib.auth.mixins.LoginRequiredMixin", "django.contrib.auth.mixins.PermissionRequiredMixin",
    "django.contrib.auth.mixins.UserPassesTestMixin", "braces.views.LoginRequiredMixin", "braces.views.SuperuserRequiredMixin",
    "braces.views.StaffuserRequiredMixin", "braces.views.PermissionRequiredMixin", "braces.views.GroupRequiredMixin",
})  # fmt: skip
_ON_METHODS = "django.utils.decorators.method_decorator"


@dataclass(frozen=True, slots=True)
class Guard:
    """What is required, as it is written ("" = the code says that nothing is), and where that stands."""

    text: str
    place: Place


def is_guard(code: Code, path: str, scope: str, value: Value) -> bool:
    """Whether an expression is a decorator that asks for somebody signed in."""
    if value.call is not None:
        optional = keyword(value.call.arguments, "optional")
        if optional is not None and optional.text != "false":
            return False
        value = value.call.callee
    bound = code.names.of(path, scope, value)
    if bound.external in _DECORATORS:
        return True
    return bound.definition is not None and bound.definition.kind not in CLASSES and bound.definition.name in _OWN


def decorated(code: Code, path: str, definition: Definition, *, name: str = "") -> Guard | None:
    """The guard among the decorators of a function, or of a class for its method `name`."""
    for decorator in definition.decorators:
        value = Value("name", decorator.name, line=decorator.line)
        at = Place(path, decorator.line, max(decorator.end_line, decorator.line))
        if code.names.of(path, definition.parent, value).external == _ON_METHODS:
            inner = _handed_on(code, path, definition, decorator, name)
            if inner is not None:
                return Guard(source_of(inner), at)
        elif _is_required(decorator) and is_guard(code, path, definition.parent, value):
            return Guard(_written(decorator), at)
    return None


def _is_required(decorator: Decorator) -> bool:
    optional = keyword(decorator.arguments, "optional")
    return optional is None or optional.text == "false"


def _written(decorator: Decorator) -> str:
    inside = ", ".join((f"{item.name}=" if item.name else "") + source_of(item.value) for item in decorator.arguments)
    return f"{decorator.name}({inside})" if inside else decorator.name


def _handed_on(code: Code, path: str, definition: Definition, decorator: Decorator, name: str) -> Value | None:
    """What ``@method_decorator(login_required, name="dispatch")`` puts on a method."""
    given, target = positional(decorator.arguments, 0), keyword(decorator.arguments, "name")
    if given is None or (target is not None and target.text not in ("dispatch", name)):
        return None
    listed = code.names.of(path, definition.parent, given).value
    for item in listed.items if listed is not None and listed.kind == "list" else (given,):
        if is_guard(code, path, definition.parent, item):
            return item
    return None


def of_class(code: Code, path: str, definition: Definition, method: str) -> Guard | None:
    """The guard of a class view for one of its methods: on the method, the class or one of its bases."""
    for name in (method, "dispatch"):
        found = code.names.member(path, definition, name)
        if found.definition is not None and found.definition.kind not in CLASSES:
            guard = decorated(code, found.path, found.definition)
            if guard is not None:
                return guard
    for at, current in code.names.ancestors(path, definition):
        guard = decorated(code, at, current, name=method) or _mixed_in(code, at, current) or _listed(code, at, current)
        if guard is not None:
            return guard
    return None


def _mixed_in(code: Code, path: str, definition: Definition) -> Guard | None:
    for base in definition.bases:
        if code.names.base(path, definition, base).external in _MIXINS:
            return Guard(source_of(base), Place(path, base.line or definition.line, base.line or definition.line))
    return None


def _listed(code: Code, path: str, definition: Definition) -> Guard | None:
    """``decorators = [login_required]`` of Flask's class views, ``method_decorators`` of its resources."""
    for item in code.index(path).fields.get(definition.qualname, ()):
        if item.target in ("decorators", "method_decorators") and item.value is not None and item.value.kind == "list":
            for one in item.value.items:
                if is_guard(code, path, definition.qualname, one):
                    return Guard(source_of(one), Place(path, item.line, item.end_line))
    return None


def around(code: Code, path: str, scope: str, value: Value) -> Guard | None:
    """The guard a view is handed to where it is registered: ``login_required(view)``."""
    current: Value | None = value
    for _ in range(4):
        call = current.call if current is not None else None
        if call is None or not call.arguments:
            return None
        if is_guard(code, path, scope, call.callee):
            return Guard(source_of(call.callee), Place(path, call.line, call.end_line))
        current = call.arguments[0].value
    return None
