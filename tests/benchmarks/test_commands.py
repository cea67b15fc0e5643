"""Every command of the benchmarks says what it takes, and refuses what it cannot use in a sentence."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BENCHMARKS = ROOT / "benchmarks"
COMMANDS = sorted(
    path.relative_to(ROOT).as_posix()
    for path in BENCHMARKS.rglob("*.py")
    if "__main__" in path.read_text("utf-8") and path.parent != BENCHMARKS / "truth"
)
TRUTH = "benchmarks/callgraph/truth/click.json"
JUDGED = "benchmarks/callgraph/truth/click.judged.json"


def _run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *words], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)


def _refused(done: subprocess.CompletedProcess[str]) -> str:
    """The sentence a command ends with."""
    assert done.returncode == 2, done.stderr
    assert "Traceback" not in done.stderr
    last = done.stderr.strip().splitlines()[-1]
    assert ": error: " in last
    return last


def _words(command: str) -> list[str]:
    return ["-m", "benchmarks.census"] if command.endswith("census/__main__.py") else [command]


def test_the_commands_are_found() -> None:
    assert len(COMMANDS) >= 14


@pytest.mark.parametrize("command", COMMANDS)
def test_help_is_the_text_of_the_module(command: str) -> None:
    done = _run(*_words(command), "--help")
    assert done.returncode == 0, done.stderr
    assert (ROOT / command).read_text("utf-8").splitlines()[0].strip('"') in done.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_without_arguments_a_command_refuses(command: str) -> None:
    assert "required" in _refused(_run(*_words(command)))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["benchmarks/determinism.py", "{absent}"], "there is no folder"),
        (["benchmarks/document.py", "{absent}"], "there is no folder"),
        (["benchmarks/document.py", "{empty}", ""], "there is no folder ''"),
        (["benchmarks/score_truths.py", "{absent}"], "there is no folder"),
        (["benchmarks/score_truths.py", "{empty}"], "no clone of any"),
        (["benchmarks/second_sync.py", "{absent}"], "there is no folder"),
        (["benchmarks/second_sync.py", "{empty}"], "fewer than 10 files"),
        (["benchmarks/synced_document.py", "{absent}"], "there is no folder"),
        (["benchmarks/speed.py", "{absent}"], "there is no folder"),
        (["benchmarks/speed.py", "{empty}"], "no file of a language"),
        (["benchmarks/speed.py", "{unborn}"], "no commit that can be read"),
        (["-m", "benchmarks.census", "python", "{absent}"], "there is no folder"),
        (["-m", "benchmarks.census", "python", "{empty}"], "no files of python"),
        (["-m", "benchmarks.census", "cobol", "{empty}"], "invalid choice: 'cobol'"),
        (["benchmarks/callgraph/agreement.py", "{absent}", JUDGED], "there is no file"),
        (["benchmarks/callgraph/agreement.py", JUDGED, TRUTH], "no file of judged edges"),
        (["benchmarks/callgraph/javascript.py", "{empty}"], "no clone of opalj/JCG"),
        (["benchmarks/callgraph/jcg.py", "{empty}"], "no clone of opalj/JCG"),
        (["benchmarks/callgraph/jcg_java.py", "{absent}"], "there is no folder"),
        (["benchmarks/callgraph/pycg.py", "{empty}"], "no clone of vitsalis/PyCG"),
        (["benchmarks/callgraph/recorded_python.py", JUDGED, "{empty}"], "no file of recorded calls"),
        (["benchmarks/callgraph/recorded_python.py", TRUTH, "{empty}"], "holds none of the files"),
        (["benchmarks/callgraph/recorded_scripts.py", "benchmarks/callgraph/truth/hono.json", "{empty}"], "holds none of the files"),
        (["benchmarks/callgraph/trace_python.py", "{absent}", "out.json"], "there is no folder"),
    ],
)  # fmt: skip
def test_what_cannot_be_used_is_refused(words: list[str], said: str, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    subprocess.run(["git", "init", "-q", str(tmp_path / "unborn")], check=True)
    places = {name: str(tmp_path / name) for name in ("absent", "empty", "unborn")}
    assert said in _refused(_run(*(word.format(**places) if word.startswith("{") else word for word in words)))


def test_the_scorer_of_one_truth_refuses_too() -> None:
    done = _run("benchmarks/truth/score_truth.py")
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
