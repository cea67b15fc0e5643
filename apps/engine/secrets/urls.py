"""Passwords in the user part of URLs: ``postgres://user:password@host``."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator


def _words(text: str) -> list[str]:
    return text.split()


_USERINFO = re.compile(
    r"[A-Za-z][A-Za-z0-9+.-]{1,30}://(?P<user>[^\s/:@'\"<>`]{0,200}):(?P<value>[^\s/@'\"<>`]{3,300})@(?P<host>[A-Za-z0-9\[{$<_.-]{1,200})"
)
_TOKEN_USER = re.compile(r"https?://(?P<value>[A-Za-z0-9_-]{20,200})@(?=[A-Za-z0-9])")
_SCHEME = string.ascii_letters + string.digits + "+.-"
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


def _schemes(text: str) -> Iterator[int]:
    """Where URLs may start: plain searches for the marker, then back over the characters of a scheme."""
    at = text.find("://")
    while at >= 0:
        before = text[max(0, at - _LONGEST_SCHEME - 1) : at]
        size = len(before) - len(before.rstrip(_SCHEME))
        if size <= _LONGEST_SCHEME:
            yield at - size
        at = text.find("://", at + 3)


def _matches(pattern: re.Pattern[str], text: str, starts: list[int]) -> Iterator[re.Match[str]]:
    """What the expression finds at the places, none within another."""
    done = 0
    for start in starts:
        found = pattern.match(text, start) if start >= done else None
        if found:
            done = found.end()
            yield found


def find_url_passwords(text: str) -> Iterator[tuple[int, int, str]]:
    """(start, end, kind) of passwords.  Variables, and defaults that everybody knows "
    "(guest, postgres, the user's own name), stay."""
    if "://" not in text or "@" not in text:
        return
    starts = list(_schemes(text))
    for found in _matches(_USERINFO, text, starts):
        user, value = found["user"], found["value"]
        if value.lower() in _COMMON or value.lower() == user.lower() or _REFERENCE.search(value):
            continue
        if "." not in found["host"] and value.isalpha() and value.islower():
            continue  # a word, for a database on the same machine or in the same compose file
        yield found.start("value"), found.end("value"), "url-password"
    for found in _matches(_TOKEN_USER, text, starts):
        value = found["value"]
        if any(c.isdigit() for c in value) and any(c.isalpha() for c in value) and len(set(value)) > 9:
            yield found.start("value"), found.end("value"), "url-token"
