"""5. API / Endpoints: what the application answers to, by common address."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from apps.engine.artifact.draft import Draft
from apps.engine.artifact.prose import capital, code, exact, listing, noun, plain, quoted, table
from apps.engine.artifact.structure.beside import tell_left_out
from apps.engine.artifact.structure.interfaces import tell_schemas
from apps.engine.artifact.structure.routes import cite_mounts, cite_registered, cite_whole_path, is_one_place, short_handler
from apps.engine.facts import Endpoint, Place

ROWS = 42
GROUPS = 7
PACKAGES = 6  # prefixes of packages told one by one
_LOOKED_FOR = (
    "Looked for: routes of the web frameworks of the languages that are read, routes that files name, OpenAPI descriptions, "
    "services in Protocol Buffers, and handlers in folders named routes, api, controllers or handlers."
)
# Addresses that every application has: nobody learns from them what this one does.
_USUAL = frozenset({
    "admin", "api-docs", "debug", "docs", "error", "errors", "favicon.ico", "health", "health-check", "healthcheck", "healthz",
    "images", "livez", "media", "metrics", "openapi.json", "ping", "readyz", "redoc", "robots.txt", "schema", "sitemap.xml",
    "static", "status", "swagger", "test", "test404", "test500", "utils", "version", ".well-known", "__debug__",
})  # fmt: skip
# Signing in and out: nearly as usual.
_SIGNING_IN = frozenset({
    "auth", "authentication", "jwt", "login", "logout", "oauth", "oauth2", "register", "session", "sessions", "signin", "signup",
    "token", "tokens",
})  # fmt: skip
_MARK = re.compile(r"^@(?:summary|description|brief)[ \t]+", re.I)
OTHERS = "Other addresses"
_Chain = tuple[str, tuple[Place, ...]]  # a prefix, and the lines that put it together
CHAINS = 3  # ways of mounting that are said above a group; with more, each row says its own


@dataclass(slots=True)
class _Row:
    path: str
    methods: list[str]
    endpoint: Endpoint


def write(draft: Draft) -> str:
    """The section's Markdown."""
    endpoints = draft.sheet.endpoints
    beside = tell_left_out(draft, draft.whole.endpoints, "endpoint", lambda item: cite_registered(draft, item))
    if not endpoints:
        return f"{_nothing(draft)} {beside}".rstrip()
    rows = _rows(endpoints)
    groups = _groups(rows)
    schemas = tell_schemas(draft)
    parts = [*([schemas] if schemas else []), f"{_summary(draft, groups)} {beside}".rstrip()]
    left: list[tuple[str, list[_Row]]] = []
    flat = len(groups) == 1 or len(rows) <= 8
    if flat:
        parts.append(_group(draft, rows[:ROWS]))
        if len(rows) > ROWS:
            parts.append(f"The table ends here; {exact(len(rows) - ROWS, 'more path')} follow the same pattern of addresses.")
    else:
        told = _told(groups)
        lead = _lead([members[:ROWS] for name, members in groups.items() if name in told])
        if lead:
            parts.append(_mounted_together(draft, lead, {name: groups[name][:ROWS] for name in groups if name in told}))
        for name, members in groups.items():
            if name not in told:
                left.append((name, members))
                continue
            title = OTHERS if name == "" else code(name, 80)
            parts.append(f"### {title}\n\n{_group(draft, members[:ROWS], lead)}")
            if len(members) > ROWS:
                parts.append(f"And {exact(len(members) - ROWS, 'more path')} below {code(name)}.")
    if left:
        parts.append("### More addresses\n\n" + _rest(draft, left))
    return "\n\n".join(parts)


def _told(groups: Mapping[str, list[_Row]]) -> frozenset[str]:
    """The groups that get a table: the largest, as far as there is room.  They are shown by address, whatever their size."""
    told: list[str] = []
    written = 0
    for name in _largest(groups):
        if not written or written + len(groups[name]) <= ROWS:
            written += min(len(groups[name]), ROWS)
            told.append(name)
    return frozenset(told)


def _nothing(draft: Draft) -> str:
    said = f"{tell_schemas(draft)} No HTTP endpoints were found. {_LOOKED_FOR}".strip()
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
    return sorted(rows.values(), key=_address)


