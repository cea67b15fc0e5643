"""9. Configuration: variables and settings, where they are read, and how that compares with what is declared."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Mapping, Sized

from apps.engine.artifact.draft import Draft
from apps.engine.artifact.prose import capital, code, exact, listing, noun, plain, table
from apps.engine.artifact.structure import withheld
from apps.engine.artifact.structure.beside import tell_left_out
from apps.engine.artifact.structure.variables import (
    SCHEMA,
    Variable,
    cite,
    cite_reason,
    default,
    is_platforms,
    merge,
    read_with,
    required,
    role_of,
)
from apps.engine.facts import ConfigKey, Place

ENV_ROWS = 28
FEWEST_ROWS = 6  # in a document that would get too long
OTHER_ROWS = 8
LISTED = 8  # names in a sentence
_LOOKED_FOR = (
    "Looked for: reads of environment variables and settings in the languages that are read, files named .env.example, config.* "
    "or settings.*, property files, compose files."
)
_DEV_CONTAINER = re.compile(r"(^|/)(\.devcontainer|\.codespaces|\.gitpod|\.worktree-container)/")
_SUBSTITUTED = re.compile(r"(?<!\$)\$\{?([A-Za-z_]\w*)")
_TAKEN = frozenset({"substitution", "ARG", "variable"})


def write(draft: Draft, spare: int = 0) -> str:
    """The section's Markdown.  `spare` is the number of lines to do without: of the least important variables only names."""
    sheet = draft.sheet
    rows = max(FEWEST_ROWS, ENV_ROWS - spare)
    everything = merge(key for key in sheet.config_keys if key.kind == "env")
    environment = {name: variable for name, variable in everything.items() if not variable.is_tests_only}
    tests = [variable for variable in everything.values() if variable.is_tests_only]
    other = merge(key for key in sheet.config_keys if key.kind != "env")
    if not everything and not other and not sheet.env_example and not sheet.deployment:
        nothing = " ".join([_nothing(draft), *_put_together(draft)])
        return "\n\n".join(filter(None, [nothing, withheld.write(draft)]))
    parts = [_summary(draft, environment, other)]
    if everything:
        parts.append("### Environment variables\n\n" + _environment(draft, environment, tests, rows))
    if sheet.env_example:
        parts.append("### Declared in environment files\n\n" + _comparison(draft, environment, everything, other))
    if other:
        parts.append("### Settings\n\n" + _settings(draft, other))
    if sheet.deployment:
        parts.append("### Containers and deployment\n\n" + _deployment(draft))
    parts.append(withheld.write(draft))
    return "\n\n".join(part for part in parts if part)


def _nothing(draft: Draft) -> str:
    said = f"No configuration was found. {_LOOKED_FOR}"
    if draft.unparsed_languages:
        names = listing([plain(language.name) for language in draft.unparsed_languages], 4)
        said += f" Reads in {names} are not seen yet, so variables used there are unknown, not absent."
    return said


def _summary(draft: Draft, environment: dict[str, Variable], other: dict[str, Variable]) -> str:
    said = []
    platforms = sum(is_platforms(name) for name in environment)
    if len(environment) > platforms:
        reads = [read for variable in environment.values() for read in variable.own]
        by_file: dict[str, set[str]] = defaultdict(set)
        for read in reads:
            by_file[read.place.path].add(read.name)
        mine = {read.place.path for read in reads if not is_platforms(read.name)}
        most = min(by_file, key=lambda path: (-len(by_file[path]), path not in mine, path))
        first = min((read for read in reads if read.place.path == most), key=lambda read: read.place)
        start = f"starting with {code(first.name, 60)} {cite(draft, first)}"
        if len(by_file) == 1:
            where = f", all in {code(most, 80)}, {start}{_set_by_others(platforms)}"
        else:
            where = f" in {len(by_file)} files{_set_by_others(platforms)}"
            if len(by_file[most]) > 1:
                where += f"; {code(most, 80)} reads the most of them, {len(by_file[most])}, {start}"
            else:
                where += f", {start}"
        said.append(
            f"The code reads {exact(len(environment), 'environment variable')}{where}."
            if len(environment) > 1
            else f"The code reads one environment variable, {code(first.name, 60)} {cite(draft, first)}."
        )
        said += _needed(draft, {name: variable for name, variable in environment.items() if not is_platforms(name)})
    elif environment:
        said.append("The code reads no environment variables but those that the system, a tool or a CI service sets.")
    else:
        said.append("No reads of environment variables were found in the languages that are read.")
    if other:
        said.append(
            f"Beside {noun(2, 'it', 'them')}, {exact(len(other), 'setting is', 'settings are')} declared or read in the code."
        )
    said += _put_together(draft)
    counted = set(draft.sheet.config_keys)
    left = [key for key in draft.whole.config_keys if key.kind == "env" and key not in counted]
    beside = tell_left_out(draft, left, "read", lambda key: cite(draft, key))
    said += [beside] if beside else []
    if any(key.default.startswith(("[", "<")) and "withheld" in key.default.lower() for key in draft.sheet.config_keys):
        said.append("Values that look like secrets are replaced by a placeholder.")
    if draft.unparsed_languages:
        names = listing([plain(language.name) for language in draft.unparsed_languages], 4)
        said.append(f"Reads in {names} are not seen yet.")
    return " ".join(said)


