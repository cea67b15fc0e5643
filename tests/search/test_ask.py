"""Questions are answered event by event; without a model from passages."""

from __future__ import annotations

import pytest
from django.db import connection

from apps.search.ask import ask
from apps.search.events import Answer, Asker, Failed, Finished, Sentence, Started, collected
from apps.search.models import Question
from apps.search.scope import Scope
from tests.factories import make_capsule, make_graph, make_member, make_passages, make_repo, make_tenant, sha


@pytest.mark.django_db
def test_without_a_model_the_best_passages_are_the_answer() -> None:
    repo = make_repo()
    make_passages(repo)
    ada = make_member(repo.tenant)
    started, *sentences, finished = list(ask(repo.tenant, "create_order", asker=Asker(user_id=ada.pk)))
    assert isinstance(started, Started) and started.generator == "passages" and started.question == "create_order"
    assert isinstance(finished, Finished) and finished.outcome == "answered"
    first = sentences[0]
    assert isinstance(first, Sentence) and first.origin == "extracted" and first.citations == (1,)
    cited = started.citations[0]
    assert (cited.number, cited.anchor, cited.path, cited.commit) == (
        1,
        "shop/main.py#create_order",
        "shop/main.py",
        sha("first"),
    )
    assert finished.citations == started.citations and "[1]" in finished.answer and finished.answer.startswith("- ")
    question = Question.objects.get(pk=started.id)
    assert (question.user, question.outcome, question.generator) == (ada, "answered", "passages")
    assert question.answer == finished.answer and question.citations[0]["anchor"] == "shop/main.py#create_order"


@pytest.mark.django_db
def test_without_a_model_it_is_told_who_calls_what_was_named() -> None:
    repo = make_repo()
    make_graph(repo, {"shop/main.py": "def run():\n    heat_oven()\n", "shop/oven.py": "def heat_oven(): ...\n"})
    make_passages(repo, [make_capsule(f"shop/{name}.py#run") for name in ("main", "oven")])
    ada = make_member(repo.tenant)
    finished = list(ask(repo.tenant, "who calls shop.oven.run", asker=Asker(user_id=ada.pk)))[-1]
    assert isinstance(finished, Finished)
    assert "- Called by: `run` [2] [1]" in finished.answer
    assert [one.anchor for one in finished.citations] == ["shop/oven.py#run", "shop/main.py#run"]


@pytest.mark.django_db
def test_passages_that_hardly_speak_of_the_question_are_no_answer() -> None:
    repo = make_repo()
    make_passages(repo)
    answer = _answer(ask(repo.tenant, "kubernetes helm order", asker=Asker()))
    assert (answer.outcome, answer.reason) == ("unknown", "ask:doubtful")
    assert answer.message == "No passage holds these words of the question: kubernetes, helm."
    assert answer.sentences and answer.absent == ("kubernetes", "helm") and "words:mostly-absent" in answer.notes
    assert _answer(ask(repo.tenant, "create_order", asker=Asker())).outcome == "answered"


@pytest.mark.django_db
@pytest.mark.parametrize("question", ["", "   ", "/(a+)+$/", "\0"])
def test_what_cannot_be_asked_is_refused_with_one_sentence_or_answered(question: str) -> None:
    repo = make_repo()
    make_passages(repo)
    events = list(ask(repo.tenant, question, asker=Asker()))
    if isinstance(events[0], Failed):
        assert len(events) == 1 and events[0].code.startswith("query:") and events[0].message.endswith(".")
        assert not Question.objects.exists()
    else:
        assert isinstance(events[-1], Finished)


@pytest.mark.django_db
def test_nothing_of_another_tenant_or_of_a_repository_out_of_scope_is_said() -> None:
    mine, other = make_repo(), make_repo()
    for repo in (mine, other):
        make_passages(repo)
    assert _answer(ask(make_tenant(), "create_order", asker=Asker())).outcome == "nothing"
    assert _answer(ask(mine.tenant, "create_order", scope=Scope(repos=()), asker=Asker())).outcome == "nothing"
    assert {one.repo for one in _answer(ask(mine.tenant, "create_order", asker=Asker())).citations} == {mine.slug}


@pytest.mark.django_db(transaction=True)
def test_no_connection_is_held_while_the_reader_has_the_word() -> None:
    repo = make_repo()
    make_passages(repo)
    for event in ask(repo.tenant, "create_order", asker=Asker()):
        assert connection.connection is None, event


def _answer(events: object) -> Answer:
    answer = collected(events)  # type: ignore[arg-type]
    assert isinstance(answer, Answer)
    return answer
