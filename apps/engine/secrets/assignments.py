"""Random values that stand under secret-like names: assignments, mappings, defaults of "
"reads, XML, command lines, query strings."""

from __future__ import annotations

import re
from collections.abc import Iterator

from apps.engine.secrets.values import looks_secret


def _words(text: str) -> list[str]:
    return text.split()


_ROOT = re.compile(r"passw(?:or)?d|passwd|passphrase|pwd|secret|token|key|credential|auth|salt|connection[_-]?string|dsn", re.I)
_NEEDLES = ("passw", "passphrase", "pwd", "secret", "token", "key", "credential", "auth", "salt", "connection", "dsn")
_LOWER = {upper: upper + 32 for upper in range(ord("A"), ord("Z") + 1)}
_KEY_OWNER = re.compile(
    r"(?:api|access|private|signing|sign|encryption|encrypt|secret|auth|app|application|master|fernet|licen[sc]e|shared|account|service"
    r"|crypto|cipher|session|jwt|hmac|cookie|admin|storage|root|deploy|webhook|consumer|bot|aes|rsa|security|hash|rails_master)[_.-]?$",
    re.I,
)
_NOT_SECRET = re.compile(
    r"(?:public|pub|publishable|csrf|xsrf|hash(?:ed)?|encrypted|primary|foreign|cache|sort|partition|next|page)[\w-]{0,12}$", re.I
)
_SUFFIX = (
    r"s?(?:[_.-]?(?:access[_-]?key|key[_-]?base|keys?|base|value|prod|production|dev|development|staging|live|local|test|old|new"
    r"|confirm|confirmation|string|[0-9]{1,2})){0,2}(?![A-Za-z0-9_-])"
)
_AFTER = r"\\{0,3}[\"'`]?\]?"
_TYPE = r"(?:[ \t]{0,3}:[ \t]{0,3}[A-Za-z_][A-Za-z0-9_.\[\]|? ]{0,40}?)?"
_QUOTED = re.compile(
    _SUFFIX
    + r"(?:"
    + _AFTER
    + _TYPE
    + r"[ \t]{0,30}(?:=>|:=|={1,3}|:)\s{0,12}\(?\s{0,40}"
    + r"|\\{0,3}[\"'`][ \t]{0,3},(?:[ \t]{0,4}|\s{0,40}default\s{0,3}=\s{0,3})"
    + r"|[\"']\s{1,3}value\s{0,2}=\s{0,2}"
    + r"|\\{0,3}[\"'`]?\s{0,3}\n[ \t]{0,40}\"?value\"?:[ \t]{0,3}"
    + r")(?:[bruf]{1,2}|@)?\\{0,3}[\"'`](?P<value>[^\"'`\s\\]{8,512})\\{0,3}[\"'`]"
)
_UNQUOTED = re.compile(
    _SUFFIX
    + r"(?:"
    + r"[\"'`]?\]?[ \t]{0,20}[=:][ \t]{0,20}"
    + r"|[\"']?[ \t]{0,3}\r?\n[ \t]{0,40}value:[ \t]{0,3}"
    + r"|[ \t]{1,3}"
    + r")(?P<value>[^\s\"'`,;()<>{}\[\]\\]{8,512})(?=[\s\"'`,;\\]|$)"
)
_XML = re.compile(_SUFFIX + r"[^<>\n]{0,80}>(?P<value>[^<>\s]{8,512})</")
_QUERY = re.compile(r"[?&][\w-]{0,20}(?:key|token|secret|password|sig|signature)=(?P<value>[A-Za-z0-9_.%~+/=-]{16,512})", re.I)
_CONNECTION = re.compile(r";[ ]?(?:password|pwd|accountkey)[ ]?=[ ]?(?P<value>[^;\"'`\s<>{}$]{6,128})", re.I)
_CLI = re.compile(r"--[\w-]{0,20}(?:password|token|secret|api-key)[= ](?P<value>[^\s\"'`$<>{}()]{8,256})", re.I)

# A substring that must be there, the expression, the kind, whether it is a password.
_MARKED = (("=", _QUERY, "token", False), (";", _CONNECTION, "password", True), ("--", _CLI, "token", False))

