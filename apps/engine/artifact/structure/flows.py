"""7. Principal Flows: walks through the call graph, told step by step."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from apps.engine.artifact.draft import Draft
from apps.engine.artifact.prose import capital, code, exact, listing, marked, noun, numbered, plain
from apps.engine.facts import DiagramEdge, DiagramNode, Flow, FlowStep

FLOWS = 4
STEPS = 7
PICTURES = 2
SAME_SHARE = 0.6  # of steps in common, from which on a flow repeats another
_ORDINAL = re.compile(r"#\d+\Z")
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
    flows = [flow for flow in draft.sheet.flows if flow.steps]
    if not flows:
        return _nothing(draft)
    number = min(len(flows), FLOWS)
    one = len(flows) == 1
    said = (
        f"{'This flow was' if one else 'These flows were'} found by following calls from endpoints and entry points to models "
        "and to "
        "what lies outside the repository. Each arrow is a call that stands in the code; the order of steps is that of the "
        "code, and "
        "conditions are not shown."
    )
    if len(flows) > number:
        said += " " + capital(
            f"{number} of {exact(len(flows), 'flow')} found {noun(number, 'is', 'are')} told here: those that reach most."
        )
    parts = [said]
    for position, flow in enumerate(_different(flows)[:number], 1):
        parts.append(_tell(draft, flow, position))
    return "\n\n".join(parts)


def _different(flows: Sequence[Flow]) -> list[Flow]:
    """Flows in their order, those that mostly repeat an earlier one behind the rest."""
    told: list[set[str]] = []
    first: list[Flow] = []
    repeats: list[Flow] = []
    for flow in flows:
        inner = {step.symbol or step.name for step in flow.steps[2:]}
        if any(inner and len(inner & earlier) > SAME_SHARE * len(inner) for earlier in told):
            repeats.append(flow)
        else:
            told.append(inner)
            first.append(flow)
    return first + repeats


def _nothing(draft: Draft) -> str:
    said = (
        "No flows were found. Looked for: chains of calls from endpoints and entry points to models or to systems outside, in "
        "the languages "
        "whose calls are read."
    )
    if draft.unparsed_languages:
        names = listing([plain(language.name) for language in draft.unparsed_languages], 4)
        said += f" Calls in {names} are not read yet, so flows through that code are unknown."
    elif draft.sheet.call_count and not (draft.sheet.endpoints or draft.sheet.entry_points):
        said += " There is nothing to start from: neither endpoints nor entry points were found."
    return said


def _key(step: FlowStep) -> str:
    """A definition's symbol; for a route or a call, which stand in a line of their own, file and name."""
    is_definition = step.kind in ("handler", "call", "model") and "#" in step.symbol
    return step.symbol if is_definition else f"{step.place.path}#{step.kind}:{step.name}"


def _cite(draft: Draft, step: FlowStep) -> str:
    return draft.cite(_key(step), step.place)


def _tell(draft: Draft, flow: Flow, position: int) -> str:
    steps = flow.steps[:STEPS]
    left = len(flow.steps) - len(steps)
    lines = [_step(draft, steps, index) for index in range(len(steps))]
    text = f"### {_title(flow)}\n\n{_opening(draft, flow)}\n\n{numbered(lines)}"
    if left:
        text += f"\n\nThe walk goes on for {exact(left, 'more step')}."
    if len(steps) > 2 and position <= PICTURES:
        text += "\n\n" + _picture(draft, flow, steps, position)
    return text


def _title(flow: Flow) -> str:
    return code(flow.title, 90) if flow.steps[0].kind == "endpoint" else marked(flow.title)


def _parent(steps: Sequence[FlowStep], index: int) -> int:
    """The step from which this one is called: the last before it that is one call nearer to the start; -1 for the first."""
    for earlier in range(index - 1, -1, -1):
        if steps[earlier].depth < steps[index].depth:
            return earlier
    return index - 1


def _opening(draft: Draft, flow: Flow) -> str:
    """The flow in a sentence or two: who handles it, what it calls, what it touches, how sure that is."""
    steps = flow.steps
    start = steps[0]
    handler = next((step for step in steps[1:] if step.kind == "handler"), None)
    calls = _names(step for step in steps if step.kind == "call")
    models = _names(step for step in steps if step.kind == "model")
    outside = _names(step for step in steps if step.kind == "external")
    if start.kind == "endpoint":
        said = f"{code(start.name, 90)} is handled by {code(_name(handler), 80)}" if handler else code(start.name, 90)
    else:
        said = f"Execution starts in {code((handler or start).place.path, 80)}"
    if calls:
        said += f", which calls {listing(calls, 3, 'others')}"
    ends = []
    if models:
        ends.append(f"works with {listing(models, 3)}")
    if outside:
        ends.append(f"reaches out to {listing(outside, 3)}")
    if ends:
        said += f"; on the way it {' and '.join(ends)}"
    last = handler or start
    unsure = sum(1 for step in steps[1:] if step.via not in ("", "exact"))
    sure = (
        "Every call was followed exactly."
        if not unsure
        else capital(
            f"{unsure} of {len(steps) - 1} calls {noun(unsure, 'was', 'were')} inferred from types and may differ at run time."
        )
    )
    return f"{said} {_cite(draft, last)}. {sure}"


def _name(step: FlowStep) -> str:
    """The step's name without the number that tells overloads apart."""
    return _ORDINAL.sub("", step.name)


def _label(step: FlowStep) -> str:
    """The name as a box shows it, which has no code spans."""
    return _name(step) if step.kind != "entry" else _name(step).replace("`", "")


def _names(steps: Iterable[FlowStep]) -> list[str]:
    return list(dict.fromkeys(code(_name(step), 60) for step in steps))


def _step(draft: Draft, steps: Sequence[FlowStep], index: int) -> str:
    step = steps[index]
    name = code(_name(step), 90)
    cite = _cite(draft, step)
    unsure = " (inferred)" if step.via not in ("", "exact") else ""
    note = f": {plain(step.note, 140)}" if step.note else ""
    parent = _name(steps[_parent(steps, index)]) if index else ""
    if index == 0:
        what = f"A request to {name} arrives" if step.kind == "endpoint" else f"Execution starts: {marked(step.name)}"
    elif step.kind == "handler":
        what = f"{name} {'handles it' if steps[0].kind == 'endpoint' else 'runs'}"
    elif step.kind == "model":
        what = f"{code(parent, 60)} works with the model {name}"
    elif step.kind == "external":
        what = f"{code(parent, 60)} reaches outside: {name}"
    else:
        what = f"{code(parent, 60)} calls {name}"
    return f"{what}{unsure}{note} {cite}"


def _picture(draft: Draft, flow: Flow, steps: Sequence[FlowStep], position: int) -> str:
    keys: dict[tuple[str, str], str] = {}
    nodes: list[DiagramNode] = []
    edges: dict[tuple[str, str], DiagramEdge] = {}
    of_step: list[str] = []
    for index, step in enumerate(steps):
        identity = (step.kind, step.symbol or step.name)
        if identity not in keys:
            keys[identity] = f"s{len(keys) + 1}"
            nodes.append(DiagramNode(keys[identity], _label(step), _NODE_KINDS.get(step.kind, "call"), _key(step)))
        of_step.append(keys[identity])
        if index:
            source = of_step[_parent(steps, index)]
            if source != of_step[index]:
                kind = "calls" if step.via in ("", "exact") else "inferred"
                edges.setdefault((source, of_step[index]), DiagramEdge(source, of_step[index], "", kind))
    return draft.picture(f"flow-{position}", f"Flow of {flow.title}", nodes, edges.values())
