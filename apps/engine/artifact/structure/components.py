"""6. Main Services and Components: the parts, how they hang together, where execution starts, what runs in the background."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from apps.engine.artifact.draft import Draft, is_left_over, part_name
from apps.engine.artifact.prose import about, bullets, capital, code, count, exact, listing, marked, noun, plain, quoted, table
from apps.engine.artifact.structure.beside import tell_folders, tell_left_out
from apps.engine.facts import Component, DiagramEdge, DiagramNode, EntryPoint, Job, PartSymbol

NODES = 16
EDGES = 18
PARTS = 12  # told one by one
MOST_PARTS = 20  # of the others
TIES = 4  # parts named that one part uses, or that use it
ENTRIES = 8
JOBS = 7
SHARED = 3  # symbols named of a part
COMMAND = "management command "  # how entries that are told in one row begin
_LANGUAGES_OF_JOBS = (
    (("Python",), "tasks of Celery, RQ, Dramatiq, Huey, arq and APScheduler"),
    (("JavaScript", "TypeScript", "TSX"), "schedules of cron packages, workers of BullMQ"),
)
_LANGUAGES_OF_PROGRAMS = (
    (("Python",), "guarded main blocks, WSGI and ASGI applications, console scripts"),
    (("JavaScript", "TypeScript", "TSX"), "servers that listen, `main` and `bin` of package.json"),
)


def principal_symbols(part: Component) -> tuple[PartSymbol, ...]:
    """What a reader should know a part by: what other parts use of it, the most used first, else what it holds."""
    return part.shared or part.holds


def write(draft: Draft) -> str:
    """The section's Markdown."""
    sheet = draft.sheet
    parts = [_summary(draft)]
    picture = _picture(draft)
    if picture:
        parts.append(picture)
    if draft.components:
        parts.append(_parts(draft))
    parts += filter(None, [tell_folders(draft)])
    beside = tell_left_out(draft, draft.whole.entry_points, "entry point", draft.cite_entry)
    if sheet.entry_points:
        parts.append(f"### Where execution starts\n\n{_entry_points(draft)}\n\n{beside}".rstrip())
    elif sheet.files:
        looked = _looked_for(draft, _LANGUAGES_OF_PROGRAMS, "scripts")
        parts.append(f"No entry points were found. Looked for: {looked}. {beside}".rstrip())
    if sheet.jobs:
        parts.append("### Background and scheduled work\n\n" + _jobs(draft))
    unfollowed = [fact for fact in sheet.unknowns if fact.kind == "background job"]
    if unfollowed:
        cited = draft.cite_all((draft.cite_named(fact.place, "enqueued", fact.what) for fact in unfollowed), 3)
        also = "also " if sheet.jobs else ""
        parts.append(f"Jobs are {also}put on a queue in {exact(len(unfollowed), 'place')} that could not be followed {cited}.")
    elif sheet.files and not sheet.jobs:
        looked = _looked_for(draft, _LANGUAGES_OF_JOBS, "schedules of workflows")
        parts.append(f"No background or scheduled jobs were found. Looked for: {looked}.")
    return "\n\n".join(parts)


def _looked_for(draft: Draft, wanted: tuple[tuple[tuple[str, ...], str], ...], always: str) -> str:
    """What is looked for in the languages that are there."""
    present = {language.name for language in draft.sheet.languages}
    return ", ".join([*(words for names, words in wanted if not present.isdisjoint(names)), always])


def _summary(draft: Draft) -> str:
    sheet = draft.sheet
    parts = [part for part in draft.components if part.role != "tests" and not is_left_over(part)]
    others = [part for part in draft.components if is_left_over(part)]
    if not draft.components:
        said = "No components were found: no folder holds code of its own."
        if draft.unparsed_languages:
            names = listing([plain(language.name) for language in draft.unparsed_languages], 4)
            said += f" Code in {names} is not read yet, so how its parts depend on each other is unknown."
        return said
    said_parts = []
    if len(parts) == 1:
        said_parts.append(f"All code stands in one part: {_title(parts[0])}.")
    else:
        joined = "; they are joined by calls and imports between their files" if any(part.uses for part in parts) else ""
        besides = " besides its tests" if any(part.role == "tests" for part in draft.components) else ""
        over = (" and" if besides else " besides") + " what is left over" if others else ""
        flat = sorted({part.path.rpartition("/")[0] for part in parts if part.members})
        named = listing([code(folder) if folder else "the root" for folder in flat], 3)
        by = f"By its folders, and in {named} by which files refer to each other," if flat else "By its folders"
        said_parts.append(f"{by} the code falls into {exact(len(parts), 'part')}{besides}{over}{joined}.")
    used: dict[str, set[str]] = defaultdict(set)
    for part in (*parts, *others):
        for name, _edges in part.uses:
            used[name].add(part.name)
    by_name = {part.name: part for part in parts}
    most = max((len(used[name]) for name in used if name in by_name), default=0)
    hubs = sorted(name for name in used if name in by_name and len(used[name]) == most)
    if most > 2:
        named = listing([part_name(by_name[name]) for name in hubs], 3)
        which = f"{noun(len(hubs), 'is', 'are')} {named}, by at least {exact(most, 'other part')}{' each' if hubs[1:] else ''}"
        said_parts.append(f"Most used {which}, for example at {_cite_users(draft, parts, hubs[0])}.")
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
    return f"about {5 * steps} %" if steps else "a few"


