"""Writes: tenants, people, credentials, the audit log."""

from apps.tenants.services.audit import record_audit
from apps.tenants.services.budgets import remove_budget, set_budget
from apps.tenants.services.credentials import (
    CredentialUnreadable,
    RotationCounts,
    change_credential,
    check_keys,
    delete_credential,
    is_readable,
    reveal_credential,
    rotate_credential,
    rotate_encryption_keys,
    store_credential,
)
from apps.tenants.services.people import add_member, change_role, create_operator, remove_member
from apps.tenants.services.tenants import (
    allow_host,
    change_tenant,
    checked_hosts,
    create_tenant,
    delete_tenant,
    preview_tenant_deletion,
)
from apps.tenants.services.tokens import (
    Bearer,
    TokenRefused,
    TokenUnusable,
    TooManyGuesses,
    create_token,
    revoke_token,
    use_token,
)

__all__ = [
    "Bearer",
    "CredentialUnreadable",
    "RotationCounts",
    "TokenRefused",
    "TokenUnusable",
    "TooManyGuesses",
    "add_member",
    "allow_host",
    "change_credential",
    "change_role",
    "change_tenant",
    "check_keys",
    "checked_hosts",
    "create_operator",
    "create_tenant",
    "create_token",
    "delete_credential",
    "delete_tenant",
    "is_readable",
    "preview_tenant_deletion",
    "record_audit",
    "remove_budget",
    "remove_member",
    "reveal_credential",
    "revoke_token",
    "rotate_credential",
    "rotate_encryption_keys",
    "set_budget",
    "store_credential",
    "use_token",
]
