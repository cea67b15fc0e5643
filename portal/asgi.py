"""The one server: pages, the JSON API and streams by Django, the MCP server beside them.

Django's own handler has no lifespan, and the MCP server needs one: its task group lives as long as the server does.
"""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from threading import Thread
from typing import cast

from django.core.asgi import get_asgi_application
from django.urls import resolve
from starlette.routing import Route, Router
from starlette.types import ASGIApp

from apps.web.pictures import warm_up

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")
warm_up()  # first of all: it takes longer than the rest of the start, and runs beside it
_django = cast("ASGIApp", get_asgi_application())

from apps.api.mcp import Door  # noqa: E402  # it has records, which Django must know first

_door = Door()


def _load_pages() -> None:
    resolve("/")


@asynccontextmanager
async def _lifespan(_application: object) -> AsyncIterator[None]:
    # All pages and operations are loaded with the first address that is looked up: beside the start, not in somebody's request.
    Thread(target=_load_pages, name="pages", daemon=True).start()
    async with _door.open():
        yield


application = Router(
    [Route("/mcp", _door), Route("/mcp/", _door), Route("/mcp/{team}", _door), Route("/mcp/{team}/", _door)],
    redirect_slashes=False,
    default=_django,
    lifespan=_lifespan,
)
