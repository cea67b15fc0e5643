"""Random values under secret-like names: assignments, mappings, defaults of reads, XML, command lines, query strings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from apps.engine.secrets.values import looks_made_up, looks_secret
from apps.engine.secrets.view import NAMES, View, matches, places


def _words(text: str) -> list[str]:
    return text.split()


_ROOT = r"(?P<root>(?i:passw(?:or)?d|passphrase|pwd|secret|token|key|credential|auth|salt|connection[_-]?string|dsn))"
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
    _ROOT
    + _SUFFIX
    + r"(?:"
    + _AFTER
    + _TYPE
    + r"[ \t]{0,30}(?:=>|:=|={1,3}|:)\s{0,12}\(?\s{0,40}"
    + r"|\\{0,3}[\"'`][ \t]{0,3},(?:[ \t]{0,4}|\s{0,40}default\s{0,3}=\s{0,3})"
    + r"|[\"']\s{1,3}value\s{0,2}=\s{0,2}"
    + r"|\\{0,3}[\"'`]?\s{0,3}\n[ \t]{0,40}\"?value\"?:[ \t]{0,3}"
    + r")(?:[bruf]{1,2}|@)?\\{0,3}[\"'`](?P<value>[^\"'`\s\\]{8,512})\\{0,3}[\"'`]"
)
# A phrase somebody made up: ``const SecretPassword = "A very strong one!!@#$"``.
_PHRASE = re.compile(
    r"(?P<root>(?i:passw(?:or)?d|passphrase|secret))(?:[_-]?(?i:key|password|phrase|word))?"
    + _AFTER
    + _TYPE
    + r"[ \t]{0,30}(?:=>|:=|=|:)[ \t]{0,12}(?:\[\][ \t]?byte)?\(?(?:[bru]{1,2}|@)?"
    + r"(?:\"(?P<double>[^\"\n\\]{8,200})\"|'(?P<single>[^'\n\\]{8,200})')"
)
_UNQUOTED = re.compile(
    _ROOT
    + _SUFFIX
    + r"(?:"
    + r"[\"'`]?\]?[ \t]{0,20}[=:][ \t]{0,20}"
    + r"|[\"']?[ \t]{0,3}\r?\n[ \t]{0,40}value:[ \t]{0,3}"
    + r"|[ \t]{1,3}"
    + r")(?P<value>[^\s\"'`,;()<>{}\[\]\\]{8,512})(?=[\s\"'`,;\\]|$)"
)
_XML = re.compile(_ROOT + _SUFFIX + r"[^<>\n]{0,80}>(?P<value>[^<>\s]{8,512})</")
_QUERY = re.compile(r"[?&][\w-]{0,20}(?:key|token|secret|password|sig|signature)=(?P<value>[A-Za-z0-9_.%~+/=-]{16,512})", re.I)
_CONNECTION = re.compile(r";[ ]?(?:password|pwd|accountkey)[ ]?=[ ]?(?P<value>[^;\"'`\s<>{}$]{6,128})", re.I)
_CLI = re.compile(r"--[\w-]{0,20}(?:password|token|secret|api-key)[= ](?P<value>[^\s\"'`$<>{}()]{8,256})", re.I)

_LONGEST_OPTION = 26  # characters from the start of an option of a command to a name in it
_OPTIONS = ((b"pass", b"password"), (b"token", b"token"), (b"secret", b"secret"), (b"key", b"key"))
_ACCOUNT = b"account"
_ASSIGNS = re.compile(r"[=:]")

_PROSE = (".md", ".markdown", ".rst", ".adoc", ".txt", ".po", ".ipynb")
_MARKUP = (".xml", ".config", ".plist", ".csproj", ".pom", ".resx", ".html")
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
_TEST = re.compile(
    r"(^|/)(tests?|__tests__|specs?|fixtures?|mocks?|__mocks__|testdata|examples?|samples?|cassettes|e2e)(/|$)"
    r"|(^|/)(test_|conftest)|_tests?\.|\.(test|spec|example|sample|template|dist)(\.|$)",
    re.I,
)
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


def _allows_unquoted(name: str) -> bool:
    _, dot, ending = name.rpartition(".")
    return bool(_UNQUOTED_NAMES.match(name)) or ending in _UNQUOTED_EXTENSIONS or not dot


class _Judge:
    """Judges values of one file, each once."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._known: dict[tuple[str, bool], bool] = {}
        self._may_be_phrase = not _TEST.search(path) and not path.lower().endswith(_PROSE)

    def is_phrase(self, value: str) -> bool:
        return self._may_be_phrase and looks_made_up(value)

    def is_secret(self, value: str, *, is_password: bool) -> bool:
        known = self._known.get((value, is_password))
        if known is None:
            in_test = _TEST.search(self._path) is not None
            known = self._known[value, is_password] = looks_secret(value, is_password=is_password, in_test=in_test)
        return known


