"""How citations and diagrams are written and found again."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from apps.engine.facts import Cite, DiagramMark, cite_link, cite_target, cited_key, diagram_fence, split_markdown

KEYS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=60)


@given(KEYS)
def test_a_key_comes_back_from_its_link(key: str) -> None:
    assert cited_key(cite_target(key)) == key
    assert [piece for piece in split_markdown(f"Words {cite_link(key)}.") if isinstance(piece, Cite)] == [Cite("source", key)]


@given(st.text("`[]()~|\\\n citeab:source#diagram", max_size=120))
def test_pieces_put_together_are_the_text(markdown: str) -> None:
    out = []
    for piece in split_markdown(markdown):
        if isinstance(piece, str):
            out.append(piece)
        elif isinstance(piece, Cite):
            assert f"[{piece.label}](cite:{piece.key})" in markdown
            out.append(f"[{piece.label}](cite:{piece.key})")
        else:
            out.append(diagram_fence(piece.key))
    assert "".join(out) == markdown or "```diagram" in markdown


def test_what_only_looks_like_a_citation_is_text() -> None:
    for text in (
        "`[source](cite:a)`",
        "``x ` [source](cite:a)``",
        "```\n[source](cite:a)\n```",
        "~~~~\n~~~\n[source](cite:a)\n~~~~",
        "\\[source](cite:a)",
    ):
        assert not any(isinstance(piece, Cite) for piece in split_markdown(text)), text


def test_a_stray_backtick_hides_nothing() -> None:
    found = [
        piece for piece in split_markdown("a ` b [source](cite:one)\n\n| ` | [source](cite:two) |\n") if isinstance(piece, Cite)
    ]
    assert [cite.key for cite in found] == ["one", "two"]


def test_diagrams_are_found_where_they_stand_alone() -> None:
    pieces = list(split_markdown("Before\n\n```diagram models\n```\n\nAfter\n\n```diagram no\nbody\n```\n"))
    assert [piece.key for piece in pieces if isinstance(piece, DiagramMark)] == ["models"]
    assert pieces[0] == "Before\n"
