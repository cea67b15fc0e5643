"""Files of NAME=value lines that only this account may read."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from pathlib import Path

from apps.integrations.encryption import new_key


def write_private_text(path: Path, text: str) -> None:
    """Write the file, whole or not at all, readable by this account alone whatever the umask."""
    aside = path.with_name(f".{path.name}.{os.getpid()}")
    aside.unlink(missing_ok=True)
    descriptor = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    aside.replace(path)


def write_private(path: Path, lines: Mapping[str, str]) -> None:
    """Write NAME=value lines."""
    write_private_text(path, "".join(f"{name}={value}\n" for name, value in lines.items()))


def read_or_make_secrets(path: Path) -> dict[str, str]:
    """The product's secrets: made the first time, the same ever after.  Two at once get the same ones."""
    if not path.exists():
        aside = path.with_name(f".{path.name}.{os.getpid()}.first")
        write_private(aside, {"SECRET_KEY": secrets.token_urlsafe(50), "CREDENTIAL_KEYS": new_key()})
        try:
            os.link(aside, path)  # fails where another was first
        except FileExistsError:
            pass
        finally:
            aside.unlink()
    return dict(line.split("=", 1) for line in path.read_text().splitlines() if "=" in line)
