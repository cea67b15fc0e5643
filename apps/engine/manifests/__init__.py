"""Manifest files → dependencies, commands, settings, services."""

from __future__ import annotations


def is_manifest(path: str) -> bool:
    return False
