"""Which HTTP methods a Django view answers, and where the code for each stands."""

from __future__ import annotations

from dataclasses import dataclass

from apps.engine.facts import Definition, Place, Value
from apps.engine.frameworks.bindings import CLASSES
from apps.engine.frameworks.code import Code, place_of, symbol_of
from apps.engine.frameworks.handlers import Handler, find_handler
from apps.engine.frameworks.text import argument, source_of

VERBS = ("get", "post", "put", "patch", "delete", "head", "options", "trace")
_READ, _FORM = ("GET",), ("GET", "POST")
# What generic views of Django and Django REST framework answer, by the last part of their names.
GENERIC: dict[str, tuple[str, ...]] = {
    "TemplateView": _READ, "ListView": _READ, "DetailView": _READ, "BaseListView": _READ, "BaseDetailView": _READ,
    "ArchiveIndexView": _READ, "YearArchiveView": _READ, "MonthArchiveView": _READ, "WeekArchiveView": _READ,
    "DayArchiveView": _READ, "TodayArchiveView": _READ, "DateDetailView": _READ,
    "FormView": _FORM, "CreateView": _FORM, "UpdateView": _FORM, "BaseFormView": _FORM, "BaseCreateView": _FORM,
    "BaseUpdateView": _FORM,
    "DeleteView": _FORM, "BaseDeleteView": _FORM,
    "LoginView": _FORM, "LogoutView": ("POST",), "PasswordChangeView": _FORM, "PasswordChangeDoneView": _READ,
    "PasswordResetView": _FORM,
    "PasswordResetDoneView": _READ, "PasswordResetConfirmView": _FORM, "PasswordResetCompleteView": _READ,
    "ListAPIView": _READ, "RetrieveAPIView": _READ, "CreateAPIView": ("POST",), "DestroyAPIView": ("DELETE",),
    "UpdateAPIView": ("PUT", "PATCH"), "ListCreateAPIView": _FORM, "RetrieveUpdateAPIView": ("GET", "PUT", "PATCH"),
    "RetrieveDestroyAPIView": ("GET", "DELETE"), "RetrieveUpdateDestroyAPIView": ("GET", "PUT", "PATCH", "DELETE"),
    "ObtainAuthToken": ("POST",), "TokenObtainPairView": ("POST",), "TokenRefreshView": ("POST",),
    "TokenVerifyView": ("POST",),
    "SpectacularAPIView": _READ, "SpectacularSwaggerView": _READ, "SpectacularRedocView": _READ,
}  # fmt: skip
# Bases that answer nothing by themselves.
_SILENT = frozenset({"View", "APIView", "GenericAPIView", "ContextMixin", "TemplateResponseMixin", "object", "Generic", "ABC"})
_METHOD_LISTS = frozenset({
    "django.views.decorators.http.require_http_methods", "rest_framework.decorators.api_view",
})  # fmt: skip
_METHOD_DECORATORS = {
    "django.views.decorators.http.require_GET": ("GET",),
    "django.views.decorators.http.require_POST": ("POST",),
    "django.views.decorators.http.require_safe": ("GET",),
}


@dataclass(frozen=True, slots=True)
class Answer:
    """One HTTP method and the code that answers it.

    `owner` is the function, or the class that is asked (with its file), `member` the method of it.
    """

    method: str
    handler: str
    place: Place
    symbol: str = ""
    docstring: str = ""
    owner: tuple[str, Definition] | None = None
    member: str = ""


def find_answers(code: Code, path: str, scope: str, value: Value) -> list[Answer]:
    """What the view argument of a route answers; never empty: ANY where the methods are not known."""
    looked = value
    at, inside = path, scope
    for _ in range(8):
        bound = code.names.of(at, inside, looked)
        inner = bound.value
        if bound.kind in ("value", "assignment") and inner is not None and inner.kind == "call" and inner.call is not None:
            call = inner.call
            if call.callee.text.rpartition(".")[2] == "as_view":
                return _as_view(code, bound.path, bound.scope, inner, path, value)
            made = code.names.of(bound.path, bound.scope, call.callee)
            if made.definition is not None and made.definition.kind in CLASSES:  # an object that can be called: LatestNews()
                return [whole_class(made.path, made.definition, "ANY")]
            wrapped = [
                item.value
                for item in call.arguments
                if not item.name and item.value.kind in ("name", "attribute", "call", "function")
            ]
            if bound.kind == "value" and wrapped:
                looked, at, inside = wrapped[-1], bound.path, bound.scope
                continue
        break
    handler = find_handler(code, at, inside, looked)
    if handler.is_external:
        handler = find_handler(code, path, scope, value)
    return _function(code, handler)


