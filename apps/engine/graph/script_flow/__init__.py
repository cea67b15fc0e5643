"""Values of scripts, followed: what expressions of JavaScript and TypeScript may be."""

from apps.engine.graph.script_flow.expressions import ScriptFlow

__all__ = ["ScriptFlow"]
