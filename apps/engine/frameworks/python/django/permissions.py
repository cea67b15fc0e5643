"""What Django and Django REST framework require of who asks: decorators, mixins, permission classes, the default in settings."""

from __future__ import annotations

from apps.engine.facts import Definition, Place, Value
from apps.engine.frameworks.bindings import CLASSES
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.guards import Guard, decorated, of_class
from apps.engine.frameworks.python.django.settings import Settings
from apps.engine.frameworks.python.django.views import Answer
from apps.engine.frameworks.text import dict_item, keyword, positional, source_of

_LIST = "permission_classes"
_DEFAULT = "DEFAULT_PERMISSION_CLASSES"
_PACKAGE = "rest_framework."
_READS = frozenset({"GET", "HEAD", "OPTIONS"})
_FUNCTION_VIEW = "rest_framework.decorators.api_view"
_FUNCTION_LIST = "rest_framework.decorators.permission_classes"


class Permissions:
    """Answers for the views of one repository."""

    def __init__(self, code: Code, settings: Settings) -> None:
        self._code = code
        self._settings = settings
        self._default: list[tuple[tuple[str, ...], Place]] | None = None

    def of(self, answer: Answer) -> Guard | None:
        """What the view behind a route requires, None where nothing is said."""
        if answer.owner is None:
            return None
        path, definition = answer.owner
        if definition.kind not in CLASSES:
            return decorated(self._code, path, definition) or self._of_function(path, definition, answer.method)
        member = answer.member or answer.method.lower()
        return of_class(self._code, path, definition, member) or self._of_class(path, definition, member, answer.method)

    def _of_function(self, path: str, definition: Definition, method: str) -> Guard | None:
        is_rest = False
        for decorator in definition.decorators:
            name = self._code.names.bind(path, definition.parent, decorator.name, decorator.line).external
            if name == _FUNCTION_LIST:
                at = Place(path, decorator.line, max(decorator.end_line, decorator.line))
                return self._listed(path, definition.parent, positional(decorator.arguments, 0), at, method)
            is_rest = is_rest or name == _FUNCTION_VIEW
        return self._by_default(method) if is_rest else None

    def _of_class(self, path: str, definition: Definition, member: str, method: str) -> Guard | None:
        names = self._code.names
        outside = names.external_bases(path, definition)
        if not any(base.startswith(_PACKAGE) for base in outside):
            return None
        found = names.member(path, definition, member)
        for decorator in found.definition.decorators if found.definition is not None else ():
            given = keyword(decorator.arguments, _LIST)
            if given is not None:
                at = Place(found.path, decorator.line, max(decorator.end_line, decorator.line))
                return self._listed(found.path, found.scope, given, at, method)
        if names.member(path, definition, "get_permissions").definition is not None:
            return None  # decided while the program runs
        listed = names.member(path, definition, _LIST)
        if listed.assignment is not None:
            at = Place(listed.path, listed.assignment.line, listed.assignment.end_line)
            return self._listed(listed.path, listed.scope, listed.value, at, method)
        known = all(base.startswith((_PACKAGE, "builtins.", "django.", "typing.", "abc.")) for base in outside)
        return self._by_default(method) if known else None

    def _listed(self, path: str, scope: str, value: Value | None, at: Place, method: str) -> Guard | None:
        found = self._code.names.of(path, scope, value).value if value is not None and value.kind == "name" else value
        if found is None or found.kind != "list":
            return None
        return _guard([source_of(item) for item in found.items], at, method)

    def _by_default(self, method: str) -> Guard | None:
        """What `REST_FRAMEWORK` requires of all views; nothing where several settings disagree."""
        if self._default is None:
            self._default = []
            for path, item in self._settings.assigned("REST_FRAMEWORK"):
                given = dict_item(item.value, _DEFAULT)
                texts = self._code.folder.texts(path, item.scope, given) if given is not None else []
                line = given.line if given is not None and given.line else item.line
                end = given.end_line if given is not None and given.end_line else line
                self._default.append((tuple(texts or ()), Place(path, line, end)))
        if len({texts for texts, _ in self._default}) != 1:
            return None
        required, at = self._default[0]
        return _guard([text.rpartition(".")[2] for text in required], at, method)


def _guard(names: list[str], at: Place, method: str) -> Guard | None:
    """The permissions that ask for anything of this method; an empty text where they say that everybody may."""
    left = [
        name
        for name in names
        if name.rpartition(".")[2] != "AllowAny" and not (name.endswith("ReadOnly") and method in (_READS | {"ANY"}))
    ]
    if left:
        return Guard(", ".join(left), at)
    return Guard("", at) if any(name.rpartition(".")[2] == "AllowAny" for name in names) else None
