"""6. Main Services and Components: the parts, how they hang together, where execution starts, what runs in the background."""

from __future__ import annotations

from collections import defaultdict

from apps.engine.artifact.draft import Draft, part_name
from apps.engine.artifact.prose import about, bullets, code, count, exact, listing, marked, noun, plain, table
from apps.engine.facts import Component, DiagramEdge, DiagramNode, EntryPoint

NODES = 16
EDGES = 18
PARTS = 12
ENTRIES = 8
JOBS = 7


def write(draft: Draft) -> str:
    """The section's Markdown."""
    sheet = draft.sheet
    parts = [_summary(draft)]
    picture = _picture(draft)
    if picture:
        parts.append(picture)
    if draft.components:
        parts.append(_parts(draft))
    if sheet.entry_points:
        parts.append("### Where execution starts\n\n" + _entry_points(draft))
    elif sheet.files:
        parts.append(
            "No entry points were found. Looked for: guarded main blocks, scripts, WSGI and ASGI applications, console "
            "scripts, servers "
            "that listen."
        )
    if sheet.jobs:
        parts.append("### Background and scheduled work\n\n" + _jobs(draft))
    elif sheet.files:
        parts.append("No background or scheduled jobs were found. Looked for: Celery tasks, RQ jobs, schedules of workflows.")
    return "\n\n".join(parts)


def _summary(draft: Draft) -> str:
    sheet = draft.sheet
    parts = [part for part in draft.components if part.role != "tests"]
    if not draft.components:
        said = "No components were found: no folder holds code of its own."
        if draft.unparsed_languages:
            names = listing([plain(language.name) for language in draft.unparsed_languages], 4)
            said += f" Code in {names} is not read yet, so how its parts depend on each other is unknown."
        return said
    said_parts = []
    if len(parts) == 1:
        said_parts.append(f"All code stands in one part: {part_name(parts[0])}.")
    else:
        joined = "; they are joined by calls and imports between their files" if any(part.uses for part in parts) else ""
        said_parts.append(f"By its folders the code falls into {exact(len(parts), 'part')}{joined}.")
    used: dict[str, set[str]] = defaultdict(set)
    for part in parts:
        for name, _edges in part.uses:
            used[name].add(part.name)
    by_name = {part.name: part for part in parts}
    hub = max((name for name in used if name in by_name), key=lambda name: (len(used[name]), name), default=None)
    if hub is not None and len(used[hub]) > 2:
        said_parts.append(
            f"{part_name(by_name[hub])} is used by {exact(len(used[hub]), 'other part')}, more than any other "
            f"{_cite(draft, by_name[hub])}."
        )
    calls, inside, outside = sheet.call_count, sheet.resolved_call_count, sheet.external_call_count
    if calls:
        unknown = max(calls - inside - outside, 0)
        said_parts.append(
            f"Of {count(calls, 'call')} seen in the code, {_fraction(inside, calls)} were followed to a definition in the "
            f"repository and {_fraction(outside, calls)} lead to libraries; for {_fraction(unknown, calls)} the target is "
            "unknown, "
            "so an arrow that is missing below may still exist."
        )
    if draft.unparsed_languages:
        names = listing([plain(language.name) for language in draft.unparsed_languages], 4)
        said_parts.append(f"Code in {names} is not read yet: what it uses is unknown.")
    return " ".join(said_parts)


def _fraction(part: int, whole: int) -> str:
    """A share in steps of five, so that a small commit leaves it alone."""
    steps = round(20 * part / whole)
    return f"about {5 * steps} %" if steps else "few"


def _cite(draft: Draft, part: Component) -> str:
    return draft.cite(part.place.path, part.place)


def _picture(draft: Draft) -> str:
    parts = [part for part in draft.components if part.role != "tests"]
    used: dict[str, int] = defaultdict(int)
    for part in parts:
        for name, edges in part.uses:
            used[name] += edges
            used[part.name] += edges
    chosen = sorted(parts, key=lambda part: (-used[part.name], -part.lines, part.name))[:NODES]
    names = {part.name for part in chosen}
    arrows = sorted(
        ((edges, part.name, name) for part in chosen for name, edges in part.uses if name in names and name != part.name),
        key=lambda item: (-item[0], item[1], item[2]),
    )[:EDGES]
    if not arrows:
        return ""
    linked = {name for _edges, source, target in arrows for name in (source, target)}
    nodes = []
    for part in sorted(chosen, key=lambda part: part.name):
        if part.name in linked:
            _cite(draft, part)
            nodes.append(DiagramNode(part.name, _diagram_label(part), "component", part.place.path))
    drawn = [DiagramEdge(source, target, "", "uses") for _edges, source, target in sorted(arrows, key=lambda item: item[1:])]
    whole = len(linked) == len(parts) and len(arrows) < EDGES
    title = "Components and what they use" if whole else "The main components and their strongest ties"
    return draft.picture("components", title, nodes, drawn)