def find_assignments(view: View, path: str) -> Iterator[tuple[int, int, str]]:
    """(start, end, kind) of values that look random and stand under a secret-like name."""
    judge = _Judge(path)
    if view.names:
        yield from _named(view.text, path, view.places_of(*NAMES), judge)
    for found in _queries(view):
        if judge.is_secret(found["value"], is_password=False):
            yield *found.span("value"), "token"
    for found in _connections(view):
        if judge.is_secret(found["value"], is_password=True):
            yield *found.span("value"), "password"
    for found in _options(view):
        if judge.is_secret(found["value"], is_password=False):
            yield *found.span("value"), "token"


def _named(text: str, path: str, starts: Iterable[int], judge: _Judge) -> Iterator[tuple[int, int, str]]:
    name = path.rpartition("/")[2]
    unquoted, by_space = _allows_unquoted(name.lower()), _SPACE_NAMES.search(name) is not None
    is_markup = name.lower().endswith(_MARKUP)
    done = 0
    for start in starts:
        if start < done:
            continue
        found = _QUOTED.match(text, start)
        phrase = _PHRASE.match(text, start)
        if not found and not phrase and not (unquoted or is_markup):
            continue
        before = _name_before(text, start)
        if _is_other(text[start : start + 4].lower(), before):
            continue
        if phrase and judge.is_phrase(phrase["double"] or phrase["single"]):
            yield *phrase.span("double" if phrase["double"] else "single"), _kind(before + phrase["root"], "")
            done = phrase.end()
            continue
        if not found and unquoted:
            found = _UNQUOTED.match(text, start)
            if found and not by_space and not _ASSIGNS.search(text, found.end("root"), found.start("value")):
                found = None
        if not found and is_markup:
            found = _XML.match(text, start)
        if not found:
            continue
        name = before + text[start : found.start("value")].split("=")[0].split(":")[0]
        if judge.is_secret(found["value"], is_password=_is_password(name)):
            yield *found.span("value"), _kind(name, found["value"])
            done = found.end("value")


def _is_other(root: str, before: str) -> bool:
    """Whether what is in front of the root makes a name of something that is no secret."""
    if root.startswith("key") and not _KEY_OWNER.search(before):
        return True
    if root == "auth" and before and before[-1] not in "_-." and not before[-1].islower():
        return True
    return _NOT_SECRET.search(before) is not None


def _queries(view: View) -> Iterator[re.Match[str]]:
    """Arguments of query strings."""
    if b"=" not in view.raw:
        return iter(())
    return matches(_QUERY, view.text, sorted([*places(view.text, "?"), *places(view.text, "&")]))


def _connections(view: View) -> Iterator[re.Match[str]]:
    """Parts of connection strings."""
    if b";" not in view.raw:
        return iter(())
    raw, starts = view.raw, []
    for at in view.places_of(b"pass", b"pwd", b"key"):
        first = at - len(_ACCOUNT) if view.low.startswith(b"key", at) else at
        start = first - 2 if raw[first - 1 : first] == b" " else first - 1
        if raw[max(start, 0) : start + 1] == b";":
            starts.append(start)
    return matches(_CONNECTION, view.text, starts)


def _options(view: View) -> Iterator[re.Match[str]]:
    """Options of commands."""
    raw = view.raw
    for name, word in _OPTIONS if b"--" in raw else ():
        for at in view.names.get(name, ()):
            end = at + len(word)
            if raw[end : end + 1] in (b"=", b" ") and b"--" in raw[max(at - _LONGEST_OPTION, 0) : at]:
                return _CLI.finditer(view.text)
    return iter(())
