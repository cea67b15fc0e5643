"""Does a value look like a real secret, given the name it stands under?  Look-alikes and placeholders do not."""

from __future__ import annotations

import math
import re
from collections import Counter
from itertools import pairwise

_LONG_DUMMIES = re.compile(
    r"change[-_ ]?(?:this|me|it|in|before)|example|placeholder|replace|insert|your[-_ ]|_here\b|dummy|sample|redacted|withheld"
    r"|not[-_ ]?a?[-_ ]?secret|lorem|<[^>]{0,60}>|\$\{|\{\{|\}\}|process\.env|import\.meta|os\.environ|getenv"
    r"|\bENV\[|secrets\.|vault:|\.\.\.|…|^\*{3}|\*{5}|x{4}|X{4}|0{6}|foobar|password|passw0rd|changeit|qwerty|letmein|secretkey|mysecret|supersecret"
    r"|\[a-z|\[A-Z|\[0-9|\\[wdsS]|\{[0-9]+,?[0-9]*\}|\{[A-Za-z_][\w.]{0,60}\}"  # expressions
    r"|super[-_ ]secret|my[-_ ](?:secret|key|token|api)|test[-_ ](?:key|token|secret|api)|(?:fake|mock|test|invalid)[-_ ]",
    re.I,
)
SHORTEST_KEY = 40  # characters from which on a value may hold the form of a reference by chance
# References: ``$(command)``, ``%(name)s``, ``%NAME%``.  Random keys hold the same signs, so the whole form must be there.
_REFERENCES = re.compile(r"\$\([\w.-]{2,60}\)|%\(\w{1,60}\)[sd]|%[A-Z][A-Z0-9_]{2,60}%")
_SHORT_DUMMIES = re.compile(
    r"(?:^|[^a-z0-9])(?:todo|fixme|null|none|nil|undefined|true|false|foo|bar|baz|fake|mock|test|demo|abc|xyz|admin|root|guest|user"
    r"|secret|default|local|dev|development|string|value|postgres|mysql|redis|mongo|rabbitmq|minio)(?:$|[^a-z0-9])",
    re.I,
)
_UUID = re.compile(r"^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$", re.I)
_HEX = re.compile(r"^(?:0x)?[0-9a-f]+$", re.I)
_WORDS = re.compile(r"^(?:[A-Za-z]+|[0-9]{1,8}|v[0-9]{1,3}|[A-Za-z]+[0-9]{1,3}|[0-9]{1,3}[a-z]{1,2})$")
_SPLIT = re.compile(r"[-_./:@ ,|+#?&=~\\]+")
_TOKEN_CHARACTERS = re.compile(r"^[A-Za-z0-9+/=_.~!@#$%^&*:;,?|(){}\[\]<>'\"`\\-]+$")
_HASHED = re.compile(r"^(?:\$2[aby]\$|\$argon2|pbkdf2_|sha(?:1|256|384|512)[-:$]|md5[-:$]|\$apr1\$|\$[156]\$|\{SHA)", re.I)
_DOTTED = re.compile(r"^[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)+$")

_SIGNS = re.compile(r"[!@#$%^&*~]")
_RUN_OF_SIGNS = re.compile(r"[!@#$%^&*~]{2}")
_FEWEST_SIGNS, _FEWEST_LETTERS = 3, 4
_PATTERN = re.compile(r"[\[\](){}<>|\\]|\.\*|%[sdvq]|^\^")
_NO_PHRASE = re.compile(r"change[-_ ]?(?:this|me|it)|placeholder|your[-_ ]|redacted|\*{3}|#{4}|\.\.\.|…", re.I)

_CLASSES = (re.compile(r"[a-z]"), re.compile(r"[A-Z]"), re.compile(r"[0-9]"), re.compile(r"[^A-Za-z0-9]"))
_DUMMY_TOKEN = re.compile(r"example|x{5}|placeholder|your[-_]|redacted|dummy|1234567890abcdef|0{10}|<|\.\.\.", re.I)


