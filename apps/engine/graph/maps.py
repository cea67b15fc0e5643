"""All that manifests and configuration say about the names of modules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from apps.engine.graph.aliases import path_aliases
from apps.engine.graph.declared.prefixes import module_prefixes
from apps.engine.graph.modules import ModuleMaps


def module_maps(texts: Mapping[str, str]) -> ModuleMaps:
    """What the resolver needs of the texts beside the parsed files."""
    return replace(path_aliases(texts), prefixes=module_prefixes(texts))
