"""What all of them are made of."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from apps.api.v1.formats import NO_NUL, Sent, schema_of
from apps.engine import facts
from apps.engine.retrieval import SourceState

Text = Annotated[str, Field(max_length=2_000, pattern=NO_NUL)]
Wanted = Annotated[str, Field(min_length=1, max_length=2_000, pattern=NO_NUL)]
Number = Annotated[int, Field(ge=0, le=2_147_483_647)]

State: Any = schema_of(SourceState)
Edge: Any = schema_of(facts.Edge)


class ErrorDetail(Sent):
    """`code` is stable and made of `family:cause`; `message` is one plain sentence."""

    code: str
    message: str


class ErrorAnswer(Sent):
    """The one shape of every error."""

    error: ErrorDetail
