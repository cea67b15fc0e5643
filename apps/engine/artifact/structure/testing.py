"""10. Tests: suites, what runs them, what they exercise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from apps.engine.artifact.draft import Draft, is_left_over
from apps.engine.artifact.prose import capital, code, count, exact, listing, noun, plain, table
from apps.engine.artifact.structure.commands import commands_for_tests
from apps.engine.facts import TestSuite

ROWS = 8
REACHED = 5  # folders named that all tests reach
EXERCISED = 3  # folders named that one suite reaches
# How tests are run where no task for people does so, in the order in which it is told.
_WAYS = (
    ("prose", "{file} tells people to run {text}"), ("shell script", "The script {file} runs {text}"),
    ("ci step", "Continuous integration runs {text}"),
)  # fmt: skip
_NOT_TESTED = frozenset({"tests", "migrations", "configuration"})
_LOOKED_FOR = "Looked for: files and folders named tests, test, __tests__, spec or e2e, and files named like tests."


def write(draft: Draft) -> str:
    """The section's Markdown."""
    suites = _with_cases(draft)
    if not suites:
        said = f"No tests were found. {_LOOKED_FOR.replace('__tests__', '`__tests__`')}"
        return " ".join(part for part in (said, _how(draft), _helpers(draft)) if part) if draft.sheet.files else said
    return "\n\n".join([_summary(draft, suites), _table(draft, suites)])


def _with_cases(draft: Draft) -> list[TestSuite]:
    return [suite for suite in draft.sheet.tests if suite.cases]


def _summary(draft: Draft, suites: list[TestSuite]) -> str:
    files = sum(suite.files for suite in suites)
    known = [suite for suite in suites if suite.cases >= 0]
    unknown = [suite for suite in suites if suite.cases < 0]
    said = [f"Tests stand in {count(files, 'file')} in {exact(len(suites), 'folder')}{_runners(suites)}"]
    first = max(suites, key=lambda suite: (suite.cases, suite.path))
    said[0] += f", for example in {code(first.path, 80)} {_cite(draft, first)}." if len(suites) > 1 else "."
    if known:
        cases = sum(suite.cases for suite in known)
        said.append(f"By syntax they hold {count(cases, 'test case')}; cases made by parameters are not counted.")
    if unknown:
        why = ", as the language there is not read yet" if draft.unparsed_languages else ""
        said.append(f"In {exact(len(unknown), 'folder')} cases could not be counted{why}.")
    said.append(_helpers(draft))
    said.append(_how(draft))
    said.append(_reach(draft, suites))
    return " ".join(part for part in said if part)


def _runners(suites: list[TestSuite]) -> str:
    """What runs them, by name."""
    names = sorted({suite.framework for suite in suites if suite.framework})
    named = [f"the {plain(name)}" if name.endswith("runner") else plain(name) for name in names]
    return f", run by {listing(named, 4)}" if named else ""


def _helpers(draft: Draft) -> str:
    helpers = [suite for suite in draft.sheet.tests if not suite.cases]
    if not helpers:
        return ""
    files = sum(suite.files for suite in helpers)
    named = listing(["the root" if suite.path == "." else code(suite.path, 60) for suite in helpers], 2)
    held = noun(files, "holds no test case but a helper or fixture", "hold no test case but helpers, fixtures and the like")
    return f"{capital(count(files, 'file'))} beside them, in {named}, {held}."


def _reach(draft: Draft, suites: list[TestSuite]) -> str:
    """What code the tests call or import, and which larger parts none of them does."""
    exercised = Counter(folder for suite in draft.sheet.tests for folder in suite.exercises)
    if not exercised:
        return ""
    top = [name for name, _number in sorted(exercised.items(), key=lambda item: (-item[1], item[0])) if name != "."]
    named = listing([code(name) for name in _chosen(top, REACHED)], REACHED)
    said = f"Their calls and imports reach {named}; how much of it they cover is not measured here." if top else ""
    wanted = [part for part in draft.components if part.role not in _NOT_TESTED and part.lines > 200]
    parts = [part for part in wanted if _is_own(part.path) and not is_left_over(part) and not part.members]
    missed = [part for part in parts if not any(name == part.path or name.startswith(part.path + "/") for name in exercised)]
    if missed and len(missed) < len(parts):
        named = listing([code(part.path) for part in missed], 4)
        said += (
            f" No test file was seen to import or call {named}; what tests reach through an address or a call that could not "
            "be followed does not show."
        )
    return said.strip()


def _chosen(names: Sequence[str], limit: int) -> list[str]:
    """The first of what comes by importance, then shown by name, so that a call more does not reorder them."""
    return [*sorted(names[:limit]), *names[limit:]]


def _is_own(path: str) -> bool:
    """A part with a folder of its own, and not one of a tool."""
    return path not in ("", ".") and not path.startswith(".") and "/." not in path


def _cite(draft: Draft, suite: TestSuite) -> str:
    """The first test case of the suite."""
    return draft.cite_named(suite.place, "tests", suite.path)


def _how(draft: Draft) -> str:
    """What runs them: commands for people, what a README says, what continuous integration does."""
    found = commands_for_tests(draft)
    if not found:
        return "No command that runs tests was found: not among tasks and scripts, in a README, nor in continuous integration."
    by_hand = [item for item in found if item[1].kind not in ("prose", "shell script", "ci step")]
    said = []
    if by_hand:
        (text, command), *rest = by_hand
        other = [code(other, 90) for other, _command in rest]
        also = f", and {noun(len(other), 'there is', 'there are')} {listing(other, 2)}" if other else ""
        said.append(f"{code(text, 90)} {draft.cite_named(command.place, 'command', command.name)} runs tests{also}.")
    for kind, words in _WAYS:
        told = [item for item in found if item[1].kind == kind]
        if not told or (by_hand and kind != "ci step"):
            continue
        told = told[:1] if kind == "shell script" else told[:2]
        runs = [(command.text if kind == "shell script" else text, command) for text, command in told]
        shown = [f"{code(text, 90)} {draft.cite_named(command.place, 'runs', command.name)}" for text, command in runs]
        said.append(words.format(file=code(told[0][1].place.path, 60), text=listing(shown)) + ".")
    return " ".join(said)


def _table(draft: Draft, suites: list[TestSuite]) -> str:
    suites = sorted(suites, key=lambda suite: (-suite.files, suite.path))
    rows = [_row(draft, suite) for suite in sorted(suites[:ROWS], key=lambda suite: suite.path)]
    text = table(("Folder", "Kind", "Run by", "Files", "Cases", "Exercises", "First case"), rows)
    if len(suites) > ROWS:
        files = sum(suite.files for suite in suites[ROWS:])
        text += f"\n\nAnd {exact(len(suites) - ROWS, 'more folder')} with {count(files, 'file')} of tests."
    return text


def _folder(name: str) -> str:
    return "files at the root" if name == "." else code(name, 60)


def _row(draft: Draft, suite: TestSuite) -> list[str]:
    guessed = suite.source == "folder name"
    kind = plain(suite.kind) or "–"
    return [
        code(suite.path, 80),
        kind + (" (by folder name)" if guessed else ""),
        plain(suite.framework) or "not known",
        count(suite.files, "file").removesuffix(" files").removesuffix(" file"),
        "not known" if suite.cases < 0 else count(suite.cases, "case").removesuffix(" cases").removesuffix(" case"),
        listing([_folder(name) for name in _chosen(suite.exercises, EXERCISED)], EXERCISED) or "–",
        _cite(draft, suite),
    ]
