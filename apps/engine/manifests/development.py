"""Which deployment files are for working on the program, not for running it."""

from __future__ import annotations

import re

_FOLDERS = frozenset({".devcontainer", ".gitpod", ".codespaces", "devcontainer", "dev", "development", "local", "tests", "test"})
_NAME = re.compile(r"(?:^|[._-])(?:override|dev|devel|development|local|test|tests|ci|debug)(?:[._-]|$)", re.I)


def is_for_development(path: str) -> bool:
    """``.devcontainer/docker-compose.yml``, ``compose.override.yml``, ``docker-compose.dev.yml``."""
    folder, _, name = path.rpartition("/")
    return bool(_NAME.search(name)) or any(part.lower() in _FOLDERS or _is_container(part) for part in folder.split("/"))


def _is_container(folder: str) -> bool:
    """A hidden folder that sets up a container to work in."""
    return folder.startswith(".") and "container" in folder.lower()


def where_declared(path: str) -> str:
    """Where such a file is used, in words: ``development container``, ``compose override``, ``development setup``."""
    folder, _, name = path.rpartition("/")
    if any(_is_container(part) or part.lower() == "devcontainer" for part in folder.split("/")):
        return "development container"
    if "override" in name:
        return "compose override"
    return "test setup" if re.search(r"(?:^|[._/-])(?:tests?|ci)(?:[._/-]|$)", path, re.I) else "development setup"
