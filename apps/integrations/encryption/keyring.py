"""A list of Fernet keys: the first one encrypts, all of them decrypt."""

from __future__ import annotations

from collections.abc import Sequence

from cryptography.fernet import Fernet, InvalidToken, MultiFernet

from apps.engine.errors import InternalError


class KeysUnusable(InternalError):
    """There is no key, or one that is not 32 bytes in URL-safe base64.  The message never holds a key."""

    code = "internal:keys-unusable"


class Unreadable(InternalError):
    """None of the keys opens it: it was written with a key that is gone, or changed since."""

    code = "internal:unreadable"


def new_key() -> str:
    """A fresh random key, as `CREDENTIAL_KEYS` wants it."""
    return Fernet.generate_key().decode()


class Keyring:
    """Raises `KeysUnusable` for an empty list or a malformed key."""

    def __init__(self, keys: Sequence[str]) -> None:
        if not keys:
            raise KeysUnusable("CREDENTIAL_KEYS is empty. It needs at least one key, newest first, separated by commas.")
        fernets = []
        for position, key in enumerate(keys, start=1):
            try:
                fernets.append(Fernet(key.strip()))
            except ValueError:
                raise KeysUnusable(
                    f"Key {position} of CREDENTIAL_KEYS is malformed. A key is 32 random bytes in URL-safe base64."
                ) from None
        self._first = MultiFernet(fernets[:1])
        self._all = MultiFernet(fernets)

    def __repr__(self) -> str:
        return "<Keyring>"

    def encrypt(self, secret: str) -> bytes:
        """Encrypted with the first key."""
        return self._all.encrypt(secret.encode())

    def decrypt(self, token: bytes) -> str:
        """The secret; raises `Unreadable`."""
        try:
            return self._all.decrypt(token).decode()
        except (InvalidToken, UnicodeDecodeError):
            raise Unreadable("The secret can't be read with the keys given.") from None

    def rotate(self, token: bytes) -> bytes:
        """The same secret under the first key; the token itself where that holds already.  Raises `Unreadable`."""
        try:
            self._first.decrypt(token)
        except InvalidToken:
            return self.encrypt(self.decrypt(token))
        return token
