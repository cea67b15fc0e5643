"""What the settings make of the environment, each time in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ASK = """
import json, django
from django.conf import settings
print(json.dumps({
    "state": str(settings.STATE_DIR), "embedded": [settings.EMBEDDED_DATABASE, settings.EMBEDDED_REDIS],
    "database": settings.DATABASES["default"]["HOST"], "redis": settings.REDIS_URL, "keys": settings.CREDENTIAL_KEYS,
    "secret": settings._wrapped.SECRET_KEY, "debug": settings.DEBUG, "secure": settings.SESSION_COOKIE_SECURE,
    "patience": settings.DATABASES["default"]["OPTIONS"].get("connect_timeout"),
}))
"""


def settings_with(state: Path, **named: str) -> dict[str, object]:
    told = {"PATH": os.environ["PATH"], "DJANGO_SETTINGS_MODULE": "portal.settings", "STATE_DIR": str(state), **named}
    done = subprocess.run([sys.executable, "-c", ASK], cwd=ROOT, env=told, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout))


def test_nothing_named_means_embedded_servers_and_no_secret(place: Path) -> None:
    told = settings_with(place / "none")
    assert told["embedded"] == [True, True]
    assert (told["secret"], told["keys"]) == ("", [])
    assert (told["debug"], told["secure"]) == (False, False)


def test_what_the_files_of_the_state_folder_say_counts_where_nothing_is_named(place: Path) -> None:
    state = place / "files"
    state.mkdir(mode=0o711)
    (state / "secrets.env").write_text("SECRET_KEY=of the file\nCREDENTIAL_KEYS=k=\n")
    (state / "servers.env").write_text(
        "DATABASE_URL=postgresql://r:p@/r?host=%2Ftmp%2Fpgsock&port=5432\nREDIS_URL=unix:///tmp/v.sock?db=0\n"
    )
    told = settings_with(state, REDIS_URL="redis://named.example/0", DATABASE_URL="", SECRET_KEY="named")
    assert told["embedded"] == [True, False]
    assert told["database"] == "/tmp/pgsock"
    assert told["redis"] == "redis://named.example/0"
    assert (told["secret"], told["keys"]) == ("named", ["k="])


def test_a_database_that_does_not_answer_is_given_up_soon(place: Path) -> None:
    assert settings_with(place / "none")["patience"] == "10"
    assert settings_with(place / "none", DATABASE_URL="postgresql://db.example/r?connect_timeout=3")["patience"] == "3"


def test_a_relative_state_folder_starts_at_the_project() -> None:
    assert settings_with(Path("somewhere"))["state"] == str(ROOT / "somewhere")


def test_an_https_portal_has_secure_cookies(place: Path) -> None:
    assert settings_with(place / "none", PUBLIC_URL="https://portal.example")["secure"] is True


def test_a_value_that_can_not_be_used_is_named() -> None:
    told = {"PATH": os.environ["PATH"], "LIMIT_FILES": "a lot"}
    done = subprocess.run([sys.executable, "manage.py", "check"], cwd=ROOT, env=told, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert done.stderr == "The settings can't be used. LIMIT_FILES is 'a lot'; .env.example says what it may be.\n"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PARSE_PROCESSES", "-1"), ("WORKERS", "0"), ("PORT", "0"), ("LIMIT_BYTES", "-1"), ("LOG_LEVEL", "chatty"),
        ("PUBLIC_URL", "javascript:alert(1)"), ("DATABASE_URL", "mysql://root:hunter2@db/x"),
        ("LLM_BASE_URL", "ftp://models.example"), ("LLM_MONTH_DOLLARS", "-5"), ("LLM_CALL_DOLLARS", "nan"), ("LLM_RATES", "4"),
        ("LLM_STALL_SECONDS", "0"),
    ],
)  # fmt: skip
def test_a_value_out_of_range_is_named(name: str, value: str) -> None:
    told = {"PATH": os.environ["PATH"], name: value}
    done = subprocess.run([sys.executable, "manage.py", "check"], cwd=ROOT, env=told, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert done.stderr.startswith(f"The settings can't be used. {name} is ") and done.stderr.count("\n") == 1
    assert "hunter2" not in done.stderr


def test_a_key_that_can_be_none_is_not_repeated() -> None:
    told = {"PATH": os.environ["PATH"], "LLM_API_KEY": "hunter2\nX-Other: 1"}
    done = subprocess.run([sys.executable, "manage.py", "check"], cwd=ROOT, env=told, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1 and "LLM_API_KEY" in done.stderr and "hunter2" not in done.stderr


def test_an_empty_value_counts_as_not_set(place: Path) -> None:
    assert settings_with(place / "none", PORT="", LOG_LEVEL="", LIMIT_FILES="", DEBUG="")["debug"] is False


def test_commands_without_a_database_need_no_secret(tmp_path: Path) -> None:
    told = {"PATH": os.environ["PATH"], "STATE_DIR": str(tmp_path)}
    for command in ("callgraph", "capsules", "document", "facts"):
        done = subprocess.run(
            [sys.executable, "manage.py", command, str(tmp_path / "none")],
            cwd=ROOT, env=told, capture_output=True, text=True, timeout=60,
        )  # fmt: skip
        assert "There is no folder" in done.stderr
        assert "SECRET_KEY" not in done.stderr and "DATABASE_URL" not in done.stderr
