"""Variables for the section on configuration: what their reads say together, and what each cell of the table shows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from apps.engine.artifact.draft import Draft
from apps.engine.artifact.prose import code, listing
from apps.engine.extraction.roles import guess
from apps.engine.facts import ConfigKey

EMPTY = frozenset({"", "None", "null", "undefined", '""', "''"})
SCHEMA = "schema over process.env"
# Code that runs on its own account, not as part of the program: its reads come last and never keep the program from starting.
_LAST = {"code": 0, "command": 1, "migration": 2, "test": 3}
_COMMAND = re.compile(r"(^|/)(management/commands|scripts?|bin|tools|hack|ci|\.github|benchmarks?)/")
_TEST_TOOL = re.compile(
    r"(^|/)((playwright|cypress|jest|vitest|karma|wdio|protractor|nightwatch)[\w.-]*\.config\.\w+|(settings[_-])?test(s|ing)?\.py"
    r"|testing_settings\.py|noxfile\.py)$"
)
_PLATFORM = re.compile(
    r"(CI|PATH|HOME|USER|USERNAME|LOGNAME|SHELL|PWD|OLDPWD|TERM|TMP|TEMP|TMPDIR|LANG|LANGUAGE|LC_\w+|HOSTNAME|DISPLAY|EDITOR|VISUAL"
    r"|PAGER|NO_COLOR|FORCE_COLOR|COLORTERM|XDG_\w+|APPDATA|LOCALAPPDATA|USERPROFILE|SYSTEMROOT|PROGRAMFILES|PYTHON[A-Z]+|VIRTUAL_ENV"
    r"|GITHUB_(ACTIONS?|WORKFLOW|RUN_\w+|SHA|REF\w*|REPOSITORY\w*|EVENT_\w+|WORKSPACE|ACTOR|JOB|ENV|OUTPUT|PATH|STEP_SUMMARY"
    r"|HEAD_REF|BASE_REF|SERVER_URL|API_URL)|RUNNER_\w+|GITLAB_CI|CI_(COMMIT|JOB|PIPELINE|PROJECT|MERGE|SERVER|RUNNER)\w*"
    r"|TRAVIS|TRAVIS_\w+|CIRCLECI|CIRCLE_\w+|BUILDKITE|BUILDKITE_\w+|JENKINS_\w+|APPVEYOR|TF_BUILD|NETLIFY|VERCEL(_\w+)?|DYNO"
    r"|PYTEST_\w+|npm_\w+|INIT_CWD|REMOTE_ADDR|SSH_\w+)"
).fullmatch


def role_of(path: str) -> str:
    """``code``, ``command``, ``migration`` or ``test``, by the path alone."""
    role = guess(path).role
    if role == "test" or _TEST_TOOL.search(path):
        return "test"
    if role == "migration":
        return "migration"
    return "command" if _COMMAND.search(path) else "code"


def is_platforms(name: str) -> bool:
    """Whether the system, a CI service or a tool sets a variable of this name, not whoever runs the program."""
    return _PLATFORM(name) is not None


# Calls whose own line need not name the variable: the library does.
_CONVENTION = re.compile(r"(dj_\w+_url|django_cache_url)\.config").fullmatch
_CONVENTIONAL = frozenset({"DATABASE_URL", "CACHE_URL", "EMAIL_URL", "SEARCH_URL"})


@dataclass(slots=True, frozen=True)
class Variable:
    """A name and its reads: those of the program first, then of commands, migrations and tests."""

    name: str
    reads: list[ConfigKey] = field(default_factory=list)

    @property
    def is_tests_only(self) -> bool:
        """Whether tests and their tools alone read it."""
        return all(role_of(read.place.path) == "test" for read in self.reads)

    @property
    def own(self) -> list[ConfigKey]:
        """The reads outside tests; those of tests where there are no others."""
        return [read for read in self.reads if role_of(read.place.path) != "test"] or self.reads

    @property
    def needed(self) -> ConfigKey | None:
        """The read that fails without it whenever its file is loaded or its object made."""
        return next((read for read in self.own if read.required and not read.when and not read.inside), None)

    @property
    def needed_sometimes(self) -> ConfigKey | None:
        """A read that fails without it, but only under a condition or in a function."""
        return next((read for read in self.own if read.required), None)

    @property
    def is_known(self) -> bool:
        """Whether all reads tell if they fail."""
        return all(read.required is not None for read in self.own)


def merge(keys: Iterable[ConfigKey]) -> dict[str, Variable]:
    """{name: variable}, by name."""
    variables: dict[str, Variable] = {}
    for key in sorted(keys, key=lambda key: (key.name, _LAST[role_of(key.place.path)], key.place)):
        variables.setdefault(key.name, Variable(key.name)).reads.append(key)
    return variables


def cite(draft: Draft, key: ConfigKey) -> str:
    """The citation of a read or declaration."""
    return draft.cite_named(key.place, "config", key.name)


def cite_reason(draft: Draft, key: ConfigKey) -> str:
    """The citation of the condition or check that the requirement hangs on, "" where the read says it all."""
    return draft.cite_named(key.reason, "config", f"{key.name}:condition") if key.reason is not None else ""


def read_with(variable: Variable) -> str:
    """How the code gets at it: the first read that is none that sets it."""
    accesses = [read.access for read in variable.own if read.access]
    access = next((item for item in accesses if not item.endswith("setdefault")), accesses[0] if accesses else "")
    if access == SCHEMA or not access:
        return access or "–"
    return code(access, 50) + (", by convention" if variable.name in _CONVENTIONAL and _CONVENTION(access) else "")


def required(draft: Draft, variable: Variable) -> str:
    """The cell of the table that says when it is required."""
    if variable.needed is not None:
        return " ".join(filter(None, ["yes", cite_reason(draft, variable.needed)]))
    read = variable.needed_sometimes
    if read is None:
        return "no" if variable.is_known else "not known"
    if read.when:
        return " ".join(filter(None, [code(f"if {read.when}", 90), cite_reason(draft, read)]))
    return f"when {code(read.inside, 60)} is called"


def default(variable: Variable) -> str:
    """The default; where files differ, each with its file."""
    found: dict[str, dict[str, None]] = {}
    for read in variable.own:
        if read.default or read.required is not True:
            found.setdefault(read.default, {})[read.place.path] = None
    # A file that only asks whether it is set reads it with an empty default, and again with the one that counts.
    counted = {path for value, paths in found.items() if value not in EMPTY for path in paths}
    for value in [value for value in found if value in EMPTY and value]:
        for path in counted:
            found[value].pop(path, None)
        if not found[value]:
            del found[value]
    given = [value for value in found if value]
    if not given:
        return "none"
    if "" in found:
        # A file that reads it again without a default has said above what stands in for it.
        for path in {path for value in given for path in found[value]}:
            found[""].pop(path, None)
        if not found[""]:
            del found[""]
    if len(found) == 1:
        return code(given[0], 60)
    if len(found) > 3:
        return f"{len(found)} values, by file"
    names = _short_names(sorted({path for paths in found.values() for path in paths}))
    shown = [
        f"{code(value, 40) if value else 'none'} in {listing([code(names[path], 40) for path in paths], 1)}"
        for value, paths in found.items()
    ]
    return ", ".join(shown)


def _short_names(paths: list[str]) -> Mapping[str, str]:
    """{path: its last part, with the folder where two files are named alike}."""
    last = [path.rpartition("/")[2] for path in paths]
    return {
        path: name if last.count(name) == 1 else "/".join(path.split("/")[-2:]) for path, name in zip(paths, last, strict=True)
    }