def _address(row: _Row) -> tuple[str, str, list[str], Place]:
    return (row.path, row.endpoint.handler, row.methods, row.endpoint.place)


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
    for name in _largest(groups)[GROUPS:]:
        single.extend(groups.pop(name))
    ordered = dict(sorted(groups.items()))
    if single:
        ordered[""] = sorted(single, key=_address)
    return ordered


def _largest(groups: Mapping[str, list[_Row]]) -> list[str]:
    """The names of groups, the largest first, what has no name of its own last."""
    return sorted(groups, key=lambda name: (not name, -len(groups[name]), name))


def example_endpoints(endpoints: Iterable[Endpoint], limit: int = 1) -> tuple[Endpoint, ...]:
    """Endpoints that show best what an application does, at most `limit`; () where none would.

    Only such as are always registered, under a path that is known; first those that answer a whole schema, then handlers in
    the repository, addresses of the application's own, and of these the file that handles most.
    """
    fit = [item for item in endpoints if not item.condition and item.prefix_known and item.source != "folder name"]
    size = Counter(item.place.path for item in fit)

    def weight(item: Endpoint) -> tuple[bool, bool, bool, bool, int, str, bool, int, str, str]:
        segments = _segments(item.path)
        usual = not segments or any(part.lower() in _USUAL for part in segments)
        signing_in = any(part.lower() in _SIGNING_IN for part in segments)
        return (
            not item.serves, usual, "#" not in item.symbol, signing_in, -size[item.place.path], item.place.path,
            item.method not in ("GET", "POST"), len(segments), item.path, item.method,
        )  # fmt: skip

    return tuple(sorted(fit, key=weight)[:limit])


def _summary(draft: Draft, groups: dict[str, list[_Row]]) -> str:
    endpoints = draft.sheet.endpoints
    methods = Counter(endpoint.method for endpoint in endpoints)
    frameworks = sorted({endpoint.framework for endpoint in endpoints if endpoint.framework})
    by = f" with {listing([plain(name) for name in frameworks])}" if frameworks else ""
    ordered = sorted(methods.items(), key=lambda item: (-item[1], item[0]))
    named = listing([f"{number:,} {'for any method' if method == 'ANY' else plain(method)}" for method, number in ordered])
    described = sum(1 for endpoint in endpoints if endpoint.source.startswith("schema:"))
    verb = "Schema files describe" if described == len(endpoints) else "The application registers"
    said = [f"{verb} {exact(len(endpoints), 'endpoint')}{by}: {named}."]
    if 0 < described < len(endpoints):
        said.append(f"{capital(f'{described:,} of them')} {noun(described, 'stands', 'stand')} in schema files, not in code.")
    biggest = [(name, groups[name]) for name in _largest(groups) if name]
    if len(biggest) > 1:
        shown = listing([f"{code(name)} ({exact(len(members), 'path')})" for name, members in biggest[:4]])
        said.append(f"The largest groups of addresses are {shown}.")
    unknown = [endpoint for endpoint in endpoints if not endpoint.prefix_known]
    if unknown:
        said.append(
            f"{capital(exact(len(unknown), 'endpoint') + ' ')}{noun(len(unknown), 'is', 'are')} mounted under a prefix that "
            "could not be "
            f"worked out from the code; {noun(len(unknown), 'its path starts', 'their paths start')} with `…/` "
            f"{cite_registered(draft, unknown[0])}."
        )
    conditional = sum(1 for endpoint in endpoints if endpoint.condition)
    if conditional:
        said.append(f"{capital(f'{conditional:,} of them')} {noun(conditional, 'is', 'are')} registered only under a condition.")
    guessed = [endpoint for endpoint in endpoints if endpoint.source == "folder name"]
    if guessed:
        which = "All" if len(guessed) == len(endpoints) else capital(f"{len(guessed):,} of them")
        said.append(f"{which} {'is' if len(guessed) == 1 else 'are'} listed by folder name, not recognised by a framework.")
    said.extend(_from_packages(draft))
    said.append(_requirements(draft))
    return " ".join(said)


