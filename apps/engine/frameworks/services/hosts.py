"""Hosts that requests go to."""

from __future__ import annotations

from urllib.parse import urlsplit

_LOCAL = frozenset({"localhost", "127.0.0.1", "::1", "example.com", "example.org", "example.net", "host.docker.internal"})


def host_of(url: str) -> str:
    """The host of an absolute http address, "" for anything else and for the machine itself."""
    if not url.startswith(("http://", "https://")):
        return ""
    try:
        host = urlsplit(url).hostname or ""
    except ValueError:
        return ""
    return "" if host in _LOCAL or host.endswith((".local", ".test", ".example", ".localhost")) or "." not in host else host
