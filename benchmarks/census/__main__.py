"""Are the capsules of a repository all there, and apart?  Counted by a parser that is not ours.

    python -m benchmarks.census LANGUAGE FOLDER_OR_GIT_DIRECTORY

The other parsers are no part of the product: what each needs stands at the head of its module here.

Prints what differs a file, then the sums; status 1 if a definition is missing or two have become one.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

from apps.engine.facts import FileFacts
from apps.engine.graph import Resolver, build_graph
from apps.engine.parsing import decode_text, language_of, parse
from benchmarks.arguments import described, source
from benchmarks.census import clang, csharp, golang, java, kotlin, php, python, ruby, rust, scripts, swift
from benchmarks.census.counting import Counted, Difference, LanguageCounter, NoParser, compare
from benchmarks.sources import files

COUNTERS: dict[str, LanguageCounter] = {
    "c": clang.C, "c++": clang.CPP, "csharp": csharp, "go": golang, "java": java, "kotlin": kotlin, "php": php,
    "python": python, "ruby": ruby, "rust": rust, "swift": swift,
}  # fmt: skip
SHOWN = 20  # definitions of a kind printed for a file
_ORDINAL = re.compile(r"#\d+")


def main() -> int:
    """Count, compare, print."""
    parser = described(__doc__)
    parser.add_argument("language", type=str.lower, choices=sorted([*COUNTERS, *scripts.LANGUAGES]), metavar="LANGUAGE")
    parser.add_argument("source", type=source, metavar="FOLDER_OR_GIT_DIRECTORY")
    given = parser.parse_args()
    counter = COUNTERS.get(given.language)
    languages = scripts.LANGUAGES[given.language] if counter is None else {counter.LANGUAGE}
    read = {path: found for path, raw in files(given.source) if (found := _read(path, raw)) is not None}
    texts = {path: (language, text) for path, (language, text, _) in read.items() if language in languages}
    if not texts:
        parser.error(f"{str(given.source)!r} has no files of {given.language}")
    try:
        if counter is None:
            return _report_scripts(given.source, texts)
        known = languages | getattr(counter, "BESIDE", frozenset())
        raws = {path: raw for path, (language, _, raw) in read.items() if language in known}
        return _report(given.source, counter, {path: text for path, (_, text) in texts.items()}, raws)
    except NoParser as missing:
        parser.error(f"no independent parser: {missing}")


def _read(path: str, raw: bytes) -> tuple[str, str, bytes] | None:
    """(language, text, bytes) of a file that can be read."""
    decoded = decode_text(raw, path)
    return None if decoded.reason else (language_of(path, decoded.text), decoded.text, raw)


def _report_scripts(folder: Path, texts: Mapping[str, tuple[str, str]]) -> int:
    found = scripts.compare(texts)
    for line in (*found.missing, *found.merged):
        print(line)
    print(f"{folder}: {len(texts):,} files, {found.total:,} definitions counted")
    print(f"missing {len(found.missing)}, merged {len(found.merged)}")
    return int(bool(found.missing or found.merged))


def _report(folder: Path, counter: LanguageCounter, texts: dict[str, str], raws: Mapping[str, bytes]) -> int:
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
    print(f"{folder}: {len(counted):,} {counter.LANGUAGE} files, {total:,} definitions counted, {len(uncounted)} files uncounted")
    print(f"missing {missing}, merged {merged}, extra {extra}")
    return int(bool(missing or merged))


def _show(difference: Difference) -> None:
    for label, items in (("missing", difference.missing), ("extra", difference.extra)):
        for item in items[:SHOWN]:
            print(f"{difference.path}:{item.line}: {label} {item.name}")
    for symbol in difference.merged[:SHOWN]:
        print(f"{difference.path}: merged {symbol}")


if __name__ == "__main__":
    raise SystemExit(main())
