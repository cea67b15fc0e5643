"""GitLab CI, CircleCI, Azure Pipelines, Bitbucket Pipelines, Travis, Drone, Woodpecker and Buildkite."""

from __future__ import annotations

from collections.abc import Iterator

from apps.engine.facts import ExternalService, Job, Place
from apps.engine.manifests.ci.steps import add_scripts, add_tests, shown
from apps.engine.manifests.collected import Collector
from apps.engine.manifests.images import service_of
from apps.engine.manifests.nodes import Node

_GITLAB_WORDS = frozenset({
    "default", "include", "stages", "variables", "workflow", "image", "services", "cache", "before_script", "after_script",
    "spec",
})  # fmt: skip


def _when(path: str, name: str, cron: Node, out: Collector) -> None:
    if cron.text:
        out.jobs.append(Job(name, "ci schedule", Place(path, cron.line, cron.line), cron.text, "", "manifest:ci"))


def _service(path: str, name: str, image: Node, out: Collector) -> None:
    known, kind = service_of(image.text)
    if known:
        evidence = f"CI service {name} ({image.text})" if name else f"CI service ({image.text})"
        out.services.append(ExternalService(known, kind, Place(path, image.line, image.line), evidence, "manifest:ci"))


def gitlab(root: Node, path: str, lines: list[str], out: Collector) -> None:
    """Jobs at the top level; what begins with a dot is only a part of others."""
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
                add_tests(key.text, item, path, lines, out)
        for service in job.get("services").items:
            _service(path, "", service if service.kind == "text" else service.get("name"), out)
    for service in root.get("services").items:
        _service(path, "", service if service.kind == "text" else service.get("name"), out)


def circle(root: Node, path: str, lines: list[str], out: Collector) -> None:
    """Jobs, with the workflows that start them and their schedules."""
    triggers: dict[str, list[str]] = {}
    for name, workflow in root.get("workflows").entries():
        said = []
        for scheduled in workflow.get("triggers").items:
            cron = scheduled.get("schedule", "cron")
            _when(path, name, cron, out)
            said += [f"schedule `{cron.text}`"] if cron.text else []
        for item in workflow.get("jobs").items:
            for started, options in [(item.text, item)] if item.kind == "text" else item.entries():
                only = options.get("filters", "branches", "only").texts()
                shown_here = [*said, *only]
                triggers.setdefault(started, []).append(f"{name} ({', '.join(shown_here)})" if shown_here else name)
    for key, job in root.get("jobs").keyed():
        runs = [_circle_run(step) for step in job.get("steps").items]
        trigger = ", ".join(dict.fromkeys(triggers.get(key.text, [])))
        out.command("ci", key.text, shown([run.text for run in runs]), path, key.line, trigger=trigger)
        for run in runs:
            add_tests(key.text, run, path, lines, out)
        for container in job.get("docker").items[1:]:  # the first is the one that the job runs in
            _service(path, "", container.get("image"), out)


def _circle_run(step: Node) -> Node:
    run = step.get("run")
    return run.get("command") if run.kind == "map" else run


def azure(root: Node, path: str, lines: list[str], out: Collector) -> None:
    """Jobs of all stages, or the steps of a file without any."""
    said = root.get("trigger").texts() or root.get("trigger", "branches", "include").texts()
    asked = root.get("pr").texts() or root.get("pr", "branches", "include").texts()
    trigger = ", ".join([*said, *([f"pr ({', '.join(asked)})"] if asked else [])])
    for schedule in root.get("schedules").items:
        _when(path, schedule.get("displayName").text or path.rpartition("/")[2], schedule.get("cron"), out)
    jobs = list(root.get("jobs").items)
    for stage in root.get("stages").items:
        jobs += stage.get("jobs").items
    found = [(name.text, name.line, job.get("steps")) for job in jobs if (name := job.get("job") or job.get("deployment"))]
    if not jobs and root.get("steps"):
        found = [("pipeline", root.get("steps").line, root.get("steps"))]
    for title, line, steps in found:
        runs = [step.get("script") or step.get("bash") or step.get("pwsh") or step.get("powershell") for step in steps.items]
        out.command("ci", title, shown([run.text for run in runs]), path, line, trigger=trigger)
        for run in runs:
            add_tests(title, run, path, lines, out)


def bitbucket(root: Node, path: str, lines: list[str], out: Collector) -> None:
    """Steps below ``pipelines``: default, branches, pull-requests, tags, custom."""
    pipelines = root.get("pipelines")
    parts = [("push", pipelines.get("default"))]
    for kind, word in (("branches", "push"), ("pull-requests", "pull request"), ("tags", "tag"), ("custom", "by hand")):
        parts += [(f"{word} ({name})", steps) for name, steps in pipelines.get(kind).entries()]
    for trigger, listed in parts:
        for step in _bitbucket_steps(listed):
            script = step.get("script")
            name = step.get("name").text or trigger
            at = step.get("name") if step.get("name") else script
            out.command("ci", name, shown(script.texts()), path, at.line, trigger=trigger)
            add_scripts(name, script, path, lines, out)
    for name, service in root.get("definitions", "services").entries():
        _service(path, name, service.get("image") if service.get("image").text else service.get("image", "name"), out)


