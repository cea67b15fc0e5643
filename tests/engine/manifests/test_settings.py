"""Settings of frameworks and of deployments: .NET, Rails, Symfony, Spring profiles, Helm charts, Terraform."""

from __future__ import annotations

from apps.engine.manifests import is_manifest, read_manifests


def keys(path: str, text: str) -> list[tuple[str, str, str, str, bool | None, int]]:
    facts = read_manifests({path: text})
    assert not facts.unknowns
    return [(k.name, k.kind, k.access, k.default, k.required, k.place.line) for k in facts.config_keys]


def test_appsettings() -> None:
    text = '\ufeff{\n  // why\n  "Logging": {\n    "LogLevel": { "Default": "Information" }\n  },\n  "Hosts": ["a", "b"],\n  "On": true\n}\n'
    assert keys("src/Api/appsettings.json", text) == [
        ("Logging:LogLevel:Default", "setting", "", "Information", None, 4),
        ("Hosts", "setting", "", "a, b", None, 6),
        ("On", "setting", "", "true", None, 7),
    ]
    assert keys("appsettings.Development.json", '{"A": {"B": 1}}') == [("A:B", "setting", "profile Development", "1", None, 1)]


def test_rails_and_symfony_yaml() -> None:
    rails = (
        'production:\n  url: <%= ENV["DATABASE_URL"] %>\n  pool: <%= ENV.fetch("POOL") { 5 } %>\n'
        '  host: <%= ENV.fetch("HOST", "db") %>\n  key: <%= ENV.fetch("KEY") %>\n  name: <%= ENV[\'NAME\'] || "shop" %>\n'
        '  <%# ENV["OFF"] %>\n  text: ENV["PLAIN"]\n'
    )
    assert keys("config/database.yml", rails) == [
        ("DATABASE_URL", "env", "ENV", "", False, 2),
        ("POOL", "env", "ENV.fetch", "5", False, 3),
        ("HOST", "env", "ENV.fetch", '"db"', False, 4),
        ("KEY", "env", "ENV.fetch", "", True, 5),
        ("NAME", "env", "ENV", '"shop"', False, 6),
    ]
    symfony = (
        "parameters:\n  env(MAILER): 'null://'\n  # '%env(OFF)%'\nurl: '%env(resolve:DATABASE_URL)%'\nmail: '%env(MAILER)%'\n"
    )
    assert keys("config/packages/doctrine.yaml", symfony) == [
        ("DATABASE_URL", "env", "%env()%", "", True, 4),
        ("MAILER", "env", "%env()%", "null://", False, 5),
    ]
    assert not is_manifest("config/locales/en.yml")


def test_spring_profiles() -> None:
    yml = "a: 1\n---\nspring:\n  config:\n    activate:\n      on-profile: prod\na: 2\n"
    assert [row[:4] for row in keys("src/main/resources/application.yml", yml) if row[0] == "a"] == [
        ("a", "property", "", "1"),
        ("a", "property", "profile prod", "2"),
    ]
    assert keys("application-test.properties", "a=3\n") == [("a", "property", "profile test", "3", None, 1)]


