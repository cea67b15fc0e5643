"""The environment git runs in: nothing of the machine's or the repository's configuration, no prompts, https only.

A credential is in this environment and nowhere else: arguments and addresses can be read by every user of the machine.
"""

from __future__ import annotations

import base64
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from apps.integrations.git.addresses import CloneAddress

STALL_BYTES = 100  # a second; slower than this for STALL_SECONDS ends the transfer
STALL_SECONDS = 60

_CONFIG = (
    ("http.followRedirects", "false"),
    ("http.lowSpeedLimit", str(STALL_BYTES)),
    ("http.lowSpeedTime", str(STALL_SECONDS)),
    ("credential.helper", ""),
    ("core.hooksPath", "/dev/null"),
    ("core.fsmonitor", "false"),
    ("core.symlinks", "false"),
    ("core.quotePath", "false"),
    ("core.attributesFile", "/dev/null"),
    ("transfer.fsckObjects", "true"),
    ("fetch.unpackLimit", "1"),
    ("fetch.writeCommitGraph", "false"),
    ("gc.auto", "0"),
    ("maintenance.auto", "false"),
    ("protocol.ext.allow", "never"),
    ("submodule.recurse", "false"),
    ("i18n.logOutputEncoding", "UTF-8"),
    # Faults that old, honest histories have; the objects are only ever read.
    *((f"fetch.fsck.{fault}", "ignore") for fault in (
        "badTimezone", "badDate", "badDateOverflow", "missingSpaceBeforeDate", "zeroPaddedDate", "zeroPaddedFilemode",
        "missingEmail", "missingNameBeforeEmail", "badEmail", "badName", "missingSpaceBeforeEmail", "multipleAuthors",
        "nulInCommit", "hasDot", "hasDotdot", "hasDotgit", "fullPathname", "emptyName", "nullSha1", "gitmodulesUrl",
        "gitmodulesName", "gitmodulesPath", "gitmodulesUpdate", "gitmodulesSymlink", "gitmodulesParse", "gitmodulesBlob",
        "symlinkTargetLength", "largePathname", "treeNotSorted", "duplicateEntries", "badFilemode",
    )),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Credential:
    """A user name and a token for one host."""

    username: str
    token: str = field(repr=False)


def hardened(home: Path) -> dict[str, str]:
    """What every call of git gets.  `home` is an empty folder."""
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": str(home),
        "LC_ALL": "C",
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_ASKPASS": "/bin/false",
        "GIT_LFS_SKIP_SMUDGE": "1",
        "GIT_NO_REPLACE_OBJECTS": "1",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_ALLOW_PROTOCOL": "none",
        **_numbered(_CONFIG),
    }


def for_remote(home: Path, address: CloneAddress, credential: Credential | None, addresses: Sequence[str]) -> dict[str, str]:
    """For a call that goes to `address`, connecting to the checked `addresses` only, whatever the name resolves to by then."""
    port = address.port or (443 if address.scheme == "https" else 80)
    pinned = ",".join(f"[{item}]" if ":" in item else item for item in addresses)
    more = [("http.curloptResolve", f"{address.host}:{port}:{pinned}")] if not address.host.startswith("[") else []
    if credential is not None:
        pair = base64.b64encode(f"{credential.username}:{credential.token}".encode()).decode()
        more.append((f"http.{address.origin}/.extraHeader", f"Authorization: Basic {pair}"))
    return {**hardened(home), "GIT_ALLOW_PROTOCOL": address.scheme, **_numbered((*_CONFIG, *more))}


def for_local(home: Path, folder: Path, configuration: Path) -> dict[str, str]:
    """For a clone on this machine.  `configuration` is written to say that its owner may differ (`safe.directory`)."""
    quoted = str(folder).replace("\\", "\\\\").replace('"', '\\"')
    lines = [f'\tdirectory = "{quoted}{suffix}"\n' for suffix in ("", "/.git")]
    configuration.write_text("[safe]\n" + "".join(lines))
    return {**hardened(home), "GIT_ALLOW_PROTOCOL": "file", "GIT_CONFIG_GLOBAL": str(configuration)}


def _numbered(pairs: Sequence[tuple[str, str]]) -> dict[str, str]:
    numbered = {"GIT_CONFIG_COUNT": str(len(pairs))}
    for number, (key, value) in enumerate(pairs):
        numbered[f"GIT_CONFIG_KEY_{number}"], numbered[f"GIT_CONFIG_VALUE_{number}"] = key, value
    return numbered
