"""JavaScript and TypeScript, by the TypeScript compiler's parser: the npm package `typescript`, whose folder TYPESCRIPT names.

Missing: a definition of theirs with no capsule of that name on its line (or, for what is given a name by an assignment that
starts elsewhere, within the lines of one).  Merged: fewer capsules than definitions there.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from apps.engine.parsing import parse
from benchmarks.census.counting import NoParser

LANGUAGES = {"javascript": frozenset({"JavaScript"}), "typescript": frozenset({"TypeScript", "TSX"})}
_SCRIPT = Path(__file__).with_name("script_definitions.js")
_NEAR = 3  # lines between the name and the start of the statement it stands in
_SECONDS = 600


@dataclass(frozen=True, slots=True)
class Compared:
    """Number of definitions the other parser counts; what is missing or merged, a line each."""

    total: int
    missing: list[str]
    merged: list[str]


def compare(texts: Mapping[str, tuple[str, str]]) -> Compared:
    """Of (language, text) by path."""
    theirs = _count(texts)
    missing: list[str] = []
    merged: list[str] = []
    for path, (language, text) in texts.items():
        facts = parse(path, language, text)
        lines: dict[str, list[int]] = defaultdict(list)
        for definition in facts.definitions:
            lines[definition.name].append(definition.line)
        wanted = theirs[path]
        for name, line, kind in wanted:
            if not any(abs(at - line) <= _NEAR for at in lines.get(name, ())):
                missing.append(f"{path}:{line}: missing {name} ({kind})")
        symbols = Counter(definition.qualname for definition in facts.definitions)
        merged.extend(f"{path}: merged {symbol}" for symbol, count in symbols.items() if count > 1)
        for name, count in Counter(name for name, _, _ in wanted).items():
            if lines.get(name) and len(lines[name]) < count:
                merged.append(f"{path}: merged {name}: {count} definitions, {len(lines[name])} capsules")
    return Compared(sum(map(len, theirs.values())), missing, merged)


def _count(texts: Mapping[str, tuple[str, str]]) -> dict[str, list[tuple[str, int, str]]]:
    package = Path(os.environ.get("TYPESCRIPT", ""))
    if not (package / "lib" / "typescript.js").is_file():
        raise NoParser("TYPESCRIPT is not the folder of the npm package typescript")
    program = shutil.which("node")
    if program is None:
        raise NoParser("no node is installed")
    with TemporaryDirectory() as folder:
        for path, (_, text) in texts.items():
            (Path(folder) / path).parent.mkdir(parents=True, exist_ok=True)
            (Path(folder) / path).write_text(text, encoding="utf-8", newline="")
        command = [program, str(_SCRIPT), str(package.resolve()), folder]
        run = subprocess.run(command, input="\n".join(texts), capture_output=True, text=True, check=True, timeout=_SECONDS)
    found: dict[str, list[tuple[str, int, str]]] = json.loads(run.stdout)
    return found
