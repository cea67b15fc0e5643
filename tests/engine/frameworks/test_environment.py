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
    assert keys(found) == [("A", "a.py", 3, "", True), ("B", "a.py", 4, '"two"', False), ("C", "a.py", 5, '"three"', False)]


def test_what_stands_behind_or_is_the_default():
    found = facts_of(
        {
            "a.py": """
                import os
                from os import getenv

                A = os.environ.get("A") or "one"
                B = int(os.environ.get("B") or 25)
                C = dict(c=getenv("C", None) or getenv("D") or "four")
                E = (os.environ.get("E") or "a,b").split(",")
                if os.environ.get("F") or A:
                    pass
                G = "g" if os.environ.get("G") or A else "h"
                H = os.environ.get("H") and "i"
                J = os.environ["J"] or "j"
            """,
        }
    )
    assert sorted((key.name, key.default, key.required) for key in found.config_keys) == [
        ("A", '"one"', False),
        ("B", "25", False),
        ("C", 'getenv("D")', False),
        ("D", '"four"', False),
        ("E", '"a,b"', False),
        ("F", "", False),
        ("G", "", False),
        ("H", "", False),
        ("J", "", True),
    ]


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


def needs(found):
    """(name, required, when, inside, line of the reason)"""
    return [
        (key.name, key.required, key.when, key.inside, key.reason.line if key.reason is not None else 0)
        for key in found.config_keys
    ]


def test_reads_under_a_condition_are_required_under_it_only():
    found = facts_of(
        {
            "a.py": """
                import os

                if STORE == Store.S3:
                    BUCKET = os.environ["BUCKET"]
                elif FAST:
                    CACHE = os.environ["CACHE"]
                if "HOST" in os.environ:
                    HOST = os.environ["HOST"]
                if os.environ.get("PORT", "80") == "80":
                    PORT = os.environ["PORT"]
                if ("ONE" in os.environ or "TWO" in os.environ):
                    ONE = os.environ["ONE"]
                    if "TWO" in os.environ:
                        EXTRA = os.environ["EXTRA"]
                    if "ONE" not in os.environ:
                        pass
                    if "ONE" in os.environ:
                        pass
                    else:
                        TWO = os.environ["TWO"]
                if "DSN" not in os.environ:
                    DSN = ""
                else:
                    DSN = os.environ["DSN"]
                MODE = os.environ["MODE"] if FAST else "slow"
                PLAIN = os.environ["PLAIN"]
            """,
        }
    )
    assert needs(found) == [
        ("BUCKET", True, "STORE == Store.S3", "", 3),
        ("CACHE", True, "not (STORE == Store.S3) and FAST", "", 5),
        ("HOST", False, "", "", 0),
        ("PORT", False, "", "", 0),
        ("PORT", True, 'os.environ.get("PORT", "80") == "80"', "", 9),
        ("ONE", True, '"ONE" in os.environ or "TWO" in os.environ', "", 11),
        ("EXTRA", True, '"TWO" in os.environ', "", 13),
        ("TWO", False, "", "", 0),
        ("DSN", False, "", "", 0),
        ("MODE", True, "FAST", "", 25),
        ("PLAIN", True, "", "", 0),
    ]


def test_failures_that_are_caught_and_functions_that_may_never_run():
    found = facts_of(
        {
            "a.py": """
                import os

                try:
                    A = os.environ["A"]
                except KeyError:
                    A = ""
                try:
                    B = os.environ["B"]
                except KeyError:
                    raise RuntimeError("B is missing")
                try:
                    C = os.environ["C"]
                except OSError:
                    pass

                class Options:
                    D = os.environ["D"]

                    def read(self):
                        return os.environ["E"]
            """,
        }
    )
    assert needs(found) == [
        ("A", False, "", "", 0),
        ("B", True, "", "", 9),
        ("C", True, "", "", 0),
        ("D", True, "", "", 0),
        ("E", True, "", "Options.read", 0),
    ]


