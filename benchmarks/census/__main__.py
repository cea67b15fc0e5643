"""Are the capsules of a repository all there, and apart?  Counted by a parser that is not ours.

    python -m benchmarks.census LANGUAGE FOLDER_OR_GIT_DIRECTORY

Prints what differs a file, then the sums; status 1 if a definition is missing or two have become one.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from pathlib import Path

from apps.engine.facts import FileFacts
from apps.engine.graph import Resolver, build_graph
from apps.engine.parsing import decode_text, language_of, parse
from benchmarks.census import clang, csharp, golang, java, kotlin, php, python, ruby, rust, swift
from benchmarks.census.counting import Counted, Difference, LanguageCounter, compare
from benchmarks.sources import files

COUNTERS: dict[str, LanguageCounter] = {
    "c": clang.C, "c++": clang.CPP, "csharp": csharp, "go": golang, "java": java, "kotlin": kotlin, "php": php,
    "python": python, "ruby": ruby, "rust": rust, "swift": swift,
}  # fmt: skip
SHOWN = 20  # definitions of a kind printed for a file
_ORDINAL = re.compile(r"#\d+")


def main(language: str, source: Path) -> int:
    """Count, compare, print."""
    counter = COUNTERS[language.lower()]
    raws: dict[str, bytes] = {}
    texts: dict[str, str] = {}
    for path, raw in files(source):
        decoded = decode_text(raw, path)
        language_here = language_of(path, decoded.text) if not decoded.reason else ""
        if language_here == counter.LANGUAGE:
            texts[path] = decoded.text
        if language_here == counter.LANGUAGE or language_here in getattr(counter, "BESIDE", ()):
            raws[path] = raw
    all_counted, all_uncounted = counter.count(raws)
    counted = {path: items for path, items in all_counted.items() if path in texts}
    uncounted = {path: reason for path, reason in all_uncounted.items() if path in texts}
    facts: dict[str, FileFacts] = {path: parse(path, counter.LANGUAGE, text) for path, text in texts.items()}
    ours: dict[str, list[Counted]] = defaultdict(list)
    symbols: dict[str, list[str]] = defaultdict(list)
    for capsule in build_graph(facts, texts, Resolver(facts)).capsules:
        symbols[capsule.path].append(capsule.symbol)
        named = "#" in capsule.symbol and capsule.name != "<lambda>"  # no file as a whole
        if named and capsule.kind in counter.KINDS:
            ours[capsule.path].append(Counted(_ORDINAL.sub("", capsule.symbol.partition("#")[2]), capsule.line))
    differences = [
        difference
        for path in sorted(counted)
        if (difference := compare(path, counted[path], ours[path], symbols[path])) is not None
    ]
    for difference in differences:
        _show(difference)
    for path, reason in sorted(uncounted.items()):
        print(f"{path}: not counted by the other parser ({reason}); {len(ours[path])} of ours")
    missing, extra, merged = (
        sum(len(getattr(difference, name)) for difference in differences) for name in ("missing", "extra", "merged")
    )
    total = sum(map(len, counted.values()))
    print(f"{source}: {len(counted):,} {counter.LANGUAGE} files, {total:,} definitions counted, {len(uncounted)} files uncounted")
    print(f"missing {missing}, merged {merged}, extra {extra}")
    return int(bool(missing or merged))


def _show(difference: Difference) -> None:
    for label, items in (("missing", difference.missing), ("extra", difference.extra)):
        for item in items[:SHOWN]:
            print(f"{difference.path}:{item.line}: {label} {item.name}")
    for symbol in difference.merged[:SHOWN]:
        print(f"{difference.path}: merged {symbol}")


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1].lower() not in COUNTERS:
        raise SystemExit(f"{__doc__}\nLANGUAGE is one of: {', '.join(sorted(COUNTERS))}")
    raise SystemExit(main(sys.argv[1], Path(sys.argv[2])))