def _diagram_label(part: Component) -> str:
    """A path that fits a box: of a long one the last two folders."""
    folders = part.path.split("/")
    short = part.path if len(part.path) <= 32 or len(folders) < 3 else "…/" + "/".join(folders[-2:])
    return "files at the root" if part.path in ("", ".") else short


def _parts(draft: Draft) -> str:
    """What is known of each part; those of which nothing but the size is known share a line."""
    parts = draft.components
    users: dict[str, list[str]] = defaultdict(list)
    names = {part.name: part_name(part) for part in parts}
    for part in parts:
        if part.role != "tests":
            for name, _edges in part.uses:
                users[name].append(names[part.name])
    known = [part for part in parts if part.uses or users[part.name] or part.description or part.key_symbols]
    text = bullets(_describe(draft, part, names, users[part.name]) for part in known[:PARTS])
    left = [part for part in parts if part not in known[:PARTS]]
    if left:
        kinds = [
            f"{part_name(part)} ({plain(part.role) + ', ' if part.role else ''}{count(part.files, 'file')})" for part in left
        ]
        opening = (
            "Further parts, of which no ties to others are known or which are smaller" if known else "The parts are, by size"
        )
        text = f"{text}\n\n{opening}: {listing(kinds, 10)}.".strip()
    return text


def _describe(draft: Draft, part: Component, names: dict[str, str], users: list[str]) -> str:
    kind = f"{plain(part.role)}, " if part.role else ""
    said = [f"**{part_name(part)}** ({kind}{count(part.files, 'file')}, {count(part.lines, 'line')})"]
    said[0] += f": {plain(part.description, 160).rstrip('.')} {draft.cite_description(part)}." if part.description else "."
    uses = [names.get(name, code(name)) for name, _edges in sorted(part.uses, key=lambda item: (-item[1], item[0]))]
    ties = []
    if uses:
        ties.append(f"uses {listing(uses, 4)}")
    if users:
        ties.append(f"is used by {listing(sorted(users), 4)}")
    if ties:
        said.append(f"It {' and '.join(ties)}.")
    symbols = part.key_symbols[:3]
    if symbols:
        shown = [code(name.partition("#")[2] or name, 60) for name, _place in symbols]
        cites = draft.cite_all(draft.cite_symbol(name, place) for name, place in symbols)
        said.append(f"Most called upon: {listing(shown)} {cites}.")
    return " ".join(said)


def _entry_points(draft: Draft) -> str:
    order = {"wsgi": 0, "asgi": 0, "app": 0, "main": 1, "worker": 2, "cli": 3, "script": 4}
    entries: list[EntryPoint] = []
    seen: set[tuple[str, str, int]] = set()
    for entry in sorted(
        draft.sheet.entry_points, key=lambda entry: (order.get(entry.kind, 3), entry.place.path.count("/"), entry.place)
    ):
        key = (entry.kind, entry.place.path, entry.place.line)  # a manifest and the code may both tell of it
        if key not in seen:
            seen.add(key)
            entries.append(entry)
    rows = [
        [
            plain(entry.kind),
            marked(entry.what, 120) or "not named",
            code(entry.place.path, 80),
            draft.cite_entry(entry),
        ]
        for entry in entries[:ENTRIES]
    ]
    text = table(("Kind", "What starts", "File", "Defined in"), rows)
    if len(entries) > ENTRIES:
        folders = sorted({entry.place.path.rpartition("/")[0] or "." for entry in entries[ENTRIES:]})
        text += f"\n\nAnd {exact(len(entries) - ENTRIES, 'more entry point')}, in {listing([code(name) for name in folders], 4)}."
    return text


def _jobs(draft: Draft) -> str:
    jobs = draft.sheet.jobs
    rows = [
        [
            code(job.name, 80),
            plain(job.kind),
            code(job.schedule, 60) if job.schedule else "when asked for",
            draft.cite_job(job),
        ]
        for job in sorted(jobs, key=lambda job: (job.kind.startswith("ci"), not job.schedule, job.name, job.place))[:JOBS]
    ]
    text = table(("Job", "Kind", "When", "Defined in"), rows)
    if len(jobs) > JOBS:
        text += f"\n\nAnd {about(len(jobs) - JOBS)} more {noun(len(jobs) - JOBS, 'job')}."
    return text