def test_checks_after_a_read_that_does_not_fail():
    found = facts_of(
        {
            "a.py": """
                import os

                HOSTS = os.environ.get("HOSTS")
                if not HOSTS:
                    if DEBUG:
                        HOSTS = "localhost"
                    else:
                        raise ImproperlyConfigured("HOSTS must be set")
                TOKEN = os.getenv("TOKEN", None)
                if TOKEN is None:
                    sys.exit(1)
                KEY = os.environ.get("KEY")
                if not KEY and not DEBUG:
                    raise ValueError
                NAME = os.environ.get("NAME")
                NAME = NAME or "me"
                if not NAME:
                    raise ValueError
                KIND = os.environ.get("KIND")
                if not valid(KIND):
                    raise ValueError
            """,
            "b.ts": """
                const url = process.env.URL;
                if (!url) throw new Error("URL is missing");
                if (!process.env.PORT) {
                  process.exit(1);
                }
                const name = process.env.NAME;
                if (name === "x") throw new Error("not x");
            """,
        }
    )
    assert needs(found) == [
        ("HOSTS", True, "not DEBUG", "", 4),
        ("TOKEN", True, "", "", 10),
        ("KEY", True, "not DEBUG", "", 13),
        ("NAME", False, "", "", 0),
        ("KIND", False, "", "", 0),
        ("URL", True, "", "", 2),
        ("PORT", True, "", "", 3),
        ("NAME", False, "", "", 0),
    ]


def test_functions_of_the_project_that_read_what_they_are_told():
    found = facts_of(
        {
            "env.py": """
                import os

                def flag(name, default_value):
                    value = os.environ.get(name)
                    return default_value if value is None else value == "true"

                def url(name, *, schemes=None):
                    if name in os.environ:
                        return check(os.environ[name], schemes)
                    return None

                def needed(name):
                    try:
                        return os.environ[name]
                    except KeyError:
                        raise RuntimeError(name)

                def all_of(names):
                    return [os.environ[name] for name in names]
            """,
            "settings.py": """
                from env import flag, needed as must, url

                DEBUG = flag("DEBUG", True)
                PUBLIC = url("PUBLIC", schemes=["https"])
                KEY = must("KEY")
                if DEBUG:
                    OTHER = must("OTHER")
                PARTS = [flag("A_" + part, False) for part in parts]
            """,
        }
    )
    assert keys(found) == [
        ("DEBUG", "settings.py", 3, "True", False),
        ("PUBLIC", "settings.py", 4, "", False),
        ("KEY", "settings.py", 5, "", True),
        ("OTHER", "settings.py", 7, "", True),
    ]
    assert needs(found)[-1] == ("OTHER", True, "DEBUG", "", 6)
    assert [(unknown.what, unknown.place.path, unknown.place.line) for unknown in found.unknowns] == [
        ("'A_' + part", "settings.py", 8), ("name", "env.py", 19),
    ]  # fmt: skip


def test_a_read_whose_name_nobody_can_tell_is_unknown_at_its_place():
    found = facts_of(
        {
            "option.py": """
                import os

                class Option:
                    def value(self):
                        for name in self.names:
                            yield os.environ.get(name)
                        return os.environ.get(self.name)

                    def complete(self, var=None):
                        if var is None:
                            var = f"_{self.name}_COMPLETE"
                        return os.environ.get(var)

                def read(name):
                    return os.environ[name]

                read("KEY")
            """,
        }
    )
    assert [key[0] for key in keys(found)] == ["KEY"]
    reason = "The name is put together when the program runs."
    assert {(unknown.what, unknown.place.line, unknown.reason) for unknown in found.unknowns} == {
        ("name", 6, reason), ("self.name", 7, reason), ("var", 12, reason),
    }  # fmt: skip


