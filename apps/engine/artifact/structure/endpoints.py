"""5. API / Endpoints: what the application answers to, by common address."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from apps.engine.artifact.draft import Draft
from apps.engine.artifact.prose import capital, code, exact, listing, noun, plain, table
from apps.engine.facts import Endpoint, Place

ROWS = 42
GROUPS = 7
_LOOKED_FOR = (
    "Looked for: routes of Django (with REST framework), FastAPI, Flask and Express, and handlers in folders named routes, "
    "api, controllers "
    "or handlers."
)


_GRAPHQL_SERVERS = {
    "graphene",
    "graphene-django",
    "strawberry-graphql",
    "ariadne",
    "apollo-server",
    "@apollo/server",
    "type-graphql",
}


@dataclass(slots=True)
class _Row:
    path: str
    methods: list[str]
    endpoint: Endpoint


def write(draft: Draft) -> str:
    """The section's Markdown."""
    endpoints = draft.sheet.endpoints
    if not endpoints:
        return _nothing(draft)
    rows = _rows(endpoints)
    groups = _groups(rows)
    parts = [_summary(draft, groups)]
    left: list[tuple[str, list[_Row]]] = []
    written = 0
    flat = len(groups) == 1 or len(rows) <= 8
    if flat:
        parts.append(_table(draft, rows[:ROWS]))
        if len(rows) > ROWS:
            parts.append(f"The table ends here; {exact(len(rows) - ROWS, 'more path')} follow the same pattern of addresses.")
    else:
        for name, members in groups.items():
            if written + len(members) > ROWS and written:
                left.append((name, members))
                continue
            written += min(len(members), ROWS)
            title = "Other addresses" if name == "" else code(name, 80)
            parts.append(f"### {title}\n\n{_table(draft, members[:ROWS])}")
            if len(members) > ROWS:
                parts.append(f"And {exact(len(members) - ROWS, 'more path')} below {code(name)}.")
    if left:
        parts.append("### More addresses\n\n" + _rest(draft, left))
    return "\n\n".join(parts)


def _nothing(draft: Draft) -> str:
    said = f"No HTTP endpoints were found. {_LOOKED_FOR}"
    if draft.unparsed_languages:
        names = listing([plain(language.name) for language in draft.unparsed_languages], 4)
        said += f" Code in {names} is not read yet, so endpoints registered in it are unknown, not absent."
    return said


def _rows(endpoints: Sequence[Endpoint]) -> list[_Row]:
    """One row for a path and a handler, with all its methods."""
    rows: dict[tuple[str, str, str, Place], _Row] = {}
    for endpoint in endpoints:
        key = (endpoint.path, endpoint.handler, endpoint.symbol, endpoint.place)
        row = rows.setdefault(key, _Row(endpoint.path, [], endpoint))
        if endpoint.method not in row.methods:
            row.methods.append(endpoint.method)
    return sorted(rows.values(), key=lambda row: (row.path, row.methods))


def _segments(path: str) -> list[str]:
    return [part for part in path.split("/") if part]


def _is_variable(segment: str) -> bool:
    return segment.startswith(("{", "<", ":", "(", "*", "…")) or "<" in segment or "{" in segment


def _groups(rows: Sequence[_Row]) -> dict[str, list[_Row]]:
    """Rows by the first part of the path in which they differ; parts with one row together under ""."""
    paths = [_segments(row.path) for row in rows]
    common = 0
    while (
        all(len(path) > common + 1 for path in paths)
        and len({path[common] for path in paths}) == 1
        and not _is_variable(paths[0][common])
    ):
        common += 1
    # Where an API shares a prefix that a few other addresses do not have, the prefix alone tells nothing.
    usual = Counter("/".join(path[:2]) for path in paths if len(path) > 2)
    found: dict[str, list[_Row]] = defaultdict(list)
    for row, path in zip(rows, paths, strict=True):
        depth = common + 1
        if common == 0 and len(path) > 2 and (path[0] in ("api", "v1", "v2", "rest", "…")):
            depth = 2 + (path[1] in ("v1", "v2", "v3") or usual["/".join(path[:2])] > 0.9 * len(rows))
        name = "/" + "/".join(part for part in path[:depth] if not _is_variable(part))
        found[name.rstrip("/") or "/"].append(row)
    groups = {name: members for name, members in found.items() if len(members) > 1}
    single = [row for members in found.values() if len(members) == 1 for row in members]
    ordered = dict(sorted(groups.items(), key=lambda item: (-len(item[1]), item[0])))
    if len(ordered) > GROUPS:
        for name in list(ordered)[GROUPS:]:
            single.extend(ordered.pop(name))
    if single:
        ordered[""] = sorted(single, key=lambda row: (row.path, row.methods))
    return ordered


