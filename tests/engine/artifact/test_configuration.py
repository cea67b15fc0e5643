"""The section on configuration: when a variable is required, what its default is, whose read it is, what is withheld."""

from __future__ import annotations

from dataclasses import replace

from apps.engine.artifact import write_artifact
from apps.engine.artifact.structure import configuration
from apps.engine.facts import ConfigKey, FactSheet, Finding, Place, Unknown
from tests.engine.artifact import sheets
from tests.engine.artifact.sheets import at


def written(*keys: ConfigKey, **changes: object) -> str:
    sheet: FactSheet = replace(
        sheets.shop(), config_keys=keys, **{"env_example": (), "deployment": (), "findings": (), **changes}
    )
    return next(section.markdown for section in write_artifact(sheet).sections if section.key == "configuration")


def row(text: str, name: str) -> list[str]:
    line = next(line for line in text.split("\n") if line.startswith(f"| `{name}` |"))
    return [cell.strip() for cell in line.strip("|").split(" | ")]


def env(name: str, path: str, line: int, default: str = "", required: bool | None = False, **more: object) -> ConfigKey:
    return ConfigKey(name, "env", at(path, line), "os.getenv", default, required, "syntax", **more)  # type: ignore[arg-type]


def test_required_is_said_with_its_condition() -> None:
    text = written(
        env("ALWAYS", "shop/settings.py", 1, required=True),
        env("BUCKET", "shop/settings.py", 5, required=True, when="STORE == 's3'", reason=at("shop/settings.py", 4)),
        env("TOKEN", "shop/client.py", 9, required=True, inside="Client.send"),
        env("HOSTS", "shop/settings.py", 7, required=True, reason=Place("shop/settings.py", 8, 9)),
        env("NAME", "shop/settings.py", 12),
        env("OTHER", "shop/settings.py", 13, required=None),
    )
    assert "Loading `shop/settings.py` fails without `ALWAYS` and `HOSTS` [source](cite:shop/settings.py#config:ALWAYS)" in text
    assert row(text, "ALWAYS")[3] == "yes"
    assert row(text, "BUCKET")[3] == "`if STORE == 's3'` [source](cite:shop/settings.py#config:BUCKET:condition)"
    assert row(text, "TOKEN")[3] == "when `Client.send` is called"
    assert row(text, "HOSTS")[3] == "yes [source](cite:shop/settings.py#config:HOSTS:condition)"
    assert (row(text, "NAME")[3], row(text, "OTHER")[3]) == ("no", "not known")
    assert "*not known* where" in text


def test_objects_and_schemas_fail_in_their_own_words() -> None:
    text = written(
        ConfigKey("A", "env", at("app/config.py", 3), "Settings.A", "", True, "framework:pydantic"),
        ConfigKey("B", "env", at("src/env.js", 4), "schema over process.env", "", True, "framework:environment"),
        ConfigKey("DATABASE_URL", "env", at("app/db.py", 2), "dj_database_url.config", "", False, "framework:environment"),
        ConfigKey("C", "env", at("app/db.py", 3), "os.environ.setdefault", "URL", False, "syntax"),
        ConfigKey("C", "env", at("app/db.py", 4), "os.environ.get", "", False, "syntax"),
    )
    assert row(text, "DATABASE_URL")[1] == "`dj_database_url.config`, by convention"
    assert row(text, "C")[1:3] == ["`os.environ.get`", "`URL`"]
    assert "`Settings` can't be created without `A`" in text
    assert "The schema in `src/env.js` requires `B`" in text


def test_defaults_that_differ_stand_with_their_files() -> None:
    text = written(
        env("DEBUG", "config/base.py", 1, "True"),
        env("DEBUG", "config/production.py", 1, "False"),
        env("DEBUG", "config/test.py", 1, "None"),
        env("PORT", "config/base.py", 2, "80"),
        env("PORT", "config/base.py", 9),
        env("PLACE", "a/settings.py", 1, "1"),
        env("PLACE", "b/settings.py", 1),
        *(env("MANY", f"part{number}/settings.py", 1, str(number)) for number in range(5)),
    )
    assert row(text, "DEBUG")[2] == "`True` in `base.py`, `False` in `production.py`"
    assert row(text, "PORT")[2] == "`80`"
    assert row(text, "PLACE")[2] == "`1` in `a/settings.py`, none in `b/settings.py`"
    assert row(text, "MANY")[2] == "5 values, by file"


def test_reads_of_tests_migrations_and_platforms_stand_back() -> None:
    text = written(
        env("COUNTRY", "shop/migrations/0001_initial.py", 6, "'US'"),
        env("COUNTRY", "shop/settings.py", 3, "'DE'"),
        env("PASSWORD", "tests/conftest.py", 2, "'test'", required=True),
        env("GITHUB_WORKFLOW", "shop/settings.py", 8),
        env("GITHUB_TOKEN", "shop/settings.py", 9),
        env_example=(ConfigKey("COUNTRY", "env", at(".env.example", 1), "example"),),
    )
    assert row(text, "COUNTRY")[-1].startswith("[source](cite:shop/settings.py#")
    assert "`PASSWORD` is read in tests and their tools only" in text and "| `PASSWORD`" not in text
    assert "`GITHUB_WORKFLOW` is read as well, but set by the system, a tool or a CI service" in text
    assert "Read but not declared there: `GITHUB_TOKEN` " in text
    assert "fails without" not in text.partition("### Environment variables")[0]


