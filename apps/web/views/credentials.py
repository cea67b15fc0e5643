"""Access tokens of a team: written here, never shown again but for their last four characters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from apps.engine.errors import OwnerError
from apps.repos import selectors as repos
from apps.tenants import selectors, services
from apps.web.access import Team, tenant_page
from apps.web.forms import CredentialForm, TokenForm
from apps.web.reasons import sentence_for

if TYPE_CHECKING:
    from apps.tenants.models import GitCredential


@sensitive_post_parameters("token")
@tenant_page("owner", posts=True)
def listing(request: HttpRequest, team: Team) -> HttpResponse:
    """The credentials, and a form for another one."""
    form = CredentialForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            services.store_credential(tenant=team.tenant, actor=team.user, **form.cleaned_data)
        except OwnerError as error:
            form.add_error(None, sentence_for(error.code, error.message))
        else:
            messages.success(request, _("The credential is stored."))
            return redirect("web:credentials", tenant=team.tenant.slug)
    context = {"team": team, "area": "credentials", "form": form, "credentials": selectors.credentials(team.tenant)}
    return render(request, "web/credentials/credentials.html", context, status=422 if form.errors else 200)


@sensitive_post_parameters("token")
@require_POST
@tenant_page("owner", posts=True)
def change(request: HttpRequest, team: Team, credential: int) -> HttpResponse:
    """A new token in place of the old one."""
    row = _row(team, credential)
    form = TokenForm(request.POST)
    try:
        if form.is_valid():
            services.rotate_credential(credential=row, token=form.cleaned_data["token"], actor=team.user)
            messages.success(request, _("The token is replaced."))
        else:
            messages.error(request, _("Give the new token."))
    except OwnerError as error:
        messages.error(request, sentence_for(error.code, error.message))
    return redirect("web:credentials", tenant=team.tenant.slug)


@tenant_page("owner", posts=True)
def delete(request: HttpRequest, team: Team, credential: int) -> HttpResponse:
    """Says which repositories use it and asks once more, then forgets it."""
    row = _row(team, credential)
    if request.method == "POST":
        services.delete_credential(credential=row, actor=team.user)
        messages.success(request, _("The credential is deleted."))
        return redirect("web:credentials", tenant=team.tenant.slug)
    users = [repo for repo in repos.repos(team.tenant) if repo.credential_id == row.pk]
    return render(request, "web/credentials/delete.html", {"team": team, "area": "credentials", "row": row, "repos": users})


def _row(team: Team, credential: int) -> GitCredential:
    row = next((row for row in selectors.credentials(team.tenant) if row.pk == credential), None)
    if row is None:
        raise Http404(_("There is no such credential in this team."))
    return row
