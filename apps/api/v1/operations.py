"""What every operation shares: its answers in the schema, and the one transaction of its tenant."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from functools import wraps
from http import HTTPStatus
from typing import Any, Concatenate, ParamSpec, TypeVar, get_args

from django.utils import translation
from pydantic import BaseModel

from apps.api.v1.access import Asked
from apps.api.v1.errors import ApiError
from apps.api.v1.schemas import ErrorAnswer
from apps.search.events import AskEvent
from apps.tenants.context import tenant_scope, tenant_snapshot

ERRORS = frozenset({400, 401, 403, 404, 405, 409, 411, 412, 413, 415, 422, 429, 500, 503})
MARKDOWN: dict[str, Any] = {"responses": {200: {"content": {"text/markdown": {"schema": {"type": "string"}}}}}}
_EVENT = {  # each event of a stream
    "type": "object",
    "required": ["event", "data"],
    "properties": {
        "event": {"enum": [str(kind.__struct_config__.tag) for kind in get_args(AskEvent)]},
        "data": {"type": "string", "contentMediaType": "application/json"},
    },
}
EVENTS: dict[str, Any] = {"responses": {200: {"content": {"text/event-stream": {"schema": _EVENT}}}}}

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")


def read(model: Any) -> dict[Any, Any]:
    """The answers of a GET: the model, nothing for what has not changed, an error."""
    return {200: model, 304: None, ERRORS: ErrorAnswer}


def done(model: Any, status: int = 200) -> dict[Any, Any]:
    """The answers of everything else."""
    return {status: model, ERRORS: ErrorAnswer}


def in_tenant(view: Callable[Concatenate[Asked, Arguments], Answer]) -> Callable[Concatenate[Asked, Arguments], Answer]:
    """The endpoint in one transaction of the tenant that the token is of; what only reads, as all is at one moment."""
    return _in_english(view, _transaction)


def _transaction(request: Asked) -> AbstractContextManager[None]:
    scope = tenant_snapshot if request.method == "GET" else tenant_scope
    return scope(request.auth.tenant.pk)


def asks_models(view: Callable[Concatenate[Asked, Arguments], Answer]) -> Callable[Concatenate[Asked, Arguments], Answer]:
    """The endpoint outside of transactions: it waits for models, which may be far away.  What reads records opens its own."""
    return _in_english(view, lambda _request: nullcontext())


def _in_english(
    view: Callable[Concatenate[Asked, Arguments], Answer], around: Callable[[Asked], AbstractContextManager[None]]
) -> Callable[Concatenate[Asked, Arguments], Answer]:
    """What the API says is English, like its codes."""

    @wraps(view)
    def wrapped(request: Asked, /, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Answer:
        _refuse_unknown(request, kwargs)
        with translation.override("en"), around(request):
            return view(request, *args, **kwargs)

    # The schema is made of the parameters' types, whose names are those of the endpoint's module.
    wrapped.__signature__ = inspect.signature(view, eval_str=True)  # type: ignore[attr-defined]
    return wrapped


def _refuse_unknown(request: Asked, given: Mapping[str, object]) -> None:
    """A name in the query that the endpoint does not know is a slip, and what it was to narrow down would be told whole."""
    known: list[str] = []
    if request.method == "GET":  # the others take all they take in the body
        in_address = request.resolver_match.kwargs if request.resolver_match is not None else {}
        for name, value in given.items():
            known += type(value).model_fields if isinstance(value, BaseModel) else [] if name in in_address else [name]
    for name in request.GET:
        if name not in known:
            there = f"there are {', '.join(known)}" if known else "this address takes none"
            message = f"{name[:80]!r} can't be used: there is no such parameter; {there}."
            raise ApiError(HTTPStatus.UNPROCESSABLE_ENTITY, "request:invalid", message)
