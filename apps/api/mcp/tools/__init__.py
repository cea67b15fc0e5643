"""The tools, one module each."""

from apps.api.mcp.tools import context, document, repositories, search, symbol
from apps.api.mcp.tools.tool import Refused, Tool

TOOLS: dict[str, Tool] = {item.name: item for item in (context.TOOL, search.TOOL, symbol.TOOL, document.TOOL, repositories.TOOL)}

__all__ = ["TOOLS", "Refused", "Tool"]
