"""cpp-httplib: methods of a server that are named as those of HTTP."""

from __future__ import annotations

from collections.abc import Sequence

from apps.engine.facts import Endpoint, FileFacts, Place, Unknown
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.cpp.routes.handlers import find_handler
from apps.engine.frameworks.declared_code import last, text_of
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.text import argument

_NAME = "cpp-httplib"
_VERBS = frozenset({"Get", "Post", "Put", "Patch", "Delete", "Options"})
_SERVERS = ("httplib.Server.", "httplib.SSLServer.")


def find_routes(code: Code, files: Sequence[FileFacts], found: Found) -> None:
    """Add every route that is registered on a server; a client has methods of the same names."""
    for facts in files:
        for call in facts.calls:
            verb = last(call.callee.text)
            if verb not in _VERBS or len(call.arguments) < 2:
                continue
            if not code.resolver.resolve_call(facts.path, call).external.startswith(_SERVERS):
                continue
            here = Place(facts.path, call.line, call.end_line)
            handler = find_handler(code, facts.path, call.scope, argument(call, 1), here)
            text = text_of(code, facts.path, call.scope, argument(call, 0))
            found.frameworks.append(_NAME)
            if text is None:
                reason = "The path of this route is put together when the program runs."
                found.unknowns.append(Unknown("endpoint", handler.name, reason, here))
                continue
            found.endpoints.append(
                Endpoint(
                    verb.upper(), text, handler.name, handler.place, here, handler.symbol, framework=_NAME,
                    docstring=handler.docstring, source="framework:cpp-httplib",
                )
            )  # fmt: skip
