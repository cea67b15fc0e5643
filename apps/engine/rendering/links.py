"""Where a citation leads: inside the repository, to its forge, or into the portal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol
from urllib.parse import quote, urlsplit

from apps.engine.facts import Place, path_to_bytes

ForgeStyle = Literal["github", "gitlab", "gitea", "bitbucket"]

_PLAIN_VIEW = {"github": "?plain=1", "gitlab": "?plain=1", "gitea": "?display=source", "bitbucket": ""}
_RENDERED = (".md", ".markdown", ".rst", ".adoc", ".org", ".textile", ".ipynb", ".csv")


class Links(Protocol):
    """Turns a place into the address of its source."""

    def source(self, place: Place) -> str:
        """An address that is safe inside a Markdown link and an HTML attribute."""
        ...


def _real_path(path: str) -> str:
    """The path as a URL part, of the bytes git holds."""
    return quote(path_to_bytes(path), safe="/-_.~")


def _github_lines(place: Place) -> str:
    return f"#L{place.line}-L{place.end_line}" if place.end_line > place.line else f"#L{place.line}"


@dataclass(frozen=True, slots=True)
class RelativeLinks:
    """For a document that stands at the root of the repository it describes."""

    def source(self, place: Place) -> str:
        """``path#L10-L20``."""
        return _real_path(place.path) + _github_lines(place)


@dataclass(frozen=True, slots=True)
class ForgeLinks:
    """Permalinks.  `base` is the repository's page (``https://host/owner/name``), `commit` a full commit id."""

    base: str
    commit: str
    style: ForgeStyle = "github"

    def source(self, place: Place) -> str:
        """The forge's own address of these lines at the commit."""
        path = _real_path(place.path)
        plain = _PLAIN_VIEW[self.style] if place.path.lower().endswith(_RENDERED) else ""
        more = place.end_line > place.line
        if self.style == "gitlab":
            lines = f"#L{place.line}-{place.end_line}" if more else f"#L{place.line}"
            return f"{self.base}/-/blob/{self.commit}/{path}{plain}{lines}"
        if self.style == "gitea":
            return f"{self.base}/src/commit/{self.commit}/{path}{plain}{_github_lines(place)}"
        if self.style == "bitbucket":
            lines = f"#lines-{place.line}:{place.end_line}" if more else f"#lines-{place.line}"
            return f"{self.base}/src/{self.commit}/{path}{lines}"
        return f"{self.base}/blob/{self.commit}/{path}{plain}{_github_lines(place)}"


@dataclass(frozen=True, slots=True)
class TemplateLinks:
    """Addresses made from a template of ours with the names ``{path}``, ``{line}``, ``{end_line}`` and ``{lines}``.

    `path` is the canonical text, percent-encoded; `lines` is ``10`` or ``10-20``.
    """

    template: str

    def source(self, place: Place) -> str:
        """The template, filled in."""
        lines = f"{place.line}-{place.end_line}" if place.end_line > place.line else f"{place.line}"
        filled = self.template.replace("{line}", str(place.line)).replace("{end_line}", str(place.end_line))
        return filled.replace("{lines}", lines).replace("{path}", quote(place.path, safe="/-_.~"))


def forge_links(address: str, commit: str) -> ForgeLinks:
    """Permalinks for a clone's https address; the forge is told by its host's name, GitHub's form is the default."""
    parts = urlsplit(address)
    host = parts.hostname or ""
    port = f":{parts.port}" if parts.port else ""
    path = quote(parts.path.rstrip("/").removesuffix(".git"), safe="/-_.~%")
    style: ForgeStyle = "github"
    if "gitlab" in host:
        style = "gitlab"
    elif "bitbucket" in host:
        style = "bitbucket"
    elif any(name in host for name in ("gitea", "forgejo", "codeberg")):
        style = "gitea"
    return ForgeLinks(f"{parts.scheme}://{host}{port}{path}", commit, style)
