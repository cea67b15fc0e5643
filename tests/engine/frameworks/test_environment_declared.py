"""Configuration that Go, Java, C# and their like read."""

from __future__ import annotations

import pytest

from apps.engine.facts import (
    Argument,
    Assignment,
    Call,
    ConfigKey,
    Decorator,
    Dependency,
    EnvironmentRead,
    FileEntry,
    FileFacts,
    Place,
    Value,
)
from apps.engine.frameworks import FrameworkFacts, find_framework_facts
from apps.engine.graph import Resolver
from tests.engine.frameworks.building import facts_of

Row = tuple[str, str, int, str, bool | None]


def rows(keys: tuple[ConfigKey, ...]) -> list[Row]:
    return [(key.name, key.kind, key.place.line, key.default, key.required) for key in keys]


def of(facts: FileFacts, *packages: str) -> FrameworkFacts:
    declared = [Dependency(name, "", Place("composer.json", 1)) for name in packages]
    inventory = [FileEntry(facts.path, facts.language, 1)]
    return find_framework_facts({facts.path: facts}, {facts.path: ""}, Resolver({facts.path: facts}), declared, inventory)


def text(said: str) -> Value:
    return Value("string", said)


def call(callee: str, *given: Value) -> Call:
    return Call(Value("name", callee), tuple(Argument(value) for value in given), line=3, end_line=3)


JAVA = """\
package shop;
import org.springframework.core.env.Environment;
@ConfigurationProperties(prefix = Shop.PREFIX)
class Shop {
  static final String PREFIX = "shop";
  private String apiKey;
  private int maxItems = 5;
  private Mail mail;
  @Autowired private Environment env;
  static class Mail {
    private String fromAddress = "x@y";
  }
}
class Other {
  @Value("${other.url:http://a}") String url;
  @Value("${TOKEN}") String token; @Value("${local.server.port}") int port;
  @ConfigProperty(name = "q.name", defaultValue = "n") String name;
  Other(@Value("${given}") String given) {
    System.getenv("HOME");
    System.getenv().getOrDefault("PORT", "80");
    System.getProperty("shop.dir", "."); System.getProperty("user.dir");
    env.getProperty("a.b", String.class);
    env.getRequiredProperty("a.c");
    map.getProperty("no");
  }
}
@ConfigurationProperties(Elsewhere.PREFIX)
class Unknown {
  String x;
}
"""


def test_java() -> None:
    found = facts_of({"Shop.java": JAVA})
    assert rows(found.config_keys) == [
        ("shop.api-key", "property", 6, "", None),
        ("shop.max-items", "property", 7, "5", None),
        ("shop.mail.from-address", "property", 11, '"x@y"', None),
        ("other.url", "property", 15, "http://a", False),
        ("TOKEN", "env", 16, "", True),
        ("q.name", "property", 17, "n", False),
        ("given", "property", 18, "", True),
        ("HOME", "env", 19, "", None),
        ("PORT", "env", 20, '"80"', False),
        ("shop.dir", "property", 21, '"."', False),
        ("a.b", "property", 22, "", None),
        ("a.c", "property", 23, "", True),
    ]
    assert [(item.kind, item.what, item.place.line if item.place else 0) for item in found.unknowns] == [
        ("configuration key", "Elsewhere.PREFIX", 27)
    ]


def test_go() -> None:
    found = facts_of(
        {
            "config/config.go": """
                package config

                import (
                    "os"
                    "github.com/spf13/viper"
                )

                type Config struct {
                    Port string `env:"PORT,required" envDefault:""`
                    Host string `env:"HOST" envDefault:"localhost"`
                    Key  string `env:"KEY,required" json:"key"`
                }

                func GetEnv(key, fallback string) string {
                    if v, ok := os.LookupEnv(key); ok {
                        return v
                    }
                    return fallback
                }

                func Load() {
                    viper.SetDefault("db.host", "x")
                    viper.GetString("db.host")
                    viper.BindEnv("db.pass", "DB_PASS")
                    os.Getenv("HOME")
                    GetEnv("MODE", "dev")
                }
            """,
            "main.go": """
                package main

                import "example.com/shop/config"

                func main() {
                    config.GetEnv("LEVEL", "info")
                    config.GetEnv(name, "x")
                    other.GetEnv("NO", "x")
                }
            """,
        },
        dependencies=("github.com/caarlos0/env/v10",),
    )
    assert rows(found.config_keys) == [
        ("PORT", "env", 9, "", True),
        ("HOST", "env", 10, "localhost", False),
        ("KEY", "env", 11, "", True),
        ("db.host", "setting", 22, '"x"', False),
        ("db.host", "setting", 23, "", None),
        ("DB_PASS", "env", 24, "", None),
        ("HOME", "env", 25, "", None),
        ("MODE", "env", 26, '"dev"', False),
        ("LEVEL", "env", 6, '"info"', False),
    ]
    assert [item.what for item in found.unknowns] == ["name"]


@pytest.mark.parametrize(
    ("facts", "packages", "expected"),
    [
        (
            FileFacts(
                "a.cs",
                "C#",
                calls=(
                    call("Environment.GetEnvironmentVariable", text("A")),
                    call("_configuration.GetValue", text("B:C"), Value("number", "5")),
                    call("builder.Configuration.GetConnectionString", text("Db")),
                    call("cache.GetValue", text("no")),
                    call("f", Value("subscript", "", (Value("name", "builder.Configuration"), text("D")), line=9)),
                ),
            ),
            (),
            [
                ("A", "env", 3, "", None),
                ("B:C", "setting", 3, "5", False),
                ("ConnectionStrings:Db", "setting", 3, "", None),
                ("D", "setting", 9, "", None),
            ],
        ),
        (
            FileFacts("config/app.php", "PHP", calls=(call("env", text("APP_NAME"), text("Shop")), call("getenv", text("X")))),
            ("laravel/framework",),
            [("APP_NAME", "env", 3, '"Shop"', False), ("X", "env", 3, "", None)],
        ),
        (FileFacts("a.php", "PHP", calls=(call("env", text("NO")),)), (), []),
        (
            FileFacts(
                "a.rs",
                "Rust",
                calls=(call("std::env::var", text("A")), call("env", text("B"))),
                assignments=(
                    Assignment(
                        "port",
                        None,
                        5,
                        5,
                        "Args",
                        kind="field",
                        decorators=(Decorator("arg", (Argument(text("PORT"), "env"), Argument(text("80"), "default_value"))),),
                    ),
                    Assignment(
                        "max_size", None, 6, 6, "Args", kind="field", decorators=(Decorator("arg", (Argument(Value("name", "env")),)),)
                    ),
                ),
            ),
            (),
            [
                ("A", "env", 3, "", None),
                ("B", "env", 3, "", True),
                ("PORT", "env", 5, '"80"', False),
                ("MAX_SIZE", "env", 6, "", None),
            ],
        ),
        (
            FileFacts(
                "a.rb",
                "Ruby",
                environment=(EnvironmentRead("A", "ENV.fetch", 3, 3, required=True), EnvironmentRead("B", "ENV", 4, 4, default="'x'")),
                calls=(call("ENV.fetch", text("A")),),
            ),
            (),
            [("A", "env", 3, "", True), ("B", "env", 4, "'x'", False)],
        ),
    ],
)  # fmt: skip
def test_other_languages(facts: FileFacts, packages: tuple[str, ...], expected: list[Row]) -> None:
    assert rows(of(facts, *packages).config_keys) == expected
