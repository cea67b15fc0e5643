"""Mirrors of repositories built by tests."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from apps.integrations.git import Limits, LocalSource, Mirror

MakeMirror = Callable[..., Mirror]


@pytest.fixture
def mirror_of(tmp_path: Path) -> MakeMirror:
    def make(folder: Path, **limits: float) -> Mirror:
        return Mirror(tmp_path / "state" / "mirror", LocalSource(folder), limits=Limits(**limits))  # type: ignore[arg-type]

    return make
