"""The API against its own schema, by a tool that makes up requests: every answer is one the schema tells of, and no 500."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from django.core.cache import cache

from tests.api.v1.conftest import SCOPES, make_team
from tests.factories import make_token
from tests.servers.portal_http import Portal

TOOL = Path(sys.executable).with_name("schemathesis")


def check(tmp_path: Path, settings: Any, *options: str) -> None:
    """Run the tool with all its checks against the portal in real HTTP, as somebody from outside would."""
    cache.clear()
    tenant, owner, _repo, _caller = make_team("bakers")
    settings.API_RATES = dict.fromkeys(SCOPES, 1_000_000)
    with Portal() as portal:
        address = f"{portal.url}/api/v1/openapi.json"
        with urlopen(
            address, timeout=120
        ) as schema:  # the first request loads all of the portal: the tool would not wait so long
            assert schema.status == 200
        token = make_token(tenant, owner, SCOPES)
        command = [
            str(TOOL),
            "run",
            address,
            "--checks",
            "all",
            "-H",
            f"Authorization: Bearer {token}",
            "--no-color",
            "--request-timeout",
            "60",
            *options,
        ]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=1_500)
    assert done.returncode == 0, done.stdout[-20_000:] + done.stderr[-2_000:]
    assert re.search(r"\b(\d+) generated, \1 passed", done.stdout), done.stdout[-3_000:]


@pytest.mark.django_db(transaction=True)
def test_the_api_is_what_its_schema_says(tmp_path: Path, settings: Any) -> None:
    check(tmp_path, settings, "--phases", "examples,fuzzing", "--max-examples", "2", "--seed", "1")


@pytest.mark.rig
@pytest.mark.django_db(transaction=True)
def test_the_api_is_what_its_schema_says_at_length(tmp_path: Path, settings: Any) -> None:
    check(tmp_path, settings, "--max-examples", "100")
