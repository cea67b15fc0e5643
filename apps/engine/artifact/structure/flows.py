"""7. Principal Flows: walks through the call graph, told step by step."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from apps.engine.artifact.draft import Draft
from apps.engine.artifact.prose import capital, code, exact, listing, marked, noun, numbered, plain, quoted
from apps.engine.facts import DiagramEdge, DiagramNode, Flow, FlowStep

FLOWS = 4
STEPS = 12  # of one flow; what finds them stops earlier, but a sheet may hold any number
PICTURES = 2
PASSED = 3  # middleware told by name
_ORDINAL = re.compile(r"#\d+\Z")
_EXPORTED = re.compile(r"\A(?:module\.)?exports\.")
SERVER = "starts the server"  # an entry point that is a deed of its file
HTTP = "HTTP"  # the name of a system of which only the protocol is known
_NODE_KINDS = {
    "endpoint": "endpoint",
    "entry": "entry",
    "handler": "call",
    "call": "call",
    "model": "model",
    "external": "external",
}


def write(draft: Draft) -> str:
    """The section's Markdown."""
    flows = [flow for flow in draft.sheet.flows if flow.steps][:FLOWS]
    if not flows:
        return _nothing(draft)
    said = (
        f"{'This flow was' if len(flows) == 1 else 'These flows were'} found by following calls from endpoints, jobs and "
        "entry points to models and to what lies outside the repository. A step cites the line that takes it, the steps of one "
        "function stand in the order of its lines, and conditions are not shown."
    )
    return "\n\n".join([said, *(_tell(draft, flow, position) for position, flow in enumerate(flows, 1))])


def _nothing(draft: Draft) -> str:
    said = (
        "No flows were found. Looked for: chains of calls from endpoints, jobs and entry points to models or to systems "
        "outside, in the languages whose calls are read."
    )
    if draft.unparsed_languages:
        names = listing([plain(language.name) for language in draft.unparsed_languages], 4)
        said += f" Calls in {names} are not read yet, so flows through that code are unknown."
    elif draft.sheet.call_count and not (draft.sheet.endpoints or draft.sheet.jobs or draft.sheet.entry_points):
        said += " There is nothing to start from: neither endpoints, jobs nor entry points were found."
    return said


def _key(step: FlowStep) -> str:
    """A definition's symbol; for a route or a call, which stand in a line of their own, file and name."""
    is_definition = step.kind in ("handler", "call", "model") and "#" in step.symbol
    return step.symbol if is_definition else f"{step.place.path}#{step.kind}:{step.name}"


def _cite_call(draft: Draft, step: FlowStep, source: FlowStep) -> str:
    """Cite the line that takes a step, named by the function it stands in and what it reaches."""
    if step.called is None:
        return draft.cite(_key(step), step.place)
    inside = source.symbol.partition("#")[2] or source.kind
    return draft.cite(f"{step.called.path}#{inside}:{step.name}", step.called)


def _tell(draft: Draft, flow: Flow, position: int) -> str:
    steps = flow.steps[:STEPS]
    lines = [_step(draft, steps, index) for index in range(len(steps)) if not _is_module(steps[index])]
    lines[1:1] = _passing(draft, steps[0])
    text = f"### {_title(flow)}\n\n{_opening(flow)}\n\n{numbered(lines)}"
    if len(flow.steps) > len(steps):
        text += f"\n\nThe walk goes on for {exact(len(flow.steps) - len(steps), 'more step')}."
    if flow.left_out:
        text += f"\n\nThese functions call {exact(flow.left_out, 'other')} of the repository, left out here."
    if len(steps) > 2 and position <= PICTURES:
        text += "\n\n" + _picture(draft, flow, steps, position)
    return text


def _title(flow: Flow) -> str:
    if flow.steps[0].kind == "endpoint":
        return code(flow.title, 90)
    return f"{code(flow.place.path, 80)} {SERVER}" if flow.title == SERVER else capital(marked(flow.title))


def _plain_title(flow: Flow) -> str:
    """The title where no code can be shown."""
    return flow.title.replace("`", "")


def _is_module(step: FlowStep) -> bool:
    """Whether a step is a file that runs: the start has said so."""
    return step.kind == "handler" and "#" not in step.symbol


def _parent(steps: Sequence[FlowStep], index: int) -> int:
    """The step from which this one is called: the last before it that is one call nearer to the start; -1 for the first."""
    for earlier in range(index - 1, -1, -1):
        if steps[earlier].depth < steps[index].depth:
            return earlier
    return index - 1


def _opening(flow: Flow) -> str:
    """The flow in a sentence or two: where it leads, and how sure that is."""
    steps = flow.steps
    handler = next((step for step in steps[1:] if step.kind == "handler"), None)
    models = _names(step for step in steps if step.kind == "model")
    outside = list(dict.fromkeys(_system(step) for step in steps if step.kind == "external"))
    ends = []
    if models:
        ends.append(f"to {noun(len(models), 'the model', 'the models')} {listing(models, 4)}")
    if outside:
        ends.append(f"to {listing(outside, 4)}")
    if not ends:
        ends.append(f"through {listing(_names(step for step in steps if step.kind == 'call' and step.depth == 2), 4)}")
    who = code(_name(handler), 80) if handler is not None and not _is_module(handler) else "The way"
    said = f"{who} leads {' and '.join(ends)}."
    taken = [step for step in steps[1:] if step.kind != "handler"]
    unsure = sum(step.via not in ("", "exact") for step in taken)
    if not unsure:
        return f"{said} Every step was followed exactly."
    return f"{said} " + capital(
        f"{unsure} of its {exact(len(taken), 'step')} {noun(unsure, 'was', 'were')} inferred from types and may differ at run "
        "time."
    )


