"""Whose a name from outside is."""

from __future__ import annotations

import pytest

from apps.engine.facts import Dependency, Place
from apps.engine.graph.packages import Packages, package_of


def dependency(name: str, ecosystem: str = "pypi", group: str = "runtime", path: str = "pyproject.toml") -> Dependency:
    return Dependency(name, "", Place(path), group=group, ecosystem=ecosystem)


@pytest.mark.parametrize(
    ("external", "package"),
    [
        ("requests.get", "requests"),
        ("os", "os"),
        ("collections.OrderedDict", "collections"),
        ("django.db.models.Model.save", "django"),
        ("@nestjs/common.Controller", "@nestjs/common"),
        ("github.com/gin-gonic/gin.Default", "github.com/gin-gonic/gin"),
        ("java.util.List.of", "java.util"),
        ("org.springframework.boot.SpringApplication.run", "org.springframework.boot"),
    ],
)
def test_the_package_of_a_name(external: str, package: str) -> None:
    assert package_of(external) == package


@pytest.mark.parametrize(
    ("external", "name"),
    [
        ("yaml.safe_load", "PyYAML"),
        ("rest_framework.views.APIView", "djangorestframework"),
        ("google.cloud.storage.Client", "google-cloud-storage"),
        ("google.auth.default", None),
        ("requests_mock.Mocker", None),
        ("Django.x", "Django"),
        ("django.urls.path", "Django"),
        ("express.Router", "express"),
        ("@nestjs/common.Controller", "@nestjs/common"),
        ("github.com/gin-gonic/gin.Default", "github.com/gin-gonic/gin"),
        ("org.springframework.boot.SpringApplication.run", "org.springframework.boot:spring-boot-starter"),
        ("tokio_util.codec", "tokio-util"),
    ],
)
def test_the_dependency_a_name_belongs_to(external: str, name: str | None) -> None:
    packages = Packages([
        dependency("PyYAML"), dependency("djangorestframework"), dependency("google-cloud-storage"), dependency("requests"),
        dependency("Django"), dependency("express", "npm"), dependency("@nestjs/common", "npm"),
        dependency("github.com/gin-gonic/gin", "go"), dependency("org.springframework.boot:spring-boot-starter", "maven"),
        dependency("tokio-util", "cargo"),
    ])  # fmt: skip
    found = packages.dependency(external)
    assert (found.name if found else None) == name


def test_what_runs_comes_before_what_is_only_developed_with() -> None:
    dev, run = dependency("httpx", group="dev", path="a.toml"), dependency("httpx", path="b.toml")
    assert Packages([dev, run]).dependency("httpx.get") is run
