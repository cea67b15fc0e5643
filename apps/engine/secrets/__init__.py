"""Secrets in repository text become typed placeholders; live secrets never leave in outgoing text."""

from apps.engine.secrets.redact import redact
from apps.engine.secrets.scan import replace_secrets

__all__ = ["redact", "replace_secrets"]
