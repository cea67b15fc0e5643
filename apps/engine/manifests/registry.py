"""All formats.  A new one is a module with `matches(path)` and `read(path, text, collector)`, and a row here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from apps.engine.manifests import (
    addresses,
    cargo,
    ci,
    composer,
    docker,
    dotenv,
    dotnet,
    golang,
    gradle,
    helm,
    kubernetes,
    make,
    maven,
    native,
    npm,
    others,
    properties,
    pyproject,
    requirements,
    ruby,
    runners,
    schedules,
    settings,
    setuptools,
    shell_scripts,
    swiftpm,
    tasks,
    terraform,
    workspaces,
)
from apps.engine.manifests.collected import Collector


@dataclass(frozen=True, slots=True)
class Format:
    """`matches` tells by path alone; `read` fills the collector and raises only `Unreadable`."""

    matches: Callable[[str], bool]
    read: Callable[[str, str, Collector], None]


FORMATS: Mapping[str, Format] = {
    "pyproject.toml": Format(pyproject.matches, pyproject.read),
    "requirements": Format(requirements.matches, requirements.read),
    "setuptools": Format(setuptools.matches, setuptools.read),
    "package.json": Format(npm.matches, npm.read),
    "go.mod": Format(golang.matches, golang.read),
    "pom.xml": Format(maven.matches, maven.read),
    "gradle": Format(gradle.matches, gradle.read),
    "Cargo.toml": Format(cargo.matches, cargo.read),
    "Gemfile": Format(ruby.matches, ruby.read),
    "composer.json": Format(composer.matches, composer.read),
    "dotnet": Format(dotnet.matches, dotnet.read),
    "Package.swift": Format(swiftpm.matches, swiftpm.read),
    "C and C++": Format(native.matches, native.read),
    "others": Format(others.matches, others.read),
    "workspaces": Format(workspaces.matches, workspaces.read),
    "make": Format(make.matches, make.read),
    "runners": Format(runners.matches, runners.read),
    "shell scripts": Format(shell_scripts.matches, shell_scripts.read),
    "docker": Format(docker.matches, docker.read),
    "ci": Format(ci.matches, ci.read),
    "kubernetes": Format(kubernetes.matches, kubernetes.read),
    "Helm": Format(helm.matches, helm.read),
    "Terraform": Format(terraform.matches, terraform.read),
    "settings": Format(settings.matches, settings.read),
    "spring properties": Format(properties.matches, properties.read),
    "dotenv": Format(dotenv.matches, dotenv.read),
}


@dataclass(frozen=True, slots=True)
class Beside:
    """A format of files that are no manifests all the same (code, settings): `matches` is asked with path and text."""

    matches: Callable[[str, str], bool]
    read: Callable[[str, str, Collector], None]


BESIDE: tuple[Beside, ...] = (
    Beside(addresses.names_adapters, addresses.read_adapters),
    Beside(schedules.matches, schedules.read),
    Beside(settings.reads_environment, settings.read),
    Beside(tasks.matches, tasks.read),
)
