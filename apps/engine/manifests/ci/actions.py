"""GitHub Actions, and the servers that read the same files: workflows with triggers, jobs, steps, services, schedules."""

from __future__ import annotations

import re
from collections.abc import Iterator

from apps.engine.facts import ExternalService, Job, Place
from apps.engine.manifests.ci.steps import add_tests, shown
from apps.engine.manifests.collected import Collector
from apps.engine.manifests.images import service_of
from apps.engine.manifests.nodes import NOTHING, Node

_FILE = re.compile(r"(?:^|/)\.(?:github|gitea|forgejo)/workflows/[^/]+\.ya?ml$")
_OFF = re.compile(r"\s*(?:\$\{\{\s*)?false(?:\s*\}\})?\s*", re.I)


def matches(path: str) -> bool:
    return _FILE.search(path) is not None


def _is_off(job: Node) -> bool:
    """A job whose condition is the word false."""
    return _OFF.fullmatch(job.get("if").text) is not None


def read(root: Node, path: str, lines: list[str], out: Collector) -> None:
    workflow = root.get("name").text or path.rpartition("/")[2].rpartition(".")[0]
    on_key, on = next(((key, value) for key, value in root.keyed() if key.text in ("on", "true")), (NOTHING, NOTHING))
    trigger = ", ".join(_triggers(on))
    if on:
        out.command("ci workflow", workflow, "", path, on_key.line, end_line=_last_line(on), trigger=trigger)
    for key, job in root.get("jobs").keyed():
        titled = job.get("name").text or key.text
        used = job.get("uses").text
        text = shown([_run(step).text for step in job.get("steps").items]) or (f"uses {used}" if used else "")
        name = workflow if titled == workflow else f"{workflow} / {titled}"
        if _is_off(job):
            out.command("ci job switched off", name, text, path, job.get("if").line)
            continue
        out.command("ci", name, text, path, key.line, trigger=trigger)
        usual = job.get("defaults", "run", "working-directory") or root.get("defaults", "run", "working-directory")
        for step in job.get("steps").items:
            if not _is_off(step):
                folder = (step.get("working-directory") or usual).text.removeprefix("./").rstrip("/")
                add_tests(name, _run(step), path, lines, out, "" if "${{" in folder or folder == "." else folder)
        for service_key, service in job.get("services").keyed():
            image = service.get("image").text or service.text
            known, kind = service_of(image)
            if known:
                place = Place(path, service_key.line, service_key.line)
                out.services.append(
                    ExternalService(known, kind, place, f"CI service {service_key.text} ({image})", "manifest:ci")
                )
    for schedule in on.get("schedule").items:
        cron = schedule.get("cron")
        if cron.text:
            out.jobs.append(Job(workflow, "ci schedule", Place(path, cron.line, cron.line), cron.text, "", "manifest:ci"))


def _last_line(node: Node) -> int:
    """The last line of the values in a node of a workflow's head, which is never deep."""
    waiting, last = [node], node.line
    while waiting:
        current = waiting.pop()
        last = max(last, current.line)
        waiting += [*current.items, *(part for pair in current.pairs for part in pair)]
    return last


def _triggers(on: Node) -> Iterator[str]:
    """push (main), pull_request, schedule …"""
    if on.kind == "text":
        yield on.text
    for item in on.items:
        yield item.text
    for name, value in on.entries():
        if name == "schedule":
            crons = [item.get("cron").text for item in value.items]
            yield "schedule " + ", ".join(f"`{cron}`" for cron in crons if cron) if any(crons) else "schedule"
            continue
        branches = value.get("branches").texts() or [f"tags {tag}" for tag in value.get("tags").texts()]
        types = value.get("types").texts()
        detail = ", ".join([*branches, *types][:5])
        yield f"{name} ({detail})" if detail else name


def _run(step: Node) -> Node:
    """What a step runs, as a scalar."""
    run = step.get("run")
    return run or step.get("script")
