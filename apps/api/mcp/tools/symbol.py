"""A function, class or file with what calls it, what it calls, and what a change of it can reach."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

from msgspec import Meta

from apps.api.mcp.answers import Answer, counted, listed
from apps.api.mcp.tools.tool import Arguments, Refused, Tool, repo_of
from apps.api.standing import GRAPH, standing
from apps.codegraph import selectors as graph
from apps.codegraph.words import reasons_in_words, verdict_in_words
from apps.engine.retrieval import SourceState
from apps.repos.selectors import repo_card
from apps.repos.words import lack_in_words
from apps.tenants.services import Bearer

if TYPE_CHECKING:
    from apps.codegraph.models import Capsule
    from apps.engine import facts
    from apps.repos.models import Repo

_TIES = 30  # symbols of a list
_REACHED = 25
_TESTS = 15
_ROUTES = 15
_NAMESAKES = 20
_SIGNATURE = 800  # characters
_DOCUMENTATION = 1_500
_BODY = 9_000
_TITLES = {
    "callers": "Called by",
    "callees": "Calls",
    "external": "Calls outside the repository",
    "bases": "Extends",
    "subclasses": "Extended by",
    "overrides": "Overrides",
    "overridden": "Overridden by",
    "used-by": "Referred to by",
    "read-by": "Read by",
    "written-by": "Written by",
    "imported-by": "Imported by",
}


class SymbolArguments(Arguments):
    """Which symbol, and how far a change of it is followed."""

    symbol: Annotated[str, Meta(description="A symbol as other tools name it (path/file.py#Class.method), or just its name.")]
    repository: Annotated[
        str, Meta(description="Short name of the repository, as `repositories` lists it. Empty: the only one there is.")
    ] = ""
    depth: Annotated[int, Meta(ge=0, le=5, description="Steps a change is followed: 1 to 5. 0: do not follow it.")] = 2


def run(bearer: Bearer, asked: SymbolArguments) -> Answer:
    """Everything about it, the most telling first; its code last, as far as there is room."""
    repo = repo_of(bearer, asked.repository)
    sources = (standing(repo, GRAPH, graph.current_commit(repo) or ""),)
    wanted = asked.symbol.strip().strip("`")
    if not wanted:
        raise Refused("Say which symbol: path/file.py#Class.method, or just a name.")
    view = graph.capsule_view(repo, wanted)
    if view is None:
        matching = _matching(repo, wanted)
        if len(matching) != 1:
            return _ambiguous(repo, wanted, matching, sources)
        view = graph.capsule_view(repo, matching[0].symbol)
        if view is None:
            raise Refused("The symbol is gone: a sync has just changed the graph. Ask again.")
    lines = [*_about(view.capsule), "", *_called(view), *_ties(view), *_paths(view)]
    lines += _impact(repo, view.capsule.symbol, asked.depth)
    says = f"Symbol of the repository {repo.slug}; lines are those of its commit."
    return Answer((says,), "\n".join([*lines, *_body(view.capsule)]), sources)


def _matching(repo: Repo, wanted: str) -> list[graph.Brief]:
    """What may be meant: those whose whole name it is, else all that hold it."""
    found = list(graph.find_symbols(repo, wanted, limit=_NAMESAKES).briefs) or graph.namesakes(repo, wanted)
    last = wanted.replace("::", ".").replace("->", ".")
    whole = [
        item for item in found if item.name == last or item.qualified == last or item.symbol.endswith((f"#{last}", f"/{last}"))
    ]
    return _outermost(whole or found)


def _outermost(found: list[graph.Brief]) -> list[graph.Brief]:
    """The one that all the others stand in, such as a class its constructor, or are overloads of; else all of them."""
    symbols = {item.symbol for item in found}
    for one in found:
        inside = (f"{one.symbol}.", f"{one.symbol}#") if f"{one.symbol}#1" in symbols else (f"{one.symbol}.",)
        if all(item is one or item.symbol.startswith(inside) for item in found):
            return [one]
    return found


def _ambiguous(repo: Repo, wanted: str, matching: list[graph.Brief], sources: tuple[SourceState, ...]) -> Answer:
    if not matching and not sources[0].commit:
        lack = lack_in_words(repo_card(repo))
        return Answer((f"Nothing is known of {repo.slug} yet: {lack}",), "", sources, is_error=True)
    if not matching:
        says = (
            f"{repo.slug} has no such symbol at its commit. Name it like path/to/file.py#Class.method, or a file by its path; "
            "the search tool finds it by a part of its name."
        )
        return Answer((says,), "", sources, is_error=True)
    lines = [f"- {item.symbol} ({item.kind}, line {item.line})" for item in matching]
    return Answer(("Several symbols may be meant. Ask again with one of these.",), "\n".join(lines), sources, is_error=True)


def _about(capsule: Capsule) -> list[str]:
    lines = [
        f"# {capsule.symbol}",
        f"{capsule.kind} in {capsule.language or 'an unknown language'}, {capsule.path}:{capsule.start_line}-{capsule.end_line}",
    ]
    lines += [f"Signature: {capsule.signature[:_SIGNATURE]}"] if capsule.signature else []
    lines += [f"Properties: {', '.join(map(str, capsule.properties))}"] if capsule.properties else []
    return lines + ([f"Documentation: {capsule.docstring[:_DOCUMENTATION]}"] if capsule.docstring else [])


def _called(view: graph.CapsuleView) -> list[str]:
    """Whether the callers are all known: found, none, or unknown and why."""
    if view.verdict is None:
        return []
    uses = [_TITLES[name] for name in view.lists if name in _TITLES and name != "callers" and graph.LISTS[name].direction == "in"]
    return [
        f"Callers: {view.verdict.verdict}. {verdict_in_words(view.verdict, uses)}",
        *(f"- {reason.text}" for reason in reasons_in_words(view.verdict)),
    ]


def _ties(view: graph.CapsuleView) -> Iterable[str]:
    for name, title in _TITLES.items():
        found = view.lists.get(name)
        if found is not None and found.edges:
            yield f"\n## {title} ({found.ends:,})"
            yield from listed(_ends(found.edges, graph.LISTS[name].direction), most=_TIES, total=found.ends)


def _ends(edges: Iterable[facts.Edge], direction: str) -> list[str]:
    """One line a symbol at the other end, with the lines where it stands and how sure that is."""
    found: dict[str, list[facts.Edge]] = {}
    for edge in edges:
        found.setdefault(edge.source if direction == "in" else edge.target, []).append(edge)
    return [f"- {symbol} ({_places(tied)})" for symbol, tied in found.items()]


def _places(edges: list[facts.Edge]) -> str:
    lines = ", ".join(str(line) for line in sorted({edge.line for edge in edges}))
    by_name = "; by name only" if all(edge.resolution == "name" for edge in edges) else ""
    return f"line {lines}{by_name}"


def _paths(view: graph.CapsuleView) -> Iterable[str]:
    """Routes and tests that lead to it."""
    if view.routes:
        yield f"\n## Routes that run it ({len(view.routes):,})"
        routes = (f"- {item.endpoint.method} {item.endpoint.path} ({_steps(item.calls)})" for item in view.routes)
        yield from listed(routes, most=_ROUTES)
    if view.tests:
        yield f"\n## Tests that reach it ({len(view.tests):,})"
        yield from listed((f"- {item.symbol} ({_steps(item.distance)})" for item in view.tests), most=_TESTS)
    if view.is_cut:
        yield "There may be more routes and tests than these."


def _impact(repo: Repo, symbol: str, depth: int) -> Iterable[str]:
    found = graph.impact_of(repo, symbol, depth=depth) if depth else None
    if found is None:
        return
    more = " There is more than is told." if found.is_cut else " It goes on after the last step." if found.goes_on else ""
    yield f"\n## A change can reach, within {_steps(depth)}"
    counts = f"{counted(len(found.reached), 'symbol')} in {counted(found.files, 'file')}, {counted(len(found.tests), 'test')}"
    yield f"{counts}; routes and jobs: {len(found.runs):,}.{more}"
    yield from listed((f"- {item.symbol} ({_steps(item.distance)})" for item in found.reached), most=_REACHED)
    if found.gaps:
        gaps = ", ".join(f"{gap.name} ({gap.count:,})" for gap in found.gaps[:8])
        yield f"Unknown: calls that could not be followed may lead to more: {gaps}."


def _body(capsule: Capsule) -> list[str]:
    if not capsule.body or capsule.kind == "module":
        return []
    lines = capsule.body.split("\n")
    while len(lines) > 1 and sum(map(len, lines)) + len(lines) > _BODY:
        lines = lines[: len(lines) * 3 // 4]
    total = capsule.end_line - capsule.start_line + 1
    cut = f", its first {len(lines):,} of {total:,} lines" if len(lines) < capsule.body.count("\n") + 1 else ""
    return [f"\n## Code{cut}", *lines]


def _steps(count: int) -> str:
    return "itself" if not count else "1 step" if count == 1 else f"{count} steps"


TOOL = Tool(
    name="symbol",
    title="Symbol, its callers and what a change reaches",
    description=(
        "All about one function, method, class or file: signature, documentation, code, who calls it, what it calls, routes and "
        "tests that reach it, and what a change of it can reach. Says whether the callers are all known: found, none (proven) or "
        "unknown and why. A name that several symbols have gives the list to choose from."
    ),
    arguments=SymbolArguments,
    run=run,
)
