"""Which compose files are for working on the program only."""

from __future__ import annotations

import pytest

from apps.engine.manifests.development import is_for_development, where_declared


@pytest.mark.parametrize(
    ("path", "where"),
    [
        (".devcontainer/docker-compose.yml", "development container"),
        (".tree-container/compose.yml", "development container"),
        ("compose.override.yml", "compose override"),
        ("docker-compose.dev.yml", "development setup"),
        ("docker-compose.test.yml", "test setup"),
        ("compose.yml", ""),
        ("deploy/docker-compose.prod.yml", ""),
        ("latest/compose.yaml", ""),
    ],
)
def test_compose_files(path: str, where: str) -> None:
    assert (where_declared(path) if is_for_development(path) else "") == where
