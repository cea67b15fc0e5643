"""9. Configuration: variables and settings, where they are read, and how that compares with what is declared."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from apps.engine.artifact.draft import Draft
from apps.engine.artifact.prose import capital, code, exact, listing, noun, plain, table
from apps.engine.facts import ConfigKey

ENV_ROWS = 28
OTHER_ROWS = 8
_LOOKED_FOR = (
    "Looked for: reads of environment variables and settings in Python, JavaScript and TypeScript, files named .env.example, "
    "config.* or "
    "settings.*, property files, compose files."
)


@dataclass(slots=True)
class _Variable:
    name: str
    reads: list[ConfigKey] = field(default_factory=list)

    @property
    def required(self) -> bool | None:
        """True if some read fails without it, False if all have a default or cope, None if that is not known."""
        known = [read.required for read in self.reads]
        if True in known:
            return True
        return False if known and all(value is False for value in known) else None

    @property
    def default(self) -> str:
        return next((read.default for read in self.reads if read.default), "")


def write(draft: Draft) -> str:
    """The section's Markdown."""
    sheet = draft.sheet
    environment = _merge(key for key in sheet.config_keys if key.kind == "env")
    other = _merge(key for key in sheet.config_keys if key.kind != "env")
    if not environment and not other and not sheet.env_example and not sheet.deployment:
        return "\n\n".join(filter(None, [_nothing(draft), _secrets(draft)]))
    parts = [_summary(draft, environment, other)]
    declared = {key.name for key in sheet.env_example}
    if environment:
        parts.append("### Environment variables\n\n" + _environment(draft, environment, declared))
    if sheet.env_example:
        parts.append("### Compared with the example file\n\n" + _comparison(draft, environment, other))
    if other:
        parts.append("### Settings\n\n" + _settings(draft, other))
    if sheet.deployment:
        parts.append("### Set by the deployment\n\n" + _deployment(draft))
    secrets = _secrets(draft)
    if secrets:
        parts.append(secrets)
    return "\n\n".join(parts)


def _nothing(draft: Draft) -> str:
    said = f"No configuration was found. {_LOOKED_FOR}"
    if draft.unparsed_languages:
        names = listing([plain(language.name) for language in draft.unparsed_languages], 4)
        said += f" Reads in {names} are not seen yet, so variables used there are unknown, not absent."
    return said


def _merge(keys: Iterable[ConfigKey]) -> dict[str, _Variable]:
    variables: dict[str, _Variable] = {}
    for key in sorted(keys, key=lambda key: (key.name, key.place)):
        variables.setdefault(key.name, _Variable(key.name)).reads.append(key)
    return variables


def _cite(draft: Draft, key: ConfigKey) -> str:
    return draft.cite_named(key.place, "config", key.name)


def _summary(draft: Draft, environment: dict[str, _Variable], other: dict[str, _Variable]) -> str:
    said = []
    if environment:
        reads = [read for variable in environment.values() for read in variable.reads]
        files = sorted({read.place.path for read in reads})
        said.append(
            f"The code reads {exact(len(environment), 'environment variable')} in {exact(len(files), 'file')}, "
            f"{'namely' if len(files) == 1 else 'mostly'} "
            f"{code(max(files, key=lambda path: (sum(r.place.path == path for r in reads), path)), 80)} "
            f"{_cite(draft, reads[0])}."
        )
        required = [variable for variable in environment.values() if variable.required]
        if required:
            named = listing([code(variable.name, 60) for variable in required], 6)
            said.append(
                f"Without {named} it does not start or fails where {noun(len(required), 'it is', 'they are')} read "
                f"{draft.cite_all(_cite(draft, variable.reads[0]) for variable in required)}."
            )
    else:
        said.append("No reads of environment variables were found in the languages that are read.")
    if other:
        said.append(
            f"Beside {noun(2, 'it', 'them')}, {exact(len(other), 'setting is', 'settings are')} declared or read in the code."
        )
    if any(key.default.startswith(("[", "<")) and "withheld" in key.default.lower() for key in draft.sheet.config_keys):
        said.append("Values that look like secrets are replaced by a placeholder.")
    if draft.unparsed_languages:
        names = listing([plain(language.name) for language in draft.unparsed_languages], 4)
        said.append(f"Reads in {names} are not seen yet.")
    return " ".join(said)


def _required(variable: _Variable) -> str:
    return {True: "yes", False: "no", None: "not known"}[variable.required]


def _importance(variable: _Variable) -> tuple[bool, int, str]:
    return (variable.required is not True, -len(variable.reads), variable.name)


