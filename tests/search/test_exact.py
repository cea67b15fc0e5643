"""The exact leg: what a sentence is about, what must stand as it is, and what is not there at all."""

from __future__ import annotations

import pytest

from apps.repos.models import Repo
from apps.search.retrieve import retrieve
from tests import factories

pytestmark = pytest.mark.django_db

ECHO = "src/click/utils.py#echo"


@pytest.fixture
def repo() -> Repo:
    repo = factories.make_repo(factories.make_tenant("clicks"), "click")
    made = factories.make_capsule
    capsules = [
        made("src/click/utils.py", body="import sys", line=1, end_line=40),
        made(ECHO, body="def echo(message):\n    write(message)", line=3, end_line=5, rank=4.0),
        *(made(f"examples/e{number}.py#echo", body=f"def echo(): ...  # {number}") for number in range(8)),
        made("src/click/core.py", body="no such option is here", line=1, end_line=9),
        made("src/click/core.py#Command.make_context", body="def make_context(self): ..."),
        made("src/click/core.py#Context._make_sub_context", body="def _make_sub_context(self):\n    '''make make make'''"),
        made("src/click/errors.py#NoSuchOption", body="class NoSuchOption:\n    'No such option'"),
        made("src/click/errors.py#options", body="def options():\n    'no option such as this'"),
    ]
    factories.make_passages(repo, capsules)
    return repo


@pytest.mark.parametrize("question", ["Who calls echo?", "¿Quién llama a echo?", "Who calls click.echo?", "who uses echo"])
def test_an_everyday_word_after_who_calls_is_a_name(repo: Repo, question: str) -> None:
    first = retrieve(repo.tenant, question).hits[0]
    assert (first.anchor, first.is_exact, first.reasons[0].way) == (ECHO, True, "name")


def test_a_name_of_another_module_is_only_a_hint(repo: Repo) -> None:
    answer = retrieve(repo.tenant, "Who calls requests.options?")
    assert "src/click/errors.py#options" in [hit.anchor for hit in answer.hits]
    assert not any(hit.is_exact for hit in answer.hits)


def test_of_misspelled_names_the_most_alike_is_meant(repo: Repo) -> None:
    answer = retrieve(repo.tenant, "make_contxt")
    assert answer.hits[0].anchor == "src/click/core.py#Command.make_context"
    assert "typing:corrected" in answer.notes


@pytest.mark.parametrize(
    ("question", "anchors", "way"),
    [
        ('"no such option"', {"src/click/core.py", "src/click/errors.py#NoSuchOption"}, "phrase"),
        ('"no such option" "class"', {"src/click/errors.py#NoSuchOption"}, "phrase"),
        (r"/no \w+ option/", {"src/click/core.py"}, "pattern"),
    ],
)
def test_only_what_holds_the_phrases_or_fits_the_pattern(repo: Repo, question: str, anchors: set[str], way: str) -> None:
    answer = retrieve(repo.tenant, question)
    assert {hit.anchor for hit in answer.hits} == anchors
    assert {reason.way for hit in answer.hits for reason in hit.reasons} == {way}
    assert answer.notes == ()


def test_a_phrase_in_a_sentence_leaves_room_for_others(repo: Repo) -> None:
    assert len(retrieve(repo.tenant, 'where is "no such option" raised by options').hits) > 2


@pytest.mark.parametrize(
    ("question", "note"),
    [
        ('"no such bread"', "phrase:absent"),
        ("/no such b[r]ead/", "pattern:absent"),
        ("src/click/core.py:99999", "line:absent"),
        ("nofile.py:10", "file:absent"),
        ("nofile.py", "file:absent"),
    ],
)
def test_what_is_not_there_is_told(repo: Repo, question: str, note: str) -> None:
    answer = retrieve(repo.tenant, question)
    assert note in answer.notes
    assert bool(answer.hits) == (":" not in note or note.startswith(("line", "file")))


@pytest.mark.parametrize("question", ["src/click/core.py:5", "core.py", "input/output", '"no such option"'])
def test_what_is_there_is_not_called_missing(repo: Repo, question: str) -> None:
    assert not [note for note in retrieve(repo.tenant, question).notes if note.endswith(":absent") and note != "words:absent"]
