"""Variables of the scripts that containers start with; other scripts keep theirs."""

from __future__ import annotations

from tests.engine.frameworks.building import facts_of

SCRIPTS = {
    "docker/start.sh": """
        #!/bin/sh
        set -u
        . "$(dirname "$0")/lib/wait.sh"
        exec serve --port "${PORT:-8000}" --key "${APP_KEY:?missing}" --host "$BIND"
    """,
    "docker/lib/wait.sh": "wait_for() { ping $DB_HOST; }\n",
    "scripts/deploy.sh": "ssh $TARGET\n",
}


def keys(sources: dict[str, str]) -> list[tuple[str, str, str, bool | None, str]]:
    found = facts_of(sources).config_keys
    return [(key.name, key.place.path, key.default, key.required, key.inside) for key in found]


def test_scripts_that_a_container_starts_with() -> None:
    image = 'FROM alpine\nCOPY docker /docker\nENTRYPOINT ["/docker/start.sh", "web"]\n'
    assert keys({**SCRIPTS, "Dockerfile": image}) == [
        ("DB_HOST", "docker/lib/wait.sh", "", False, "wait_for"),
        ("APP_KEY", "docker/start.sh", "", True, ""),
        ("BIND", "docker/start.sh", "", True, ""),
        ("PORT", "docker/start.sh", "8000", False, ""),
    ]


def test_other_scripts_configure_whoever_runs_them() -> None:
    assert keys({**SCRIPTS, "Dockerfile": "FROM alpine\nRUN scripts/deploy.sh\nCMD python app.py\n"}) == []


def test_two_scripts_of_one_name_as_near_as_each_other() -> None:
    image = "FROM alpine\nCMD run.sh\n"
    assert keys({"a/run.sh": "echo $A", "b/run.sh": "echo $B", "Dockerfile": image}) == []
    assert [key[0] for key in keys({"a/run.sh": "echo $A", "b/run.sh": "echo $B", "b/Dockerfile": image})] == ["B"]
