"""Teams, their people, their credentials, and the log of what was done.  Nothing crosses from one tenant to another."""

from __future__ import annotations

from django.contrib.auth.models import AbstractUser
from django.contrib.postgres.fields import ArrayField
from django.core.validators import MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """A person.  Ours from the first migration, so that it can grow without a change of the user table."""

    language = models.CharField(_("language"), max_length=8, blank=True, help_text=_("Empty: as the browser asks."))


class Tenant(models.Model):
    """A team: its users, repositories, secrets and budget."""

    name = models.CharField(_("name"), max_length=120)
    slug = models.SlugField(_("slug"), max_length=60, unique=True, help_text=_("Part of the portal's addresses."))
    allowed_hosts = models.TextField(
        _("allowed forge hosts"),
        blank=True,
        help_text=_("One host a line, such as github.com. Empty: none. `http://host` allows that host over plain http."),
    )
    allowed_repositories = models.TextField(
        _("allowed repositories"),
        default="*",
        blank=True,
        help_text=_("One pattern a line on the path after the host, such as acme/* . Empty: none."),
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name"]
        verbose_name = _("tenant")
        verbose_name_plural = _("tenants")

    def __str__(self) -> str:
        return self.name


class Role(models.TextChoices):
    OWNER = "owner", _("owner")
    MAINTAINER = "maintainer", _("maintainer")
    READER = "reader", _("reader")


class Membership(models.Model):
    """A user's role in a tenant.  Owners manage people and credentials, maintainers repositories, readers read."""

    tenant = models.ForeignKey(Tenant, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=12, choices=Role.choices, default=Role.READER)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tenant", "user"], name="one_membership_per_user")]
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")

    def __str__(self) -> str:
        return f"{self.user} · {self.tenant} ({self.role})"


class GitCredential(models.Model):
    """An access token for one forge host, encrypted with the first key of `CREDENTIAL_KEYS`.

    The plain value exists only in `services.reveal_credential` and in the environment of the git process.
    """

    tenant = models.ForeignKey(Tenant, on_delete=models.CASCADE, related_name="credentials")
    name = models.CharField(_("name"), max_length=120)
    host = models.CharField(_("forge host"), max_length=255, help_text=_("Sent to this host only, such as github.com."))
    username = models.CharField(_("user name"), max_length=120, blank=True, default="x-access-token")
    ciphertext = models.BinaryField(editable=False)
    last_four = models.CharField(_("token"), max_length=4, editable=False)
    rotated_at = models.DateTimeField(null=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tenant", "name"], name="credential_name_per_tenant")]
        verbose_name = _("git credential")
        verbose_name_plural = _("git credentials")

    def __str__(self) -> str:
        return f"{self.name} (…{self.last_four})"

    def __repr__(self) -> str:
        return f"<GitCredential {self.pk} {self.host}>"


class TokenScope(models.TextChoices):
    READ = "read", _("read: repositories, documents, graph, search")
    ASK = "ask", _("ask: answers, which may cost money")
    SYNC = "sync", _("sync: ask for a sync")
    ADMIN = "admin", _("admin: list and revoke tokens, read the audit log")


ROLE_SCOPES: dict[str, frozenset[str]] = {  # what a token of such a member may be good for
    Role.READER: frozenset({TokenScope.READ, TokenScope.ASK}),
    Role.MAINTAINER: frozenset({TokenScope.READ, TokenScope.ASK, TokenScope.SYNC}),
    Role.OWNER: frozenset(TokenScope.values),
}


class ApiToken(models.Model):
    """A key of one member to the JSON API and the MCP server.  Its text is shown once; only the SHA-256 digest is kept.

    It never may more than the member who made it may now: see `services.use_token`.  `repos` are numbers of repositories, null
    for all of the tenant, also those to come.
    """

    tenant = models.ForeignKey(Tenant, on_delete=models.CASCADE, related_name="api_tokens")
    created_by = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens", verbose_name=_("made by"))
    name = models.CharField(_("name"), max_length=120)
    prefix = models.CharField(_("begins with"), max_length=16, editable=False)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    scopes = ArrayField(models.CharField(max_length=8, choices=TokenScope.choices), verbose_name=_("scopes"))
    repos = ArrayField(models.BigIntegerField(), null=True, blank=True, verbose_name=_("repositories"))
    expires_at = models.DateTimeField(_("expires at"), null=True, blank=True, help_text=_("Empty: never."))
    last_used_at = models.DateTimeField(_("last used at"), null=True, editable=False)
    revoked_at = models.DateTimeField(_("revoked at"), null=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created_at", "-pk"]
        indexes = [models.Index(fields=["tenant", "-created_at"])]
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"

    def __repr__(self) -> str:
        return f"<ApiToken {self.pk} {self.prefix}>"


class AuditEvent(models.Model):
    """Who did what, when.  `detail` never holds a secret.  Rows outlive the user who acted."""

    tenant = models.ForeignKey(Tenant, on_delete=models.CASCADE, related_name="audit_events")
    actor = models.ForeignKey(User, null=True, on_delete=models.SET_NULL)
    action = models.CharField(max_length=60)
    subject = models.CharField(max_length=200)
    detail = models.JSONField(default=dict, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created_at", "-pk"]
        indexes = [models.Index(fields=["tenant", "-created_at"])]
        verbose_name = _("audit event")
        verbose_name_plural = _("audit events")

    def __str__(self) -> str:
        return f"{self.action} {self.subject}"


class Budget(models.Model):
    """What a team may spend on language models.  An empty field means the operator's own ceiling, from the settings."""

    tenant = models.OneToOneField(Tenant, on_delete=models.CASCADE, related_name="+")
    month_dollars = models.DecimalField(
        _("dollars a month"), max_digits=10, decimal_places=2, null=True, blank=True, validators=[MinValueValidator(0)],
        help_text=_("Ceiling of a calendar month (UTC). 0: no model. Empty: the product's own."),
    )  # fmt: skip
    call_dollars = models.DecimalField(
        _("dollars a call"), max_digits=10, decimal_places=4, null=True, blank=True, validators=[MinValueValidator(0)],
        help_text=_("Ceiling of one call. Empty: the product's own."),
    )  # fmt: skip

    class Meta:
        verbose_name = _("budget")
        verbose_name_plural = _("budgets")

    def __str__(self) -> str:
        return str(self.tenant)


class UsageState(models.TextChoices):
    RESERVED = "reserved", _("reserved")
    SETTLED = "settled", _("settled")


class UsageEntry(models.Model):
    """One call of a language model in the ledger: reserved before it, settled after it.

    Dollars by list prices.  A call that never was settled, since its process died, counts with what was reserved: its provider
    may have counted it too.  `is_estimate`: the provider did not tell all tokens.  `outcome` is "" for a clean end, else the code
    of what went wrong.  `subject` names what it was for, such as ``question 12``.
    """

    tenant = models.ForeignKey(Tenant, on_delete=models.CASCADE, related_name="usage")
    purpose = models.CharField(_("purpose"), max_length=20)
    subject = models.CharField(max_length=80, blank=True)
    model = models.CharField(_("language model"), max_length=80)
    state = models.CharField(max_length=10, choices=UsageState.choices, default=UsageState.RESERVED)
    outcome = models.CharField(max_length=60, blank=True)
    reserved = models.DecimalField(_("reserved, dollars"), max_digits=12, decimal_places=6)
    cost = models.DecimalField(_("cost, dollars"), max_digits=12, decimal_places=6, default=0)
    input_tokens = models.PositiveIntegerField(_("tokens read"), default=0)
    output_tokens = models.PositiveIntegerField(_("tokens written"), default=0)
    cache_read_tokens = models.PositiveIntegerField(_("tokens read from the cache"), default=0)
    cache_written_tokens = models.PositiveIntegerField(_("tokens written to the cache"), default=0)
    is_estimate = models.BooleanField(_("estimated"), default=False)
    request_id = models.CharField(_("number at the provider"), max_length=80, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-pk"]
        indexes = [models.Index(fields=["tenant", "created_at"], name="usage_by_month")]
        verbose_name = _("call of a model")
        verbose_name_plural = _("calls of models")

    def __str__(self) -> str:
        return f"{self.purpose} {self.subject}".strip()
