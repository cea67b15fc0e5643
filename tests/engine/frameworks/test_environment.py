"""Environment variables and settings, wherever and however they are read."""

from tests.engine.frameworks.building import facts_of


def keys(found):
    return [(key.name, key.place.path, key.place.line, key.default, key.required) for key in found.config_keys]


def test_the_languages_own_reads():
    found = facts_of(
        {
            "a.py": """
                import os

                A = os.environ["A"]
                B = os.getenv("B", "two")
                os.environ.setdefault("C", "three")
            """,
        }
    )
    assert keys(found) == [("A", "a.py", 3, "", True), ("B", "a.py", 4, '"two"', None), ("C", "a.py", 5, '"three"', None)]


def test_django_environ_across_files():
    found = facts_of(
        {
            "config/env.py": "import environ\n\nenv = environ.Env()\n",
            "config/settings.py": """
                from config.env import env

                env.read_env(".env")
                DEBUG = env.bool("DEBUG", default=False)
                SECRET_KEY = env("SECRET_KEY")
                DATABASES = {"default": env.db()}
                NAME = "HIDDEN"
                HIDDEN = env(NAME)
            """,
            "other.py": 'def env(name): ...\n\nenv("NOT_ONE")\n',
        }
    )
    assert keys(found) == [
        ("DEBUG", "config/settings.py", 4, "False", False),
        ("SECRET_KEY", "config/settings.py", 5, "", True),
        ("DATABASE_URL", "config/settings.py", 6, "", True),
        ("HIDDEN", "config/settings.py", 8, "", True),
    ]


def test_names_that_are_put_together_are_unknown():
    found = facts_of({"s.py": 'import environ\n\nenv = environ.Env()\n\ndef read(name):\n    return env(f"APP_{name}")\n'})
    assert not found.config_keys
    assert [(unknown.kind, unknown.place.line) for unknown in found.unknowns] == [("configuration key", 6)]


def test_decouple_and_environs():
    found = facts_of(
        {
            "a.py": 'from decouple import config\n\nA = config("A", default="x", cast=str)\nB = config("B", 3)\n',
            "b.py": 'from environs import Env\n\nenv = Env()\nC = env.str("C", "c")\nD = env.int("D")\n',
        }
    )
    assert keys(found) == [
        ("A", "a.py", 3, "'x'", False),
        ("B", "a.py", 4, "3", False),
        ("C", "b.py", 4, "'c'", False),
        ("D", "b.py", 5, "", True),
    ]


def test_pydantic_settings():
    found = facts_of(
        {
            "settings.py": """
                from pydantic import AliasChoices, Field
                from pydantic_settings import BaseSettings, SettingsConfigDict

                class Base(BaseSettings):
                    model_config = SettingsConfigDict(env_prefix="APP_", env_file=".env")

                class Settings(Base):
                    HOST: str = "localhost"
                    PORT: int
                    token: str = Field(validation_alias="API_TOKEN")
                    either: str = Field("x", validation_alias=AliasChoices("ONE", "TWO"))

                    @property
                    def address(self) -> str: ...
            """,
        }
    )
    assert keys(found) == [
        ("APP_HOST", "settings.py", 8, "'localhost'", False),
        ("APP_PORT", "settings.py", 9, "", True),
        ("API_TOKEN", "settings.py", 10, "", True),
        ("ONE", "settings.py", 11, "'x'", False),
        ("TWO", "settings.py", 11, "'x'", False),
    ]
