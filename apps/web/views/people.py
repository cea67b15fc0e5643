"""The people of a team; owners change them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from apps.engine.errors import OwnerError
from apps.tenants import selectors, services
from apps.web.access import Team, tenant_page
from apps.web.forms import ROLES, MemberForm, RoleForm
from apps.web.reasons import sentence_for

if TYPE_CHECKING:
    from apps.tenants.models import Membership


@tenant_page(posts=True)
def listing(request: HttpRequest, team: Team) -> HttpResponse:
    """Who belongs to the team; an owner's form adds an account."""
    form = MemberForm(request.POST or None)
    if request.method == "POST":
        team.require_owner()
        if form.is_valid():
            user = selectors.user_by_name(form.cleaned_data["name"])
            if user is None:
                form.add_error("name", _("There is no account with this name. The operator makes accounts in the console."))
            else:
                services.add_member(tenant=team.tenant, user=user, role=form.cleaned_data["role"], actor=team.user)
                messages.success(request, _("%(name)s is in the team.") % {"name": user.get_username()})
                return redirect("web:people", tenant=team.tenant.slug)
    context = {"team": team, "area": "people", "form": form, "members": selectors.members(team.tenant), "roles": ROLES}
    return render(request, "web/people/people.html", context, status=422 if form.errors else 200)


@require_POST
@tenant_page("owner", posts=True)
def change(request: HttpRequest, team: Team, member: int) -> HttpResponse:
    """Another role."""
    membership = _membership(team, member)
    form = RoleForm(request.POST)
    try:
        if form.is_valid():
            services.change_role(membership=membership, role=form.cleaned_data["role"], actor=team.user)
            messages.success(request, _("The role of %(name)s is changed.") % {"name": membership.user.get_username()})
    except OwnerError as error:
        messages.error(request, sentence_for(error.code, error.message))
    return _after(request, team, membership)


@tenant_page("owner", posts=True)
def remove(request: HttpRequest, team: Team, member: int) -> HttpResponse:
    """Asks once more, then takes the person out of the team."""
    membership = _membership(team, member)
    if request.method != "POST":
        return render(request, "web/people/remove.html", {"team": team, "area": "people", "member": membership})
    try:
        services.remove_member(membership=membership, actor=team.user)
        messages.success(request, _("%(name)s is no longer in the team.") % {"name": membership.user.get_username()})
    except OwnerError as error:
        messages.error(request, sentence_for(error.code, error.message))
    return _after(request, team, membership)


def _membership(team: Team, member: int) -> Membership:
    membership = next((row for row in selectors.members(team.tenant) if row.pk == member), None)
    if membership is None:
        raise Http404(_("There is no such member in this team."))
    return membership


def _after(request: HttpRequest, team: Team, membership: Membership) -> HttpResponse:
    """Who changed their own role may not see the page of people any more."""
    if membership.user_id == request.user.pk:
        return redirect("web:home")
    return redirect("web:people", tenant=team.tenant.slug)
