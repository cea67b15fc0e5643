"""Folders and binaries of the embedded servers: who may reach them, how long their names may be."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import stat
import tempfile
from pathlib import Path

from apps.integrations.embedded.errors import EmbeddedError

SOCKET_NAME_BYTES = 100  # a socket's path holds 107 bytes on Linux, 103 on macOS


def package_folder(name: str) -> Path:
    """Where an installed package lies; it is found, not imported."""
    spec = importlib.util.find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        raise EmbeddedError(f"The package {name} is not installed. Install requirements.lock, or set DATABASE_URL and REDIS_URL.")
    return Path(next(iter(spec.submodule_search_locations)))


def is_reachable(path: Path, uid: int) -> bool:
    """Whether an account without privileges can walk down to `path`."""
    for part in (path, *path.parents):
        status = part.stat()
        if not status.st_mode & (stat.S_IXUSR if status.st_uid == uid else stat.S_IXOTH):
            return False
    return True


def socket_folder(wanted: Path, uid: int, gid: int) -> Path:
    """A private folder for sockets: `wanted`, or a short one in the temporary folder where its name is too long."""
    folder = wanted
    if len(os.fsencode(folder / ".s.PGSQL.5432.lock")) > SOCKET_NAME_BYTES:
        short = hashlib.sha256(os.fsencode(wanted)).hexdigest()[:12]
        folder = Path(tempfile.gettempdir()) / f"repolore-{uid}-{short}"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    status = folder.lstat()
    if not stat.S_ISDIR(status.st_mode) or status.st_uid not in (uid, os.geteuid()):
        raise EmbeddedError(f"{folder} is not a folder of ours. Remove it and try again.")
    folder.chmod(0o700)
    if status.st_uid != uid:
        os.chown(folder, uid, gid)
    return folder
