"""Dependency, build, container, CI and environment files → facts.  Reading never runs anything and never raises."""

from apps.engine.manifests.collected import ManifestFacts
from apps.engine.manifests.reader import is_manifest, read_manifests

__all__ = ["ManifestFacts", "is_manifest", "read_manifests"]
