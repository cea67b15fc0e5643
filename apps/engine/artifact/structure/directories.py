"""3. Directory Structure: an annotated tree, and what of it was not read."""

from __future__ import annotations

from collections import Counter, defaultdict

from apps.engine.artifact.draft import Draft
from apps.engine.artifact.prose import about, capital, code, count, listing, noun, one_line, path_code, plain, share, table
from apps.engine.facts import TreeEntry

TREE_LINES = 34
REASONS = 5


def write(draft: Draft) -> str:
    """The section's Markdown."""
    sheet = draft.sheet
    if not sheet.files:
        return "There are no folders and no files in this commit."
    parts = [_summary(draft)]
    if sheet.tree:
        parts.append(_tree(draft))
    left_out = _left_out(draft)
    if left_out:
        parts.append("### What was not read\n\n" + left_out)
    return "\n\n".join(parts)


def _summary(draft: Draft) -> str:
    sheet = draft.sheet
    top = sorted((entry for entry in sheet.tree if entry.depth == 1), key=lambda entry: (-entry.lines, entry.path))
    roots = [entry for entry in sheet.files if "/" not in entry.path]
    said = [f"The commit holds {count(len(sheet.files), 'file')}"]
    if top:
        said[0] += f" in {count(len(top), 'top-level folder')}"
    said[0] += f", {about(len(roots))} of them at the root." if roots and top else "."
    code_top = [entry for entry in top if entry.lines and entry.label not in ("vendored", "generated")]
    total = sum(entry.lines for entry in code_top)
    if code_top and total:
        first = code_top[0]
        cited = code_top[:2]
        if len(code_top) == 1:
            said.append(f"Everything with lines of text below the root is in {code(first.path + '/')}.")
        elif first.lines * 40 >= total * 39:
            said.append(f"Nearly all of the lines below the root are in {code(first.path + '/')}.")
            cited = code_top[:1]
        else:
            second = code_top[1]
            said.append(
                f"The largest is {code(first.path + '/')} with {share(first.lines, total)} of the lines below the root, then "
                f"{code(second.path + '/')} with {share(second.lines, total)}."
            )
        cites = draft.cite_all(_cite_folder(draft, entry.path) for entry in cited)
        where = "them are" if len(cited) > 1 else "it is"
        said.append(f"{'Files' if len(cited) > 1 else 'A file'} in {where}, for example, {cites}." if cites else "")
    said.append("Words after a folder say what its name or most of its files show it to hold; the tree stops at the third level.")
    return " ".join(part for part in said if part)


def _cite_folder(draft: Draft, path: str) -> str:
    """The first file of code in a folder, else its first file."""
    inside = [entry for entry in draft.sheet.files if entry.path.startswith(path + "/") and entry.status == "analysed"]
    telling = [entry for entry in inside if not entry.path.endswith("/__init__.py")] or inside
    best = min(telling, key=lambda entry: (entry.role != "code", entry.path.count("/"), entry.path), default=None)
    return draft.cite_file(best.path) if best else ""


def _choose(tree: tuple[TreeEntry, ...]) -> set[str]:
    """The folders to show: level by level, the largest first; a folder never without its parents."""
    chosen: set[str] = set()
    for depth in (1, 2, 3):
        for entry in sorted((e for e in tree if e.depth == depth), key=lambda e: (-bool(e.label), -e.files, e.path)):
            parent = entry.path.rpartition("/")[0]
            if len(chosen) < TREE_LINES * (0.6, 0.9, 1)[depth - 1] and (not parent or parent in chosen):
                chosen.add(entry.path)
    return chosen


def _tree(draft: Draft) -> str:
    chosen = _choose(draft.sheet.tree)
    children: dict[str, list[TreeEntry]] = defaultdict(list)
    hidden: Counter[str] = Counter()
    for entry in draft.sheet.tree:
        parent = entry.path.rpartition("/")[0]
        if entry.path in chosen:
            children[parent].append(entry)
        elif not parent or parent in chosen:
            hidden[parent] += 1
    drawn: list[tuple[str, str]] = []
    stack: list[tuple[str, str, TreeEntry | int]] = []  # what stands before the branch, the branch, a folder or a number hidden

    def push(parent: str, before: str) -> None:
        items: list[TreeEntry | int] = [*children[parent]]
        if hidden[parent] and items:
            items.append(hidden[parent])
        for position in range(len(items) - 1, -1, -1):
            branch = "" if not parent else "└── " if position == len(items) - 1 else "├── "
            stack.append((before, branch, items[position]))

    push("", "")
    while stack:
        before, branch, item = stack.pop()
        if isinstance(item, int):
            drawn.append((f"{before}{branch}…", f"{item} more {noun(item, 'folder')}"))
            continue
        notes = [item.label] if item.label else []
        notes.append(count(item.files, "file"))
        if item.languages and item.label not in ("vendored", "generated"):
            notes.append(listing(item.languages[:2]))
        if hidden[item.path] and not children[item.path]:
            notes.append(f"{hidden[item.path]} {noun(hidden[item.path], 'folder')} inside")
        drawn.append((f"{before}{branch}{one_line(item.path.rpartition('/')[2])}/", ", ".join(notes)))
        push(item.path, before + {"": "", "├── ": "│   ", "└── ": "    "}[branch])
    width = min(max(len(name) for name, _notes in drawn), 44)
    lines = [f"{name:<{width}}  {one_line(notes)}".rstrip() for name, notes in drawn]
    runs = max((len(run) for line in lines for run in "".join(c if c == "`" else " " for c in line).split()), default=0)
    fence = "`" * max(3, runs + 1)
    return f"{fence}text\n" + "\n".join(lines) + f"\n{fence}"


def _left_out(draft: Draft) -> str:
    skipped = [entry for entry in draft.sheet.files if entry.status == "skipped"]
    odd = [entry for entry in draft.sheet.files if entry.status != "skipped" and entry.note]
    said = []
    if skipped:
        reasons: dict[str, list[str]] = defaultdict(list)
        for entry in skipped:
            reasons[entry.reason or "no reason recorded"].append(entry.path)
        ordered = sorted(reasons.items(), key=lambda item: (-len(item[1]), item[0]))
        rows = [  # the commonest, by their names: one file more moves no row
            [capital(plain(reason, 120)), about(len(paths)), listing([path_code(path) for path in paths], 2)]
            for reason, paths in sorted(ordered[:REASONS])
        ]
        said.append(
            capital(f"{about(len(skipped))} {noun(len(skipped), 'file is', 'files are')} in the inventory but not analysed:")
        )
        text = " ".join(said) + "\n\n" + table(("Why", "Files", "Which"), rows)
        if len(ordered) > REASONS:
            text += f"\n\nThere are {len(ordered) - REASONS} more reasons; the list of files names each file with its own."
    else:
        text = ""
    if odd:
        first = odd[0]
        note = (
            capital(
                f"{about(len(odd))} {noun(len(odd), 'file was', 'files were')} read with a note, such as {code(first.path, 80)}: "
            )
            + f"{plain(first.note, 100)} {draft.cite_file(first.path)}."
        )
        text = f"{text}\n\n{note}".strip()
    return text