def test_urls_that_libraries_read_by_convention():
    found = facts_of(
        {
            "settings.py": """
                import dj_database_url
                import django_cache_url
                from dj_email_url import config as email

                if MANY:
                    REPLICA = "REPLICA_URL"
                else:
                    REPLICA = dj_database_url.DEFAULT_ENV
                DATABASES = {
                    "default": dj_database_url.config(conn_max_age=500),
                    "replica": dj_database_url.config(env=REPLICA, default="postgres://localhost/shop"),
                }
                CACHES = {"default": django_cache_url.config()}
                EMAIL = email()
                PARSED = dj_database_url.parse(url)
            """,
        }
    )
    assert keys(found) == [
        ("DATABASE_URL", "settings.py", 10, "", False),
        ("DATABASE_URL", "settings.py", 11, "'postgres://localhost/shop'", False),
        ("REPLICA_URL", "settings.py", 11, "'postgres://localhost/shop'", False),
        ("CACHE_URL", "settings.py", 13, "", False),
        ("EMAIL_URL", "settings.py", 14, "", False),
    ]


def test_defaults_of_the_reader_itself():
    found = facts_of({"s.py": 'import environ\n\nenv = environ.Env(DEBUG=(bool, False))\nA = env("DEBUG")\nB = env("B")\n'})
    assert keys(found) == [("DEBUG", "s.py", 4, "False", False), ("B", "s.py", 5, "", True)]


def test_schemas_say_what_is_required_by_their_librarys_rules():
    found = facts_of(
        {
            "joi.js": """
                const Joi = require('joi');
                const schema = Joi.object().keys({
                  A: Joi.string().required(),
                  B: Joi.boolean().default(true),
                  C: Joi.string(),
                }).unknown();
                const { error } = schema.prefs({ errors: { label: 'key' } }).validate(process.env);
            """,
            "strict.js": """
                const Joi = require('joi');
                const schema = Joi.object({ D: Joi.string(), E: Joi.string().optional() });
                schema.validate(process.env, { presence: 'required' });
            """,
            "zod.ts": """
                import { z } from "zod";
                const Env = z.object({ F: z.string(), G: z.string().optional(), H: z.enum(["a", "b"]).default("a") });
                export const env = Env.parse(process.env);
            """,
            "envalid.ts": """
                import { cleanEnv, str, port } from "envalid";
                export const env = cleanEnv(process.env, { I: str(), J: port({ default: 80 }) });
            """,
        }
    )
    assert sorted((key.name, key.default, key.required) for key in found.config_keys) == [
        ("A", "", True),
        ("B", "true", False),
        ("C", "", False),
        ("D", "", True),
        ("E", "", False),
        ("F", "", True),
        ("G", "", False),
        ("H", "'a'", False),
        ("I", "", True),
        ("J", "80", False),
    ]


def test_defaults_are_written_in_the_language_of_their_file():
    found = facts_of(
        {
            "a.js": """
                const Joi = require('joi');
                const schema = Joi.object({
                  A: Joi.object().default({ on: true, 'x-y': null, many: [1, 'two'] }),
                  B: Joi.string().default(`http://${host}/`),
                });
                schema.validate(process.env);
            """,
        }
    )
    assert [key.default for key in found.config_keys] == ["{on: true, 'x-y': null, many: [1, 'two']}", "`http://${host}/`"]


def test_a_reader_class_of_the_project_under_any_name():
    found = facts_of(
        {
            "core/env.py": """
                import os

                import environ as library


                class Base(library.Env):
                    def get_value(self, var, *args, **kwargs):
                        if os.environ.get(var) == "":
                            del os.environ[var]
                        return super().get_value(var, *args, **kwargs)


                class Settings(Base):
                    def number(self, var, default, least=0):
                        return max(least, int(self.int(var, default=default)))

                    def must(self, var):
                        return self.str(var).strip()
            """,
            "core/settings.py": """
                from core.env import Settings as Reader

                values = Reader()
                HOSTS = values.list("HOSTS", default=[])
                PORT = values.number("PORT", default=8000, least=1)
                NAME = values.must("NAME")
                KEY = values("KEY")
            """,
            "core/urls.py": 'from core import settings\n\nROOT = settings.values.str("ROOT")\n',
            "core/other.py": (
                "class Settings:\n    def list(self, name): ...\n\n\nvalues = Settings()\nHOSTS = values.list('NOT_ONE')\n"
            ),
        }
    )
    assert keys(found) == [
        ("HOSTS", "core/settings.py", 4, "[]", False),
        ("PORT", "core/settings.py", 5, "8000", False),
        ("NAME", "core/settings.py", 6, "", True),
        ("KEY", "core/settings.py", 7, "", True),
        ("ROOT", "core/urls.py", 3, "", True),
    ]
    assert not found.unknowns


