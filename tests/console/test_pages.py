"""Every page of the console answers, shows no secret, and costs the same for few rows and many."""

from __future__ import annotations

import base64
import re

import pytest
from django.conf import settings
from django.contrib import admin
from django.db import connection
from django.db.models import Model
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from apps.codegraph.models import Capsule
from apps.console.admin.base import ReadOnlyAdmin
from apps.console.site import GROUPS
from apps.search.models import Passage
from apps.tenants.models import GitCredential
from tests.console.conftest import TOKEN, Console
from tests.factories import make_credential, make_member, make_operator, make_repo, make_sync, make_token, make_version

MODELS = sorted(admin.site._registry, key=lambda model: model._meta.label)
READ_ONLY = {
    "Artifact", "ArtifactVersion", "AuditEvent", "Blob", "Capsule", "Commit", "Edge", "FactSheet", "FileAnalysis",
    "SourceFile", "Sync", "VersionFile", "IndexedSource", "Passage", "Question", "Feedback", "EmbeddingModel", "VectorIndex",
    "Embedding", "PassageVector", "TermPostings", "PassageTerms", "UsageEntry",
}  # fmt: skip


def address(model: type[Model], page: str, *arguments: object) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=arguments)


def secrets_of(credential: GitCredential) -> list[str]:
    stored = bytes(GitCredential.objects.get(pk=credential.pk).ciphertext)
    return [TOKEN, TOKEN[4:20], stored.decode(), base64.b64encode(stored).decode()[:40], repr(stored)[2:40]]


def test_every_model_of_ours_is_registered_and_what_the_product_writes_is_read_only() -> None:
    from_records = {model.__name__ for model in MODELS}
    assert from_records == READ_ONLY | {
        "Tenant",
        "User",
        "Membership",
        "GitCredential",
        "ApiToken",
        "Repo",
        "SearchSettings",
        "Budget",
    }
    assert {model.__name__ for model in MODELS if isinstance(admin.site._registry[model], ReadOnlyAdmin)} == READ_ONLY


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_pages_of_a_model(model: type[Model], console: Console) -> None:
    row = model._default_manager.order_by("pk").first()
    assert row is not None, f"the fixture has no {model.__name__}"
    pages = [
        address(model, "changelist"),
        address(model, "changelist") + "?q=shop",
        address(model, "change", row.pk),
        address(model, "history", row.pk),
    ]
    if model.__name__ not in READ_ONLY:
        pages.append(address(model, "add"))
    if model.__name__ not in READ_ONLY | {"ApiToken"}:  # a token is revoked and stays in the list
        pages.append(address(model, "delete", row.pk))
    for page in pages:
        response = console.client.get(page)
        assert response.status_code == 200, page
        html = response.content.decode()
        assert not [secret for secret in secrets_of(console.credential) if secret in html], page
        policy = response.headers["Content-Security-Policy"]
        assert "unsafe-inline" not in policy
        assert not re.search(r"<script(?![^>]*\bsrc=)(?![^>]*type=\"application/json\")[^>]*>|\son[a-z]+=|\sstyle=", html), page


@pytest.mark.parametrize("name", sorted(READ_ONLY))
def test_what_the_product_writes_cannot_be_written_here(name: str, console: Console) -> None:
    model = next(model for model in MODELS if model.__name__ == name)
    row = model._default_manager.order_by("pk").first()
    assert row is not None
    for page in (address(model, "add"), address(model, "change", row.pk), address(model, "delete", row.pk)):
        assert console.client.post(page, {"post": "yes"}).status_code == 403, page


def test_the_first_page_has_numbers_and_no_queue(console: Console) -> None:
    html = console.client.get(reverse("admin:index")).content.decode()
    assert "Repositories whose last sync failed: 1" in html and "Syncs running: 1" in html and "Tenants: 1" in html
    assert "django_rq" not in html


def test_lists_are_grouped_for_an_operator_and_each_has_its_place(console: Console) -> None:
    html = console.client.get(reverse("admin:index")).content.decode()
    heads = ["People and teams", "Repositories and syncs", "Documents", "Search", "<summary>Internals</summary>"]
    assert [head for head in heads if head in html] == heads
    assert sorted(heads, key=html.index) == heads and "<details>" in html
    assert sorted(key for _app, _name, models in GROUPS for key in models) == sorted(model._meta.label for model in MODELS)
    page = console.client.get(address(Capsule, "changelist")).content.decode()
    assert "<details open>" in page, "where one is, it is open"
    assert 'rel="icon"' in html and 'rel="icon"' in page