def _requirements(draft: Draft) -> str:
    """For how many endpoints the code states who may ask.  What it does not state is unknown, never open."""
    endpoints = draft.sheet.endpoints
    stated = [endpoint for endpoint in endpoints if endpoint.auth]
    freed = [endpoint for endpoint in endpoints if not endpoint.auth and endpoint.auth_at is not None]
    if not stated and not freed:
        return "Whether an endpoint needs a signed-in user was not found stated in the code; that does not mean that it is open."
    said = []
    if stated:
        most = Counter(endpoint.auth for endpoint in stated).most_common()
        often = sorted(most, key=lambda item: (-item[1], item[0]))[0][0]
        first = next(endpoint for endpoint in stated if endpoint.auth == often)
        said.append(
            f"For {exact(len(stated), 'endpoint')} the code states what is required of who asks, most often {code(often, 60)} "
            f"{_cite_requirement(draft, first)}"
        )
    if freed:
        verb = "for" if said else "For"
        said.append(f"{verb} {exact(len(freed), 'endpoint')} it states that nothing is {_cite_requirement(draft, freed[0])}")
    left = len(endpoints) - len(stated) - len(freed)
    rest = f"; of the other {left:,} it is not known" if left else ""
    return f"{', '.join(said)}{rest}."


def _cite_requirement(draft: Draft, endpoint: Endpoint) -> str:
    """Cite where it is stated; of several middleware each where it is put before the route."""
    guards = [item for item in endpoint.passes if item.is_guard]
    if not guards:
        return draft.cite_named(endpoint.auth_at, "requirement", endpoint.auth)
    return draft.cite_all(draft.cite_named(item.place, "requirement", item.text) for item in guards)


def _from_packages(draft: Draft) -> list[str]:
    """Prefixes below which a package outside the repository answers: its routes are not in the tables."""
    outside = [fact for fact in draft.sheet.unknowns if fact.kind == "endpoints" and "outside the repository" in fact.reason]
    if not outside:
        return []
    named = []
    for fact in outside[:PACKAGES]:
        prefix, _, package = fact.what.partition(" ")
        named.append(f"{code(prefix, 60)} {plain(package, 60)} {draft.cite_named(fact.place, 'included', prefix)}")
    more = f" and {exact(len(outside) - PACKAGES, 'more prefix')}" if len(outside) > PACKAGES else ""
    said = [f"Not listed are the routes that packages bring: below {listing(named) if not more else ', '.join(named)}{more}."]
    return said + _registered_with_packages(draft)


def _registered_with_packages(draft: Draft) -> list[str]:
    """What the repository hands to the registries of packages: they decide the addresses below their prefix."""
    groups: dict[str, list[str]] = defaultdict(list)
    for fact in draft.sheet.unknowns:
        if fact.kind == "registered endpoint":
            what, _, prefix = fact.what.rpartition(" below ")
            name, _, handler = what.rpartition(" by ")
            shown = f"{code(name, 60)} by {code(handler, 60)}" if name else code(handler, 60)
            groups[prefix].append(f"{shown} {draft.cite_named(fact.place, 'registered', handler)}")
    return [
        f"Below {code(prefix, 60)} the code registers {listing(found, PACKAGES)}." for prefix, found in sorted(groups.items())
    ]


def _chains(rows: Sequence[_Row]) -> list[_Chain]:
    """The ways in which the routes of a group are mounted; none where there are more than can be said above it."""
    chains = {(row.endpoint.prefix, row.endpoint.mounts) for row in rows if row.endpoint.mounts}
    return sorted(chains) if len(chains) <= CHAINS else []


def _lead(groups: Sequence[Sequence[_Row]]) -> tuple[Place, ...]:
    """The lines with which the mounts of several groups begin: they are told once, above all of them."""
    mounted = [chains for rows in groups if (chains := _chains(rows))]
    return _shared([mounts for chains in mounted for _, mounts in chains]) if len(mounted) > 1 else ()


def _mounted_together(draft: Draft, lead: tuple[Place, ...], groups: Mapping[str, Sequence[_Row]]) -> str:
    names = [code(name, 80) if name else f"the {OTHERS.lower()}" for name, rows in groups.items() if _chains(rows)]
    prefixes = {prefix for rows in groups.values() for prefix, mounts in _chains(rows) if mounts == lead}
    under = f" under {listing([code(prefix, 80) for prefix in sorted(prefixes)])}" if prefixes else ""
    return f"The routes of {listing(names)} are mounted{under} by {cite_mounts(draft, lead)}."


