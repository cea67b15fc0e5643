"""What can go wrong with a remote, told apart by cause.  Messages never repeat what the remote or git said."""

from __future__ import annotations

from pathlib import Path

from apps.engine.errors import OwnerError


class GitError(OwnerError):
    """Git failed for a reason not told apart below."""

    code = "git:failed"


class GitMissing(GitError):
    code = "git:missing"


class RefusedAddress(GitError):
    """The address is malformed, or leads where we do not go."""

    code = "git:refused-address"


class NoAccess(GitError):
    code = "git:no-access"


class NotFound(GitError):
    code = "git:not-found"


class Unreachable(GitError):
    code = "git:unreachable"


class Moved(GitError):
    code = "git:moved"


class Untrusted(GitError):
    """TLS: the certificate is not one we trust."""

    code = "git:untrusted"


class TimedOut(GitError):
    code = "git:timeout"


class NotARepository(GitError):
    code = "git:not-a-repository"


class EmptyRepository(GitError):
    code = "git:empty"


class NoBranch(GitError):
    code = "git:no-branch"


class Damaged(GitError):
    """Objects that are malformed or missing: the remote's, or our copy's."""

    code = "git:damaged"


class Busy(GitError):
    code = "git:busy"


class NoRoom(GitError):
    """Our own disk is full, or the folder for mirrors can't be written."""

    code = "git:no-room"

    @classmethod
    def at(cls, folder: Path, reason: str | None) -> NoRoom:
        return cls(f"The repository's mirror can't be kept in {folder}: {reason}. STATE_DIR names a folder for it.")


# What git writes on standard error (in the C locale, lower case) → what it means.  The first that fits counts.
_CAUSES: tuple[tuple[tuple[str, ...], type[GitError], str], ...] = (
    (
        ("no space left on device", "disk quota exceeded", "read-only file system"),
        NoRoom,
        "There is no room left on this machine for the repository's mirror (STATE_DIR). Make room, then try again.",
    ),
    (
        (
            "authentication failed",
            "could not read username",
            "could not read password",
            "error: 401",
            "error: 403",
            "terminal prompts",
        ),
        NoAccess,
        "The repository refuses access. Check that it exists and that the credential may read it.",
    ),
    (
        ("error: 404", "error: 410", "' not found", "repository not found"),
        NotFound,
        "There is no repository at this address, or it can't be seen without a credential.",
    ),
    (
        ("redirect", "error: 301", "error: 302", "error: 303", "error: 307", "error: 308"),
        Moved,
        "The address leads to another one, which is not followed. Enter the repository's present address.",
    ),
    (
        ("error: 429", "error: 500", "error: 502", "error: 503", "error: 504"),
        Unreachable,
        "The server is busy or has an error of its own. Try again later.",
    ),
    (
        ("operation too slow", "timed out", "timeout"),
        TimedOut,
        "The server was too slow. Try again later.",
    ),
    (
        (
            "could not resolve host",
            "failed to connect",
            "couldn't connect",
            "connection refused",
            "network is unreachable",
            "empty reply from server",
        ),
        Unreachable,
        "The host can't be reached. Check the address and the network.",
    ),
    (
        ("ssl", "certificate", "gnutls", "tls"),
        Untrusted,
        "The server's certificate is not trusted. Check the address, or the certificate.",
    ),
    (
        ("not appear to be a git repository", "not a git repository", "not valid: is this a git repository"),
        NotARepository,
        "There is no git repository at this address.",
    ),
    (
        ("couldn't find remote ref",),
        NoBranch,
        "The branch is gone. Choose another one, or leave the branch empty for the default branch.",
    ),
    (
        ("early eof", "hung up unexpectedly", "unexpected disconnect", "rpc failed", "transfer closed", "connection was reset"),
        Unreachable,
        "The connection was cut while the repository was fetched. Try again later.",
    ),
    (
        (
            "fsckobjects",
            "error in object",
            "object corrupt",
            "bad object",
            "unable to read",
            "is corrupt",
            "invalid object",
            "packfile",
        ),
        Damaged,
        "The repository holds objects that are malformed or missing. Run git fsck on it.",
    ),
)


def cause_of(stderr: bytes | bytearray) -> GitError:
    """The error that fits what git wrote.  What the remote says through git (`remote:` lines) is not listened to."""
    said = stderr.decode("utf-8", "replace").lower().replace("\r", "\n")
    low = "\n".join(line for line in said.split("\n") if not line.startswith("remote:"))
    for needles, kind, message in _CAUSES:
        if any(needle in low for needle in needles):
            return kind(message)
    return GitError("Git could not read the repository. The connection may have been cut; try again.")
