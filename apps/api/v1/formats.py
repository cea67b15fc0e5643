"""What goes in and out: JSON that can't hurt, and schemas made of the product's own structs, so that the two never differ."""

from __future__ import annotations

import functools
from http import HTTPStatus
from types import EllipsisType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec
from django.http import HttpRequest
from ninja.parser import Parser
from ninja.renderers import BaseRenderer
from pydantic import BaseModel, ConfigDict, create_model, model_validator
from pydantic_core import PydanticCustomError

from apps.api.v1.errors import ApiError

NO_NUL = r"^[^\x00]*$"  # what every text has to match: no record can hold the character

_JSON = frozenset({"", "application/json"})  # what a body may say of itself, or not


class Sent(BaseModel):
    """Base of what is sent: every field is always there, read from attributes of what the product gives."""

    model_config = ConfigDict(from_attributes=True)


class Given(BaseModel):
    """Base of what is given: a field that is not known is a mistake worth telling, with the fields there are."""

    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _only_known(cls, given: Any) -> Any:
        unknown = sorted(given.keys() - cls.model_fields.keys()) if isinstance(given, dict) else []
        if unknown:
            about = {"name": repr(unknown[0][:80]), "known": ", ".join(cls.model_fields)}
            raise PydanticCustomError("unknown_field", "there is no field {name}; there are {known}", about)
        return given


class JsonRenderer(BaseRenderer):
    """JSON as UTF-8."""

    media_type = "application/json"

    def render(self, request: HttpRequest, data: Any, *, response_status: int) -> bytes:
        return msgspec.json.encode(data)


class JsonParser(Parser):
    """JSON that is UTF-8 throughout: half characters, which no record can hold, and nests without end are malformed."""

    def parse_body(self, request: HttpRequest) -> dict[str, Any]:
        kind = request.content_type or ""
        if kind not in _JSON and not kind.endswith("+json"):
            message = "The body is to be JSON: send it with Content-Type: application/json."
            raise ApiError(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "request:media-type", message)
        try:
            found = msgspec.json.decode(request.body)
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
            raise ApiError(HTTPStatus.BAD_REQUEST, "request:malformed", "The body is no JSON.") from None
        if not isinstance(found, dict):
            raise ApiError(HTTPStatus.UNPROCESSABLE_ENTITY, "request:invalid", "The body is no JSON object.")
        return found


@functools.cache
def schema_of(struct: type[msgspec.Struct]) -> type[BaseModel]:
    """A schema with the fields, types and words of a struct."""
    hints = get_type_hints(struct)
    fields: dict[str, Any] = {name: (_converted(hints[name]), ...) for name in struct.__struct_fields__}
    return create_model(struct.__name__, __base__=Sent, __doc__=struct.__doc__, **fields)


def _converted(hint: Any) -> Any:
    """A type with schemas in the place of structs."""
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return schema_of(hint)
    origin, inner = get_origin(hint), get_args(hint)
    if origin is None or not any(_holds_struct(item) for item in inner):
        return hint
    converted = tuple(item if isinstance(item, EllipsisType) else _converted(item) for item in inner)
    if origin in (Union, UnionType):
        return Union[converted]  # noqa: UP007  # made while running
    return origin[converted]


def _holds_struct(hint: Any) -> bool:
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return True
    return any(_holds_struct(item) for item in get_args(hint))