def _group(draft: Draft, rows: Sequence[_Row], lead: tuple[Place, ...] = ()) -> str:
    """A table, and above it the lines that the beginning of its paths is put together from, but for those told before."""
    ordered = _chains(rows)
    if not ordered:
        return _table(draft, rows, with_mounts=any(row.endpoint.mounts for row in rows))
    shared = _shared([mounts for _prefix, mounts in ordered]) if len(ordered) > 1 else lead
    further = [(prefix, mounts[len(shared) :]) for prefix, mounts in ordered if len(mounts) > len(shared)]
    named = listing([f"{code(prefix, 80)} by {cite_mounts(draft, mounts)}" for prefix, mounts in further])
    told = _table(draft, rows, with_mounts=False)
    if len(shared) > len(lead):
        itself = next((f" under {code(prefix, 80)}" for prefix, mounts in ordered if mounts == shared), "")
        start = "From there" if lead else "Mounted"
        return f"{start}{itself} by {cite_mounts(draft, shared[len(lead) :])}; below that, {named}.\n\n{told}"
    if not further:
        return told
    return f"{'From there' if lead else 'Mounted'} under {named}.\n\n{told}"


def _shared(chains: Sequence[tuple[Place, ...]]) -> tuple[Place, ...]:
    """The lines with which all chains begin."""
    length = 0
    while all(len(chain) > length for chain in chains) and len({chain[length] for chain in chains}) == 1:
        length += 1
    return chains[0][:length]


def _table(draft: Draft, rows: Sequence[_Row], *, with_mounts: bool) -> str:
    described = any(_first_line(row.endpoint.docstring) for row in rows)
    apart = not all(is_one_place(row.endpoint) for row in rows)
    guarded = any(row.endpoint.auth or row.endpoint.auth_at for row in rows)
    out = []
    for row in rows:
        endpoint = row.endpoint
        path = code(row.path, 110)
        if endpoint.condition:
            where = draft.cite_named(endpoint.condition_at, "condition", endpoint.condition)
            path += f", only if {code(endpoint.condition, 70)} {where}"
        cells = [", ".join(plain(method) for method in row.methods), path, code(short_handler(endpoint.handler), 60)]
        if guarded:
            cells.append(_required(draft, endpoint))
        if described:
            cells.append(_in_its_own_words(draft, endpoint))
        cells.append(cite_whole_path(draft, endpoint) if with_mounts else cite_registered(draft, endpoint))
        if apart:
            cells.append(_handler_at(draft, endpoint))
        out.append(cells)
    places = ("Registered in", "Handler defined in") if apart else ("Registered in",)
    between = (*(("Requires",) if guarded else ()), *(("In its own words",) if described else ()))
    return table(("Method", "Path", "Handler", *between, *places), out)


def _required(draft: Draft, endpoint: Endpoint) -> str:
    if endpoint.auth:
        return f"{code(endpoint.auth, 50)} {_cite_requirement(draft, endpoint)}"
    return f"nothing {_cite_requirement(draft, endpoint)}" if endpoint.auth_at is not None else "not stated"


def _handler_at(draft: Draft, endpoint: Endpoint) -> str:
    if not is_one_place(endpoint):
        return draft.cite_endpoint(endpoint)
    return "there too" if endpoint.symbol or endpoint.handler == "anonymous function" else "a package"


def _in_its_own_words(draft: Draft, endpoint: Endpoint) -> str:
    """The first line that describes the handler; a comment in front of it has a citation of its own."""
    said = quoted(_first_line(endpoint.docstring), 100)
    if not said or endpoint.documented is None:
        return said
    return f"{said} {draft.cite_named(endpoint.documented, 'words', endpoint.handler)}"


def _first_line(docstring: str) -> str:
    """What a description begins with, without the mark of a tool that collects it: ``@Summary Adds one``."""
    return _MARK.sub("", docstring.strip().split("\n")[0].strip()) if docstring.strip() else ""


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
                cite_registered(draft, members[0].endpoint),
            ]
        )
    total = sum(len(members) for _name, members in left)
    return f"{capital(exact(total, 'more path'))}, by group:\n\n" + table(
        ("Addresses", "Paths", "Methods", "Handlers in", "The first is registered in"), rows
    )
