"""A name with overloads is that of the function that does it."""

from __future__ import annotations

from apps.codegraph import services as codegraph
from tests import factories
from tests.api.mcp.conftest import Portal, Team, call, text_of


def test_a_name_with_overloads_is_one_symbol(team: Team, portal: Portal) -> None:
    made = [
        factories.make_capsule(f"shop/box.py#open{ordinal}", name="open", properties=("overload",) if ordinal else ())
        for ordinal in ("", "#1", "#2")
    ]
    codegraph.replace_graph(
        repo=team.repo, commit_sha=factories.sha("bread"), extractor="1", sheet=factories.make_sheet(), capsules=made, edges=[],
        files=[],
    )  # fmt: skip
    assert "# shop/box.py#open\n" in text_of(call(portal, team.token, "symbol", repository=team.repo.slug, symbol="open"))
