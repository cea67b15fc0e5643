"""For programs: the JSON API and the MCP server."""
