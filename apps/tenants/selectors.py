"""Reads of tenants, their people and credentials."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser

from apps.tenants.models import ROLE_SCOPES, ApiToken, AuditEvent, GitCredential, Membership, Tenant, TokenScope, User


# --- who may see what: the user is asked for, the tenant is the answer -----------------------------------------------------
def tenants_of(user: User | AnonymousUser) -> list[Tenant]:
    """The tenants the user is a member of, by name.  An operator sees them all."""
    if not user.is_authenticated or not user.is_active:
        return []
    found = Tenant.objects.all() if user.is_superuser else Tenant.objects.filter(memberships__user=user)
    return list(found.order_by("name", "pk"))


def tenant_for_member(user: User | AnonymousUser, slug: str) -> Tenant | None:
    """The tenant with this short name if the user may enter it; None for a foreign one as for one that is not there."""
    if not user.is_authenticated or not user.is_active:
        return None
    found = Tenant.objects.all() if user.is_superuser else Tenant.objects.filter(memberships__user=user)
    return found.filter(slug=slug).first()


def role_of(tenant: Tenant, user: User | AnonymousUser) -> str:
    """owner, maintainer or reader; "" for somebody else.  An operator counts as an owner."""
    if not user.is_authenticated or not user.is_active:
        return ""
    if user.is_superuser:
        return "owner"
    return Membership.objects.filter(tenant=tenant, user=user).values_list("role", flat=True).first() or ""


def user_by_name(username: str) -> User | None:
    """The active account with exactly this user name, to be made a member."""
    return User.objects.filter(username=username, is_active=True).first()


# --- of one tenant -----------------------------------------------------------------------------------------------------
def members(tenant: Tenant) -> list[Membership]:
    """Memberships with their users, by user name."""
    return list(Membership.objects.filter(tenant=tenant).select_related("user").order_by("user__username"))


def credentials(tenant: Tenant) -> list[GitCredential]:
    """Credentials by name; their tokens stay encrypted."""
    return list(GitCredential.objects.filter(tenant=tenant).defer("ciphertext").order_by("name"))


def credential_for_host(tenant: Tenant, host: str) -> GitCredential | None:
    """The oldest credential for the forge host."""
    return GitCredential.objects.filter(tenant=tenant, host=host.lower()).order_by("pk").first()


def api_tokens(tenant: Tenant, member: User | None = None) -> list[ApiToken]:
    """Tokens of the API with who made them, newest first; of one member where one is given."""
    rows = ApiToken.objects.filter(tenant=tenant).select_related("created_by").defer("digest")
    return list(rows if member is None else rows.filter(created_by=member))


def api_token(tenant: Tenant, pk: int) -> ApiToken | None:
    """One token of the tenant."""
    return ApiToken.objects.filter(tenant=tenant, pk=pk).select_related("created_by").defer("digest").first()


def allowed_scopes(tenant: Tenant, user: User) -> list[str]:
    """The scopes that the user's role lets a token of theirs have, in the order they are shown in."""
    allowed = ROLE_SCOPES.get(role_of(tenant, user), frozenset())
    return [scope for scope in TokenScope.values if scope in allowed]


def audit_events(tenant: Tenant, limit: int = 100, *, before: int = 0) -> list[AuditEvent]:
    """The newest audit events, with who acted.  `before`: older than this one."""
    found = AuditEvent.objects.filter(tenant=tenant).select_related("actor").order_by("-pk")
    return list((found.filter(pk__lt=before) if before else found)[:limit])


def allowed_hosts(tenant: Tenant) -> tuple[str, ...]:
    """Forge hosts the tenant may clone from, lower case, without the mark for plain http."""
    return tuple(dict.fromkeys(line.removeprefix("http://") for line in _lines(tenant.allowed_hosts.lower())))


def plain_http_hosts(tenant: Tenant) -> tuple[str, ...]:
    """Those of them that the operator allows over plain http, without ports: the allow-list has those."""
    lines = (line for line in _lines(tenant.allowed_hosts.lower()) if line.startswith("http://"))
    return tuple(dict.fromkeys(line.removeprefix("http://").partition(":")[0] for line in lines))


def allowed_repositories(tenant: Tenant) -> tuple[str, ...]:
    """Patterns on the path after the host."""
    return _lines(tenant.allowed_repositories)


def _lines(text: str) -> tuple[str, ...]:
    return tuple(line.strip().rstrip("/") for line in text.splitlines() if line.strip())


# --- for commands and start-up: across tenants -----------------------------------------------------------------------------
def tenant_by_slug(slug: str) -> Tenant | None:
    """The tenant a command names."""
    return Tenant.objects.filter(slug=slug).first()
