"""The one door to git: addresses checked, environment hardened, objects read and nothing ever checked out."""

from apps.integrations.git.addresses import CloneAddress, LocalSource, check_addresses, matches_allow_list, parse_address
from apps.integrations.git.environment import Credential
from apps.integrations.git.errors import GitError
from apps.integrations.git.limits import Limits
from apps.integrations.git.mirror import CommitRecord, Head, Mirror
from apps.integrations.git.running import check_git

__all__ = [
    "CloneAddress",
    "CommitRecord",
    "Credential",
    "GitError",
    "Head",
    "Limits",
    "LocalSource",
    "Mirror",
    "check_addresses",
    "check_git",
    "matches_allow_list",
    "parse_address",
]
