"""What all tests share.

Tests that use records need PostgreSQL and Redis.  Where the environment names none, the embedded ones are started in
`.test-state` by the process that was called; parallel runners find them in their environment.
"""

from __future__ import annotations

import os
import re
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest
from django.conf import settings
from django.utils import translation
from psycopg.conninfo import conninfo_to_dict

from apps.integrations.embedded import Servers, embedded_servers
from apps.integrations.encryption import new_key

ROOT = Path(__file__).resolve().parents[1]
SERVERS = pytest.StashKey[Servers]()

hypothesis.settings.register_profile("suite")  # no clock decides: machines are shared
hypothesis.settings.load_profile("suite")


def pytest_configure(config: pytest.Config) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # sign-ins in tests need not be slow
    settings.WHITENOISE_USE_FINDERS = settings.WHITENOISE_AUTOREFRESH = True  # no collected files are needed
    runner = re.fullmatch(r"gw(\d+)", os.environ.get("PYTEST_XDIST_WORKER", ""))
    if runner is None:
        _start_servers(config)
        os.environ.setdefault("SECRET_KEY", secrets.token_urlsafe(50))
        os.environ.setdefault("CREDENTIAL_KEYS", new_key())
        os.environ.setdefault("MODELS_DIR", str(ROOT / ".test-state" / "models"))  # the embedding model is made once for all
    settings.SECRET_KEY = os.environ["SECRET_KEY"]
    settings.CREDENTIAL_KEYS = os.environ["CREDENTIAL_KEYS"].split(",")
    settings.MODELS_DIR = Path(os.environ["MODELS_DIR"])
    if runner is not None:
        # Each parallel runner has a database of its own, so it needs a queue of its own: jobs name rows by number.
        _use_redis(f"{settings.REDIS_URL.partition('?')[0]}?db={int(runner[1]) + 1}")


def pytest_unconfigure(config: pytest.Config) -> None:
    servers = config.stash.get(SERVERS, None)
    if servers:
        servers.stop()


def _start_servers(config: pytest.Config) -> None:
    """Settings were read before this file was, so they are set right in place."""
    if config.option.collectonly or not (settings.EMBEDDED_DATABASE or settings.EMBEDDED_REDIS):
        return
    servers = embedded_servers(ROOT / ".test-state", database=settings.EMBEDDED_DATABASE, queue=settings.EMBEDDED_REDIS)
    servers.start()
    config.stash[SERVERS] = servers
    addresses = servers.addresses()
    os.environ.update(addresses)
    if "DATABASE_URL" in addresses:
        told = conninfo_to_dict(addresses["DATABASE_URL"])
        names = {"NAME": "dbname", "USER": "user", "PASSWORD": "password", "HOST": "host", "PORT": "port"}
        settings.DATABASES["default"].update({ours: str(told[theirs]) for ours, theirs in names.items()})
    if "REDIS_URL" in addresses:
        _use_redis(addresses["REDIS_URL"])


def _use_redis(url: str) -> None:
    settings.REDIS_URL = settings.CACHES["default"]["LOCATION"] = url
    for queue in settings.RQ_QUEUES.values():
        queue["URL"] = url


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


@pytest.fixture(scope="module")
def place() -> Iterator[Path]:
    """A folder that the account PostgreSQL runs as can reach (pytest's own are private)."""
    folder = Path(tempfile.mkdtemp(prefix="repolore-test-", dir="/tmp"))
    folder.chmod(0o711)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(autouse=True)
def _own_state(tmp_path_factory: pytest.TempPathFactory, settings) -> None:
    """No test writes into the state folder of a product that runs here."""
    settings.STATE_DIR = Path(tmp_path_factory.mktemp("state"))


@pytest.fixture(autouse=True)
def no_language_is_left() -> Iterator[None]:
    """The language of a test's last request stays with the thread: the next test begins without it."""
    yield
    translation.deactivate()
