"""The forms of the portal.  They check shape only; rules are the services' business."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm
from django.contrib.auth.password_validation import password_validators_help_texts
from django.utils.translation import gettext_lazy as _

ROLES = [("reader", _("reader")), ("maintainer", _("maintainer")), ("owner", _("owner"))]


class SignInForm(AuthenticationForm):
    """Name and password."""

    error_messages = {
        "invalid_login": _("Name and password do not match. Check both; capital letters count."),
        "inactive": _("This account is switched off. Ask the operator."),
    }


class PasswordForm(PasswordChangeForm):
    """A new password for one's own account, with the old one as proof."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["new_password1"].help_text = " ".join(password_validators_help_texts())
        self.fields["new_password2"].help_text = ""


class AddRepositoryForm(forms.Form):
    """A repository to follow."""

    url = forms.CharField(
        label=_("Address"),
        max_length=1000,
        help_text=_("The https address you would clone from."),
        widget=forms.TextInput(
            attrs={"placeholder": "https://", "autocomplete": "url", "spellcheck": "false", "inputmode": "url"}
        ),
    )
    name = forms.CharField(label=_("Name"), max_length=200, required=False, help_text=_("Empty: the last part of the address."))
    branch = forms.CharField(
        label=_("Branch"),
        max_length=255,
        required=False,
        help_text=_("Empty: the default branch, also when it changes."),
        widget=forms.TextInput(attrs={"spellcheck": "false"}),
    )
    credential = forms.ChoiceField(label=_("Credential"), required=False, help_text=_("Needed for a private repository."))

    def __init__(self, *args: Any, credentials: Any = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices: list[tuple[str, Any]] = [("", _("none: the repository is public"))]
        choices += [(str(row.pk), f"{row.name} · {row.host} · …{row.last_four}") for row in credentials]
        self.fields["credential"].choices = choices  # type: ignore[attr-defined]


class MemberForm(forms.Form):
    """An account to take into the team."""

    name = forms.CharField(label=_("User name"), max_length=150, widget=forms.TextInput(attrs={"autocomplete": "off"}))
    role = forms.ChoiceField(label=_("Role"), choices=ROLES, initial="reader")


class RoleForm(forms.Form):
    """Another role."""

    role = forms.ChoiceField(choices=ROLES)


class CredentialForm(forms.Form):
    """An access token for one forge host; it is written here and never shown again."""

    name = forms.CharField(label=_("Name"), max_length=120, help_text=_("For people, such as “deploy token”."))
    host = forms.CharField(label=_("Forge host"), max_length=255, help_text=_("Sent to this host only, such as github.com."))
    username = forms.CharField(
        label=_("User name"), max_length=120, required=False, initial="x-access-token", help_text=_("Most forges ignore it.")
    )
    token = forms.CharField(
        label=_("Token"),
        max_length=4000,
        help_text=_("Read access to the code is enough. Stored encrypted."),
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
    )


class TokenForm(forms.Form):
    """A new token in place of the old one."""

    token = forms.CharField(label=_("New token"), max_length=4000, widget=forms.PasswordInput(attrs={"autocomplete": "off"}))


SCOPES = {
    "read": _("read: repositories, documents, graph, search"),
    "ask": _("ask: answers, which may cost money"),
    "sync": _("sync: ask for a sync"),
    "admin": _("admin: list and revoke tokens, read the audit log"),
}
DAYS = [(30, _("in 30 days")), (90, _("in 90 days")), (365, _("in a year")), (0, _("never"))]


class ApiTokenForm(forms.Form):
    """A token for an assistant or a program.  No repository chosen means all of them."""

    name = forms.CharField(label=_("Name"), max_length=120, help_text=_("What it is for, such as “Claude Code on my laptop”."))
    scopes = forms.MultipleChoiceField(
        label=_("It may"),
        initial=["read"],
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Assistants need no more than read."),
    )
    repos = forms.MultipleChoiceField(
        label=_("Repositories"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("None chosen: all of them, also those to come."),
    )
    days = forms.TypedChoiceField(label=_("It expires"), choices=DAYS, coerce=int, initial=90)

    def __init__(self, *args: Any, scopes: Sequence[str], repos: Mapping[int, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["scopes"].choices = [(scope, SCOPES[scope]) for scope in scopes]  # type: ignore[attr-defined]
        self.fields["repos"].choices = [(str(number), name) for number, name in repos.items()]  # type: ignore[attr-defined]