def test_environment_files_are_told_apart() -> None:
    text = written(
        env("A", "shop/settings.py", 3),
        env_example=(
            ConfigKey("A", "env", at(".env.example", 1), "example"),
            ConfigKey("PYTHONBREAKPOINT", "env", at(".env.example", 2), "example, commented out"),
            ConfigKey("B", "env", at(".env", 1), "committed, value withheld"),
            ConfigKey("C", "env", at(".devcontainer/backend.env", 1), "committed, value withheld"),
        ),
        deployment=(
            ConfigKey("B", "compose", at("compose.yaml", 8), "service db"),
            ConfigKey("C", "compose", at("compose.yaml", 9), "substitution"),
            ConfigKey("D", "compose", at("compose.yaml", 10), "service db", "${E:?missing}-$$F"),
        ),
    )
    assert "The example file `.env.example` declares 2 variables, 1 commented out" in text
    assert "The committed environment file `.env` sets 1 variable" in text
    assert "The environment file of the development container `.devcontainer/backend.env` sets 1 variable" in text
    assert "`PYTHONBREAKPOINT` is read by Python itself" in text
    assert "1 of them is set by the files of containers and deployment" in text
    assert "| `compose.yaml` | `B` and `D` | `C` and `E` |" in text
    assert "In an env file" in text


def test_secrets_are_told_by_kind_and_place() -> None:
    text = written(
        env("A", "shop/settings.py", 3),
        findings=(
            Finding("jwt", at("README.md", 5)),
            Finding("jwt", at("shop/client.py", 7)),
            Finding("aws-access-key-id", at("shop/client.py", 8)),
            Finding("aws-access-key-id", at("shop/client.py", 9)),
            Finding("token", at("shop/tests/cassettes/call.yaml", 9)),
            Finding("environment-file", at(".env", 1)),
        ),
    )
    assert (
        "Five values look like secrets and are withheld here: two AWS access key IDs and one JSON web token "
        "[source](cite:shop/client.py#secret:aws-access-key-id) [source](cite:shop/client.py#secret:jwt)" in text
    )
    assert "; one JSON web token in documentation and examples [source](cite:README.md#secret:jwt)" in text
    assert "; one value named like a token in tests and their data" in text
    assert "The environment file `.env` is committed with values, which are withheld whatever they are" in text


def test_all_variables_that_are_read_are_counted_and_told_apart_by_who_sets_them() -> None:
    text = written(env("A", "shop/a.py", 1), env("B", "shop/a.py", 2), env("PATH", "shop/b.py", 3))
    said = "The code reads 3 environment variables in 2 files, 1 of them set by the system, a tool or a CI service"
    assert f"{said}; `shop/a.py` reads the most of them, 2, starting with `A`" in text
    one = written(env("A", "shop/b.py", 1), env("PATH", "shop/a.py", 3))
    assert "2 environment variables in 2 files, 1 of them set by the system, a tool or a CI service, starting with `A`" in one
    assert "`PATH` is read as well, but set by the system" in text
    only = written(env("PATH", "shop/b.py", 3))
    assert "reads no environment variables but those that the system" in only


def test_a_name_that_only_the_running_program_knows_is_told_as_unknown() -> None:
    unknowns = tuple(
        Unknown("configuration key", name, "The name is put together when the program runs.", at(path, 7))
        for name, path in (("envvar", "shop/a.py"), ("prefix", "shop/b.py"), ("name", "tests/test_a.py"))
    )
    said = "At 2 places the name of a variable is put together while the program runs, so which one is read there is unknown"
    assert f"{said} [source](cite:shop/a.py#unknown-variable:envvar)" in written(env("A", "shop/a.py", 1), unknowns=unknowns)
    assert f"{said} [source]" in written(unknowns=unknowns)


def test_asking_whether_a_variable_is_set_is_no_second_default() -> None:
    text = written(env("URL", "shop/settings.py", 3, "''"), env("URL", "shop/settings.py", 9, "'redis://localhost'"))
    assert row(text, "URL")[2] == "`'redis://localhost'`"
    assert row(written(env("URL", "shop/settings.py", 3, "''")), "URL")[2] == "`''`"


def test_a_document_that_would_get_too_long_names_more_variables_without_a_row() -> None:
    sheet = replace(sheets.huge(), config_keys=tuple(env(f"V{number:03}", "a.py", number + 1) for number in range(90)))
    short = next(item.markdown for item in write_artifact(sheet).sections if item.key == "configuration")
    whole = written(*sheet.config_keys)
    rows = [sum(line.startswith("| `V") for line in text.split("\n")) for text in (short, whole)]
    assert rows == [configuration.FEWEST_ROWS, configuration.ENV_ROWS]
    assert "And 84 more variables: `V006`" in short
