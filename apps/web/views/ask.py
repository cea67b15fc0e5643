"""Questions in plain words: asking, the answer while it is written and afterwards, and what its reader thinks of it."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from django.core.handlers.asgi import ASGIRequest
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotAllowed, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from apps.repos import selectors as repos
from apps.repos.names import told_apart
from apps.search import selectors, services
from apps.search.ask import ask
from apps.search.events import Asker, AskEvent, Failed, Started
from apps.search.scope import EVERYWHERE, Scope
from apps.search.streaming import server_sent
from apps.tenants.context import tenant_scope
from apps.web.access import Team, tenant_page
from apps.web.asking import SHOWN, Pieces, answered
from apps.web.pages import show, wants_piece
from apps.web.reasons import sentence_for


@tenant_page(posts=True, in_transaction=False)
def asking(request: HttpRequest, team: Team) -> HttpResponse:
    """The form, with the last questions of the person; sent without scripts, it leads to the answer once that is whole."""
    if request.method != "POST":
        return _form(request, team, request.GET.get("q", ""), request.GET.get("repo", ""))
    question = 0
    for event in _events(request, team):
        if isinstance(event, Started):
            question = event.id
        elif isinstance(event, Failed):
            problem = sentence_for(event.code, event.message)
            return _form(request, team, request.POST.get("q", ""), request.POST.get("repo", ""), problem)
    return redirect("web:answer", tenant=team.tenant.slug, question=question)


@tenant_page(posts=True, in_transaction=False)
def stream(request: HttpRequest, team: Team) -> HttpResponseBase:
    """The same answer piece by piece, as server-sent events that hold parts of the page."""
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    pieces = Pieces(team, get_language() or "en")
    events = _events(request, team)
    body = server_sent(events, pieces.sent) if isinstance(request, ASGIRequest) else map(pieces.sent, events)
    return StreamingHttpResponse(body, content_type="text/event-stream", headers={"X-Accel-Buffering": "no"})


@tenant_page(posts=True)
def answer(request: HttpRequest, team: Team, question: int) -> HttpResponse:
    """One question of the person with its answer, for as long as it is kept.

    Posted to, it notes whether the answer was helpful, and why; the same verdict again takes it back.
    """
    asked = selectors.question_by_number(team.tenant, question, team.user)
    if asked is None:
        raise Http404(_("There is no such question among yours."))
    given = selectors.feedback_of(asked, team.user)
    if request.method != "POST":
        context = _beside(team) | answered(team, asked) | {"feedback": given, "is_piece": wants_piece(request)}
        return show(request, "web/ask/answer.html", "web/ask/_answer.html", context)
    verdict, reason = request.POST.get("verdict", ""), request.POST.get("reason")
    if given is not None and given.verdict == verdict and reason is None:
        services.withdraw_feedback(question=asked, user=team.user)
        given = None
    else:
        given = services.give_feedback(question=asked, user=team.user, verdict=verdict, reason=reason or "")
    if not wants_piece(request):
        return redirect(reverse("web:answer", kwargs={"tenant": team.tenant.slug, "question": asked.pk}) + "#feedback")
    context = {"team": team, "question": asked, "feedback": given, "was_told": bool(reason)}
    return render(request, "web/ask/_feedback.html", context)


def _events(request: HttpRequest, team: Team) -> Generator[AskEvent, None, None]:
    slug = request.POST.get("repo", "")
    scope = EVERYWHERE
    if slug:
        repo = repos.repo_by_slug(team.tenant, slug)
        if repo is None:
            raise Http404(_("There is no such repository in this team."))
        scope = Scope(repos=(repo.pk,))
    text = request.POST.get("q", "")[: SHOWN + 1].strip()
    return ask(team.tenant, text, scope=scope, asker=Asker(user_id=team.user.pk))


def _form(request: HttpRequest, team: Team, words: str, repo: str, problem: str = "") -> HttpResponse:
    with tenant_scope(team.tenant.pk):
        context = _beside(team) | {"words": words[:SHOWN], "chosen": repo, "problem": problem}
        return render(request, "web/ask/ask.html", context, status=422 if problem else 200)


def _beside(team: Team) -> dict[str, Any]:
    """What stands around form and answer."""
    mine = repos.repos(team.tenant)
    beside = told_apart(mine)
    return {
        "team": team,
        "area": "ask",
        "repos": [(repo, beside.get(repo.pk, "")) for repo in mine],
        "recent": selectors.recent_questions(team.tenant, team.user),
    }