def _cite(draft: Draft, part: Component) -> str:
    return draft.cite(part.place.path, part.place)


def _cite_users(draft: Draft, parts: list[Component], hub: str) -> str:
    """A line of some parts that use the part `hub`."""
    cites = []
    for part in sorted(parts, key=lambda part: (part.path.startswith("."), part.path)):  # tools of the repository come last
        for name, place in part.uses_at:
            if name == hub:
                cites.append(draft.cite(f"{place.path}#use:{hub}", place))
    return draft.cite_all(cites)


def _title(part: Component) -> str:
    """A part in words: its path, and what of it is meant where other parts stand inside it."""
    if part.members:
        return (
            f"{part_name(part)} with {listing([code(path.rpartition('/')[2]) for path in part.members if path != part.path], 3)}"
        )
    if not is_left_over(part):
        return part_name(part)
    start = part.path.removesuffix("*")
    return f"{part_name(part)}: {listing([code(name.removeprefix(start)) for name in part.folders], 6)}"


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
    return part_name(part).replace("`", "") if part.path in ("", ".") or is_left_over(part) else short


def _parts(draft: Draft) -> str:
    """What is known of each part; small ones, and those of which nothing but the size is known, share a line.

    The largest are chosen; they are told by their paths, so that a part that grows stays where it stands.
    """
    parts = draft.components
    users: dict[str, list[str]] = defaultdict(list)
    names = {part.name: part_name(part) for part in parts}
    for part in parts:
        if part.role != "tests":
            for name, _edges in part.uses:
                users[name].append(names[part.name])
    known = [part for part in parts if part.uses or users[part.name] or part.description or principal_symbols(part)]
    told = sorted((part for part in known if not is_left_over(part)), key=_size)[:PARTS]
    text = bullets(_describe(draft, part, names, users[part.name]) for part in sorted(told, key=_position))
    left = sorted((part for part in parts if part not in told), key=_position)
    if left:
        kinds = [f"{_title(part)} ({_role(part, ', ')}{count(part.files, 'file')})" for part in left]
        opening = "Smaller parts, and those without known ties, are" if known else "The parts are"
        text = f"{text}\n\n{opening} {listing(kinds, MOST_PARTS)}.".strip()
    return text


def _size(part: Component) -> tuple[bool, int, str]:
    return (part.role == "tests", -part.lines, part.path)


def _position(part: Component) -> tuple[bool, bool, str]:
    """By path; what is left over after the parts, tests last."""
    return (part.role == "tests", is_left_over(part), part.path)


def _role(part: Component, end: str) -> str:
    """What a part holds; said to be a name's word where nothing else tells."""
    if not part.role:
        return ""
    return f"{plain(part.role)}{' by its name' if part.source == 'folder name' else ''}{end}"


def _describe(draft: Draft, part: Component, names: dict[str, str], users: list[str]) -> str:
    size = f"{_role(part, ', ')}{count(part.files, 'file')}, {count(part.lines, 'line')}"
    nested = [other for other in draft.components if other.role != "tests" and other.path.startswith(f"{part.path}/")]
    outside = ", only what stands directly in it" if nested and part.path not in ("", ".") else ""
    folder = "" if part.path == "." else part.path
    if any(other.members and other.path.rpartition("/")[0] == folder for other in draft.components):
        outside = ", only what is in none of the groups of its files"
    said = [f"**{capital(_title(part))}** ({size}{outside})"]
    said[0] += f": {quoted(part.description, 160).rstrip('.')} {draft.cite_description(part)}." if part.description else "."
    ties = []
    if part.uses:
        ties.append(f"uses {_used(draft, part, names)}")
    if users:
        ties.append(f"is used by {listing(sorted(users, key=_without_marks), TIES)}")
    if ties:
        said.append(f"It {'; it '.join(ties)}.")
    said.append(_symbols(draft, part))
    return " ".join(sentence for sentence in said if sentence)


def _without_marks(name: str) -> str:
    return name.replace("`", "")


