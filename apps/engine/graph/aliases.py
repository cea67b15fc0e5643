"""Import prefixes that stand for folders, from tsconfig.json and jsconfig.json."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Mapping

_NAMES = ("tsconfig.json", "jsconfig.json", "tsconfig.base.json", "tsconfig.app.json")
_STRING_OR_COMMENT = re.compile(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*|/\*.*?\*/', re.S)
_LAST_COMMA = re.compile(r",(\s*[}\]])")
LIMIT = 100_000  # characters


def path_aliases(texts: Mapping[str, str]) -> dict[str, str]:
    """{prefix: folder}; where two projects of a repository use one prefix for different folders it is left out."""
    found: dict[str, set[str]] = {}
    for path in sorted(texts):
        folder, _, name = path.rpartition("/")
        if name in _NAMES and len(texts[path]) < LIMIT:
            for prefix, target in _read(texts[path]).items():
                found.setdefault(prefix, set()).add(posixpath.normpath(posixpath.join(folder, target)))
    return {prefix: next(iter(targets)) for prefix, targets in found.items() if len(targets) == 1}


def _read(text: str) -> dict[str, str]:
    plain = _STRING_OR_COMMENT.sub(lambda match: match[0] if match[0].startswith('"') else " ", text)
    try:
        options = json.loads(_LAST_COMMA.sub(r"\1", plain)).get("compilerOptions", {})
        paths, base = options.get("paths", {}), options.get("baseUrl", ".")
        pairs = {
            str(prefix).removesuffix("*"): posixpath.join(str(base), str(targets[0]).removesuffix("*"))
            for prefix, targets in paths.items()
            if isinstance(targets, list) and targets
        }
    except (ValueError, AttributeError, RecursionError):
        return {}
    return {prefix: target for prefix, target in pairs.items() if prefix and prefix != "/"}
