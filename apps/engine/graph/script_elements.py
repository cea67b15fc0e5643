"""Elements of JSX, as the calls they stand for: of the function that makes elements, where the repository has it."""

from __future__ import annotations

from itertools import pairwise

from apps.engine.facts import Argument, Call, Value
from apps.engine.graph.bindings import FileIndex
from apps.engine.graph.script_flow import ScriptFlow
from apps.engine.graph.script_things import NOTHING, Things

_SOURCE, _FACTORY = "@jsxImportSource", "@jsx"
_RUNTIME, _MAKER = "jsx-runtime", "jsx"


def element_calls(flow: ScriptFlow, index: FileIndex) -> tuple[list[Call], Things]:
    """The elements of a file as calls that are given the tag first, and what may be called by them."""
    tags = [operation for operation in index.facts.operations if operation.kind == "element"]
    makers = _makers(flow, index) if tags else NOTHING
    if not makers:
        return [], NOTHING
    name = Value("name", _MAKER)
    return [Call(name, (Argument(tag.value),), tag.line, tag.line, tag.scope) for tag in tags], makers


def _makers(flow: ScriptFlow, index: FileIndex) -> Things:
    """The function the comment at the top of a file names, for the file or as part of a module."""
    words = index.facts.docstring.split()
    for word, named in pairwise(words):
        if word == _FACTORY:
            return flow.variables.dotted(index, "", named, 0)
        if word == _SOURCE:
            names = flow.names
            names.steps = 0
            module = names.located(names.modules.locate_script(index.facts.path, f"{named.rstrip('/')}/{_RUNTIME}"))
            return flow.membership.members(flow.variables.of(module), _MAKER)
    return NOTHING
