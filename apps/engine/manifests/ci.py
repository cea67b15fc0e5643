"""Continuous integration: GitHub Actions, GitLab CI, CircleCI, Azure Pipelines, Travis; their jobs, triggers and schedules."""

from __future__ import annotations

import re
from collections.abc import Iterator

from apps.engine.facts import ExternalService, Job, Place
from apps.engine.manifests.collected import Collector
from apps.engine.manifests.images import service_of
from apps.engine.manifests.nodes import Node, read_yaml

_ACTIONS = re.compile(r"(?:^|/)\.(?:github|gitea|forgejo)/workflows/[^/]+\.ya?ml$")
_GITLAB_WORDS = frozenset(
    [
        "default",
        "include",
        "stages",
        "variables",
        "workflow",
        "image",
        "services",
        "cache",
        "before_script",
        "after_script",
        "pages",
    ]
)

# Lines of a script that say little about what the job does.
_ASIDE = re.compile(r"^\s*(?:#|set |echo |printf |if |for |while |then|fi\b|done\b|export |cd |exit |git config |[A-Za-z_]\w*=)")


def matches(path: str) -> bool:
    name = path.rpartition("/")[2]
    return (
        bool(_ACTIONS.search(path))
        or name in (".gitlab-ci.yml", "azure-pipelines.yml", ".travis.yml")
        or path.endswith((".circleci/config.yml", "bitbucket-pipelines.yml"))
    )


def read(path: str, text: str, out: Collector) -> None:
    roots = read_yaml(text)
    root = roots[0] if roots else Node("map", 1)
    name = path.rpartition("/")[2]
    if _ACTIONS.search(path):
        _actions(root, path, out)
    elif name == ".gitlab-ci.yml":
        _gitlab(root, path, out)
    elif ".circleci" in path:
        for key, job in root.get("jobs").keyed():
            out.command("ci", key.text, _runs(job.get("steps")), path, key.line, trigger="CircleCI")
    elif name == "azure-pipelines.yml":
        _azure(root, path, out)
    elif name == ".travis.yml":
        script = root.get("script")
        if script:
            out.command("ci", "script", "; ".join(script.texts()), path, script.line, trigger="Travis CI")


def _actions(root: Node, path: str, out: Collector) -> None:
    workflow = root.get("name").text or path.rpartition("/")[2].rpartition(".")[0]
    on = root.get("on") or root.get("true")
    trigger = ", ".join(_triggers(on))
    for key, job in root.get("jobs").keyed():
        shown = job.get("name").text or key.text
        used = job.get("uses").text
        text = _runs(job.get("steps")) or (f"uses {used}" if used else "")
        name = workflow if shown == workflow else f"{workflow} / {shown}"
        out.command("ci", name, text, path, key.line, trigger=trigger)
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


def _runs(steps: Node) -> str:
    """The first telling line of what each step runs."""
    shown = []
    for step in steps.items:
        run = step.get("run")
        command = run.text or run.get("command").text or step.get("script").text
        first = next((line.strip() for line in command.split("\n") if line.strip() and not _ASIDE.match(line)), "")
        if first:
            shown.append(first.rstrip("\\").strip())
    return "; ".join(shown[:6])


def _gitlab(root: Node, path: str, out: Collector) -> None:
    for key, job in root.keyed():
        if key.text.startswith(".") or key.text in _GITLAB_WORDS or job.kind != "map":
            continue
        script = job.get("script").texts()
        rules = ", ".join(job.get("only").texts() + [rule.get("if").text for rule in job.get("rules").items if rule.get("if")])
        stage = job.get("stage").text
        trigger = ", ".join(part for part in (f"stage {stage}" if stage else "", rules) if part)
        if script or job.get("extends") or job.get("trigger"):
            out.command("ci", key.text, "; ".join(script[:6]), path, key.line, trigger=trigger)


def _azure(root: Node, path: str, out: Collector) -> None:
    trigger = ", ".join(root.get("trigger").texts() or root.get("trigger", "branches", "include").texts())
    jobs = list(root.get("jobs").items)
    for stage in root.get("stages").items:
        jobs += stage.get("jobs").items
    for job in jobs:
        name = job.get("job") or job.get("deployment")
        if name:
            out.command("ci", name.text, _azure_steps(job.get("steps")), path, name.line, trigger=trigger)
    if not jobs and root.get("steps"):
        out.command("ci", "pipeline", _azure_steps(root.get("steps")), path, root.get("steps").line, trigger=trigger)


def _azure_steps(steps: Node) -> str:
    shown = [(step.get("script").text or step.get("bash").text).strip().split("\n")[0] for step in steps.items]
    return "; ".join(item for item in shown if item)[:300]
