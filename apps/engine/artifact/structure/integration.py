"""Continuous integration in words: when it starts and which jobs it runs."""

from __future__ import annotations

import re

from apps.engine.artifact.draft import Draft
from apps.engine.artifact.prose import capital, code, exact, listing, noun
from apps.engine.facts import Command

FEW = 3  # workflows that are told one by one
NAMED = 2  # workflows of a group; jobs of a workflow that has many

_SERVICES = (
    (".gitlab-ci.yml", "GitLab CI"), (".circleci/config.yml", "CircleCI"), ("azure-pipelines.yml", "Azure Pipelines"),
    (".travis.yml", "Travis CI"), ("bitbucket-pipelines.yml", "Bitbucket Pipelines"),
)  # fmt: skip
_EVENTS = {
    "push": "pushes", "pull_request": "pull requests", "pull_request_target": "pull requests", "schedule": "a schedule",
    "workflow_call": "calls from other workflows", "release": "releases",
    "issues": "issues", "issue_comment": "comments", "workflow_run": "the end of another workflow",
    "merge_group": "the merge queue", "pushed tags": "pushed tags",
}  # fmt: skip
_DETAIL = re.compile(r" ?\([^()]*\)| `[^`]*`(?:, `[^`]*`)*")
# Which events make a group, in the order of the text.  Of the first ones, which say when code is checked, the first that fits;
# of the others each that fits, so that their numbers are whole.
_CHANGES = (
    (("push", "pull_request"), "on pushes and pull requests"),
    (("push", "pull_request_target"), "on pushes and pull requests"),
    (("pull_request",), "on pull requests"),
    (("pull_request_target",), "on pull requests"),
    (("push",), "on pushes"),
)
_OCCASIONS = (
    (("pushed tags",), "on pushed tags"),
    (("schedule",), "on a schedule"),
    (("release",), "on releases"),
    (("workflow_dispatch",), "when started by hand"),
    (("workflow_call",), "when another workflow calls"),
)
_OTHER = "on other events only"


def describe_integration(draft: Draft) -> str:
    """Sentences, "" where there is no continuous integration."""
    commands = draft.sheet.commands
    workflows = [command for command in commands if command.kind == "ci workflow"]
    jobs: dict[str, list[Command]] = {}
    for command in commands:
        if command.kind == "ci":
            jobs.setdefault(command.place.path, []).append(command)
    running = [workflow for workflow in workflows if jobs.get(workflow.place.path)]
    said = [_few(draft, running, jobs) if len(running) <= FEW else _many(draft, running, jobs)]
    said += [_of_service(draft, path, jobs[path]) for path in sorted(jobs) if not _is_workflow(path, workflows)]
    off = [command for command in commands if command.kind == "ci job switched off"]
    if off:
        said.append(f"Switched off by {noun(len(off), 'its condition', 'their conditions')}: {_named(draft, off, 'off')}.")
    return " ".join(part for part in said if part)


def _is_workflow(path: str, workflows: list[Command]) -> bool:
    return any(workflow.place.path == path for workflow in workflows)


def _short(job: Command) -> str:
    """The job's own name, without that of its workflow."""
    return job.name.rpartition(" / ")[2]


def _events(workflow: Command) -> list[str]:
    """Names of the events that start it; a push of tags only is an event of its own."""
    found = []
    for event in re.split(r", (?![^()]*\))", workflow.trigger):
        name = _DETAIL.sub("", event).strip(" `")
        found.append("pushed tags" if name == "push" and "(tags " in event else name)
    return [name for name in dict.fromkeys(found) if name]


def _when(workflow: Command) -> str:
    """``On pushes and a schedule, or by hand``."""
    events = _events(workflow)
    words = [_EVENTS.get(name, code(name, 40)) for name in events if name != "workflow_dispatch"]
    if not words:
        return "By hand"
    by_hand = ", or by hand," if "workflow_dispatch" in events else ""
    return f"On {listing(dict.fromkeys(words), 4, 'other events')}{by_hand}"


def _named(draft: Draft, commands: list[Command], kind: str) -> str:
    """Names with their citations; of many only the first, so that nothing is cited that does not stand in the text."""
    shown = commands if len(commands) <= NAMED + 1 else commands[:NAMED]
    names = [f"{code(_short(item), 60)} {draft.cite_named(item.place, kind, item.name)}" for item in shown]
    more = len(commands) - len(shown)
    return f"{', '.join(names)} and {more} more" if more else listing(names)


def _few(draft: Draft, workflows: list[Command], jobs: dict[str, list[Command]]) -> str:
    said = []
    for workflow in workflows:
        inside = jobs[workflow.place.path]
        cite = draft.cite_named(workflow.place, "on", workflow.name)
        word = noun(len(inside), "the job", "the jobs")
        said.append(
            f"{_when(workflow)} {cite} the workflow {code(workflow.name, 60)} runs {word} {_named(draft, inside, 'job')}."
        )
    return " ".join(said)


def _groups_of(workflow: Command) -> list[str]:
    events = set(_events(workflow))
    changes = [words for needed, words in _CHANGES if events.issuperset(needed)][:1]
    occasions = [words for needed, words in _OCCASIONS if events.issuperset(needed)]
    return [*changes, *occasions] or [_OTHER]


def _many(draft: Draft, workflows: list[Command], jobs: dict[str, list[Command]]) -> str:
    groups: dict[str, list[Command]] = {}
    for workflow in workflows:
        for words in _groups_of(workflow):
            groups.setdefault(words, []).append(workflow)
    told = []
    for words in dict.fromkeys([*(words for _needed, words in (*_CHANGES, *_OCCASIONS)), _OTHER]):
        inside = groups.get(words, [])
        if inside:
            ranked = sorted(inside, key=lambda workflow: (not _checks(jobs[workflow.place.path]), workflow.place))
            which = f"{exact(len(inside), 'workflow')} {noun(len(inside), 'runs', 'run')} {words}"
            told.append(f"{which}: {_named(draft, ranked, 'on')}")
    number = sum(len(jobs[workflow.place.path]) for workflow in workflows)
    whole = f"{capital(exact(len(workflows), 'workflow'))} of GitHub Actions hold {exact(number, 'job')}."
    return f"{whole} By what starts them, where one may have several causes: {'; '.join(told)}."


def _checks(jobs: list[Command]) -> bool:
    """Does a workflow test or check the code?  Those are named first."""
    words = " ".join(f"{job.name} {job.text}".lower() for job in jobs)
    return any(word in words for word in ("test", "lint", "check"))


def _of_service(draft: Draft, path: str, jobs: list[Command]) -> str:
    name = next((name for ending, name in _SERVICES if path.endswith(ending)), "Continuous integration")
    if path.endswith(".travis.yml"):  # its parts are phases of one job
        return f"{name} runs {_named(draft, jobs, 'job')}."
    return f"{name} runs {exact(len(jobs), 'job')}: {_named(draft, jobs, 'job')}."
