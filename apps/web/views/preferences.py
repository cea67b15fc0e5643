"""Theme, language, shortcuts: kept in cookies, so that they hold before anyone signs in."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import check_for_language
from django.views.decorators.http import require_POST

from apps.web.pages import THEMES

YEAR = 365 * 86_400


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Switch to the theme that was asked for, else away from the one in use."""
    wanted = request.POST.get("theme", "")
    if wanted not in THEMES:
        wanted = "light" if request.COOKIES.get("theme") == "dark" else "dark"
    return _back(request, "theme", wanted)


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Show the portal in another language."""
    wanted = request.POST.get("language", "")
    known = {code for code, _name in settings.LANGUAGES}
    if wanted not in known or not check_for_language(wanted):
        wanted = settings.LANGUAGE_CODE
    return _back(request, settings.LANGUAGE_COOKIE_NAME, wanted)


@require_POST
def shortcuts(request: HttpRequest) -> HttpResponse:
    """Switch shortcuts of a single letter off, or on again."""
    return _back(request, "shortcuts", "off" if request.POST.get("shortcuts") == "off" else "on")


def _back(request: HttpRequest, cookie: str, value: str) -> HttpResponse:
    target = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(target, {request.get_host()}, require_https=request.is_secure()):
        target = "/"
    response = HttpResponseRedirect(target)
    response.set_cookie(cookie, value, max_age=YEAR, secure=settings.SESSION_COOKIE_SECURE, samesite="Lax")
    return response