def test_the_console_is_for_operators_only(console: Console) -> None:
    for user in (None, make_member(console.tenant, "owner")):
        client = Client()
        if user:
            client.force_login(user)
        for page in (reverse("admin:index"), address(GitCredential, "changelist")):
            assert client.get(page).status_code == 302


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_a_list_costs_the_same_for_few_rows_and_many(model: type[Model], console: Console) -> None:
    def cost() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert console.client.get(address(model, "changelist")).status_code == 200
        return len(queries)

    cost()  # the first request fills caches of content types
    few = cost()
    for number in range(4):
        repo = make_repo(console.tenant, f"extra-{number}", credential=make_credential(console.tenant))
        make_version(repo)
        make_sync(repo, "failed")
        make_token(console.tenant, make_member(console.tenant))
        make_operator()
    assert cost() == few


def test_a_token_that_cannot_be_read_is_said_so_on_a_page_that_works(console: Console) -> None:
    GitCredential.objects.filter(pk=console.credential.pk).update(ciphertext=b"not a token")
    for page in (address(GitCredential, "changelist"), address(GitCredential, "change", console.credential.pk)):
        response = console.client.get(page)
        assert response.status_code == 200
        assert "credential unreadable – re-enter it" in response.content.decode()


@pytest.mark.parametrize(("name", "words"), [("Embedding", "small"), ("PassageVector", "shop/main.py#create_order")])
def test_pages_of_vectors_show_what_they_are_of_and_no_numbers(name: str, words: str, console: Console) -> None:
    model = next(model for model in MODELS if model.__name__ == name)
    row = model._default_manager.earliest("pk")
    for page in (address(model, "changelist"), address(model, "change", row.pk)):
        html = console.client.get(page).content.decode()
        assert words in html and "0.125" not in html


@pytest.mark.parametrize("name", ["IndexedSource", "Passage", "PassageVector", "TermPostings", "PassageTerms"])
def test_what_is_indexed_is_said_to_be_of_its_repository(name: str, console: Console) -> None:
    model = next(model for model in MODELS if model.__name__ == name)
    html = console.client.get(address(model, "changelist")).content.decode()
    assert re.search(r'class="field-repo(sitory)?( nowrap)?">shop<', html)
    assert not re.search(r">(git|system_artifact) \d+<", html)


def test_a_list_of_many_rows_is_read_no_further_than_ten_thousand(console: Console) -> None:
    with CaptureQueriesContext(connection) as queries:
        html = console.client.get(address(Passage, "changelist") + "?kind=function&language=Python").content.decode()
    passages = [query["sql"] for query in queries.captured_queries if 'FROM "search_passage"' in query["sql"]]
    *read, shown = passages  # the one page there is is shown whole
    assert len(read) == 4 and all(" LIMIT 10000" in sql and "DISTINCT" not in sql for sql in read) and "text" not in shown
    assert "?kind=function&amp;language=Python" in html and "create_order" in html


@pytest.mark.parametrize(
    ("asked", "is_found"),
    [
        ("create_order", True), ("CREATE_order", True), ("main.py", True), ("shop/main.py#create_order", True), (" ", True),
        ("create", False), ("shop/main.py#create", False),
    ],
)  # fmt: skip
def test_a_passage_is_looked_up_by_what_it_is_called(asked: str, is_found: bool, console: Console) -> None:
    with CaptureQueriesContext(connection) as queries:
        html = console.client.get(address(Passage, "changelist"), {"q": asked}).content.decode()
    assert ("shop/main.py#create_order</a>" in html) == is_found and "each whole" in html
    assert not [query["sql"] for query in queries.captured_queries if " LIKE " in query["sql"]]


def test_lists_of_none_and_filters_are_translated(console: Console) -> None:
    console.client.cookies[settings.LANGUAGE_COOKIE_NAME] = "es"
    feedback, token = (next(model for model in MODELS if model.__name__ == name) for name in ("Feedback", "ApiToken"))
    assert "0 opiniones" in console.client.get(address(feedback, "changelist") + "?q=nothing").content.decode()
    states = re.findall(r"\?state=\w+[^>]*>\s*(\w+)", console.client.get(address(token, "changelist")).content.decode())
    assert states == ["válido", "caducado", "revocado"]


def test_an_operator_reads_what_readers_thought_of_answers(console: Console) -> None:
    question, feedback = (next(model for model in MODELS if model.__name__ == name) for name in ("Question", "Feedback"))
    html = console.client.get(address(feedback, "changelist")).content.decode()
    assert "How is bread sold?" in html and "not helpful" in html and "By weight." in html
    row = question._default_manager.earliest("pk")
    assert "By the loaf." in console.client.get(address(question, "change", row.pk)).content.decode()