def _cite(draft: Draft, endpoint: Endpoint) -> str:
    return draft.cite_endpoint(endpoint)


def _summary(draft: Draft, groups: dict[str, list[_Row]]) -> str:
    endpoints = draft.sheet.endpoints
    methods = Counter(endpoint.method for endpoint in endpoints)
    frameworks = sorted({endpoint.framework for endpoint in endpoints if endpoint.framework})
    by = f" with {listing([plain(name) for name in frameworks])}" if frameworks else ""
    ordered = sorted(methods.items(), key=lambda item: (-item[1], item[0]))
    named = listing([f"{number:,} {'for any method' if method == 'ANY' else plain(method)}" for method, number in ordered])
    first = endpoints[0]
    registered = draft.cite_named(first.registered, "route", f"{first.method} {first.path}") or _cite(draft, first)
    said = [f"The application registers {exact(len(endpoints), 'endpoint')}{by}: {named} {registered}."]
    biggest = [(name, members) for name, members in groups.items() if name]
    if len(biggest) > 1:
        shown = listing([f"{code(name)} ({exact(len(members), 'path')})" for name, members in biggest[:4]])
        said.append(f"The largest groups of addresses are {shown}.")
    unknown = [endpoint for endpoint in endpoints if not endpoint.prefix_known]
    if unknown:
        said.append(
            f"{capital(exact(len(unknown), 'endpoint') + ' ')}{noun(len(unknown), 'is', 'are')} mounted under a prefix that "
            "could not be "
            f"worked out from the code; {noun(len(unknown), 'its path starts', 'their paths start')} with `…/` "
            f"{_cite(draft, unknown[0])}."
        )
    guessed = [endpoint for endpoint in endpoints if endpoint.source == "folder name"]
    if guessed:
        which = "All" if len(guessed) == len(endpoints) else capital(f"{len(guessed):,} of them")
        said.append(f"{which} {'is' if len(guessed) == 1 else 'are'} listed by folder name, not recognised by a framework.")
    graphql = next((item for item in draft.sheet.dependencies if item.name.lower() in _GRAPHQL_SERVERS), None)
    if graphql is not None:
        cite = draft.cite_named(graphql.place, "dependency", graphql.name)
        said.append(f"{code(graphql.name)} is declared too {cite}: what a GraphQL schema offers is not listed here.")
    said.append("Whether an endpoint needs a signed-in user is not among the facts collected; its handler shows it.")
    return " ".join(said)


def _table(draft: Draft, rows: Sequence[_Row]) -> str:
    described = any(_first_line(row.endpoint.docstring) for row in rows)
    out = []
    for row in rows:
        cells = [", ".join(plain(method) for method in row.methods), code(row.path, 110), code(_short(row.endpoint.handler), 60)]
        if described:
            cells.append(plain(_first_line(row.endpoint.docstring), 100))
        out.append([*cells, _cite(draft, row.endpoint)])
    return table(("Method", "Path", "Handler", *(("In its own words",) if described else ()), "Defined in"), out)


def _first_line(docstring: str) -> str:
    return docstring.strip().split("\n")[0].strip() if docstring.strip() else ""


def _short(handler: str) -> str:
    """A dotted handler by its last two names."""
    parts = handler.split(".")
    return ".".join(parts[-2:]) if len(parts) > 2 and all(part.isidentifier() for part in parts) else handler


def _rest(draft: Draft, left: Sequence[tuple[str, list[_Row]]]) -> str:
    rows = []
    for name, members in left:
        methods = Counter(method for row in members for method in row.methods)
        files = sorted({row.endpoint.place.path for row in members})
        rows.append(
            [
                code(name) if name else "others",
                f"{len(members):,}",
                listing([f"{number:,} {plain(method)}" for method, number in sorted(methods.items())]),
                listing([code(path, 70) for path in files], 2, "more files"),
                _cite(draft, members[0].endpoint),
            ]
        )
    total = sum(len(members) for _name, members in left)
    return f"{capital(exact(total, 'more path'))}, by group:\n\n" + table(
        ("Addresses", "Paths", "Methods", "Handlers in", "First"), rows
    )
