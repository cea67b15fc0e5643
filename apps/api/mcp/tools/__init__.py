"""The tools, one module each."""

from apps.api.mcp.tools import document, repositories, symbol
from apps.api.mcp.tools.tool import Refused, Tool

TOOLS: dict[str, Tool] = {item.name: item for item in (document.TOOL, symbol.TOOL, repositories.TOOL)}

__all__ = ["TOOLS", "Refused", "Tool"]
