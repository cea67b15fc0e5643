"""One Python requirement (PEP 508, or what pip allows): name, extras, spec."""

from __future__ import annotations

import re
from dataclasses import dataclass

_NAME = re.compile(
    r"^\s*(?P<name>[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)\s*(?:\[(?P<extras>[^\]]*)\])?\s*(?P<rest>.*)$", re.S
)
_EGG = re.compile(r"[#&]egg=([A-Za-z0-9._-]+)")
_BUILT = re.compile(r"([A-Za-z0-9._-]*?[A-Za-z0-9])(?:-\d[^/]*)?\.(?:whl|tar\.gz|zip|tar\.bz2|tgz)$")
_HASH = re.compile(r"\s+--(?:hash|global-option|config-settings?|install-option)[= ]\S+")
_URL = re.compile(r"^(?:[a-z+]+://|git@|(?:git|hg|svn|bzr)\+)", re.I)


@dataclass(frozen=True, slots=True)
class Requirement:
    """`spec` as written without markers and hashes; for a URL the URL."""

    name: str
    spec: str
    extras: str = ""


def read_requirement(text: str) -> Requirement | None:
    """None where the text names no package."""
    text = _HASH.sub("", text).strip()
    if _URL.match(text):
        egg = _EGG.search(text)
        name = egg[1] if egg else _name_in_url(text)
        return Requirement(name, text) if name else None
    found = _NAME.match(text)
    if not found:
        return None
    rest = found["rest"].strip()
    if rest.startswith("@"):
        spec = rest.split(" ;")[0].strip()
    else:
        spec = rest.split(";")[0].strip()
        if spec.startswith("(") and spec.endswith(")"):
            spec = spec[1:-1].strip()
        if spec and spec[0] not in "<>=!~":
            return None
    extras = ",".join(part.strip() for part in (found["extras"] or "").split(",") if part.strip())
    return Requirement(found["name"], spec, extras)


def _name_in_url(url: str) -> str:
    """The last part of the path, without version, ending and revision; who signs in before it is never part of a name."""
    tail = re.split(r"[#?]", url)[0].rstrip("/").rpartition("/")[2].partition("@")[0]
    built = _BUILT.match(tail)
    return built[1] if built else tail.removesuffix(".git")


def normal_name(name: str) -> str:
    """The name as Python's index compares it."""
    return re.sub(r"[-_.]+", "-", name).lower()