def _set_by_others(platforms: int) -> str:
    """How many of all variables are nobody's to set."""
    return f", {platforms} of them set by the system, a tool or a CI service" if platforms else ""


def _put_together(draft: Draft) -> list[str]:
    """Reads whose variable only the running program knows."""
    facts = [fact for fact in draft.sheet.unknowns if fact.kind == "configuration key"]
    unknown = [fact for fact in facts if fact.place is not None and role_of(fact.place.path) != "test"]
    if not unknown:
        return []
    cited = draft.cite_all((draft.cite_named(fact.place, "unknown-variable", fact.what) for fact in unknown), 4)
    where = f"At {exact(len(unknown), 'place')} the name of a variable is put together while the program runs"
    return [f"{where}, so which one is read there is unknown {cited}."]


def _needed(draft: Draft, environment: dict[str, Variable]) -> list[str]:
    """What fails without which variables, by the place that fails."""
    groups: dict[tuple[str, str, str], list[ConfigKey]] = defaultdict(list)
    for variable in environment.values():
        read = variable.needed
        if read is not None:
            made = read.access.partition(".")[0] if read.source == "framework:pydantic" else ""
            kind = "object" if made else "schema" if read.access == SCHEMA else "file"
            groups["placeholder" if read.source.startswith("manifest:") else kind, read.place.path, made].append(read)
    said = []
    ordered = sorted(groups.items(), key=lambda item: (-len(item[1]), item[0]))
    for (kind, path, made), reads in sorted(ordered[:4], key=lambda item: item[0][1:]):
        named = listing([code(read.name, 60) for read in reads], 6)
        cited = draft.cite_all((cite_reason(draft, read) or cite(draft, read) for read in reads), 6)
        if kind == "object":
            said.append(f"{code(made, 60)} can't be created without {named} {cited}.")
        elif kind == "schema":
            said.append(f"The schema in {code(path, 80)} requires {named} {cited}.")
        elif kind == "placeholder":
            said.append(f"{code(path, 80)} gives no default for {named} {cited}.")
        else:
            said.append(f"Loading {code(path, 80)} fails without {named} {cited}.")
    left = sum(len(reads) for _, reads in ordered[4:])
    if left:
        said.append(f"{capital(exact(left, 'more variable'))} {noun(left, 'is', 'are')} required by other files.")
    return said


def _importance(variable: Variable, declared: Collection[str] = ()) -> tuple[bool, bool, bool, bool, int, str]:
    has_default = any(read.default for read in variable.own)
    rare = (variable.needed is None, variable.needed_sometimes is None, variable.name not in declared, has_default)
    return (*rare, -len(variable.own), variable.name)


