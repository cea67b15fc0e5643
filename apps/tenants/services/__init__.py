"""Writes: tenants, people, credentials, the audit log."""

from apps.tenants.services.audit import record_audit
from apps.tenants.services.credentials import (
    CredentialUnreadable,
    RotationCounts,
    change_credential,
    check_keys,
    delete_credential,
    reveal_credential,
    rotate_credential,
    rotate_encryption_keys,
    store_credential,
)
from apps.tenants.services.people import add_member, change_role, create_operator, remove_member
from apps.tenants.services.tenants import allow_host, change_tenant, create_tenant, delete_tenant

__all__ = [
    "CredentialUnreadable",
    "RotationCounts",
    "add_member",
    "allow_host",
    "change_credential",
    "change_role",
    "change_tenant",
    "check_keys",
    "create_operator",
    "create_tenant",
    "delete_credential",
    "delete_tenant",
    "record_audit",
    "remove_member",
    "reveal_credential",
    "rotate_credential",
    "rotate_encryption_keys",
    "store_credential",
]