_UNQUOTED_EXTENSIONS = frozenset(
    _words(
        "env envrc sh bash zsh fish ps1 bat cmd yml yaml ini cfg conf config cnf properties "
        "toml tf tfvars md markdown rst txt adoc log "
        "netrc npmrc pypirc service http rest"
    )
)
_UNQUOTED_NAMES = re.compile(
    r"^(dockerfile|makefile|procfile|jenkinsfile|\.env|\.netrc|_netrc|\.npmrc|\.pypirc|\.envrc|containerfile)", re.I
)
_SPACE_NAMES = re.compile(r"^(dockerfile|containerfile|\.netrc|_netrc)|\.netrc$", re.I)
_NAME_CHARACTERS = re.compile(r"[A-Za-z0-9_.-]*")


def _kind(name: str, value: str) -> str:
    low = name.lower()
    if re.search(r"secret_?-?access_?-?key", low) or (("aws" in low and "secret" in low) and len(value) == 40):
        return "aws-secret-key"
    for needle, kind in (
        ("passphrase", "password"),
        ("passw", "password"),
        ("pwd", "password"),
        ("token", "token"),
        ("secret", "secret"),
        ("api", "api-key"),
        ("credential", "credential"),
        ("connection", "connection-string"),
    ):
        if needle in low:
            return kind
    return "key" if "key" in low else "secret"


def _is_password(name: str) -> bool:
    return re.search(r"passw|pwd|passphrase", name, re.I) is not None


def _name_before(text: str, start: int) -> str:
    found = _NAME_CHARACTERS.match(text[max(0, start - 40) : start][::-1])
    return found[0][::-1] if found else ""


def _allows_unquoted(path: str) -> bool:
    name = path.rpartition("/")[2].lower()
    _, dot, ending = name.rpartition(".")
    return bool(_UNQUOTED_NAMES.match(name)) or ending in _UNQUOTED_EXTENSIONS or not dot


def _candidates(text: str) -> list[int]:
    """Where a secret-like name may begin.  Plain searches are many times faster than one expression over the whole text."""
    low = text.lower()
    if len(low) != len(text):  # a few letters become two
        low = text.translate(_LOWER)
    found: set[int] = set()
    for needle in _NEEDLES:
        at = low.find(needle)
        while at >= 0:
            found.add(at)
            at = low.find(needle, at + len(needle))
    return sorted(found)


def find_assignments(text: str, path: str, *, in_test: bool) -> Iterator[tuple[int, int, str]]:
    """(start, end, kind) of values that look random and stand under a secret-like name."""
    unquoted = _allows_unquoted(path)
    by_space = _SPACE_NAMES.search(path.rpartition("/")[2]) is not None
    is_markup = path.lower().endswith((".xml", ".config", ".plist", ".csproj", ".pom", ".resx", ".html"))
    reached = 0
    judged: dict[tuple[str, bool], bool] = {}

    def is_secret(value: str, is_password: bool) -> bool:
        if (value, is_password) not in judged:
            judged[value, is_password] = looks_secret(value, is_password=is_password, in_test=in_test)
        return judged[value, is_password]

    for start in _candidates(text):
        root = _ROOT.match(text, start) if start >= reached else None
        if root is None:
            continue
        reached = root.end()
        before = _name_before(text, root.start())
        if root[0].lower() == "key" and not _KEY_OWNER.search(before):
            continue
        if root[0].lower() == "auth" and before and before[-1] not in "_-." and not before[-1].islower():
            continue
        if _NOT_SECRET.search(before):
            continue
        found = _QUOTED.match(text, root.end())
        if not found and unquoted:
            found = _UNQUOTED.match(text, root.end())
            if found and not by_space and not re.search(r"[=:]", text[root.end() : found.start("value")]):
                found = None
        if not found and is_markup:
            found = _XML.match(text, root.end())
        if not found:
            continue
        name = before + root[0] + text[root.end() : found.start("value")].split("=")[0].split(":")[0]
        value = found["value"]
        if is_secret(value, _is_password(name)):
            yield found.start("value"), found.end("value"), _kind(name, value)
            reached = found.end("value")
    for mark, pattern, kind, is_password in _MARKED:
        for found in pattern.finditer(text) if mark in text else ():
            if is_secret(found["value"], is_password):
                yield found.start("value"), found.end("value"), kind
