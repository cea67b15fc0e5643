"""CPU seconds and peak memory of a repository's extraction, beside a bare tree-sitter parse of the same files.

    python -m benchmarks.speed FOLDER_OR_GIT_DIRECTORY [--runs 3] [--aider VIRTUAL_ENVIRONMENT]

Extraction is everything from bytes to fact sheet, capsules and edges, in one process and without a database.  A run measures
each side once, one after the other, each in a process of its own with the files in memory and the modules loaded; what is
printed are the medians of the runs' ratios.  With --aider the cold repository map of the Aider installed there is a third side.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from apps.engine.extraction import extract as joining
from apps.engine.extraction import reading
from apps.engine.extraction.inventory import refine, take_inventory
from apps.engine.facts import FileFacts, Finding, ListedEntry, Place
from apps.engine.parsing.languages import LANGUAGES
from benchmarks.arguments import described, folder, source
from benchmarks.sources import files

BLOB_LIMIT = 2_000_000  # bytes
# (where a function is called from, its name there, the stage its time is counted for)
STAGES = (
    (reading, "decode_text", "decode"),
    (reading, "replace_secrets", "secrets"),
    (reading, "parse", "parse"),
    (joining, "read_documents", "documents"),
    (joining, "read_manifests", "manifests"),
    (joining, "Resolver", "resolver"),
    (joining, "build_graph", "graph"),
    (joining, "find_framework_facts", "frameworks"),
    (joining, "find_components", "components"),
    (joining, "find_flows", "flows"),
    (joining, "find_suites", "suites"),
    (joining.Fingerprints, "fill", "fingerprints"),
)
AIDER = """
import sys, time
from pathlib import Path
from aider.io import InputOutput
from aider.repomap import RepoMap
class Model:
    def token_count(self, text):
        return len(text) // 4
root = sys.argv[1]
names = sorted(str(path) for path in Path(root).rglob("*") if path.is_file())
start = time.process_time()
RepoMap(map_tokens=1024, root=root, main_model=Model(), io=InputOutput(yes=True)).get_repo_map([], names)
print(time.process_time() - start)
"""


def extraction(source: Path) -> dict[str, Any]:
    """All of it, once; seconds a stage, "rest" what no stage has."""
    raws = dict(files(source))
    spent: dict[str, float] = defaultdict(float)
    for owner, name, stage in STAGES:
        setattr(owner, name, _timed(getattr(owner, name), stage, spent))
    start = time.process_time()
    listed = [ListedEntry(path, "100644", "blob", hashlib.sha1(raw).hexdigest(), len(raw)) for path, raw in raws.items()]
    inventory = take_inventory(listed, blob_limit=BLOB_LIMIT)
    spent["inventory"] = time.process_time() - start
    entries = {entry.path: entry for entry in inventory.files}
    texts: dict[str, str] = {}
    facts: dict[str, FileFacts] = {}
    findings: list[Finding] = []
    for path, _ in inventory.wanted:
        read = reading.read(reading.Request(path, raws[path]))
        if read.reason:
            continue
        entry = refine(replace(entries[path], language=read.language, lines=read.lines), read.text)
        entries[path] = entry
        if entry.status == "skipped":
            continue
        texts[path] = read.text
        findings += [Finding(kind, Place(path, line, line)) for kind, line in read.secrets]
        if read.facts is not None and entry.status == "analysed":
            facts[path] = read.facts
    result = joining.extract(name=source.name, files=tuple(entries.values()), facts=facts, texts=texts, findings=findings)
    seconds = time.process_time() - start
    spent["rest"] = seconds - sum(spent.values())
    return {
        "seconds": seconds,
        "stages": spent,
        "files": len(raws),
        "parsed": len(facts),
        "capsules": len(result.capsules),
        "edges": len(result.edges),
    }


def _timed(function: Callable[..., Any], stage: str, spent: dict[str, float]) -> Callable[..., Any]:
    def timed(*given: Any, **named: Any) -> Any:
        start = time.process_time()
        try:
            return function(*given, **named)
        finally:
            spent[stage] += time.process_time() - start

    return timed


def bare(source: Path) -> dict[str, Any]:
    """tree-sitter alone, over the files that extraction parses."""
    wanted = []
    for path, raw in files(source):
        language = reading.language_of(path, raw[:2000].decode("utf-8", "replace"))
        if language in LANGUAGES and len(raw) <= BLOB_LIMIT:
            wanted.append((LANGUAGES[language].GRAMMAR, raw))
    start = time.process_time()
    for grammar, raw in wanted:
        grammar.parse(raw)
    return {"seconds": time.process_time() - start, "parsed": len(wanted)}


def aider(environment: Path, source: Path) -> float:
    """Seconds of Aider's map of the same files, without anything it remembers."""
    with tempfile.TemporaryDirectory() as folder:
        for path, raw in files(source):
            target = Path(folder) / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(raw)
        done = subprocess.run(
            [environment / "bin" / "python", "-c", AIDER, folder], capture_output=True, check=True, text=True, cwd=folder
        )
    return float(done.stdout.split()[-1])


def _child(side: str, source: Path) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.speed", str(source), "--side", side], capture_output=True, check=True, text=True
    )
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def compare(source: Path, runs: int, environment: Path | None) -> None:
    """Run the sides in turns and print."""
    ratios, faster = [], []
    kept: list[dict[str, Any]] = []
    for number in range(1, runs + 1):
        plain, full = _child("bare", source), _child("extraction", source)
        ratios.append(full["seconds"] / plain["seconds"])
        kept.append(full)
        line = f"run {number}: bare {plain['seconds']:.2f} s ({plain['parsed']:,} files), extraction {full['seconds']:.2f} s"
        if environment is not None:
            seconds = aider(environment, source)
            faster.append(seconds / full["seconds"])
            line += f", Aider {seconds:.2f} s"
        print(line, flush=True)
    full = sorted(kept, key=lambda run: run["seconds"])[len(kept) // 2]
    print(f"{full['files']:,} files, {full['parsed']:,} parsed, {full['capsules']:,} capsules, {full['edges']:,} edges")
    for stage, seconds in sorted(full["stages"].items(), key=lambda item: -item[1]):
        print(f"  {stage:13} {seconds:6.2f} s {seconds / full['seconds']:6.1%}")
    print(f"extraction takes {statistics.median(ratios):.2f} times a bare parse (median of {runs})")
    if faster:
        print(f"extraction is {statistics.median(faster):.2f} times as fast as Aider's map (median of {runs})")
    print(f"peak memory {max(run['peak'] for run in kept) / 2**20:,.0f} MiB")


def main() -> None:
    """Parse the command line; with --side be one of the measured processes."""
    parser = described(__doc__)
    parser.add_argument("source", type=source, metavar="FOLDER_OR_GIT_DIRECTORY")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--aider", type=folder, metavar="VIRTUAL_ENVIRONMENT")
    parser.add_argument("--side", choices=("bare", "extraction"), help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.runs < 1:
        parser.error("--runs is at least 1")
    if given.side:
        answer = bare(given.source) if given.side == "bare" else extraction(given.source)
        answer["peak"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
        print(json.dumps(answer))
    else:
        if not bare(given.source)["parsed"]:
            parser.error(f"{str(given.source)!r} has no file of a language that is parsed")
        compare(given.source, given.runs, given.aider)


if __name__ == "__main__":
    main()