def _bitbucket_steps(listed: Node) -> Iterator[Node]:
    waiting = list(listed.items)
    count = 0
    while waiting and count < 1_000:
        count += 1
        item = waiting.pop(0)
        if item.get("step"):
            yield item.get("step")
        for word in ("parallel", "stage"):
            inner = item.get(word)
            waiting += inner.items or inner.get("steps").items


def _lines_of(root: Node, name: str) -> tuple[int, int]:
    """The line of a key, and the last line of what stands below it; a list ends with its last item, not where the next key is."""
    key, value = next(pair for pair in root.keyed() if pair[0].text == name)
    last = value.items[-1] if value.items else value
    return key.line, max(last.line, last.end_line if last.kind == "text" else last.line)


def travis(root: Node, path: str, lines: list[str], out: Collector) -> None:
    """The script at the top, and those of jobs that say their own."""
    trigger = ", ".join(root.get("branches", "only").texts())
    for service in root.get("services").items:
        known, kind = service_of(service.text.removesuffix("-server"))
        if known:
            place = Place(path, service.line, service.line)
            out.services.append(ExternalService(known, kind, place, f"CI service {service.text}", "manifest:ci"))
    script = root.get("script")
    if script:
        first, last = _lines_of(root, "script")
        out.command("ci", "script", "; ".join(script.texts()), path, first, end_line=last, trigger=trigger)
        add_scripts("script", script, path, lines, out)
    for job in (root.get("jobs", "include") or root.get("matrix", "include")).items:
        own = job.get("script")
        name = job.get("name").text or job.get("stage").text or "job"
        if own:
            out.command("ci", name, shown(own.texts()), path, own.line, trigger=trigger)
            add_scripts(name, own, path, lines, out)


def drone(roots: list[Node], path: str, lines: list[str], out: Collector) -> None:
    """Drone's pipelines, one a document, and Woodpecker's, whose steps may be a map."""
    for root in roots:
        pipeline = root.get("name").text
        conditions = root.get("trigger") or root.get("when")
        trigger = ", ".join(
            f"{word} ({', '.join(values)})"
            for word in ("event", "branch", "cron", "ref")
            if (values := conditions.get(word).texts() or conditions.get(word, "include").texts())
        )
        steps = root.get("steps") or root.get("pipeline")
        listed = [(step.get("name"), step) for step in steps.items] or list(steps.keyed())
        for name, step in listed:
            commands = step.get("commands")
            title = f"{pipeline} / {name.text}" if pipeline else name.text
            if commands or step.get("image"):
                text = shown(commands.texts()) or f"image {step.get('image').text}"
                out.command("ci", title, text, path, name.line, trigger=trigger)
                add_scripts(title, commands, path, lines, out)
        for service in root.get("services").items:
            _service(path, service.get("name").text, service.get("image"), out)
        for called, service in root.get("services").entries():
            _service(path, called, service.get("image"), out)


def buildkite(root: Node, path: str, lines: list[str], out: Collector) -> None:
    """Steps with a command."""
    for step in root.get("steps").items or root.items:
        command = step.get("command") or step.get("commands")
        label = step.get("label") or step.get("key") or command
        if command:
            trigger = step.get("branches").text or step.get("if").text
            name = label.text if label is not command else "step"
            out.command("ci", name, shown(command.texts()), path, label.line, trigger=trigger)
            add_scripts(name, command, path, lines, out)


def appveyor(root: Node, path: str, lines: list[str], out: Collector) -> None:
    """The scripts of AppVeyor's phases; a line for another shell stands under that shell's name."""
    trigger = ", ".join(root.get("branches", "only").texts())
    for phase in ("install", "before_build", "build_script", "after_build", "before_test", "test_script", "deploy_script"):
        script = root.get(phase)
        typed = [item.text or item.get("ps").text or item.get("sh").text or item.get("cmd").text for item in script.items]
        text = shown([*script.texts(), *(item for item in typed if item not in script.texts())])
        if text:
            first, last = _lines_of(root, phase)
            out.command("ci", phase, text, path, first, end_line=last, trigger=trigger)
            add_scripts(phase, script, path, lines, out)


def cloud_build(root: Node, path: str, lines: list[str], out: Collector) -> None:
    """Steps of Google Cloud Build: an image and what it is given."""
    for step in root.get("steps").items:
        image = step.get("name")
        if image.text:
            text = " ".join([image.text, step.get("entrypoint").text, *step.get("args").texts()]).replace("  ", " ")
            out.command("ci", step.get("id").text or image.text, text, path, image.line)
            add_scripts(step.get("id").text or image.text, step.get("args"), path, lines, out)


def code_build(root: Node, path: str, lines: list[str], out: Collector) -> None:
    """The phases of AWS CodeBuild."""
    for name, phase in root.get("phases").keyed():
        commands = phase.get("commands")
        if commands:
            out.command("ci", name.text, shown(commands.texts()), path, name.line)
            add_scripts(name.text, commands, path, lines, out)
