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

STALL_BYTES = 100  # a second; slower than this for `Limits.stall_seconds` ends a transfer

# The operator's own certificate authorities.
PASSED_ON = ("SSL_CERT_FILE", "SSL_CERT_DIR", "GIT_SSL_CAINFO", "GIT_SSL_CAPATH")

# Faults that old, honest histories or odd trees have; the objects are only ever read, never checked out.
_HARMLESS = (
    "badDate", "badDateOverflow", "badEmail", "badFilemode", "badName", "badTimezone", "duplicateEntries", "emptyName",
    "fullPathname", "gitattributesBlob", "gitattributesLarge", "gitattributesLineLength", "gitattributesMissing",
    "gitmodulesBlob", "gitmodulesLarge", "gitmodulesMissing", "gitmodulesName", "gitmodulesParse", "gitmodulesPath",
    "gitmodulesSymlink", "gitmodulesUpdate", "gitmodulesUrl", "hasDot", "hasDotdot", "hasDotgit", "missingEmail",
    "missingNameBeforeEmail", "missingSpaceBeforeDate", "missingSpaceBeforeEmail", "multipleAuthors", "nulInCommit", "nullSha1",
    "treeNotSorted", "zeroPaddedDate", "zeroPaddedFilemode",
)  # fmt: skip

_CONFIG = (
    ("http.followRedirects", "false"),
    ("http.lowSpeedLimit", str(STALL_BYTES)),
    ("http.proxy", ""),
    ("credential.helper", ""),
    ("core.askPass", "/bin/false"),
    ("core.sshCommand", "/bin/false"),
    ("core.hooksPath", "/dev/null"),
    ("core.fsmonitor", "false"),
    ("core.symlinks", "false"),
    ("core.quotePath", "false"),
    ("core.attributesFile", "/dev/null"),
    ("core.excludesFile", "/dev/null"),
    ("core.bigFileThreshold", "16m"),
    ("core.packedGitWindowSize", "32m"),
    ("core.packedGitLimit", "256m"),
    ("core.deltaBaseCacheLimit", "64m"),
    ("pack.threads", "2"),
    ("pack.windowMemory", "64m"),
    ("transfer.fsckObjects", "true"),
    ("transfer.bundleURI", "false"),
    ("fetch.unpackLimit", "1"),  # always one pack, never thousands of files
    ("fetch.writeCommitGraph", "false"),
    ("fetch.recurseSubmodules", "false"),
    ("submodule.recurse", "false"),
    ("gc.auto", "0"),
    ("maintenance.auto", "false"),
    ("protocol.version", "2"),
    ("protocol.ext.allow", "never"),
    ("i18n.logOutputEncoding", "UTF-8"),
    ("log.showSignature", "false"),
    *((f"fetch.fsck.{fault}", "ignore") for fault in _HARMLESS),
)


@dataclass(frozen=True, slots=True)
class Credential:
    """A user name ("" where the forge looks at the token alone) and a token for one host."""

    username: str
    token: str = field(repr=False)

    def header(self) -> str:
        pair = base64.b64encode(f"{self.username or 'git'}:{self.token}".encode()).decode()
        return f"Authorization: Basic {pair}"


def hardened(home: Path, more: Sequence[tuple[str, str]] = (), *, protocol: str = "none") -> dict[str, str]:
    """What every call of git gets.  `home` is a folder that is empty or does not exist; `protocol` the only one allowed."""
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home),
        "LC_ALL": "C",
        "TZ": "UTC",
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_ATTR_NOSYSTEM": "1",
        "GIT_CEILING_DIRECTORIES": "/",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_ASKPASS": "/bin/false",
        "GIT_SSH_COMMAND": "/bin/false",
        "GIT_LFS_SKIP_SMUDGE": "1",
        "GIT_NO_REPLACE_OBJECTS": "1",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_ALLOW_PROTOCOL": protocol,
        **_numbered((*_CONFIG, *more)),
    }


def for_remote(
    home: Path, address: CloneAddress, credential: Credential | None, addresses: Sequence[str], stall_seconds: float
) -> dict[str, str]:
    """For a call that goes to `address`, connecting to the checked `addresses` only, whatever the name resolves to by then."""
    port = address.port or address.default_port
    more = [("http.lowSpeedTime", str(max(1, round(stall_seconds))))]
    if not address.host.startswith("["):
        pinned = ",".join(f"[{item}]" if ":" in item else item for item in addresses)
        more.append(("http.curloptResolve", f"{address.host}:{port}:{pinned}"))
    if credential is not None:
        more.append((f"http.{address.origin}/.extraHeader", credential.header()))
    passed_on = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    return {**hardened(home, more, protocol=address.scheme), **passed_on}


def for_local(home: Path, configuration: Path) -> dict[str, str]:
    """For a clone on this machine: another user may own it, which upload-pack believes from a configuration file only."""
    configuration.parent.mkdir(parents=True, exist_ok=True)
    configuration.write_text("[safe]\n\tdirectory = *\n")
    return {**hardened(home, protocol="file"), "GIT_CONFIG_GLOBAL": str(configuration)}


def _numbered(pairs: Sequence[tuple[str, str]]) -> dict[str, str]:
    numbered = {"GIT_CONFIG_COUNT": str(len(pairs))}
    for number, (key, value) in enumerate(pairs):
        numbered[f"GIT_CONFIG_KEY_{number}"], numbered[f"GIT_CONFIG_VALUE_{number}"] = key, value
    return numbered
