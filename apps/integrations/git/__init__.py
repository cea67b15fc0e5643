"""The one door to git: addresses checked, environment hardened, objects read and nothing ever checked out."""

from apps.integrations.git.addresses import CloneAddress, check_addresses, matches_allow_list, parse_address
from apps.integrations.git.environment import Credential
from apps.integrations.git.errors import GitError, RefusedAddress
from apps.integrations.git.history import CommitRecord
from apps.integrations.git.limits import Limits
from apps.integrations.git.mirror import Head, Mirror, Repository
from apps.integrations.git.refs import branch_ref
from apps.integrations.git.running import check_git
from apps.integrations.git.sources import LocalSource

__all__ = [
    "CloneAddress",
    "CommitRecord",
    "Credential",
    "GitError",
    "Head",
    "Limits",
    "LocalSource",
    "Mirror",
    "RefusedAddress",
    "Repository",
    "branch_ref",
    "check_addresses",
    "check_git",
    "matches_allow_list",
    "parse_address",
]
