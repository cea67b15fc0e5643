"""Lock files that are read line by line: of Bundler, Gradle, Terraform and Mix."""

from __future__ import annotations

import re

from apps.engine.manifests.lockfiles.pins import Pin, Versions

_GEM = re.compile(r"^ {4}(?P<name>[\w.-]+) \((?P<version>[^)\s]+)\)$")
_HEX = re.compile(r'^\s*"(?P<name>\w+)":\s*\{:hex,\s*:\w+,\s*"(?P<version>[^"]+)"')
_PROVIDER = re.compile(r'^provider\s+"(?:[^"/]+\.[^"/]+/)?(?P<name>[^"]+)"')
_PROVIDER_VERSION = re.compile(r'^\s+version\s*=\s*"(?P<version>[^"]+)"')


def gems(text: str) -> Versions:
    """``Gemfile.lock``: the packages, four spaces in; what they need stands deeper."""
    found: Versions = {}
    for number, line in enumerate(text.split("\n"), 1):
        match = _GEM.match(line.rstrip("\r"))
        if match:
            found.setdefault(match["name"], Pin(match["version"], number, number))
    return found


def gradle(text: str) -> Versions:
    """``group:artifact:version=configurations``"""
    found: Versions = {}
    for number, line in enumerate(text.split("\n"), 1):
        parts = line[:1_000].partition("=")[0].split(":")
        if len(parts) == 3 and not line.startswith("#"):
            found.setdefault(":".join(parts[:2]), Pin(parts[2], number, number))
    return found


def providers(text: str) -> Versions:
    """``provider "registry.terraform.io/hashicorp/aws" {`` and the version below it."""
    found: Versions = {}
    name, start = "", 0
    for number, line in enumerate(text.split("\n"), 1):
        begun = _PROVIDER.match(line[:500])
        version = _PROVIDER_VERSION.match(line[:500])
        if begun:
            name, start = begun["name"], number
        elif name and version:
            found[name] = Pin(version["version"], start, number)
            name = ""
    return found


def mix(text: str) -> Versions:
    """``mix.lock``: packages of Hex."""
    found: Versions = {}
    for number, line in enumerate(text.split("\n"), 1):
        match = _HEX.match(line[:1_000])
        if match:
            found[match["name"]] = Pin(match["version"], number, number)
    return found
