"""The backend of JavaScript and TypeScript: names as elsewhere, and functions followed as values."""

from __future__ import annotations

from apps.engine.graph.dynamic import DynamicNames
from apps.engine.graph.implied import Implied, Open, Resolved
from apps.engine.graph.script_calls import ScriptCalls


class ScriptNames(DynamicNames):
    """Answers for all files of these languages together."""

    def implied(self, resolved: Resolved, still_open: Open) -> list[Implied]:
        """Calls of functions that variables, objects, parameters and results hold, of callbacks, and of overriding methods."""
        return ScriptCalls(self).find(resolved, still_open)
