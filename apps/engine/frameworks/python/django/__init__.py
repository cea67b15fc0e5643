"""Django and Django REST framework: urlconfs, views, viewsets, models, management commands."""

from __future__ import annotations

from apps.engine.frameworks.code import Code
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.python.django import models, programs, urls
from apps.engine.frameworks.python.django.settings import Settings

__all__ = ["find"]

# What every project with urlconfs, models or commands imports somewhere.
_PACKAGES = frozenset({"django", "rest_framework", "wagtail", "channels"})


def find(code: Code) -> Found:
    """Everything Django says of this repository."""
    found = Found()
    if not _PACKAGES & code.imports:
        return found
    settings = Settings(code)
    found.add(urls.find(code, settings))
    found.add(models.find(code, settings))
    found.add(programs.find(code))
    return found
