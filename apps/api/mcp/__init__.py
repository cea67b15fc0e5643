"""The MCP server at ``/mcp``: what a team's repositories are about, for assistants.

Read-only tools over the streamable HTTP transport of the official SDK, without sessions: every call is a request of its own, and
its token says whose team it is.
"""

from apps.api.mcp.door import Door

__all__ = ["Door"]
