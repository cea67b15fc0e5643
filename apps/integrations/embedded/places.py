"""Folders and binaries of the embedded servers: who may reach them, how long their names may be."""

from __future__ import annotations

import errno
import hashlib
import importlib.util
import os
import pwd
import re
import stat
from pathlib import Path

from apps.integrations.embedded.errors import EmbeddedError

SOCKET_NAME_BYTES = 100  # a socket's path holds 107 bytes on Linux, 103 on macOS
LONGEST_SOCKET_NAME = ".s.PGSQL.5432.lock"
PLAIN_PATH = re.compile(r"[A-Za-z0-9_./-]+")
SHORT_PLACE = Path("/tmp")  # noqa: S108 - folders in it are private and their owner is checked
ROOT_STATE = Path("/var/lib/repolore")


def package_folder(name: str) -> Path:
    """Where an installed package lies; it is found, not imported."""
    spec = importlib.util.find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        raise EmbeddedError(f"The package {name} is not installed. Install requirements.lock, or set DATABASE_URL and REDIS_URL.")
    return Path(next(iter(spec.submodule_search_locations)))


def server_account() -> tuple[int, int]:
    """The user and group id PostgreSQL runs as: our own, or as root (which it refuses) an account without privileges."""
    if os.geteuid() != 0:
        return os.geteuid(), os.getegid()
    accounts = {account.pw_name: account for account in pwd.getpwall() if account.pw_uid}
    for name in ("postgres", "nobody"):
        if name in accounts:
            return accounts[name].pw_uid, accounts[name].pw_gid
    raise EmbeddedError("PostgreSQL does not run as root, and there is no account nobody. Run this as an ordinary user.")


def is_reachable(path: Path, uid: int) -> bool:
    """Whether an account without privileges can walk down to `path`, and run it if it is a program."""
    for part in (path, *path.parents):
        status = part.stat()
        if not status.st_mode & (stat.S_IXUSR if status.st_uid == uid else stat.S_IXOTH):
            return False
    return True


def servers_folder(state: Path) -> Path:
    """Where the servers of a state folder keep their data.

    In it, or as root, where PostgreSQL's account can't reach it, in a folder of their own below /var/lib.
    """
    wanted = Path(os.path.realpath(state))
    if os.geteuid() != 0:
        return wanted
    existing = next(part for part in (wanted, *wanted.parents) if part.exists())
    data = wanted / "pgdata"
    if is_reachable(existing, data.stat().st_uid if data.exists() else server_account()[0]):
        return wanted
    return ROOT_STATE / hashlib.sha256(os.fsencode(wanted)).hexdigest()[:12]


def make_folder(wanted: Path) -> None:
    """Make it and what is missing above it, whatever the umask: for us alone; as root, PostgreSQL may walk through."""
    for folder in (*reversed(wanted.parents), wanted):
        if not folder.exists():
            folder.mkdir(exist_ok=True)
            folder.chmod(0o711 if os.geteuid() == 0 else 0o700)
    if not wanted.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(wanted))


def socket_folder(wanted: Path, uid: int, gid: int) -> Path:
    """A private folder for sockets: `wanted`, or one in /tmp where its name is too long or not plain.

    Connection strings give commas, quotes and @ a meaning; a plain name needs no quoting anywhere.  The choice hangs on the
    name alone, so that every process finds the same folder.
    """
    folder = wanted
    if len(os.fsencode(wanted / LONGEST_SOCKET_NAME)) > SOCKET_NAME_BYTES or not PLAIN_PATH.fullmatch(str(wanted)):
        short = hashlib.sha256(os.fsencode(wanted)).hexdigest()[:12]
        folder = SHORT_PLACE / f"repolore-{uid}-{short}"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    status = folder.lstat()
    if not stat.S_ISDIR(status.st_mode) or status.st_uid not in (uid, os.geteuid()):
        raise EmbeddedError(f"{folder} is not a folder of ours. Remove it and try again.")
    folder.chmod(0o700)
    if status.st_uid != uid:
        os.chown(folder, uid, gid)
    return folder
