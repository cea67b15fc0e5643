"""10. Tests: suites, what runs them, what they exercise."""

from __future__ import annotations

from collections import Counter

from apps.engine.artifact.draft import Draft
from apps.engine.artifact.prose import code, count, exact, listing, noun, plain, table
from apps.engine.artifact.structure.commands import job_of, typed
from apps.engine.facts import TestSuite

ROWS = 10
_LOOKED_FOR = "Looked for: files and folders named tests, test, __tests__, spec or e2e, and files named like tests."


def write(draft: Draft) -> str:
    """The section's Markdown."""
    suites = draft.sheet.tests
    if not suites:
        said = f"No tests were found. {_LOOKED_FOR.replace('__tests__', '`__tests__`')}"
        return f"{said} {_how(draft)}".strip() if draft.sheet.files else said
    return "\n\n".join([_summary(draft), _table(draft)])


def _summary(draft: Draft) -> str:
    suites = draft.sheet.tests
    files = sum(suite.files for suite in suites)
    known = [suite for suite in suites if suite.cases >= 0]
    unknown = [suite for suite in suites if suite.cases < 0]
    frameworks = Counter(suite.framework for suite in suites if suite.framework)
    said = [f"Tests stand in {count(files, 'file')} in {exact(len(suites), 'folder')}"]
    if frameworks:
        named = listing([plain(name) for name, _number in sorted(frameworks.items(), key=lambda item: (-item[1], item[0]))], 4)
        said[0] += f" and run with {named}"
    said[0] += f", for example in {code(suites[0].path, 80)} {_cite(draft, suites[0])}."
    if known:
        cases = sum(suite.cases for suite in known)
        said.append(f"By syntax they hold {count(cases, 'test case')}; cases made by parameters are not counted.")
    if unknown:
        why = ", as the language there is not read yet" if draft.unparsed_languages else ""
        said.append(f"In {exact(len(unknown), 'folder')} cases could not be counted{why}.")
    said.append(_how(draft))
    exercised = Counter(folder for suite in suites for folder in suite.exercises)
    if exercised:
        top = [name for name, _number in sorted(exercised.items(), key=lambda item: (-item[1], item[0]))]
        said.append(
            f"Their calls and imports reach {listing([code(name) for name in top], 5)}; how much of it they cover is not "
            "measured here."
        )
    parts = [part for part in draft.components if part.role not in ("tests", "migrations") and part.lines > 200]
    reached = set(exercised)
    missed = [part for part in parts if not any(name == part.path or name.startswith(part.path + "/") for name in reached)]
    if exercised and missed and len(missed) < len(parts):
        named = listing([code(part.path or part.name) for part in missed], 4)
        said.append(
            f"No call or import from a test into {named} was found, though calls through a running server would not show."
        )
    return " ".join(part for part in said if part)


def _cite(draft: Draft, suite: TestSuite) -> str:
    """A file of the suite that holds tests rather than one that only marks the folder."""
    prefix = "" if suite.path == "." else suite.path + "/"
    inside = [entry for entry in draft.sheet.files if entry.role == "test" and entry.path.startswith(prefix) and entry.lines]
    inside = [entry for entry in inside if not entry.path.endswith("/__init__.py")]
    named = [entry for entry in inside if "test" in (name := entry.path.rpartition("/")[2].lower()) or "spec" in name]
    telling = named or inside
    if not telling or any(entry.path == suite.place.path for entry in telling):
        return draft.cite(suite.place.path, suite.place)
    return draft.cite_file(min(telling, key=lambda entry: (entry.path.count("/"), entry.path)).path)


def _how(draft: Draft) -> str:
    commands = [command for command in draft.sheet.commands if job_of(command) == "test" and command.kind not in ("ci", "docker")]
    if not commands:
        by_machine = [command for command in draft.sheet.commands if command.kind == "ci" and "test" in command.name.lower()]
        if by_machine:
            first = by_machine[0]
            cite = draft.cite_named(first.place, "job", first.name)
            return f"No command for people runs them; continuous integration does, in the job {code(first.name)} {cite}."
        return "No command that runs tests was found."
    first, *rest = sorted(
        commands, key=lambda command: (command.place.path.count("/"), len(command.name), command.name, command.place)
    )
    others = list(dict.fromkeys(typed(command) for command in rest if typed(command) != typed(first)))
    also = f", and {noun(len(others), 'there is', 'there are')} {listing([code(text) for text in others], 3)}" if others else ""
    return f"{code(typed(first))} runs tests{also} {draft.cite_named(first.place, 'command', first.name)}."


def _table(draft: Draft) -> str:
    suites = sorted(draft.sheet.tests, key=lambda suite: (-suite.files, suite.path))
    rows = [_row(draft, suite) for suite in sorted(suites[:ROWS], key=lambda suite: suite.path)]
    text = table(("Folder", "Kind", "Runs with", "Files", "Cases", "Exercises", "See"), rows)
    if len(suites) > ROWS:
        files = sum(suite.files for suite in suites[ROWS:])
        text += f"\n\nAnd {exact(len(suites) - ROWS, 'more folder')} with {count(files, 'file')} of tests."
    return text


def _row(draft: Draft, suite: TestSuite) -> list[str]:
    guessed = suite.source == "folder name"
    kind = plain(suite.kind) or "–"
    return [
        code(suite.path, 80),
        kind + (" (by folder name)" if guessed else ""),
        plain(suite.framework) or "not known",
        count(suite.files, "file").removesuffix(" files").removesuffix(" file"),
        "not known" if suite.cases < 0 else count(suite.cases, "case").removesuffix(" cases").removesuffix(" case"),
        listing([code(name, 60) for name in suite.exercises], 3) or "–",
        _cite(draft, suite),
    ]
