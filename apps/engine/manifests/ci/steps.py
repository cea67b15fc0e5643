"""Steps of jobs, whatever the server: what they run, and which of their lines run tests."""

from __future__ import annotations

import re
from collections.abc import Sequence

from apps.engine.manifests.collected import Collector
from apps.engine.manifests.nodes import Node
from apps.engine.manifests.shell_scripts import runs_tests_through
from apps.engine.manifests.typed import runs_tests

_MOST = 6  # commands shown of one job
# Lines of a script that say little about what the job does.
_ASIDE = re.compile(r"^\s*(?:#|set |echo |printf |if |for |while |then|fi\b|done\b|export |cd |exit |git config |[A-Za-z_]\w*=)")


def add_tests(job: str, script: Node, path: str, lines: list[str], out: Collector, folder: str = "") -> None:
    """Lines of a job that run tests, themselves or through a script; each at its own line; `folder` is the one they run in."""
    at = script.line
    for command in script.text.split("\n"):
        said = command.strip()
        if not said or not (runs_tests(said) or runs_tests_through(said, out)):
            continue
        last = min(max(script.end_line, script.line), len(lines))
        at = next((number for number in range(at, last + 1) if said in lines[number - 1]), at)
        text = f"cd {folder} && {typeable(said)}" if folder else typeable(said)
        out.command("ci step", job, text, path, at)


def typeable(said: str) -> str:
    """The command without a continuation and without arguments that only the server knows."""
    text, expression, _ = said.partition("${{")
    if expression:
        text = text[: text.rindex('"')] if text.count('"') % 2 else text.rpartition(" ")[0]
    return text.rstrip("\\").rstrip()


def shown(scripts: Sequence[str]) -> str:
    """The first telling line of each script, joined."""
    said = []
    for script in scripts:
        first = next((line.strip() for line in script.split("\n") if line.strip() and not _ASIDE.match(line)), "")
        if first:
            said.append(first.rstrip("\\").strip())
    return "; ".join(said[:_MOST])


def add_scripts(job: str, node: Node, path: str, lines: list[str], out: Collector) -> None:
    """The tests among a list of commands, or in one text of several lines."""
    for item in node.items or [node]:
        add_tests(job, item, path, lines, out)
