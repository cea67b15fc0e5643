"""What all of them are made of."""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

from pydantic import Field

from apps.api.v1.formats import NO_NUL, Sent, schema_of
from apps.engine import facts
from apps.engine.facts.sheet import FILE_ROLES
from apps.engine.facts.syntax import DefinitionKind
from apps.engine.retrieval import SourceState

_LONGEST = 16_000  # characters: names and paths of a repository are as long as somebody liked, and lists tell them whole

Text = Annotated[str, Field(max_length=_LONGEST, pattern=NO_NUL)]

# What has to be given, in words that a schema and a refusal share.
NEEDED = {
    "symbol": "a symbol as lists tell it, like path/to/file.py#Class.method (in an address # is %23), or the path of a file",
    "path": "the path of a file, as the list of files tells it",
    "q": "a name, a path or a sentence",
}


def _named(what: str) -> Any:
    said = f"{NEEDED[what][0].upper()}{NEEDED[what][1:]}."
    return Field(min_length=1, max_length=_LONGEST, pattern=NO_NUL, description=said)


SymbolName = Annotated[str, _named("symbol")]
PathName = Annotated[str, _named("path")]
Number = Annotated[int, Field(ge=0, le=2_147_483_647)]

# Closed sets: a word that is none of them is a slip, and no filter that finds nothing.
CAPSULE_KINDS = tuple(dict.fromkeys(("module", *get_args(DefinitionKind))))
CapsuleKind: Any = Literal[CAPSULE_KINDS]
PassageKind: Any = Literal[(*CAPSULE_KINDS, "section")]
PassageRole: Any = Literal[(*FILE_ROLES, "document")]

State: Any = schema_of(SourceState)
Edge: Any = schema_of(facts.Edge)


class ErrorDetail(Sent):
    """`code` is stable and made of `family:cause`; `message` is one plain sentence."""

    code: str
    message: str


class ErrorAnswer(Sent):
    """The one shape of every error."""

    error: ErrorDetail
