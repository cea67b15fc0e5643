"""Page and fragment from one view; what every template may count on."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

THEMES = ("light", "dark")


def show(request: HttpRequest, page: str, piece: str, context: dict[str, Any], *, status: int = 200) -> HttpResponse:
    """The piece alone where HTMX asks for it, else the whole page (which includes the same piece)."""
    return render(request, piece if wants_piece(request) else page, context, status=status)


def wants_piece(request: HttpRequest) -> bool:
    """Whether HTMX asks, for a piece of a page."""
    asks = request.htmx  # type: ignore[attr-defined]
    return bool(asks and not asks.boosted and not asks.history_restore_request)


def frame(request: HttpRequest) -> dict[str, Any]:
    """Context processor: the theme the person chose ("" = as the system says), whether shortcuts of a single letter are on,
    and where a switch leads back to.
    """
    theme = request.COOKIES.get("theme", "")
    return {
        "theme": theme if theme in THEMES else "",
        "shortcuts": request.COOKIES.get("shortcuts") != "off",
        "here": request.get_full_path() if request.method == "GET" else "/",
    }