def test_defaults_by_position_and_readers_that_are_handed_over():
    found = facts_of(
        {
            "a.py": """
                import environ

                env = environ.Env()
                A = env.int("A", 3)
                B = env.list("B", int, [])
                C = env.list("C", int)
                F = env("F", int, 4)

                def read(env: environ.Env):
                    return env("D")

                def other(env: dict):
                    return env("NOT_ONE")
            """,
            "b.py": """
                from environs import Env as Base

                class Env(Base): ...

                mine = Env()
                E = mine.list("E", ["x"])
            """,
        }
    )
    assert keys(found) == [
        ("A", "a.py", 4, "3", False),
        ("B", "a.py", 5, "[]", False),
        ("C", "a.py", 6, "", True),
        ("F", "a.py", 7, "4", False),
        ("D", "a.py", 10, "", True),
        ("E", "b.py", 6, "['x']", False),
    ]


def test_what_is_checked_far_from_the_read():
    found = facts_of(
        {
            "a.py": """
                import os

                KEY = os.getenv("KEY")
                TOKEN = os.getenv("TOKEN")
                FREE = os.getenv("FREE")
                GIVEN = os.getenv("GIVEN", "x")


                class Mail:
                    host = os.getenv("HOST")

                    def send(self):
                        if not self.host:
                            raise ValueError("no host")


                def call(TOKEN):
                    if remote:
                        if not KEY:
                            raise ValueError("no key")
                    if not TOKEN:
                        raise ValueError("not that one")
                    if not GIVEN:
                        raise ValueError("never")
            """,
        }
    )
    said = [(key.name, key.required, key.when, key.inside, key.reason.line if key.reason else 0) for key in found.config_keys]
    assert said == [
        ("KEY", True, "remote", "call", 19),
        ("TOKEN", False, "", "", 0),
        ("FREE", False, "", "", 0),
        ("GIVEN", False, "", "", 0),
        ("HOST", True, "", "Mail.send", 13),
    ]


def test_names_that_are_constants_or_run_over_a_list():
    found = facts_of(
        {
            "names.py": 'TOKEN = "PY_TOKEN"\n\nclass Names:\n    HOST = "PY_HOST"\n',
            "a.py": """
                import os
                from names import TOKEN, Names

                A = os.getenv(TOKEN)
                B = os.environ[Names.HOST]
                for key in ("ONE", "TWO"):
                    os.environ[key]

                def read(name):
                    return os.environ[name]
            """,
            "names.ts": "export const KEYS = { token: 'TS_TOKEN' };\n",
            "b.ts": """
                import { KEYS } from './names';

                export const token = process.env[KEYS.token];
                const required = ['THREE', 'FOUR'];
                required.forEach((key) => {
                  if (!process.env[key]) throw new Error(key);
                });
            """,
            "keys.go": 'package main\n\nconst Port = "GO_PORT"\n',
            "c.go": 'package main\n\nimport "os"\n\nfunc main() { os.Getenv(Port) }\n',
            "D.java": 'class D { static final String KEY = "JAVA_KEY"; void read() { System.getenv(KEY); } }\n',
            "e.rb": 'KEY = "RUBY_KEY"\nvalue = ENV.fetch(KEY, "1")\n',
        }
    )
    assert [(name, path, line) for name, path, line, _, _ in sorted(keys(found), key=lambda key: (key[1], key[2]))] == [
        ("JAVA_KEY", "D.java", 1),
        ("PY_TOKEN", "a.py", 4),
        ("PY_HOST", "a.py", 5),
        ("ONE", "a.py", 7),
        ("TWO", "a.py", 7),
        ("TS_TOKEN", "b.ts", 3),
        ("FOUR", "b.ts", 6),
        ("THREE", "b.ts", 6),
        ("GO_PORT", "c.go", 5),
        ("RUBY_KEY", "e.rb", 2),
    ]


