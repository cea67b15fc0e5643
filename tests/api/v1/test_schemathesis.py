"""The API against its own schema, by a tool that makes up requests: every answer is one the schema tells of, and no 500."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from django.core.cache import cache

from apps.tenants.models import ApiToken
from tests.api.v1.conftest import SCOPES, make_team
from tests.factories import make_token
from tests.servers.portal_http import Portal

TOOL = Path(sys.executable).with_name("schemathesis")


REVOKING = "revoke_token"  # is tried by itself: it would end the token that the tool calls with
FAR = 1_987_654_321  # the number of that token, which the tool does not guess
# Names of things that are there, so that more is answered than "there is no such thing".
KNOWN = {
    "repo": ["shop"],
    "symbol": ["shop/main.py#create_order", "shop/main.py#run", "shop/oven.py#run", "shop/main.py"],
    "path": ["shop/main.py", "shop/oven.py", "shop"],
    "question": ["create_order", "How does the shop bake?", "shop/main.py:1", "/def \\w+/", '"def run"'],
    "number": [1, 2],
}
USED = {
    "path.repo": "repo", "query.repo": "repo", "query.symbol": "symbol", "query.path": "path", "query.q": "question",
    "body.q": "question", "path.number": "number",
}  # fmt: skip


def configuration() -> str:
    """What the tool is told beside its options."""
    lists = [f"[dictionaries.{name}]\nvalues = {json.dumps(values)}\n" for name, values in KNOWN.items()]
    uses = [f'"{name}" = {{ dictionary = "{known}", probability = 0.7 }}\n' for name, known in USED.items()]
    return "".join([*lists, "[parameters]\n", *uses])


def check(tmp_path: Path, settings: Any, *options: str) -> None:
    """Run the tool with all its checks against the portal in real HTTP, as somebody from outside would."""
    cache.clear()
    tenant, owner, _repo, _caller = make_team("bakers")
    settings.API_RATES = dict.fromkeys(SCOPES, 1_000_000)
    (tmp_path / "schemathesis.toml").write_text(configuration())
    token = make_token(tenant, owner, SCOPES)
    ApiToken.objects.filter(prefix=token[:11]).update(id=FAR)
    with Portal() as portal:
        address = f"{portal.url}/api/v1/openapi.json"
        with urlopen(
            address, timeout=120
        ) as schema:  # the first request loads all of the portal: the tool would not wait so long
            assert schema.status == 200
        command = [str(TOOL), "run", address, "--checks", "all", "-H", f"Authorization: Bearer {token}"]
        command += ["--no-color", "--request-timeout", "60", *options]
        for chosen in (["--exclude-operation-id", REVOKING], ["--include-operation-id", REVOKING]):
            done = subprocess.run([*command, *chosen], cwd=tmp_path, capture_output=True, text=True, timeout=1_500)
            assert done.returncode == 0, done.stdout[-20_000:] + done.stderr[-2_000:]
            assert re.search(r"\b(\d+) generated, \1 passed", done.stdout), done.stdout[-3_000:]
            assert "Authentication failed" not in done.stdout, done.stdout[-3_000:]


@pytest.mark.django_db(transaction=True)
def test_the_api_is_what_its_schema_says(tmp_path: Path, settings: Any) -> None:
    check(tmp_path, settings, "--phases", "examples,fuzzing", "--max-examples", "2", "--seed", "1")


@pytest.mark.rig
@pytest.mark.django_db(transaction=True)
def test_the_api_is_what_its_schema_says_at_length(tmp_path: Path, settings: Any) -> None:
    check(tmp_path, settings, "--max-examples", "100")
