"""How section 5 cites a route: where it is registered, what its path is put together from, where its handler stands."""

from __future__ import annotations

from collections.abc import Sequence

from apps.engine.artifact.draft import Draft
from apps.engine.facts import Endpoint, Place


def cite_registered(draft: Draft, endpoint: Endpoint) -> str:
    """Cite the lines that register an endpoint, else its handler."""
    if endpoint.registered is None:
        return draft.cite_endpoint(endpoint)
    return draft.cite_named(endpoint.registered, "route", f"{endpoint.method} {endpoint.path}")


def cite_mounts(draft: Draft, mounts: Sequence[Place]) -> str:
    """Cite the lines that hang a router below another."""
    return draft.cite_all((draft.cite_named(place, "mount", "") for place in mounts), 6)


def cite_whole_path(draft: Draft, endpoint: Endpoint) -> str:
    """Cite every line that an endpoint's full path is put together from, the last piece first."""
    return draft.cite_all((cite_registered(draft, endpoint), *cite_mounts(draft, endpoint.mounts).split(" ")), 7)


def is_one_place(endpoint: Endpoint) -> bool:
    """Whether the lines that register the endpoint show its handler as well."""
    registered, place = endpoint.registered, endpoint.place
    return registered is None or (registered.path == place.path and registered.line <= place.line <= registered.end_line)


def short_handler(handler: str) -> str:
    """A dotted handler by its last two names."""
    parts = handler.split(".")
    return ".".join(parts[-2:]) if len(parts) > 2 and all(part.isidentifier() for part in parts) else handler