def _environment(draft: Draft, environment: dict[str, Variable], tests: list[Variable], most: int) -> str:
    named = [variable for variable in environment.values() if not is_platforms(variable.name)]
    declared = {key.name for key in draft.sheet.env_example}
    ordered = sorted(named, key=lambda variable: _importance(variable, declared))
    shown = sorted(ordered[:most], key=lambda variable: variable.name)
    parts = []
    if shown:
        parts += [_meaning(shown), _rows(draft, shown)]
    said = []
    if len(ordered) > most:
        left = sorted(variable.name for variable in ordered[most:])
        said.append(f"And {exact(len(left), 'more variable')}: {listing([code(name, 60) for name in left], 12)}.")
    platform = [variable for variable in environment.values() if is_platforms(variable.name)]
    for variables, what in (
        (platform, "set by the system, a tool or a CI service"),
        (tests, "read in tests and their tools only"),
    ):
        if variables:
            listed = listing([code(variable.name, 60) for variable in variables], 6)
            verb = noun(len(variables), "is", "are")
            also = "read as well, but " if variables is platform else ""
            cited = draft.cite_all((cite(draft, variable.reads[0]) for variable in variables), 2)
            said.append(f"{listed} {verb} {also}{what} {cited}.")
    return "\n\n".join([*parts, " ".join(said)] if said else parts)


def _meaning(shown: list[Variable]) -> str:
    """What the column *Required* says, as far as its rows need it."""
    said = []
    if any(variable.needed for variable in shown):
        said.append("is *yes* where loading the file, creating the object or checking the schema fails without the variable")
    if any(variable.needed is None and variable.needed_sometimes is not None for variable in shown):
        said.append("names a condition or a call where only what lies behind it fails without the variable")
    if any(variable.needed_sometimes is None and variable.is_known for variable in shown):
        said.append("is *no* where neither the read nor a check found after it fails")
    if any(not variable.is_known for variable in shown):
        said.append("is *not known* where the rules of what reads the variable are not known")
    return f"*Required* {'; it '.join(said)}."


def _rows(draft: Draft, shown: list[Variable]) -> str:
    declared = {key.name for key in draft.sheet.env_example}
    examples = all(_kind(key) == "example" for key in draft.sheet.env_example)
    rows = []
    for variable in shown:
        cells = [code(variable.name, 70), read_with(variable), default(variable), required(draft, variable)]
        if declared:
            cells.append("yes" if variable.name in declared else "no")
        reads = variable.own
        cites = draft.cite_all((cite(draft, read) for read in reads), 2)
        more = len({(read.place.path, read.place.line) for read in reads}) - 2
        rows.append([*cells, cites + (f" and {more} more" if more > 0 else "")])
    headers = ("Variable", "Read with", "Default", "Required")
    column = ("In the example" if examples else "In an env file",) if declared else ()
    return table((*headers, *column, "Read in"), rows)


def _kind(key: ConfigKey) -> str:
    """``example``, ``container`` (of development) or ``file``."""
    if key.access.startswith("example"):
        return "example"
    return "container" if _DEV_CONTAINER.search(key.place.path) else "file"


def _comparison(
    draft: Draft, environment: dict[str, Variable], everything: dict[str, Variable], other: dict[str, Variable]
) -> str:
    declared: dict[str, ConfigKey] = {}
    groups: dict[str, list[ConfigKey]] = {"example": [], "file": [], "container": []}
    for key in draft.sheet.env_example:
        declared.setdefault(key.name, key)
        groups[_kind(key)].append(key)
    said = [_declaring(draft, kind, keys) for kind, keys in groups.items() if keys]
    deployed = {key.name: key for key in reversed(draft.sheet.deployment) if key.access not in _TAKEN}
    unread = [key for name, key in declared.items() if name not in everything and name not in other]
    python = [key for key in unread if re.fullmatch(r"PYTHON[A-Z]+", key.name)]
    unread = [key for key in unread if key not in python]
    undeclared = [variable for name, variable in environment.items() if name not in declared and not is_platforms(name)]
    if unread:
        named = listing([code(key.name, 60) for key in unread], 8)
        with_deployment = [key for key in unread if key.name in deployed]
        reason = "a library, a script or a language that is not read may use " + noun(len(unread), "it", "them")
        if len(with_deployment) == len(unread):
            reason = f"the files of containers and deployment set {noun(len(unread), 'it', 'them')}"
        elif with_deployment:
            reason = (
                f"{len(with_deployment)} of them {noun(len(with_deployment), 'is', 'are')} set by the files of containers and "
                f"deployment; for the others {reason}"
            )
        shown = [cite(draft, key) for key in unread[:2]] + [cite(draft, deployed[key.name]) for key in with_deployment[:1]]
        said.append(f"No read was found of {named}: {reason} {draft.cite_all(shown)}.")
    elif not python:
        said.append("A read of each of them was found.")
    if python:
        named = listing([code(key.name, 60) for key in python], 4)
        cited = draft.cite_all(cite(draft, key) for key in python)
        said.append(f"{named} {noun(len(python), 'is', 'are')} read by Python itself {cited}.")
    if undeclared:
        ranked = sorted(undeclared, key=_importance)
        shown_first = sorted(ranked[:LISTED], key=lambda variable: variable.name)
        named = listing([code(variable.name, 60) for variable in [*shown_first, *ranked[LISTED:]]], LISTED)
        cited = draft.cite_all((cite(draft, variable.own[0]) for variable in shown_first), 2)
        said.append(f"Read but not declared there: {named} {cited}.")
    elif environment:
        said.append("Every variable the code reads is declared there.")
    return " ".join(said)


