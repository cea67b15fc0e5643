"""The only door to `cryptography`: secrets at rest, with keys that can be rotated."""

from apps.integrations.encryption.keyring import Keyring, KeysUnusable, Unreadable, new_key

__all__ = ["Keyring", "KeysUnusable", "Unreadable", "new_key"]