def _system(step: FlowStep) -> str:
    """A system outside, as a sentence names it."""
    if step.relation == "http":
        return "another server over HTTP" if step.name == HTTP else code(step.name, 60)
    return plain(step.name, 60)


def _name(step: FlowStep) -> str:
    """The step's name without the number that tells overloads apart, and without the object that a file exports."""
    return _EXPORTED.sub("", _ORDINAL.sub("", step.name))


def _label(step: FlowStep) -> str:
    """The name as a box shows it, which has no code spans."""
    return _name(step) if step.kind != "entry" else _name(step).replace("`", "")


def _names(steps: Iterable[FlowStep]) -> list[str]:
    return list(dict.fromkeys(code(_name(step), 60) for step in steps))


def _step(draft: Draft, steps: Sequence[FlowStep], index: int) -> str:
    step = steps[index]
    name = code(_name(step), 90)
    note = f": {quoted(step.note, 140).rstrip('.')}" if step.note and step.kind in ("handler", "call") else ""
    if index == 0:
        said = f"A request to {name} arrives" if step.kind == "endpoint" else f"Execution starts: {marked(step.name)}"
        if step.name == SERVER:
            said = f"{code(step.place.path, 80)} {SERVER}"
        return f"{said} {draft.cite(_key(step), step.place)}"
    words = [draft.cite_named(step.noted, "words", step.name)] if note and step.noted is not None else []
    if step.kind == "handler":
        verb = "handles it" if steps[0].kind == "endpoint" else "runs"
        return f"{name} {verb}{note} {draft.cite_all([draft.cite(_key(step), step.place), *words])}"
    source = steps[_parent(steps, index)]
    if step.kind == "call" and _name(step) == _name(source) and step.place.path != source.place.path:
        name += f" of {code(step.place.path, 80)}"
    cites = [_cite_call(draft, step, source)]
    if step.spelled is not None:
        cites.append(draft.cite(f"{step.spelled.path}#alias:{step.name}", step.spelled))
    if note:
        draft.cite(_key(step), step.place)  # a box of the picture leads there
        cites += words or [draft.cite(_key(step), step.place)]
    who = capital(_who(source)) if source.kind == "endpoint" else _who(source)
    return f"{who} {_deed(step, name)}{_doubt(step)}{note} {draft.cite_all(cites)}"


def _passing(draft: Draft, start: FlowStep) -> list[str]:
    """What a request goes through before its handler: middleware of the repository, and what lets only some through."""
    if start.kind != "endpoint":
        return []
    own = (item for item in draft.sheet.endpoints if f"{item.method} {item.path}" == start.name and item.symbol == start.symbol)
    before = next((item.passes for item in own), ())
    told = [
        f"{code(item.text, 60)} {draft.cite_named(item.place, 'middleware', item.text)}"
        for item in before
        if item.symbol or item.is_guard
    ]
    return [f"Before its handler it goes through {listing(told, PASSED)}"] if told else []


def _who(step: FlowStep) -> str:
    return "the function that handles it" if step.kind == "endpoint" else code(_name(step), 60)


def _deed(step: FlowStep, name: str) -> str:
    """What a function does to reach a step."""
    if step.kind == "external":
        through = code(step.note or step.symbol, 80)
        if step.relation == "http":
            return f"makes an HTTP request {'' if step.name == HTTP else f'to {name} '}with {through}"
        if step.relation == "program":
            return f"runs another program with {through}"
        return f"reaches {plain(step.name, 60)} through {through}" if through != name else f"reaches {name}"
    if step.kind == "model":
        if step.relation == "creates":
            return f"makes an object of the model {name}"
        return f"{'takes' if step.relation == 'needs' else 'works with'} the model {name}"
    if step.relation == "creates":
        return f"makes an object of {name}"
    if step.relation == "needs":
        return f"depends on {name}, which its parameters name"
    return f"hands on {name}" if step.relation == "names" else f"calls {name}"


def _doubt(step: FlowStep) -> str:
    doubts = []
    if step.implementations > 1:
        doubts.append(f"of which there are {step.implementations} implementations")
    if step.via not in ("", "exact"):
        doubts.append("inferred")
    return f" ({', '.join(doubts)})" if doubts else ""


def _picture(draft: Draft, flow: Flow, steps: Sequence[FlowStep], position: int) -> str:
    keys: dict[tuple[str, str], str] = {}
    nodes: list[DiagramNode] = []
    edges: dict[tuple[str, str], DiagramEdge] = {}
    of_step: list[str] = []
    for index, step in enumerate(steps):
        identity = (step.kind, step.symbol or step.name)
        if identity not in keys:
            keys[identity] = f"s{len(keys) + 1}"
            draft.cite(_key(step), step.place)  # a box may be the only mention of a definition
            nodes.append(DiagramNode(keys[identity], _label(step), _NODE_KINDS.get(step.kind, "call"), _key(step)))
        of_step.append(keys[identity])
        if index:
            source = of_step[_parent(steps, index)]
            if source != of_step[index]:
                kind = "calls" if step.via in ("", "exact") else "inferred"
                edges.setdefault((source, of_step[index]), DiagramEdge(source, of_step[index], "", kind))
    return draft.picture(f"flow-{position}", f"Flow of {_plain_title(flow)}", nodes, edges.values())
