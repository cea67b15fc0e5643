"""Continuous integration: GitHub Actions, GitLab CI, CircleCI, Azure Pipelines, Travis; their jobs, triggers and schedules."""

from __future__ import annotations

import re
from collections.abc import Iterator

from apps.engine.facts import ExternalService, Job, Place
from apps.engine.manifests.collected import Collector
from apps.engine.manifests.images import service_of
from apps.engine.manifests.nodes import NOTHING, Node, read_yaml
from apps.engine.manifests.typed import runs_tests

_ACTIONS = re.compile(r"(?:^|/)\.(?:github|gitea|forgejo)/workflows/[^/]+\.ya?ml$")
_OFF = re.compile(r"\s*(?:\$\{\{\s*)?false(?:\s*\}\})?\s*", re.I)
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
    lines = text.split("\n")
    if _ACTIONS.search(path):
        _actions(root, path, lines, out)
    elif name == ".gitlab-ci.yml":
        _gitlab(root, path, lines, out)
    elif ".circleci" in path:
        for key, job in root.get("jobs").keyed():
            out.command("ci", key.text, _runs(job.get("steps")), path, key.line)
            for step in job.get("steps").items:
                _tests(key.text, _run(step), path, lines, out)
    elif name == "azure-pipelines.yml":
        _azure(root, path, lines, out)
    elif name == ".travis.yml":
        script = root.get("script")
        if script:
            out.command("ci", "script", "; ".join(script.texts()), path, script.line, end_line=script.end_line)
            for item in script.items or [script]:
                _tests("script", item, path, lines, out)


def _tests(job: str, script: Node, path: str, lines: list[str], out: Collector, folder: str = "") -> None:
    """Lines of a job that run tests, each at its own line of the file; `folder` is the one they run in."""
    at = script.line
    for command in script.text.split("\n"):
        said = command.strip()
        if not said or not runs_tests(said):
            continue
        last = min(max(script.end_line, script.line), len(lines))
        at = next((number for number in range(at, last + 1) if said in lines[number - 1]), at)
        text = f"cd {folder} && {_typeable(said)}" if folder else _typeable(said)
        out.command("ci step", job, text, path, at)


def _typeable(said: str) -> str:
    """The command without a continuation and without arguments that only the server knows."""
    text, expression, _ = said.partition("${{")
    if expression:
        text = text[: text.rindex('"')] if text.count('"') % 2 else text.rpartition(" ")[0]
    return text.rstrip("\\").rstrip()


def _is_off(job: Node) -> bool:
    """A job whose condition is the word false."""
    return _OFF.fullmatch(job.get("if").text) is not None


def _actions(root: Node, path: str, lines: list[str], out: Collector) -> None:
    workflow = root.get("name").text or path.rpartition("/")[2].rpartition(".")[0]
    on_key, on = next(((key, value) for key, value in root.keyed() if key.text in ("on", "true")), (NOTHING, NOTHING))
    trigger = ", ".join(_triggers(on))
    if on:
        out.command("ci workflow", workflow, "", path, on_key.line, end_line=_last_line(on), trigger=trigger)
    for key, job in root.get("jobs").keyed():
        shown = job.get("name").text or key.text
        used = job.get("uses").text
        text = _runs(job.get("steps")) or (f"uses {used}" if used else "")
        name = workflow if shown == workflow else f"{workflow} / {shown}"
        if _is_off(job):
            out.command("ci job switched off", name, text, path, job.get("if").line)
            continue
        out.command("ci", name, text, path, key.line, trigger=trigger)
        usual = job.get("defaults", "run", "working-directory") or root.get("defaults", "run", "working-directory")
        for step in job.get("steps").items:
            if not _is_off(step):
                folder = (step.get("working-directory") or usual).text.removeprefix("./").rstrip("/")
                _tests(name, _run(step), path, lines, out, "" if "${{" in folder or folder == "." else folder)
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
    return run.get("command") if run.kind == "map" else run or step.get("script")


def _runs(steps: Node) -> str:
    """The first telling line of what each step runs."""
    shown = []
    for step in steps.items:
        first = next((line.strip() for line in _run(step).text.split("\n") if line.strip() and not _ASIDE.match(line)), "")
        if first:
            shown.append(first.rstrip("\\").strip())
    return "; ".join(shown[:6])


def _gitlab(root: Node, path: str, lines: list[str], out: Collector) -> None:
    for key, job in root.keyed():
        if key.text.startswith(".") or key.text in _GITLAB_WORDS or job.kind != "map":
            continue
        script = job.get("script").texts()
        rules = ", ".join(job.get("only").texts() + [rule.get("if").text for rule in job.get("rules").items if rule.get("if")])
        stage = job.get("stage").text
        trigger = ", ".join(part for part in (f"stage {stage}" if stage else "", rules) if part)
        if script or job.get("extends") or job.get("trigger"):
            out.command("ci", key.text, "; ".join(script[:6]), path, key.line, trigger=trigger)
            for item in job.get("script").items:
                _tests(key.text, item, path, lines, out)


def _azure(root: Node, path: str, lines: list[str], out: Collector) -> None:
    trigger = ", ".join(root.get("trigger").texts() or root.get("trigger", "branches", "include").texts())
    jobs = list(root.get("jobs").items)
    for stage in root.get("stages").items:
        jobs += stage.get("jobs").items
    found = [(name.text, name.line, job.get("steps")) for job in jobs if (name := job.get("job") or job.get("deployment"))]
    if not jobs and root.get("steps"):
        found = [("pipeline", root.get("steps").line, root.get("steps"))]
    for title, line, steps in found:
        out.command("ci", title, _azure_steps(steps), path, line, trigger=trigger)
        for step in steps.items:
            _tests(title, step.get("script") or step.get("bash"), path, lines, out)


def _azure_steps(steps: Node) -> str:
    shown = [(step.get("script").text or step.get("bash").text).strip().split("\n")[0] for step in steps.items]
    return "; ".join(item for item in shown if item)[:300]