def test_functions_of_scripts_that_read_what_they_are_told():
    found = facts_of(
        {
            "env.ts": """
                export function required(name: string): string {
                  const value = process.env[name];
                  if (!value) throw new Error(name);
                  return value;
                }

                export const optional = (key: string, fallback = '') => process.env[key] ?? fallback;

                class Config {
                  private read(key: string, defaultValue?: string) {
                    return process.env[key] || defaultValue;
                  }

                  load() {
                    return this.read('IN_CLASS', 'x');
                  }
                }
            """,
            "app.ts": """
                import { optional, required } from './env';

                export const a = required('REQUIRED');
                export const b = optional('OPTIONAL', '2');
            """,
        }
    )
    assert keys(found) == [
        ("REQUIRED", "app.ts", 3, "", True),
        ("OPTIONAL", "app.ts", 4, "'2'", False),
        ("IN_CLASS", "env.ts", 15, "'x'", False),
    ]


def test_functions_of_go_that_hand_the_name_on():
    found = facts_of(
        {
            "config/keys.go": 'package config\n\nconst Port = "APP_PORT"\n',
            "config/parse.go": """
                package config

                import "os"

                func lookup(env string) (string, bool) {
                    return os.LookupEnv(env)
                }

                func parse(target *string, env string) {
                    if raw, ok := lookup(env); ok {
                        *target = raw
                    }
                }

                func Load(port *string) {
                    parse(port, Port)
                    parse(port, "APP_OTHER")
                }
            """,
        }
    )
    assert keys(found) == [
        ("APP_PORT", "config/parse.go", 16, "", None),
        ("APP_OTHER", "config/parse.go", 17, "", None),
    ]
    assert not found.unknowns


def test_structs_of_go_that_viper_fills():
    found = facts_of(
        {
            "config/env.go": """
                package config

                import "github.com/spf13/viper"

                type Database struct {
                    Host string `mapstructure:"host"`
                }

                type Env struct {
                    Port     string   `mapstructure:"APP_PORT"`
                    Database Database `mapstructure:"database"`
                    Hidden   string   `mapstructure:"-"`
                    own      string
                }

                func Load() (*Env, error) {
                    env := Env{}
                    err := viper.Unmarshal(&env)
                    return &env, err
                }
            """,
            "other/types.go": 'package other\n\ntype T struct {\n    A string `mapstructure:"a"`\n}\n',
        }
    )
    assert [(key.name, key.kind, key.place.path, key.place.line) for key in found.config_keys] == [
        ("database.host", "setting", "config/env.go", 6),
        ("APP_PORT", "env", "config/env.go", 10),
    ]


def test_variables_read_through_the_service_of_nestjs():
    found = facts_of(
        {
            "src/auth.ts": """
                import { ConfigService as Settings } from '@nestjs/config';

                export class Auth {
                  private readonly other: Store;
                  constructor(private readonly config: Settings<Env, true>, given: Settings) {
                    super({ secretOrKey: given.get<string>('JWT_SECRET') });
                  }
                  go() {
                    this.config.get('auth.secret');
                    this.other.get('NOT_ONE');
                    return this.config.get('PORT', 3000) ?? this.config.getOrThrow('HOST', { infer: true });
                  }
                }
                async function main() {
                  const app = await create(Auth);
                  const config = app.get(Settings);
                  config.get('URL', { infer: true });
                }
                function elsewhere(config: Map<string, string>) {
                  return config.get('NEITHER');
                }
            """,
            "src/cache.ts": "export class ConfigService {}\nexport const f = (config: ConfigService) => config.get('NOT_HERE');\n",
        }
    )
    assert sorted(keys(found)) == [
        ("HOST", "src/auth.ts", 11, "", True),
        ("JWT_SECRET", "src/auth.ts", 6, "", False),
        ("PORT", "src/auth.ts", 11, "3000", False),
        ("URL", "src/auth.ts", 17, "", False),
    ]
