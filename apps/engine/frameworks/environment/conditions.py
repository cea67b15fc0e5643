"""When a missing variable makes the program fail: under which condition a read is reached, and what is checked after it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from apps.engine.facts import Branch, ConfigKey, Place
from apps.engine.frameworks.file_index import FileIndex

_FUNCTIONS = frozenset({"function", "method", "constructor", "accessor", "component"})
# What a reader of the environment raises when a variable is missing, and what catches that as well.
_CAUGHT = re.compile(
    r"\b(KeyError|LookupError|Exception|BaseException|ImproperlyConfigured|UndefinedValueError|EnvError|EnvironmentError)\b"
)
_OR = re.compile(r"\s+or\s+|\s*\|\|\s*")
_AND = re.compile(r"\s+and\s+|\s*&&\s*")
_NOTHING = r"(?:is|===?)\s*(?:None|null|undefined|\"\"|'')"
_LEVELS = 24
# Defaults that a check after the read takes for a missing variable.
EMPTY = frozenset({"", "None", "null", "undefined", '""', "''"})


@dataclass(frozen=True, slots=True)
class Verdict:
    """Fields of a `ConfigKey` that say whether, when and where a missing variable fails."""

    required: bool
    when: str = ""
    inside: str = ""
    reason: Place | None = None

    def key(self, name: str, place: Place, access: str, default: str, source: str) -> ConfigKey:
        """The fact of one read."""
        return ConfigKey(name, "env", place, access, default, self.required, source, self.when, self.inside, self.reason)


def judge(
    index: FileIndex, place: Place, scope: str, name: str, *, fails: bool, has_default: bool = False, spelled: str = ""
) -> Verdict:
    """The verdict on a read of `name` at `place`.

    `fails`: the read itself raises where the variable is missing.  `spelled` is how the code writes the name, where that is not
    a text: the parameter that holds it.
    """
    inside = function_around(index, scope)
    if not fails:
        found = None if has_default else _check(index, place, scope, name, spelled)
        if found is None:
            return (None if has_default else _check_elsewhere(index, place, scope)) or Verdict(False)
        return Verdict(True, found[0], inside, found[1])
    around = [branch for branch in index.facts.branches if _holds(branch, place, name, spelled)]
    reason: Place | None = None
    conditions: list[Branch] = []
    barred = {branch.test for branch in around if branch.kind == "else"}
    for branch in around:
        if branch.kind == "try":
            if branch.test and not _CAUGHT.search(branch.test):
                continue
            if not branch.stops:
                return Verdict(False)
            reason = Place(place.path, branch.test_line, max(branch.stops, branch.test_line))
        elif _makes_sure(branch, name, spelled, barred):
            return Verdict(False)
        else:
            conditions.append(branch)
    if conditions:
        inner = max(conditions, key=lambda branch: (branch.line, -branch.end_line, branch.test_line))
        reason = Place(place.path, inner.test_line, max(inner.test_line, inner.test_end_line))
    return Verdict(True, _words(conditions), inside, reason)


def function_around(index: FileIndex, scope: str) -> str:
    """The qualified name of the function that `scope` is or stands in, "" for code that runs when the file is loaded."""
    for _ in range(_LEVELS):
        definition = index.definitions.get(scope)
        if definition is None:
            return ""
        if definition.kind in _FUNCTIONS:
            return definition.qualname
        scope = definition.parent
    return ""


def _holds(branch: Branch, place: Place, name: str, spelled: str) -> bool:
    """Whether a read stands in the branch.  An arm of an expression shares its line with others: its source must name it."""
    if not branch.line <= place.line <= place.end_line <= branch.end_line:
        return False
    return not branch.body or _names(branch.body, name, spelled)


def _names(text: str, name: str, spelled: str) -> bool:
    if spelled:
        return re.search(rf"(?<![\w.]){re.escape(spelled)}(?!\w)", text) is not None
    return f'"{name}"' in text or f"'{name}'" in text or re.search(rf"env\.{re.escape(name)}(?!\w)", text) is not None


def _makes_sure(branch: Branch, name: str, spelled: str, barred: set[str]) -> bool:
    """Whether the branch is only entered where the variable is set: ``if "X" in os.environ``.

    `barred` are tests known not to hold there: of ``A or B`` they leave B.
    """
    if branch.kind == "if":
        left = [atom for atom in _OR.split(branch.test) if atom not in barred]
        atoms = _AND.split(left[0]) if len(left) == 1 else []
        return any(_names(atom, name, spelled) and not _is_negative(atom) and not _falls_back(atom, name) for atom in atoms)
    if branch.kind == "else":
        atoms = [] if _AND.search(branch.test) else _OR.split(branch.test)
        return any(_names(atom, name, spelled) and _is_negative(atom) for atom in atoms)
    return False


def _falls_back(atom: str, name: str) -> bool:
    """Whether a test asks for the variable with a default, so that it may hold without it."""
    return bool(name) and re.search(rf"[\"']{re.escape(name)}[\"']\s*,", atom) is not None


def _is_negative(atom: str) -> bool:
    return re.search(r"^\(*(not\b|!)|\bnot in\b|\bis None\b|={2,3}\s*(None|null|undefined|\"\"|'')", atom) is not None


def _words(branches: Iterable[Branch]) -> str:
    """The conditions as they would be written, outer before inner."""
    said: list[str] = []
    branches = list(branches)
    held = {branch.test for branch in branches if branch.kind == "if"}
    for branch in branches:
        atoms = _OR.split(branch.test)
        if branch.kind == "if" and len(atoms) > 1 and not held.isdisjoint(atoms):
            continue  # ``A or B`` says nothing more where A is asked as well
        test = branch.test
        if branch.kind == "else":
            test = f"not {test}" if re.fullmatch(r"[\w.]+", test) else f"not ({test})"
        elif branch.kind == "loop":
            test = f"each of {test}"
        elif branch.kind == "except":
            test = f"after {test}" if test else "after a failure"
        elif branch.kind == "lambda":
            test = "called"
        said.append(f"({test})" if _OR.search(test) and not test.startswith("not (") else test)
    if len(set(said)) == 1 and said[0].startswith("("):
        return said[0][1:-1]
    return " and ".join(dict.fromkeys(said))


def _check(index: FileIndex, place: Place, scope: str, name: str, spelled: str) -> tuple[str, Place] | None:
    """(condition, place) of the check after a read that ends the program where nothing was found."""
    kept = _kept(index, place, scope)
    for branch in index.facts.branches:
        if branch.kind != "if" or branch.scope != scope or branch.body or branch.test_line < place.line:
            continue
        rest = _missing(branch.test, kept, name, spelled)
        if rest is None or (kept and _given_again(index, kept, scope, place, branch)):
            continue
        outer = [item for item in index.facts.branches if _is_around(item, branch) and not _is_around_place(item, place)]
        if branch.stops:
            parts = [part for part in (_words(outer), rest) if part]
            return " and ".join(parts), Place(place.path, branch.test_line, branch.stops)
        for inner in index.facts.branches:
            if inner.stops and inner.kind in ("if", "else") and not inner.body and _is_within(inner, branch):
                between = [item for item in index.facts.branches if item.stops != inner.stops and _is_around(item, inner)]
                arms = [item for item in between if _is_within(item, branch) and not item.body]
                same = [item for item in index.facts.branches if (item.line, item.stops) == (inner.line, inner.stops)]
                parts = [part for part in (_words(outer), rest, _words([*arms, *same])) if part]
                return " and ".join(parts), Place(place.path, branch.test_line, inner.stops)
    return None


def _kept(index: FileIndex, place: Place, scope: str) -> str:
    """The name that holds what was read, "" if none does."""
    return next(
        (
            item.target
            for item in index.facts.assignments
            if item.scope == scope
            and item.line <= place.line <= place.end_line <= item.end_line
            and item.value is not None
            and item.value.kind in ("call", "name", "subscript")
            and item.value.line == place.line
            and "[" not in item.target
        ),
        "",
    )


def _check_elsewhere(index: FileIndex, place: Place, scope: str) -> Verdict | None:
    """A check, in a function of the same file, of what was read when the file was loaded or the class made."""
    kept = _kept(index, place, scope)
    owner = index.definitions.get(scope)
    if not kept or (scope and (owner is None or owner.kind in _FUNCTIONS)):
        return None
    if len(index.assignments.get((scope, kept), ())) != 1:
        return None
    held = f"self.{kept}" if scope else kept
    for branch in index.facts.branches:
        if branch.kind != "if" or branch.body or not branch.stops or not branch.scope or branch.scope == scope:
            continue
        inside = function_around(index, branch.scope)
        function = index.definitions.get(inside)
        if function is None or (scope and function.parent != scope):
            continue
        shadowed = index.assignments.get((inside, held)) or any(item.name == kept for item in function.parameters)
        rest = None if shadowed else _missing(branch.test, held, "", "")
        if rest is not None:
            around = [item for item in index.facts.branches if item.scope == branch.scope and _is_around(item, branch)]
            parts = [part for part in (_words(around), rest) if part]
            return Verdict(True, " and ".join(parts), inside, Place(place.path, branch.test_line, branch.stops))
    return None


def _given_again(index: FileIndex, target: str, scope: str, place: Place, branch: Branch) -> bool:
    """Whether the name gets another value between the read and the check."""
    assigned = index.assignments.get((scope, target), ())
    return any(place.end_line < item.line < branch.test_line for item in assigned)


def _is_around(outer: Branch, inner: Branch) -> bool:
    return outer is not inner and not outer.body and outer.line <= inner.test_line and inner.end_line <= outer.end_line


def _is_around_place(outer: Branch, place: Place) -> bool:
    return outer.line <= place.line <= place.end_line <= outer.end_line


def _is_within(inner: Branch, outer: Branch) -> bool:
    return inner is not outer and outer.line <= inner.line and inner.end_line <= outer.end_line


def _missing(test: str, kept: str, name: str, spelled: str) -> str | None:
    """What must hold beside a missing variable for the test to hold, "" for nothing; None if the test asks something else."""
    either, both = _OR.split(test), _AND.split(test)
    if len(either) > 1 and len(both) > 1:
        return None
    if len(both) == 1:
        return "" if any(_asks(atom, kept, name, spelled) for atom in either) else None
    rest = [atom for atom in both if not _asks(atom, kept, name, spelled)]
    return " and ".join(rest) if len(rest) < len(both) else None


def _asks(atom: str, kept: str, name: str, spelled: str) -> bool:
    """Whether a test holds where the variable is missing."""
    atom = atom.strip()
    if kept:
        held = re.escape(kept)
        if re.fullmatch(rf"(?:not\s+|!\s*){held}|{held}\s*{_NOTHING}", atom):
            return True
    key = re.escape(spelled) if spelled else rf"[\"']{re.escape(name)}[\"']"
    read = rf"[\w.]+(?:\(\s*{key}\s*\)|\[\s*{key}\s*\])|(?:process|import\.meta)\.env\.{re.escape(name) or '_'}"
    return re.fullmatch(rf"(?:not\s+|!\s*)(?:{read})|(?:{read})\s*{_NOTHING}|{key}\s+not\s+in\s+[\w.]+", atom) is not None
