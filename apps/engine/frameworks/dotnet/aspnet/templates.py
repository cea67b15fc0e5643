"""Route templates of ASP.NET Core."""

from __future__ import annotations

import re

from apps.engine.frameworks.text import UNKNOWN_START

_TOKEN = re.compile(r"\[(controller|action|area)\]", re.I)
_PART = re.compile(r"\{(controller|action|area)[^{}]*\}", re.I)
_OPTIONAL = re.compile(r"\{\*{0,2}(\w+)[^{}]*(?:\?|=[^{}]*)\}")


def join(prefix: str, path: str) -> str:
    """Two parts of a template with one slash between them, one in front."""
    start, rest = prefix.strip("/"), path.strip("/")
    if start.startswith(UNKNOWN_START):
        return f"{start}/{rest}" if rest else start
    joined = "/".join(part for part in (start, rest) if part)
    return f"/{joined}"


def below(prefix: str, known: bool, path: str) -> str:
    """A whole path; one whose beginning is not known starts with ``…/``."""
    full = join(prefix, path)
    return full if known else f"{UNKNOWN_START}{full}" if full != "/" else f"{UNKNOWN_START}/"


def is_absolute(template: str) -> bool:
    """Whether a template leaves out what stands above it."""
    return template.startswith(("/", "~/"))


def replaced(template: str, controller: str, action: str, area: str) -> str:
    """A template with its tokens in brackets replaced."""
    words = {"controller": controller, "action": action, "area": area}
    return _TOKEN.sub(lambda match: words[match[1].lower()] or match[0], template.removeprefix("~"))


def conventional(pattern: str, controller: str, action: str, area: str, parameters: frozenset[str]) -> str:
    """The path that a pattern for all controllers has for one action; optional parts that it does not take are left out."""
    words = {"controller": controller, "action": action, "area": area}
    named = _PART.sub(lambda match: words[match[1].lower()], pattern)
    kept = _OPTIONAL.sub(lambda match: match[0] if match[1] in parameters else "", named)
    return "/" + "/".join(part for part in kept.split("/") if part)


def takes_area(pattern: str) -> bool:
    """Whether a pattern is for areas."""
    return any(match[1].lower() == "area" for match in _PART.finditer(pattern))
