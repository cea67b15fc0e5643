"""An index against its files."""

from __future__ import annotations

from apps.engine.graph.staleness import IndexState, compare, identities
from tests.engine.graph.building import graph_of


def test_what_came_went_moved_and_changed() -> None:
    before = identities(graph_of({"a.py": "def a(): ...\ndef b(): ...\n", "c.py": "x = 1\n"}).capsules)
    now = identities(graph_of({"a.py": "import os\ndef a(): ...\ndef b(): pass\ndef d(): ...\n", "c.py": "x = 1\n"}).capsules)
    assert compare(before, now) == IndexState(missing=1, surplus=0, moved=1, changed=2, paths=("a.py",))
    assert compare(now, before).surplus == 1
    assert not compare(now, now).is_behind
