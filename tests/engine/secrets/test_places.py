"""Looking only where something may be misses nothing that looking everywhere finds."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from dataclasses import replace

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from apps.engine.secrets import replace_secrets
from apps.engine.secrets.assignments import find_assignments
from apps.engine.secrets.glue import JUNCTION, join_literals
from apps.engine.secrets.providers import PROVIDERS, Provider, find_tokens
from apps.engine.secrets.values import is_dummy_token, looks_random
from apps.engine.secrets.view import NAMES, view_of
from tests.engine.secrets.planted import Maker, look_alikes, planted

PLANTED = [case.text for case in planted()] + [text for _, text in look_alikes()]
GROUPS = re.compile(r"\(\?P<\w+>")
SMALL = settings(max_examples=100, database=None, suppress_health_check=list(HealthCheck))


def bodies(row: Provider) -> st.SearchStrategy[str]:
    """Texts that the expression of a row describes, without what it says of the characters around."""
    plain = re.sub(r"\(\?<?[!=][^()]*\)", "", GROUPS.sub("(", row.pattern.pattern))
    return st.from_regex(plain, fullmatch=True)


tokens = st.sampled_from(PROVIDERS).flatmap(bodies)
between = st.text(st.sampled_from("aZ09_-.:/+= \\nxu%2\n\"'é\u212a\u017f\u3000"), max_size=30)
mixed = st.lists(st.one_of(tokens, between, st.sampled_from(PLANTED)), max_size=6).map("".join)

NAMED = (
    "password PassWord pa\u017f\u017fword to\u212aen API_TOKEN apiKey secret_key_base db-pwd Authorization AccountKey salt DSN"
)
names = st.sampled_from(NAMED.split())
signs = st.sampled_from(
    [" = ", ": ", '="', ': "', '" , "', '" => "', '" value="', ">", "\n  value: ", "; ", ";", "&", "?", "--", " ", '"]= "']
)
values = st.text(st.sampled_from("abXY019_-+/=.%$é"), max_size=40)
assigned = st.lists(st.one_of(names, signs, values, st.sampled_from(PLANTED)), max_size=12).map("".join)
paths = st.sampled_from(["a.py", "a.yml", "Dockerfile", "a.xml", "tests/a.md"])


def everywhere(text: str) -> Iterator[tuple[int, int, str]]:
    for row in PROVIDERS:
        for found in row.pattern.finditer(text):
            group = "value" if "value" in row.pattern.groupindex else 0
            if not is_dummy_token(found[group]) and (not row.lively or looks_random(found[group])):
                yield *found.span(group), row.kind


@SMALL
@given(mixed)
def test_tokens(text: str) -> None:
    assert list(find_tokens(view_of(text))) == list(everywhere(text))


def test_each_row_is_found_in_a_short_text() -> None:
    """Whatever is around: the needle of a row is where it is looked for."""
    for row in PROVIDERS:

        @settings(max_examples=4, database=None, suppress_health_check=list(HealthCheck))
        @given(bodies(row), st.sampled_from(["", "é = '", "x-", "a/", "_"]), st.sampled_from(["", "'", "\n", ".b"]))
        def check(body: str, before: str, after: str) -> None:
            text = before + body + after
            assert list(find_tokens(view_of(text))) == list(everywhere(text))

        check()


@SMALL
@given(assigned, paths)
@example('to\u212aen = "aB3dE5fG7h9kL1mN"', "a.py")
@example("curl '/x?y&sig=aB3dE5fG7h9kL1mN'", "a.py")
@example("run ------api-key aB3dE5fG7h9kL1mN", "a.py")
def test_assignments(text: str, path: str) -> None:
    view = view_of(text)
    found = list(find_assignments(view, path))
    assert found == list(find_assignments(replace(view, names={name: list(range(len(text))) for name in NAMES}), path))


@SMALL
@given(st.text(st.sampled_from("\"'` \t+.\\\r\nab"), max_size=80))
@example("'a' \"b\" \"c'")
def test_joined_literals(text: str) -> None:
    joined = join_literals(text)
    assert joined.view == view_of(JUNCTION.sub("", text))
    whole = "".join(text[start:end] for start, end in joined.pieces(0, len(joined.view.text)))
    assert whole == joined.view.text


@SMALL
@given(
    st.integers(0, 99),
    st.text(st.characters(codec="ascii", exclude_categories=["Cc"]), max_size=30),
    st.text("aB1 \n", max_size=9),
)
def test_tokens_in_base64(seed: int, before: str, after: str) -> None:
    token = Maker(seed).tokens()["github"]
    wrapped = base64.b64encode(f"{before} {token} {after}".encode()).decode()
    assert replace_secrets(f"x: {wrapped}\n", "a.yml") == ("x: <secret:github-token>\n", (("github-token", 1),))
