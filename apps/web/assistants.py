"""How assistants are connected: the addresses of a team, and what each client's settings look like."""

from __future__ import annotations

import json
import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext_noop

if TYPE_CHECKING:
    from apps.tenants.models import Tenant

VARIABLE = "REPOLORE_TOKEN"  # of the environment, where the token is kept out of files


@dataclass(frozen=True, slots=True)
class Snippet:
    """Text to copy.  `where` says what it is for: a terminal, or the name of a file."""

    where: str
    text: str
    is_file: bool = False


@dataclass(frozen=True, slots=True)
class Client:
    """One client.  `note` is a sentence to translate."""

    key: str
    name: str
    snippets: tuple[Snippet, ...]
    note: str


def mcp_address(tenant: Tenant) -> str:
    """The team's own address of the MCP server."""
    return f"{settings.PUBLIC_URL}/mcp/{tenant.slug}"


def api_address() -> str:
    """Where the JSON API begins."""
    return f"{settings.PUBLIC_URL}/api/v1/"


def is_open_to_listeners() -> bool:
    """Whether a token would travel unencrypted over a network."""
    parts = urlsplit(settings.PUBLIC_URL)
    return parts.scheme != "https" and parts.hostname not in ("localhost", "127.0.0.1", "::1")


def clients(tenant: Tenant) -> tuple[Client, ...]:
    """The settings of each client, with the team's address; the token comes from the environment, or is asked for."""
    address, name = mcp_address(tenant), f"repolore-{tenant.slug}"
    token = Snippet("terminal", f"export {VARIABLE}=rl_…")
    added = f"claude mcp add --transport http {shlex.quote(name)} {shlex.quote(address)} "
    added += f'--header "Authorization: Bearer ${VARIABLE}"'
    cursor = {"mcpServers": {name: {"url": address, "headers": {"Authorization": f"Bearer ${{env:{VARIABLE}}}"}}}}
    asked = {"type": "promptString", "id": "repolore-token", "description": "Repolore token", "password": True}
    code = {
        "inputs": [asked],
        "servers": {name: {"type": "http", "url": address, "headers": {"Authorization": "Bearer ${input:repolore-token}"}}},
    }
    return (
        Client(
            "claude-code",
            "Claude Code",
            (token, Snippet("terminal", added)),
            gettext_noop("Then /mcp in Claude Code shows it as connected."),
        ),
        Client(
            "cursor",
            "Cursor",
            (token, Snippet(".cursor/mcp.json", _json(cursor), is_file=True)),
            gettext_noop("Start Cursor from that terminal, so that it sees the variable. The file holds no token."),
        ),
        Client(
            "vs-code",
            "VS Code",
            (Snippet(".vscode/mcp.json", _json(code), is_file=True),),
            gettext_noop("VS Code asks for the token once and keeps it in a store of its own. The file holds no token."),
        ),
    )


def curl_example() -> str:
    """A first call of the JSON API."""
    return f'curl -H "Authorization: Bearer ${VARIABLE}" {shlex.quote(api_address() + "repos")}'


def _json(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)
