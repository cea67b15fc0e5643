"""Which deployment files are for working on the program, not for running it."""

from __future__ import annotations

import re

_FOLDERS = frozenset({".devcontainer", ".gitpod", ".codespaces", "devcontainer", "dev", "development", "local", "tests", "test"})
_NAME = re.compile(r"(?:^|[._-])(?:override|dev|devel|development|local|test|tests|ci|debug)(?:[._-]|$)", re.I)


def is_for_development(path: str) -> bool:
    """``.devcontainer/docker-compose.yml``, ``compose.override.yml``, ``docker-compose.dev.yml``."""
    folder, _, name = path.rpartition("/")
    return bool(_NAME.search(name)) or any(part.lower() in _FOLDERS for part in folder.split("/"))


def where_declared(path: str) -> str:
    """Where such a file is used, in words: ``development container``, ``compose override``, ``development setup``."""
    folder, _, name = path.rpartition("/")
    if any("devcontainer" in part for part in folder.split("/")):
        return "development container"
    if "override" in name:
        return "compose override"
    return "test setup" if re.search(r"(?:^|[._/-])(?:tests?|ci)(?:[._/-]|$)", path, re.I) else "development setup"