def _used(draft: Draft, part: Component, names: dict[str, str]) -> str:
    """The parts it uses most, by their names; the first with a line that does so."""
    whole = len(part.uses) <= TIES + 1
    strongest = sorted(part.uses, key=lambda use: (-use[1], use[0]))[: None if whole else TIES]
    chosen = sorted(name for name, _edges in strongest)
    places = dict(part.uses_at)
    place = places.get(chosen[0])
    first = draft.cite(f"{place.path}#use:{chosen[0]}", place) if place is not None else ""
    said = [names.get(name, code(name)) for name in chosen]
    said[0] = f"{said[0]} {first}".rstrip()
    left = len(part.uses) - len(chosen)
    return f"{', '.join(said)} and {left:,} more" if left else listing(said)


def _by_name(symbols: Sequence[PartSymbol]) -> list[PartSymbol]:
    return sorted(symbols, key=lambda item: (item.name, item.symbol))


def _symbols(draft: Draft, part: Component) -> str:
    """What other parts use of it, each with a use; else what is defined in it."""
    if part.shared:
        told = []
        for item in _by_name(part.shared[:SHARED]):
            where = draft.cite(f"{item.used_at.path}#use:{item.name}", item.used_at) if item.used_at else ""
            # Calls that could not be followed may add to it: a number would say more than is known.
            often = f"in at least {exact(item.parts, 'other part')}, such as at " if item.parts > 1 else "such as at "
            told.append(f"{code(item.name, 60)} ({often if item.places > 1 else 'at '}{where})")
        return f"Others use its {listing(told)}."
    told = [f"{code(item.name, 60)} {draft.cite_symbol(item.symbol, item.place)}" for item in _by_name(part.holds[:SHARED])]
    return f"It defines {listing(told)}." if told else ""


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
    entries = _with_servers(entries)
    commands = [entry for entry in entries if entry.what.startswith(COMMAND)]
    others = [entry for entry in entries if entry not in commands] if len(commands) > 2 else entries
    rows = [_entry_row(draft, entry) for entry in others[:ENTRIES]]
    if others is not entries:
        rows.append(_commands_row(draft, commands))
    text = table(("Kind", "What starts", "File", "Defined in"), rows)
    if len(others) > ENTRIES:
        folders = sorted({entry.place.path.rpartition("/")[0] or "." for entry in others[ENTRIES:]})
        text += f"\n\nAnd {exact(len(others) - ENTRIES, 'more entry point')}, in {listing([code(name) for name in folders], 4)}."
    return text


def _with_servers(entries: list[EntryPoint]) -> list[EntryPoint]:
    """Of a file that starts a server only the entry that says so: a manifest's `main` of the same file says less."""
    servers = {entry.place.path: entry for entry in entries if entry.kind == "main" and entry.source.startswith("framework")}
    return [entry for entry in entries if entry.kind != "main" or servers.get(entry.place.path, entry) is entry]


def _entry_row(draft: Draft, entry: EntryPoint) -> list[str]:
    return [plain(entry.kind), marked(entry.what, 120) or "not named", code(entry.place.path, 80), draft.cite_entry(entry)]


def _commands_row(draft: Draft, commands: list[EntryPoint]) -> list[str]:
    """Management commands, which are alike and may be many, in one row."""
    names = [marked(entry.what.removeprefix(COMMAND), 60) for entry in commands]
    folders = sorted({entry.place.path.rpartition("/")[0] for entry in commands})
    return [
        plain(commands[0].kind),
        f"{exact(len(commands), 'management command')}, such as {listing(names[:2])}",
        listing([code(name, 60) for name in folders], 2),
        draft.cite_all((draft.cite_entry(entry) for entry in commands), 2),
    ]


def _when(draft: Draft, job: Job) -> str:
    """The schedule, or the line that puts it on a queue."""
    cite = draft.cite_named(job.asked_at, "enqueue", job.name) if job.asked_at is not None else ""
    return f"{code(job.schedule, 60) if job.schedule else 'when asked for'} {cite}".rstrip()


def _jobs(draft: Draft) -> str:
    jobs = draft.sheet.jobs
    rows = [
        [
            code(job.name, 80),
            plain(job.kind),
            _when(draft, job),
            draft.cite_job(job),
        ]
        for job in sorted(jobs, key=lambda job: (job.kind.startswith("ci"), not job.schedule, job.name, job.place))[:JOBS]
    ]
    text = table(("Job", "Kind", "When", "Defined in"), rows)
    if len(jobs) > JOBS:
        text += f"\n\nAnd {about(len(jobs) - JOBS)} more {noun(len(jobs) - JOBS, 'job')}."
    return text
