"""Files that describe an interface or its data as a schema: Protocol Buffers, GraphQL, OpenAPI."""

from __future__ import annotations

from apps.engine.frameworks.code import Code
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.schemas import graphql_types, openapi, protobuf

__all__ = ["find", "openapi"]


def find(code: Code) -> Found:
    """What schema files say by themselves, whatever the code does."""
    found = Found()
    found.add(graphql_types.find(code))
    found.add(protobuf.find(code))
    return found
