"""Django and Django REST framework: urlconfs, views, viewsets, models, management commands."""

from __future__ import annotations

from apps.engine.frameworks.code import Code
from apps.engine.frameworks.django import models, programs, urls
from apps.engine.frameworks.found import Found

__all__ = ["find"]


def find(code: Code) -> Found:
    """Everything Django says of this repository."""
    found = Found()
    for part in (urls.find, models.find, programs.find):
        found.add(part(code))
    return found