def _environment(draft: Draft, variables: dict[str, _Variable], declared: set[str]) -> str:
    ordered = sorted(variables.values(), key=_importance)
    shown = sorted(ordered[:ENV_ROWS], key=lambda variable: variable.name)
    by_example = bool(declared)
    rows = []
    for variable in shown:
        access = next((read.access for read in variable.reads if read.access), "")
        cells = [
            code(variable.name, 70),
            code(access, 50) if access else "–",
            code(variable.default, 60) if variable.default else "none",
            _required(variable),
        ]
        if by_example:
            cells.append("yes" if variable.name in declared else "no")
        cites = draft.cite_all((_cite(draft, read) for read in variable.reads), 2)
        more = len({(read.place.path, read.place.line) for read in variable.reads}) - 2
        rows.append([*cells, cites + (f" and {more} more" if more > 0 else "")])
    text = table(("Variable", "Read with", "Default", "Required", *(("In the example",) if by_example else ()), "Read in"), rows)
    if len(ordered) > ENV_ROWS:
        left = sorted(variable.name for variable in ordered[ENV_ROWS:])
        text += f"\n\nAnd {exact(len(left), 'more variable')}: {listing([code(name, 60) for name in left], 12)}."
    return text


def _comparison(draft: Draft, environment: dict[str, _Variable], other: dict[str, _Variable]) -> str:
    example = draft.sheet.env_example
    files = sorted({key.place.path for key in example})
    declared: dict[str, ConfigKey] = {}
    for key in example:
        declared.setdefault(key.name, key)
    deployed = {key.name for key in draft.sheet.deployment}
    unread = [key for name, key in declared.items() if name not in environment and name not in other]
    undeclared = [variable for name, variable in environment.items() if name not in declared]
    said = [
        f"{listing([code(path, 70) for path in files], 3)} {'declares' if len(files) == 1 else 'declare'} "
        f"{exact(len(declared), 'variable')} {_cite(draft, example[0])}."
    ]
    if unread:
        named = listing([code(key.name, 60) for key in unread], 8)
        with_deployment = [key for key in unread if key.name in deployed]
        reason = "a library, a script or a language that is not read may use " + noun(len(unread), "it", "them")
        if len(with_deployment) == len(unread):
            reason = f"the deployment's files set {noun(len(unread), 'it', 'them')}"
        elif with_deployment:
            reason = (
                f"{len(with_deployment)} of them {noun(len(with_deployment), 'is', 'are')} set by the deployment's files; for "
                "the others " + reason
            )
        said.append(f"No read was found of {named}: {reason} {draft.cite_all(_cite(draft, key) for key in unread[:2])}.")
    else:
        said.append("A read of each of them was found.")
    if undeclared:
        named = listing([code(variable.name, 60) for variable in undeclared], 8)
        said.append(
            f"Read but not declared there: {named} "
            f"{draft.cite_all((_cite(draft, variable.reads[0]) for variable in undeclared), 2)}."
        )
    elif environment:
        said.append("Every variable the code reads is declared there.")
    return " ".join(said)


def _settings(draft: Draft, variables: dict[str, _Variable]) -> str:
    by_file: dict[str, list[_Variable]] = defaultdict(list)
    for variable in variables.values():
        by_file[variable.reads[0].place.path].append(variable)
    rows = []
    for path, found in sorted(by_file.items(), key=lambda item: (-len(item[1]), item[0]))[:OTHER_ROWS]:
        kinds = sorted({read.kind for variable in found for read in variable.reads[:1]})
        guessed = any(read.source == "folder name" for variable in found for read in variable.reads[:1])
        named = listing([code(variable.name, 60) for variable in found], 6)
        label = listing([plain(kind) for kind in kinds]) + (", by folder name" if guessed else "")
        rows.append([code(path, 80), named, label, _cite(draft, found[0].reads[0])])
    text = table(("File", "Settings", "Kind", "First"), rows)
    if len(by_file) > OTHER_ROWS:
        text += f"\n\nAnd settings in {exact(len(by_file) - OTHER_ROWS, 'more file')}."
    return text


def _deployment(draft: Draft) -> str:
    by_file: dict[str, list[ConfigKey]] = defaultdict(list)
    for key in draft.sheet.deployment:
        by_file[key.place.path].append(key)
    rows = []
    for path, keys in sorted(by_file.items(), key=lambda item: (-len(item[1]), item[0]))[:OTHER_ROWS]:
        names = list(dict.fromkeys(key.name for key in keys))
        rows.append([code(path, 80), listing([code(name, 60) for name in names], 8), _cite(draft, keys[0])])
    return table(("File", "Variables", "First"), rows)


def _kind(kind: str) -> str:
    return plain(kind.replace("-", " ").replace("_", " "), 60)


def _secrets(draft: Draft) -> str:
    findings = draft.sheet.findings
    if not findings:
        return ""
    kinds: dict[str, int] = defaultdict(int)
    for finding in findings:
        kinds[finding.kind] += 1
    named = listing([f"{_kind(kind)} ({number})" if number > 1 else _kind(kind) for kind, number in sorted(kinds.items())], 6)
    shown: Sequence[str] = [draft.cite(f"{finding.place.path}#secret:{finding.kind}", finding.place) for finding in findings[:4]]
    values = noun(len(findings), "value in the repository looks like a secret", "values in the repository look like secrets")
    return (
        f"### Values that look like secrets\n\n{capital(f'{len(findings):,} {values}')}: {named} {draft.cite_all(shown, 4)}. "
        f"{noun(len(findings), 'It is', 'They are')} withheld from this document; if real, {noun(len(findings), 'it', 'they')} "
        "should be replaced, "
        "as history keeps what was committed."
    )
