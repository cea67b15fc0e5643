"""A declarative Jenkinsfile as far as its text shows it: stages, their shell lines, triggers.  It is never run."""

from __future__ import annotations

import re

from apps.engine.facts import Job, Place
from apps.engine.manifests.brackets import calls_of
from apps.engine.manifests.ci.steps import add_tests, shown
from apps.engine.manifests.collected import Collector
from apps.engine.manifests.nodes import Node

_STAGE = re.compile(r"""^\s*stage\s*\(\s*["'](?P<name>[^"'\n]+)["']\s*\)""")
_SHELL = re.compile(r"""\b(?:sh|bat|pwsh|powershell)\s*\(?\s*(?:script\s*:\s*)?(?P<quote>\"\"\"|'''|["'])(?P<rest>.*)$""")
_WORDS = re.compile(r"""["']([^"'\n]+)["']""")
_TRIGGERS = ("cron", "pollSCM")


def read(path: str, text: str, out: Collector) -> None:
    if not re.search(r"^\s*(?:pipeline|node)\b", text, re.M):
        return
    triggers = []
    for word in _TRIGGERS:
        for at, _, inside in calls_of(text, word):
            for schedule in _WORDS.findall(inside):
                triggers.append(f"{word} `{schedule}`")
                if word == "cron":
                    out.jobs.append(Job("Jenkins pipeline", "ci schedule", Place(path, at, at), schedule, "", "manifest:ci"))
    lines = text.split("\n")
    stages: list[tuple[str, int, list[Node]]] = []
    loose: list[Node] = []
    closing, start, held = "", 0, list[str]()
    for number, raw in enumerate(lines, 1):
        line = raw[:2_000]
        if closing:
            before, found, _ = line.partition(closing)
            held.append(before)
            if found or len(held) > 500:
                _keep(Node("text", start, number, "\n".join(held)), stages, loose)
                closing = ""
            continue
        if line.lstrip().startswith(("//", "*", "/*")):
            continue
        stage = _STAGE.match(line)
        if stage:
            stages.append((stage["name"], number, []))
        shell = _SHELL.search(line)
        if shell:
            quote, rest = shell["quote"], shell["rest"]
            said, closed, _ = rest.rpartition(quote) if len(quote) == 1 else rest.partition(quote)
            if closed:
                _keep(Node("text", number, number, said), stages, loose)
            elif len(quote) == 3:
                closing, start, held = quote, number, [rest]
    trigger = ", ".join(triggers)
    if loose and not stages:
        stages.append(("pipeline", 1, loose))
    for name, number, runs in stages:
        out.command("ci", name, shown([run.text for run in runs]), path, number, trigger=trigger)
        for run in runs:
            add_tests(name, run, path, lines, out)


def _keep(run: Node, stages: list[tuple[str, int, list[Node]]], loose: list[Node]) -> None:
    (stages[-1][2] if stages else loose).append(run)
