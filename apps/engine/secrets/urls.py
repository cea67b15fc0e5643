"""Passwords in the user part of URLs: ``postgres://user:password@host``."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator

from apps.engine.secrets.view import View, matches, places


def _words(text: str) -> list[str]:
    return text.split()


_USERINFO = re.compile(
    r"[A-Za-z][A-Za-z0-9+.-]{1,30}://(?P<user>[^\s/:@'\"<>`]{0,200}):(?P<value>[^\s/@'\"<>`]{3,300})@(?P<host>[A-Za-z0-9\[{$<_.-]{1,200})"
)
_TOKEN_USER = re.compile(r"https?://(?P<value>[A-Za-z0-9_-]{20,200})@(?=[A-Za-z0-9])")
_SCHEME = (string.ascii_letters + string.digits + "+.-").encode()
_LONGEST_SCHEME = 31  # characters
_COMMON = frozenset(
    _words(
        "password passwd pass passw0rd secret admin root guest user username test "
        "testing example changeme changethis postgres postgresql "
        "mysql mariadb mongo mongodb redis rabbitmq rabbit minio minioadmin default dev development "
        "local localhost demo foo bar docker "
        "db database app sa pwd token pw postgrespw mypassword mysecretpassword dbpass dbpassword"
    )
)
_REFERENCE = re.compile(
    r"\$|\{|\}|%\(|%s|%d|<|>|\*{2}|\.\.\.|xxx|your|password|passwd|secret|example|changeme|changethis|replace", re.I
)


def _schemes(view: View) -> Iterator[int]:
    """Where URLs may start: at the marker, then back over the characters of a scheme."""
    for at in places(view.raw, b"://"):
        before = view.raw[max(0, at - _LONGEST_SCHEME - 1) : at]
        size = len(before) - len(before.rstrip(_SCHEME))
        if size <= _LONGEST_SCHEME:
            yield at - size


def find_url_passwords(view: View) -> Iterator[tuple[int, int, str]]:
    """(start, end, kind) of passwords.  Variables, and defaults that everybody knows (guest, the user's own name), stay."""
    starts = list(_schemes(view)) if b"@" in view.raw else []
    for found in matches(_USERINFO, view.text, starts):
        user, value = found["user"], found["value"]
        if value.lower() in _COMMON or value.lower() == user.lower() or _REFERENCE.search(value):
            continue
        if "." not in found["host"] and value.isalpha() and value.islower():
            continue  # a word, for a database on the same machine or in the same compose file
        yield found.start("value"), found.end("value"), "url-password"
    for found in matches(_TOKEN_USER, view.text, starts):
        value = found["value"]
        if any(c.isdigit() for c in value) and any(c.isalpha() for c in value) and len(set(value)) > 9:
            yield found.start("value"), found.end("value"), "url-token"
