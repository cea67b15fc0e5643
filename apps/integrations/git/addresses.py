"""Which addresses we clone from: a strict grammar, an explicit table of forbidden networks, and the operator's lists."""

from __future__ import annotations

import fnmatch
import ipaddress
import re
import socket
from collections.abc import Sequence
from dataclasses import dataclass

from apps.integrations.git.errors import RefusedAddress, Unreachable

_GRAMMAR = re.compile(
    r"(https|http)://([a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::([1-9][0-9]{0,4}))?/((?:[A-Za-z0-9._~+@/-]|%20){1,1000})",
    re.ASCII,
)
_NUMBER = re.compile(r"0x[0-9a-f]*|[0-9]+", re.ASCII)

# Neither `is_private` nor `is_global` of the standard library is a test for this: NAT64, 6to4, cloud metadata and shared
# address space pass one or the other.
_FORBIDDEN = tuple(
    ipaddress.ip_network(network)
    for network in (
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "168.63.129.16/32", "169.254.0.0/16", "172.16.0.0/12",
        "192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.168.0.0/16",
        "192.175.48.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
        "::/96", "::ffff:0:0/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16",
        "3fff::/20", "5f00::/16", "fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8",
    )
)  # fmt: skip


_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")  # holds an IPv4 address, which counts
_FORMAT = "The address has parts or characters that are not allowed. It looks like https://host/owner/project."


@dataclass(frozen=True, slots=True)
class CloneAddress:
    """An http(s) address to clone from.  `host` is lower case, `path` has no leading slash, `port` None for the scheme's own."""

    scheme: str
    host: str
    port: int | None
    path: str

    @property
    def default_port(self) -> int:
        return 443 if self.scheme == "https" else 80

    @property
    def url(self) -> str:
        """As given to git: no user, no password."""
        return f"{self.origin}/{self.path}"

    @property
    def origin(self) -> str:
        """Scheme, host and port: what a credential is scoped to."""
        port = f":{self.port}" if self.port else ""
        return f"{self.scheme}://{self.host}{port}"

    @property
    def identity(self) -> str:
        """What two spellings of the same repository share."""
        port = f":{self.port}" if self.port else ""
        return f"{self.host}{port}/{self.path.rstrip('/').removesuffix('.git').lower()}"


def parse_address(text: str, *, http_allowed: Sequence[str] = ()) -> CloneAddress:
    """The address, or `RefusedAddress` with the reason.  Plain http only for the hosts in `http_allowed`."""
    scheme, separator, rest = text.partition("://")
    if not separator or scheme not in ("https", "http"):
        raise RefusedAddress("The address must start with https:// (and hold neither user nor password).")
    host_part, slash, path = rest.partition("/")
    if "@" in host_part:
        raise RefusedAddress("The address must hold neither user nor password. Store the token as a credential instead.")
    if not text.isascii():  # before lower(): some letters become ASCII by it
        raise RefusedAddress(_FORMAT)
    found = _GRAMMAR.fullmatch(f"{scheme}://{host_part.lower()}{slash}{path}")
    if found is None:
        raise RefusedAddress(_FORMAT)
    host, path = found[2], found[4].rstrip("/")
    port = int(found[3] or 0)
    if not _is_host(host):
        raise RefusedAddress("The address's host is not a valid name.")
    if port > 65_535:
        raise RefusedAddress("The address's port is not valid.")
    if not path or any(part in ("", ".", "..", ".git") or part.startswith("-") for part in path.split("/")):
        raise RefusedAddress("The address's path is not valid. It looks like https://host/owner/project.")
    if scheme == "http" and host not in http_allowed and f"{host}:{port}" not in http_allowed:
        raise RefusedAddress("Plain http is not allowed for this host. Use https, or ask the operator to allow it.")
    return CloneAddress(scheme, host, None if port in (0, 443 if scheme == "https" else 80) else port, path)


def _is_host(host: str) -> bool:
    """Whether it is a host name, or an IP address in its one usual spelling."""
    try:
        if host.startswith("["):
            ipaddress.IPv6Address(host[1:-1])
            return True
        labels = host.split(".")
        if _NUMBER.fullmatch(labels[-1]):  # resolvers read 127.1, 0x7f000001 and 2130706433 as addresses
            ipaddress.IPv4Address(host)
            return True
    except ValueError:
        return False
    return all(label and len(label) <= 63 and not label.startswith("-") and not label.endswith("-") for label in labels)


def is_forbidden(address: str) -> bool:
    """Whether an IP address lies in a network that is not the public internet, also inside IPv6 wrappings."""
    parsed = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(parsed, ipaddress.IPv6Address) and parsed in _NAT64:
        parsed = ipaddress.IPv4Address(int(parsed) & 0xFFFFFFFF)
    return any(parsed.version == network.version and parsed in network for network in _FORBIDDEN)


def check_addresses(host: str, port: int, *, allowed_internal: Sequence[str] = ()) -> tuple[str, ...]:
    """Resolve a host and check every address it has; returns them.

    `allowed_internal` names hosts (or host:port) the operator lets through.  Raises `RefusedAddress` or `Unreachable`.
    """
    try:
        found = socket.getaddrinfo(host.strip("[]"), port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise Unreachable("The host has no address. Check its spelling and the network.") from error
    addresses = tuple(dict.fromkeys(str(entry[4][0]) for entry in found))
    if (
        host not in allowed_internal
        and f"{host}:{port}" not in allowed_internal
        and any(is_forbidden(address) for address in addresses)
    ):
        raise RefusedAddress(
            "The host lies in a private or special network, which is not allowed. The operator can allow it in INTERNAL_HOSTS."
        )
    return addresses


def matches_allow_list(address: CloneAddress, hosts: Sequence[str], patterns: Sequence[str]) -> bool:
    """Whether the operator's lists have the address: its host (or ``http://host``), and a pattern for its path."""
    named = {host.strip().lower().removeprefix("https://").removeprefix("http://").rstrip("/") for host in hosts}
    with_port = f"{address.host}:{address.port}" if address.port else address.host
    if address.host not in named and with_port not in named:
        return False
    path = address.path.removesuffix(".git").lower()
    return any(fnmatch.fnmatchcase(path, pattern.strip().lower()) for pattern in patterns if pattern.strip())
