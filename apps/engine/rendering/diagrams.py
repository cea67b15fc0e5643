"""A diagram as Graphviz text (shown) and as Mermaid text (exported)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from apps.engine.facts import Diagram, DiagramEdge, DiagramNode, show_hidden

NODE_KINDS = frozenset({"component", "model", "endpoint", "entry", "call", "external", "group"})
EDGE_KINDS = frozenset({"uses", "calls", "relation", "contains", "inferred"})
_LABEL_LIMIT = 80
_WRAP_AT = 26
_IDENTIFIER = re.compile(r"[A-Z][A-Za-z0-9]*\Z")  # a capital first: no keyword of Mermaid has one


def _one_line(text: str, limit: int = _LABEL_LIMIT) -> str:
    line = " ".join(show_hidden(text.replace("\n", " ").replace("\t", " ")).split())
    return line if len(line) <= limit else line[: limit - 1] + "…"


def _wrapped(text: str) -> list[str]:
    """A label in lines of about `_WRAP_AT` characters, broken after spaces, slashes, dots and underscores."""
    lines, current = [], ""
    for char in _one_line(text):
        current += char
        if (len(current) >= _WRAP_AT and char in " /._-") or len(current) >= _WRAP_AT + 14:
            lines.append(current.strip())
            current = ""
    if current.strip():
        lines.append(current.strip())
    if len(lines) > 1 and len(lines[-1]) < 4:
        lines[-2:] = [lines[-2] + lines[-1]]
    return lines or [" "]


def _dot_text(lines: list[str]) -> str:
    """A quoted string of DOT.  Graphviz reads entities in labels and backslashes everywhere."""
    escaped = (line.replace("&", "&amp;").replace("\\", "\\\\").replace('"', '\\"') for line in lines)
    return '"' + "\\n".join(escaped) + '"'


def to_dot(diagram: Diagram, link: Callable[[str], str] | None = None, names: Mapping[str, str] | None = None) -> str:
    """DOT without any colour: style sheets choose by the classes, which are the kinds of boxes and arrows.

    `link` gives the address for a citation key, "" for none; `names` what linked boxes are called, by key, where their labels
    say too little.
    """
    out = [
        "digraph {",
        f"  rankdir={'TB' if diagram.direction == 'TB' else 'LR'}; bgcolor=transparent; nodesep=0.3; ranksep=0.55;",
        '  node [shape=box, style=rounded, fontname="Helvetica", fontsize=12, margin="0.16,0.08"];',
        '  edge [fontname="Helvetica", fontsize=10, arrowsize=0.7];',
    ]
    numbers = {node.key: f"n{number}" for number, node in enumerate(diagram.nodes, 1)}
    groups: dict[str, list[DiagramNode]] = {}
    for node in diagram.nodes:
        groups.setdefault(node.group, []).append(node)
    for position, (group, nodes) in enumerate(groups.items()):
        if group:
            out.append(f"  subgraph cluster_{position} {{")
            out.append(f"  label={_dot_text(_wrapped(group))}; labeljust=l; fontname=Helvetica; fontsize=11; style=rounded;")
        out.extend(_dot_node(node, numbers[node.key], link, names or {}) for node in nodes)
        if group:
            out.append("  }")
    for edge in diagram.edges:
        if edge.source in numbers and edge.target in numbers:
            out.append(_dot_edge(edge, numbers))
    out.append("}")
    return "\n".join(out) + "\n"


def _dot_node(node: DiagramNode, number: str, link: Callable[[str], str] | None, names: Mapping[str, str]) -> str:
    kind = node.kind if node.kind in NODE_KINDS else "component"
    shape = {"entry": ", shape=ellipse", "external": ", shape=cylinder"}.get(kind, "")
    address = link(node.cite) if link and node.cite else ""
    name = _one_line(names.get(node.key, node.label), 200)
    href = f", href={_dot_text([address])}, tooltip={_dot_text([name])}" if address else ""
    return f'  {number} [label={_dot_text(_wrapped(node.label))}, class="{kind}"{shape}{href}];'


def _dot_edge(edge: DiagramEdge, numbers: dict[str, str]) -> str:
    kind = edge.kind if edge.kind in EDGE_KINDS else "uses"
    label = f"label={_dot_text([_one_line(edge.label, 40)])}, " if edge.label else ""
    style = ", style=dashed" if kind == "inferred" else ""
    return f'  {numbers[edge.source]} -> {numbers[edge.target]} [{label}class="{kind}"{style}];'


_MERMAID = str.maketrans(
    {
        "#": "#35;", '"': "#quot;", "<": "#lt;", ">": "#gt;", "&": "#amp;", "`": "#96;", "\\": "#92;", ";": "#59;",
        "{": "#123;", "}": "#125;", "[": "#91;", "]": "#93;", "|": "#124;", "*": "#42;", "_": "_", "%": "#37;", "$": "#36;",
        "~": "#126;", "^": "#94;",
    }
)  # fmt: skip


def _mermaid_text(text: str, limit: int = _LABEL_LIMIT) -> str:
    return '"' + (_one_line(text, limit).translate(_MERMAID) or " ") + '"'


def to_mermaid(diagram: Diagram) -> str:
    """Mermaid text: an entity diagram where all boxes are models and all arrows relations, else a flowchart.

    A box is written where it is first named, so that a picture takes about as many lines as it has arrows.
    """
    numbers = {node.key: f"n{number}" for number, node in enumerate(diagram.nodes, 1)}
    edges = [edge for edge in diagram.edges if edge.source in numbers and edge.target in numbers]
    if edges and all(node.kind == "model" for node in diagram.nodes) and all(edge.kind == "relation" for edge in edges):
        return _entities(diagram, numbers, edges)
    out = [f"flowchart {'TB' if diagram.direction == 'TB' else 'LR'}"]
    boxes = {node.key: _mermaid_box(node, numbers[node.key]) for node in diagram.nodes}
    written: set[str] = set()
    groups: dict[str, list[DiagramNode]] = {}
    for node in diagram.nodes:
        if node.group:
            groups.setdefault(node.group, []).append(node)
    for position, (group, nodes) in enumerate(groups.items(), 1):
        out.append(f"  subgraph g{position}[{_mermaid_text(group)}]")
        out.extend(f"    {boxes[node.key]}" for node in nodes)
        out.append("  end")
        written.update(node.key for node in nodes)

    def named(key: str) -> str:
        if key in written:
            return numbers[key]
        written.add(key)
        return boxes[key]

    for edge in edges:
        arrow = "-.->" if edge.kind == "inferred" else "-->"
        label = f"|{_mermaid_text(edge.label, 40)}|" if edge.label else ""
        source, target = named(edge.source), named(edge.target)
        out.append(f"  {source} {arrow}{label} {target}")
    out.extend(f"  {boxes[node.key]}" for node in diagram.nodes if node.key not in written)
    return "\n".join(out) + "\n"


def _mermaid_box(node: DiagramNode, number: str) -> str:
    round_box = ("([", "])")
    opening, closing = {"entry": round_box, "external": ("[(", ")]"), "endpoint": round_box}.get(node.kind, ("[", "]"))
    return f"{number}{opening}{_mermaid_text(node.label)}{closing}"


_ENDS = (
    ("many to many", ("}o", "o{")),
    ("one to one", ("|o", "||")),
    ("to many", ("||", "o{")),
)


def _entities(diagram: Diagram, numbers: dict[str, str], edges: list[DiagramEdge]) -> str:
    out = ["erDiagram"]
    labels = [node.label for node in diagram.nodes]
    if len(set(labels)) == len(labels) and all(_IDENTIFIER.match(label) for label in labels):
        names = {node.key: node.label for node in diagram.nodes}
    else:
        names = numbers
        out.extend(f"  {numbers[node.key]}[{_mermaid_text(node.label)}]" for node in diagram.nodes)
    for edge in edges:
        label = edge.label.lower()
        many, one = next((ends for words, ends in _ENDS if words in label), ("}o", "||"))
        relation = _mermaid_text(edge.label or "relates to", 40)
        out.append(f"  {names[edge.source]} {many}--{one} {names[edge.target]} : {relation}")
    return "\n".join(out) + "\n"
