"""Sign in, sign out, change one's password."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from django.contrib import messages
from django.contrib.auth import login, logout, update_session_auth_hash
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from apps.web import attempts
from apps.web.access import signed_in
from apps.web.forms import PasswordForm, SignInForm

if TYPE_CHECKING:
    from apps.tenants.models import User


@sensitive_post_parameters()
@never_cache
def sign_in(request: HttpRequest) -> HttpResponse:
    """The form, and what it leads to: the page that was asked for, if it is one of ours."""
    if request.user.is_authenticated:
        return redirect("web:home")
    target = request.POST.get("next", request.GET.get("next", ""))
    if not url_has_allowed_host_and_scheme(target, {request.get_host()}, require_https=request.is_secure()):
        target = ""
    form = SignInForm(request, data=request.POST or None)
    status = 200
    if request.method == "POST":
        name, address = request.POST.get("username", ""), request.META.get("REMOTE_ADDR", "")
        if attempts.is_blocked(name, address):
            form = SignInForm(request)
            form.full_clean()
            message = _("Too many sign-ins failed. Wait a quarter of an hour, then try again.")
            return render(request, "web/account/sign_in.html", {"form": form, "next": target, "blocked": message}, status=429)
        if form.is_valid():
            attempts.forget(name, address)
            login(request, form.get_user())
            return HttpResponseRedirect(target or "/")
        attempts.note_failure(name, address)
        status = 422
    return render(request, "web/account/sign_in.html", {"form": form, "next": target}, status=status)


@sensitive_post_parameters()
@never_cache
@signed_in
def password(request: HttpRequest) -> HttpResponse:
    """Another password for one's own account.  This browser stays signed in; every other one is signed out."""
    user = cast("User", request.user)
    form = PasswordForm(user, data=request.POST or None)
    status = 200
    if request.method == "POST":
        name, address = user.get_username(), request.META.get("REMOTE_ADDR", "")
        if attempts.is_blocked(name, address):
            message = _("Too many wrong passwords. Wait a quarter of an hour, then try again.")
            context = {"form": PasswordForm(user), "blocked": message}
            return render(request, "web/account/password.html", context, status=429)
        if form.is_valid():
            attempts.forget(name, address)
            update_session_auth_hash(request, form.save())
            messages.success(request, _("Your password is changed."))
            return redirect("web:home")
        if "old_password" in form.errors:
            attempts.note_failure(name, address)
        status = 422
    return render(request, "web/account/password.html", {"form": form}, status=status)


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """End the session."""
    logout(request)
    return redirect("web:sign-in")