def _function(code: Code, handler: Handler) -> list[Answer]:
    methods: tuple[str, ...] = ("ANY",)
    definition = handler.definition
    if definition is not None:
        for decorator in definition.decorators:
            name = code.names.bind(handler.place.path, definition.parent, decorator.name, decorator.line).external
            if name in _METHOD_DECORATORS:
                methods = _METHOD_DECORATORS[name]
            elif name in _METHOD_LISTS:
                first = decorator.arguments[0].value if decorator.arguments else None
                texts = code.folder.texts(handler.place.path, definition.parent, first) if first is not None else ["GET"]
                methods = tuple(sorted({text.upper() for text in texts})) if texts else ("ANY",)
    owner = (handler.place.path, definition) if definition is not None else None
    return [Answer(method, handler.name, handler.place, handler.symbol, handler.docstring, owner) for method in methods]


def _as_view(code: Code, at: str, inside: str, value: Value, path: str, given: Value) -> list[Answer]:
    call = value.call
    assert call is not None
    if call.callee.kind == "name":
        owner = Value("name", call.callee.text.removesuffix(".as_view"), line=call.line)
    else:
        owner = call.callee.items[0] if call.callee.items else call.callee
    bound = code.names.of(at, inside, owner)
    if bound.kind == "definition" and bound.definition is not None and bound.definition.kind in CLASSES:
        actions = argument(call, 0, "actions")
        if actions is not None and actions.kind == "dict":
            return _actions(code, bound.path, bound.definition, actions)
        return class_answers(code, bound.path, bound.definition)
    place = Place(path, given.line or 1, given.end_line or given.line or 1)
    name = bound.external or source_of(owner)
    return [Answer(method, name, place) for method in GENERIC.get(name.rpartition(".")[2], ("ANY",))]


def _actions(code: Code, path: str, definition: Definition, actions: Value) -> list[Answer]:
    """``as_view({"get": "list", "post": "create"})``."""
    out = []
    for key, item in zip(actions.keys, actions.items, strict=False):
        if key.kind == "string" and item.kind == "string":
            out.append(member_answer(code, path, definition, item.text, key.text.upper()))
    return out or [whole_class(path, definition, "ANY")]


def whole_class(path: str, definition: Definition, method: str, member: str = "") -> Answer:
    """A class that answers by what it inherits; `member` is the method that would."""
    name = f"{definition.qualname}.{member}" if member else definition.qualname
    symbol = symbol_of(path, definition.qualname)
    return Answer(method, name, place_of(path, definition), symbol, definition.docstring, (path, definition), member)


def member_answer(code: Code, path: str, definition: Definition, name: str, method: str) -> Answer:
    """The method of a class that answers; the class itself where it is inherited from outside."""
    found = code.names.member(path, definition, name)
    own = found.definition
    if own is None or own.kind in CLASSES:
        return whole_class(path, definition, method, name)
    symbol = symbol_of(found.path, own.qualname)
    return Answer(method, own.qualname, place_of(found.path, own), symbol, own.docstring, (path, definition), name)


def allowed_methods(code: Code, path: str, definition: Definition) -> set[str] | None:
    """`http_method_names` of a class, None if it is not set in the repository."""
    found = code.names.member(path, definition, "http_method_names")
    texts = code.folder.texts(found.path, found.scope, found.value) if found.value is not None else None
    return {text.upper() for text in texts} if texts else None


def class_answers(code: Code, path: str, definition: Definition) -> list[Answer]:
    """What a class view answers: its methods named after HTTP methods, and what its generic bases answer."""
    allowed = allowed_methods(code, path, definition)
    answers: dict[str, Answer] = {}
    for verb in VERBS:
        found = code.names.member(path, definition, verb)
        if found.definition is not None or (
            found.assignment is not None and found.value is not None and found.value.kind in ("name", "function")
        ):
            answers[verb.upper()] = member_answer(code, path, definition, verb, verb.upper())
    bases = code.names.external_bases(path, definition)
    is_known = True
    for base in bases:
        last = base.rpartition(".")[2]
        for method in GENERIC.get(last, ()):
            answers.setdefault(method, whole_class(path, definition, method))
        if last not in GENERIC and last not in _SILENT and not last.endswith(("Mixin", "Test")):
            is_known = False
    if allowed is not None:
        answers = {method: answer for method, answer in answers.items() if method in allowed}
    if not answers or (not is_known and not (set(answers) - {"OPTIONS", "HEAD"})):
        return [whole_class(path, definition, "ANY")]
    return [answers[method] for method in sorted(answers)]
