"""What all tests share.

Tests that use records need PostgreSQL and Redis in the environment: `make test` starts the embedded ones, and so does
``python -m apps.integrations.embedded .test-state python -m pytest …``.
"""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import pytest
from cryptography.fernet import Fernet
from django.conf import settings


def pytest_configure(config: pytest.Config) -> None:
    settings.SECRET_KEY = settings.SECRET_KEY or "only-for-tests-" + "0" * 40
    settings.CREDENTIAL_KEYS = settings.CREDENTIAL_KEYS or [Fernet.generate_key().decode()]
    # Each parallel runner has a database of its own, so it needs a queue of its own: jobs name rows by number.
    runner = re.fullmatch(r"gw(\d+)", os.environ.get("PYTEST_XDIST_WORKER", ""))
    if runner:
        base, _, _database = settings.REDIS_URL.partition("?")
        settings.REDIS_URL = f"{base}?db={int(runner[1]) + 1}"
        settings.CACHES["default"]["LOCATION"] = settings.REDIS_URL
        for queue in settings.RQ_QUEUES.values():
            queue["URL"] = settings.REDIS_URL


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Rigs run when asked for; browser tests where there is a browser."""
    asked = config.getoption("markexpr")
    has_browser = shutil.which("chromium") is not None
    left = [
        item
        for item in items
        if (item.get_closest_marker("rig") and "rig" not in asked) or (item.get_closest_marker("browser") and not has_browser)
    ]
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if item not in left]


@pytest.fixture(autouse=True)
def _own_state(tmp_path_factory: pytest.TempPathFactory, settings) -> None:
    """No test writes into the state folder of a product that runs here."""
    settings.STATE_DIR = Path(tmp_path_factory.mktemp("state"))
