"""Folders and languages of an inventory, summed up for people."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence

from apps.engine.extraction.roles import PLAIN_LANGUAGES
from apps.engine.facts import FileEntry, Language, TreeEntry
from apps.engine.graph.folder_roles import role_by_name, serving

DEPTH = 3
MANY = 0.8  # share of a folder's files that must agree for a label by role

# Folders whose names begin with a dot are called after the tool that reads them.
_TOOL_LABELS = {
    name: label
    for label, names in {
        "continuous integration": ".github .circleci .gitlab .buildkite .ci",
        "git hooks": ".husky .githooks",
        "editor settings": ".vscode .idea .zed",
        "development container": ".devcontainer",
        "settings of coding assistants": ".claude .cursor .agents .windsurf .junie .codex .gemini",
        "change notes": ".changeset",
    }.items()
    for name in names.split()
}
_FORMS = frozenset({"issue_template", "discussion_template", "pull_request_template"})
_ROLE_LABELS = {"vendored": "vendored", "generated": "generated", "test": "tests", "migration": "migrations"}
# Folders of tests that hold no tests.
_BESIDE_TESTS = {"fixtures": "fixtures", "shared code": "test helpers"}
_WEAK_ROLE_LABELS = {"documentation": "documentation", "asset": "assets", "data": "data", "configuration": "configuration"}
_UNCOUNTED = frozenset({"vendored", "generated"})


def _counts(entry: FileEntry) -> bool:
    return bool(entry.language) and entry.status != "skipped" and entry.role not in _UNCOUNTED


def summarise_languages(files: Sequence[FileEntry]) -> tuple[Language, ...]:
    """Programming and markup languages by lines, most first.  Data and prose count only where there is nothing else."""
    counted: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    plain: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for entry in files:
        if _counts(entry):
            into = plain if entry.language in PLAIN_LANGUAGES or entry.role in ("data", "documentation", "asset") else counted
            into[entry.language][0] += 1
            into[entry.language][1] += entry.lines
    found = counted or plain
    return tuple(
        Language(name, files, lines) for name, (files, lines) in sorted(found.items(), key=lambda item: (-item[1][1], item[0]))
    )


def summarise_tree(files: Sequence[FileEntry], served: Collection[str] = ()) -> tuple[TreeEntry, ...]:
    """Folders down to depth 3 in path order (the root itself is not one).

    Below a vendored or generated folder nothing is shown.  `served` are folders in which endpoints are handled or registered.
    """
    inside: dict[str, list[FileEntry]] = defaultdict(list)
    for entry in files:
        parts = entry.path.split("/")[:-1]
        for depth in range(1, min(len(parts), DEPTH) + 1):
            inside["/".join(parts[:depth])].append(entry)
    made: list[TreeEntry] = []
    closed: set[str] = set()
    for path in sorted(inside, key=lambda path: path.split("/")):
        if path.rpartition("/")[0] in closed:
            closed.add(path)
            continue
        entries = inside[path]
        label = _label(path, entries, served)
        if label in _UNCOUNTED:
            closed.add(path)
        languages: Counter[str] = Counter()
        for entry in entries:
            if _counts(entry) and entry.language not in PLAIN_LANGUAGES:
                languages[entry.language] += entry.lines
        top = sorted(languages.items(), key=lambda item: (-item[1], item[0]))[:3]
        lines = sum(entry.lines for entry in entries if entry.role not in _UNCOUNTED)
        made.append(TreeEntry(path, path.count("/") + 1, len(entries), lines, label, tuple(name for name, _ in top)))
    return tuple(made)


def _label(path: str, entries: Sequence[FileEntry], served: Collection[str]) -> str:
    """What a folder holds: by the role of nearly all files, else by its name.

    The folder's own files decide: it is not called after a folder inside, which is shown with its own label.
    """
    roles = Counter(entry.role for entry in entries)
    own = [entry for entry in entries if entry.path.rpartition("/")[0] == path]
    direct = Counter(entry.role for entry in own)

    def is_role(role: str) -> bool:
        return roles[role] >= MANY * len(entries) and (role in _UNCOUNTED or direct[role] >= max(MANY * len(own), 1))

    parts = path.lower().split("/")
    name = parts[-1]
    known = role_by_name(name, entries, serving(path, served))
    if is_role("vendored") or is_role("generated"):
        return "vendored" if is_role("vendored") else "generated"
    if name in _FORMS:
        return "forms for issues and changes"
    if any(part.startswith(".") for part in parts):
        return _TOOL_LABELS.get(name, "tool settings") if name.startswith(".") else known
    for role, label in _ROLE_LABELS.items():
        if is_role(role):
            return _BESIDE_TESTS.get(known, label) if role == "test" else label
    if known:
        return known
    return next((label for role, label in _WEAK_ROLE_LABELS.items() if is_role(role)), "")
