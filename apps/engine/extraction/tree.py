"""Folders and languages of an inventory, summed up for people."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from apps.engine.extraction.roles import PLAIN_LANGUAGES, extension
from apps.engine.facts import FileEntry, Language, TreeEntry

DEPTH = 3
MANY = 0.8  # share of a folder's files that must agree for a label by role

_LABELS = {
    name: label
    for label, names in {
        "models": "models model entities entity schemas schema domain",
        "endpoints": "routes route routers router api apis controllers controller handlers "
        "handler views endpoints resolvers graphql",
        "services": "services service usecases use_cases",
        "documentation": "docs doc documentation guides",
        "decisions": "adr adrs decisions",
        "scripts": "scripts script bin tools tool hack",
        "continuous integration": ".github .circleci .gitlab .buildkite workflows ci .ci",
        "deployment": "k8s kubernetes helm charts deploy deployment deployments infra infrastructure terraform docker ansible",
        "assets": "static public assets images img icons fonts media",
        "templates": "templates layouts partials",
        "user interface": "components pages hooks screens widgets ui frontend client",
        "translations": "locale locales i18n translations lang",
        "fixtures": "fixtures fixture seeds testdata",
        "configuration": "config configs configuration settings conf",
        "background jobs": "tasks jobs workers worker job cron",
        "middleware": "middleware middlewares",
        "commands": "commands management cmd cli",
        "migrations": "migrations migrate",
        "tests": "tests test __tests__ spec specs e2e",
        "examples": "examples example samples",
        "utilities": "utils util helpers helper",
        "repositories": "repositories repository dao",
        "validations": "validations validators",
        "styles": "styles css scss",
    }.items()
    for name in names.split()
}
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
_BESIDE_TESTS = {"fixtures": "fixtures", "utilities": "test helpers"}
_WEAK_ROLE_LABELS = {"documentation": "documentation", "asset": "assets", "data": "data", "configuration": "configuration"}
_INTERFACE_EXTENSIONS = frozenset({"tsx", "jsx", "vue", "svelte", "astro", "html", "css", "scss", "swift", "dart", "kt"})
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


def summarise_tree(files: Sequence[FileEntry]) -> tuple[TreeEntry, ...]:
    """Folders down to depth 3 in path order (the root itself is not one).  Below "
    "a vendored or generated folder nothing is shown."""
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
        label = _label(path, entries)
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


def _label(path: str, entries: Sequence[FileEntry]) -> str:
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
    known = _LABELS.get(name, "")
    if is_role("vendored") or is_role("generated"):
        return "vendored" if is_role("vendored") else "generated"
    if name in _FORMS:
        return "forms for issues and changes"
    if any(part.startswith(".") for part in parts):
        return _TOOL_LABELS.get(name, "tool settings") if name.startswith(".") else known
    for role, label in _ROLE_LABELS.items():
        if is_role(role):
            return _BESIDE_TESTS.get(known, label) if role == "test" else label
    interface = sum(1 for entry in entries if extension(entry.path.rpartition("/")[2]) in _INTERFACE_EXTENSIONS)
    if known == "endpoints" and interface > len(entries) / 2:
        return "user interface"
    if known and not (known == "user interface" and not interface):
        return known
    return next((label for role, label in _WEAK_ROLE_LABELS.items() if is_role(role)), "")
