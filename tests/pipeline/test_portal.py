from pathlib import Path

import pytest

from apps.integrations.embedded import EmbeddedError
from apps.pipeline.portal import PortalPlace


def test_the_address_is_told_while_it_runs_and_no_longer(tmp_path: Path):
    assert PortalPlace(tmp_path / "absent").address() == ""
    ours = PortalPlace(tmp_path)
    ours.hold()
    assert PortalPlace(tmp_path).address() == "", "it is being started"
    ours.announce("http://localhost:8123")
    assert PortalPlace(tmp_path).address() == "http://localhost:8123"
    with pytest.raises(EmbeddedError, match="just starting or stopping"):
        PortalPlace(tmp_path).hold()
    ours.withdraw()
    assert PortalPlace(tmp_path).address() == ""
    ours.release()
    PortalPlace(tmp_path).hold()


def test_one_that_died_without_a_word_is_not_believed(tmp_path: Path):
    (tmp_path / "portal.lock").write_text("http://localhost:8123")
    assert PortalPlace(tmp_path).address() == ""