def entropy(text: str) -> float:
    """Shannon entropy of the characters, in bits each."""
    total = len(text)
    return -sum(n / total * math.log2(n / total) for n in Counter(text).values()) if total else 0.0


def _is_sequence(text: str) -> bool:
    """Runs such as 123456789 or abcdefgh make up most of it, or few characters repeat."""
    steps = sum(1 for a, b in pairwise(text) if ord(b) - ord(a) in (0, 1, -1))
    return steps > 0.5 * max(len(text) - 1, 1) or len(set(text)) <= max(3, len(text) // 8)


def is_dummy(value: str) -> bool:
    """A placeholder, a reference to where the real value is, or a word."""
    if _LONG_DUMMIES.search(value) or _is_sequence(value):
        return True
    covered = sum(len(found[0]) for found in _REFERENCES.finditer(value))
    if covered and (len(value) < SHORTEST_KEY or 2 * covered >= len(value)):
        return True
    return len(value) < 24 and _SHORT_DUMMIES.search(value) is not None


def is_dummy_token(value: str) -> bool:
    """A prefixed token that stands in documentation: EXAMPLE, xxxxx, zeros, few characters."""
    return _DUMMY_TOKEN.search(value) is not None or len(set(value[-16:])) < 5


def _is_words(value: str) -> bool:
    """Made of words, short numbers and separators, as identifiers, file names, host names and sentences are."""
    parts = [part for part in _SPLIT.split(value) if part]
    if not parts:
        return True
    for part in parts:
        if not _WORDS.match(part):
            return False
        if part.isalpha() and len(part) >= 12 and _case_switches(part) > 0.3:
            return False
    return True


def _case_switches(text: str) -> float:
    """Share of neighbours that differ in case: about 0.5 in random letters, below 0.25 in camelCase."""
    return sum(1 for a, b in pairwise(text) if a.islower() != b.islower()) / max(len(text) - 1, 1)


def looks_random(value: str) -> bool:
    """For tokens whose prefix alone proves little: digits and letters mixed, no words."""
    body = value.split("-", 1)[-1].split("_", 1)[-1]
    return any(c.isdigit() for c in body) and any(c.isalpha() for c in body) and entropy(value) >= 3.2 and not _is_words(value)


def looks_secret(value: str, *, is_password: bool, in_test: bool) -> bool:
    """Judge the value of a secret-like name.  In tests only long random values count."""
    size = len(value)
    if size < 8 or size > 512 or value.startswith(("http://", "https://", "./", "../", "~/")):
        return False
    if is_dummy(value) or _HASHED.match(value) or _DOTTED.match(value) or not _TOKEN_CHARACTERS.match(value):
        return False
    bits = entropy(value)
    if in_test and (size < 16 or bits < 3.4):
        return False
    if _UUID.match(value):
        return is_password or not in_test
    if _HEX.match(value):
        return (size >= 24 and bits >= 2.6) or (is_password and size >= 12 and bits >= 2.6)
    if _is_words(value):
        return False
    classes = sum(1 for pattern in _CLASSES if pattern.search(value))
    if is_password:
        return (classes >= 3 and bits >= 2.5) or (size >= 12 and classes >= 2 and bits >= 3.0)
    return size >= 12 and classes >= 2 and bits >= 3.0


def looks_made_up(value: str) -> bool:
    """A phrase with signs strewn in that no sentence, pattern or label has: ``A very strong one!!@#$``."""
    signs = _SIGNS.findall(value)
    if len(signs) < _FEWEST_SIGNS or sum(char.isalnum() for char in value) < _FEWEST_LETTERS or _PATTERN.search(value):
        return False
    if value.startswith(("http://", "https://", "/", "./", "../")) or _HASHED.match(value) or _NO_PHRASE.search(value):
        return False
    return _RUN_OF_SIGNS.search(value) is not None and (len(set(signs)) > 1 or value[0] in signs)