def _declaring(draft: Draft, kind: str, keys: list[ConfigKey]) -> str:
    """What the files of one kind declare."""
    files = sorted({key.place.path for key in keys})
    what = {"example": "example file", "file": "committed environment file", "container": "environment file"}[kind]
    label = noun(len(files), what)
    if kind == "container":
        label += " of the development container"
    named = f"The {label} {listing([code(path, 70) for path in files], 3)}"
    number = len({key.name for key in keys})
    off = len({key.name for key in keys if "commented out" in key.access})
    note = f", {'all' if off == number else off} commented out" if off else ""
    verb = noun(len(files), "declares", "declare") if kind == "example" else noun(len(files), "sets", "set")
    return f"{named} {verb} {exact(number, 'variable')}{note} {_cite_all_lines(draft, files, keys)}."


def _cite_all_lines(draft: Draft, files: list[str], keys: list[ConfigKey]) -> str:
    """Each file from its first variable to its last, so that they can be counted there."""
    cites = []
    for path in files:
        lines = [key.place.line for key in keys if key.place.path == path]
        cites.append(draft.cite(f"{path}#variables", Place(path, min(lines), max(lines))))
    return draft.cite_all(cites)


def _settings(draft: Draft, variables: dict[str, Variable]) -> str:
    by_file: dict[str, list[Variable]] = defaultdict(list)
    for variable in variables.values():
        by_file[variable.reads[0].place.path].append(variable)
    rows = []
    for path in _fullest(by_file):
        found = by_file[path]
        kinds = sorted({read.kind for variable in found for read in variable.reads[:1]})
        guessed = any(read.source == "folder name" for variable in found for read in variable.reads[:1])
        named = listing([code(variable.name, 60) for variable in found], 6)
        label = listing([plain(kind) for kind in kinds]) + (", by folder name" if guessed else "")
        rows.append([code(path, 80), named, label, cite(draft, found[0].reads[0])])
    text = table(("File", "Settings", "Kind", "First"), rows)
    if len(by_file) > OTHER_ROWS:
        text += f"\n\nAnd settings in {exact(len(by_file) - OTHER_ROWS, 'more file')}."
    return text


def _fullest(by_file: Mapping[str, Sized]) -> list[str]:
    """The files that hold the most, by their paths: a line more in one of them moves none."""
    return sorted(sorted(by_file, key=lambda path: (-len(by_file[path]), path))[:OTHER_ROWS])


def _taken(key: ConfigKey) -> list[str]:
    """The variables a line of a deployment file asks its surroundings for."""
    if key.access in _TAKEN:
        return [key.name]
    return _SUBSTITUTED.findall(key.default) if key.kind == "compose" else []


def _deployment(draft: Draft) -> str:
    by_file: dict[str, list[ConfigKey]] = defaultdict(list)
    for key in draft.sheet.deployment:
        by_file[key.place.path].append(key)
    rows = []
    for path in _fullest(by_file):
        keys = by_file[path]
        sets = list(dict.fromkeys(key.name for key in keys if key.access not in _TAKEN))
        takes = list(dict.fromkeys(name for key in keys for name in _taken(key)))
        cells = [listing([code(name, 60) for name in names], 8) or "–" for names in (sets, takes)]
        rows.append([code(path, 80), *cells, cite(draft, keys[0])])
    return table(("File", "Sets", "Takes from outside", "First"), rows)
