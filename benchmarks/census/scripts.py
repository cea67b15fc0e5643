"""Census of JavaScript and TypeScript: what the TypeScript compiler's parser finds against what we find.

    python -m benchmarks.census.scripts FOLDER --typescript node_modules/typescript

FOLDER is a checked-out repository.  Missing: a definition of theirs with no capsule of that name on its line (or, for what is
given a name by an assignment that starts elsewhere, within the lines of one).  Merged: fewer capsules than definitions there.
"""

from __future__ import annotations

import argparse
import json
import subprocess
from collections import Counter, defaultdict
from pathlib import Path

from apps.engine.parsing import language_of, parse

_LANGUAGES = frozenset({"JavaScript", "TypeScript", "TSX"})
_SCRIPT = Path(__file__).with_name("script_definitions.js")
_NEAR = 3  # lines between the name and the start of the statement it stands in


def compare(folder: Path, typescript: Path) -> dict[str, object]:
    """Counts, and the definitions that are missing or merged as ``path:line name (kind)``."""
    texts: dict[str, tuple[str, str]] = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and not path.is_symlink() and "node_modules/" not in name and not name.startswith(".git/"):
            language = language_of(name)
            if language in _LANGUAGES:
                texts[name] = (language, path.read_text("utf-8", "replace"))
    run = subprocess.run(
        ["node", str(_SCRIPT), str(typescript), str(folder)],
        input="\n".join(texts),
        capture_output=True,
        text=True,
        check=True,
        timeout=600,
    )
    theirs: dict[str, list[tuple[str, int, str]]] = json.loads(run.stdout)
    missing: list[str] = []
    merged: list[str] = []
    total = ours = 0
    for path, (language, text) in texts.items():
        facts = parse(path, language, text)
        ours += len(facts.definitions)
        lines: dict[str, list[int]] = defaultdict(list)
        for definition in facts.definitions:
            lines[definition.name].append(definition.line)
        wanted = theirs[path]
        total += len(wanted)
        for name, line, kind in wanted:
            if not any(abs(at - line) <= _NEAR for at in lines.get(name, ())):
                missing.append(f"{path}:{line} {name} ({kind})")
        symbols = Counter(definition.qualname for definition in facts.definitions)
        merged.extend(f"{path} {symbol}" for symbol, count in symbols.items() if count > 1)
        counts = Counter(name for name, _, _ in wanted)
        for name, count in counts.items():
            if lines.get(name) and len(lines[name]) < count:
                merged.append(f"{path} {name}: {count} definitions, {len(lines[name])} capsules")
    return {"files": len(texts), "theirs": total, "ours": ours, "missing": missing, "merged": merged}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--typescript", type=Path, required=True, help="folder of the npm package typescript")
    arguments = parser.parse_args()
    found = compare(arguments.folder.resolve(), arguments.typescript.resolve())
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
