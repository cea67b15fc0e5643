"""Search tells what holds the words and what is not there."""

from __future__ import annotations

import pytest

from tests.api.mcp.conftest import Portal, Team, call, text_of


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ('"def bakers_hammer"', "found by: these words #1"),
        (r"/def bakers_\w+/", "found by: the pattern #1"),
        ("bakers_hamer", "found by: a similar name #1"),
        ('"no such bread"', "No passage holds exactly these words in quotes."),
        ("/no such b[r]ead/", "No passage fits this regular expression."),
        ("nofile.py:10", "No file that was searched has this path."),
        ("shop/bakers_hammer.py:9999", "Nothing stands on this line"),
    ],
)
def test_how_something_was_found_and_what_is_not_there(team: Team, portal: Portal, query: str, said: str) -> None:
    assert said in text_of(call(portal, team.token, "search", query=query))