def test_helm_chart() -> None:
    texts = {
        "charts/shop/Chart.yaml": (
            "apiVersion: v2\nname: shop\nversion: 1.0.0\ndependencies:\n  - name: redis\n    version: ^18\n    repository: https://charts.example\n"
        ),
        "charts/shop/Chart.lock": "dependencies:\n- name: redis\n  repository: x\n  version: 18.1.2\n",
        "charts/shop/values.yaml": "image:\n  tag: v1\nenv: {}\n",
        "charts/shop/templates/a.yaml": "{{/* .Values.off */}}\nimage: {{ .Values.image.tag }}\n{{ with $.Values.env }}x{{ end }}\n",
        "charts/shop/templates/_b.tpl": "{{ .Values.image.tag }} {{ .Values.extra }}\n",
        "other/templates/c.yaml": "{{ .Values.none }}\n",
    }
    facts = read_manifests(texts)
    assert [(k.name, k.access, k.default, k.place.path, k.place.line) for k in facts.deployment] == [
        ("extra", ".Values", "", "charts/shop/templates/_b.tpl", 1),
        ("image.tag", ".Values", "", "charts/shop/templates/_b.tpl", 1),
        ("env", ".Values", "", "charts/shop/templates/a.yaml", 3),
        ("image.tag", "values", "v1", "charts/shop/values.yaml", 2),
        ("env", "values", "", "charts/shop/values.yaml", 3),
    ]
    (redis,) = facts.dependencies
    assert (redis.name, redis.spec, redis.resolved, redis.ecosystem, redis.place.line) == ("redis", "^18", "18.1.2", "helm", 5)
    assert redis.locked_at is not None and redis.locked_at.path == "charts/shop/Chart.lock"


TERRAFORM = """\
terraform {
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = ">= 5.0" # why
    }
    random = "~> 3"
  }
}
variable "region" { default = "eu" }
variable "tags" {
  type = map(string)
  default = {
    a = "}"
  }
  validation {
    condition = length(var.tags) > 0
  }
}
variable "key" {
  description = "no default = here"
  type        = object({
    name = string
    other_thing_with_a_long_name = optional(string, "and a long default")
  })
}
module "vpc" {
  source  = "terraform-aws-modules/vpc/aws"
  version = "~> 5.0"
}
module "own" {
  source = "./modules/own"
}
"""


def test_terraform() -> None:
    lock = 'provider "registry.terraform.io/hashicorp/aws" {\n  version     = "5.31.0"\n  constraints = ">= 5.0"\n}\n'
    facts = read_manifests({"infra/main.tf": TERRAFORM, "infra/.terraform.lock.hcl": lock, "infra/a.tfvars": 'region = "us"\n'})
    assert not facts.unknowns
    assert [(k.name, k.access, k.default, k.required, k.place.line) for k in facts.deployment] == [
        ("region", "tfvars", "us", None, 1),
        ("region", "variable", "eu", False, 10),
        ("tags", "variable, map(string)", '{ a = "}" }', False, 11),
        ("key", "variable, object", "", True, 20),
    ]
    assert [(d.name, d.spec, d.resolved, d.group, d.place.line) for d in facts.dependencies] == [
        ("hashicorp/aws", ">= 5.0", "5.31.0", "provider", 3),
        ("hashicorp/random", "~> 3", "", "provider", 7),
        ("terraform-aws-modules/vpc/aws", "~> 5.0", "", "module", 28),
    ]


def test_systems_that_settings_name() -> None:
    spring = (
        "spring.datasource.url=${URL:jdbc:postgresql://localhost/shop}\nspring.data.redis.host=cache\nspring.data.redis.port=1\n"
        "other.url=jdbc:h2:mem:x\nlog.url=https://x\nold.url=jdbc:oracle:thin:@x\n"
    )
    facts = read_manifests(
        {"src/main/resources/application.properties": spring, "src/test/resources/application.properties": spring}
    )
    assert [(s.name, s.kind, s.evidence, s.place.line) for s in facts.services] == [
        ("PostgreSQL", "database", "property spring.datasource.url (jdbc:postgresql:…)", 1),
        ("Redis", "cache", "property spring.data.redis.host", 2),
        ("Redis", "cache", "property spring.data.redis.port", 3),
        ("Oracle", "database", "property old.url (jdbc:oracle:…)", 6),
    ]
    rails = "default: &default\n  adapter: postgresql # why\n  pool: 5\ntest:\n  adapter: postgresql\nother:\n  adapter: odd\n"
    facts = read_manifests({"config/database.yml": rails})
    assert [(s.name, s.evidence, s.place.line) for s in facts.services] == [("PostgreSQL", "adapter postgresql", 2)]
