"""Tokens that their issuer marks with a prefix of its own: one row a kind.

Expressions have no nested repetition, so each is linear, and are tried only where a mark of the row stands.  A group named
`value` marks the part that is replaced, else the whole match is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from apps.engine.secrets.values import is_dummy_token, looks_random
from apps.engine.secrets.view import NAMES, View, matches, places

# What a token may follow although it is a letter or digit: the end of an escape (``\\n``, ``\\x22``, ``\\u0022``, ``%22``).
_ESCAPES = r"(?<=\\[abfnrtv0])|(?<=\\x[0-9A-Fa-f]{2})|(?<=\\u[0-9A-Fa-f]{4})|(?<=%[0-9A-Fa-f]{2})|(?<=:-)"


def _after(word: str) -> str:
    """Where none of the characters of `word` stands before, but as the end of an escape or of ``${NAME:-``."""
    return rf"(?:(?<![{word}])|{_ESCAPES})"


_BOUNDARY = rb"\b"
_ESCAPE = rb"[\\%][0-9A-Za-z]{1,5}"  # what ends in none of them is ruled out soon after
_L = _after("A-Za-z0-9_")
_DASHED = _after("A-Za-z0-9_-")
_R = r"(?![A-Za-z0-9_])"


@dataclass(frozen=True, slots=True)
class Provider:
    """`kind` names the placeholder.  `lively`: the match must also look random (its prefix alone proves little).

    Each match holds one of `needles`, `before` characters behind its beginning (-1: not always as many): in one of the long runs
    of the text or next to it, or, where the row is `spread`, anywhere and written small.  `first` is an expression for how
    matches begin, for the row that has no needle.
    """

    kind: str
    needles: tuple[bytes, ...]
    pattern: re.Pattern[str]
    lively: bool = False
    spread: bool = False
    before: int = 0
    first: bytes = b""

    def is_near(self, view: View) -> bool:
        """Whether a needle is in the text."""
        if self.first:
            return any(re.search(before + self.first, view.near) for before in (_BOUNDARY, _ESCAPE))
        text = view.low if self.spread else view.near
        return any(needle in text for needle in self.needles)

    def matches(self, view: View) -> Iterator[re.Match[str]]:
        """What the expression finds in the text, none within another."""
        if self.before < 0 or self.first:
            return self.pattern.finditer(view.text)
        whole = view.low if self.spread else view.raw
        starts = sorted(at - self.before for needle in self.needles for at in places(whole, needle) if at >= self.before)
        return matches(self.pattern, view.text, starts)


def _row(
    kind: str,
    needles: str,
    pattern: str,
    *,
    lively: bool = False,
    spread: bool = False,
    before: int = 0,
    first: bytes = b"",
) -> Provider:
    return Provider(kind, tuple(needles.encode().split()), re.compile(pattern), lively, spread, before, first)


PROVIDERS: tuple[Provider, ...] = (
    _row("aws-access-key-id", "AKIA ASIA ABIA ACCA", _after("A-Za-z0-9") + r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])"),
    _row(
        "aws-secret-key",
        "AKIA ASIA",
        _after("A-Za-z0-9") + r"(?:AKIA|ASIA)[A-Z0-9]{16}[^A-Za-z0-9/+\n]{1,5}(?P<value>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])",
    ),
    _row("github-token", "ghp_ gho_ ghs_ ghu_ ghr_", _L + r"gh[posur]_[A-Za-z0-9]{36,255}" + _R),
    _row("github-token", "github_pat_", _L + r"github_pat_[A-Za-z0-9]{20,30}_[A-Za-z0-9]{50,70}" + _R),
    _row(
        "gitlab-token",
        "glpat- glptt- gldt- glrt- glcbt- glft- glagent- gloas- glsoat- glimt- glffct-",
        _L + r"gl(?:pat|ptt|dt|rt|cbt|ft|agent|oas|soat|imt|ffct)-[A-Za-z0-9_-]{20}[A-Za-z0-9_=.-]{0,108}",
    ),
    _row("slack-token", "xox", _L + r"xox[abeoprs](?:\.xox[abp])?-[A-Za-z0-9-]{15,250}"),
    _row("slack-token", "xapp-", _L + r"xapp-[0-9]-[A-Za-z0-9-]{20,250}"),
    _row(
        "slack-webhook",
        "hooks.slack.com/",
        r"hooks\.slack\.com/(?:services|workflows|triggers)/(?P<value>[A-Z0-9]{5,15}/[A-Z0-9]{5,15}/[A-Za-z0-9]{20,50})",
        spread=True,
    ),
    _row("stripe-key", "sk_live_ rk_live_ sk_test_ rk_test_", _L + r"[rs]k_(?:live|test)_[A-Za-z0-9]{16,247}" + _R),
    _row("stripe-webhook-secret", "whsec_", _L + r"whsec_[A-Za-z0-9+/=]{24,120}", lively=True, spread=True),
    _row("google-api-key", "AIza", _DASHED + r"AIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])"),
    _row("google-oauth-secret", "GOCSPX-", _L + r"GOCSPX-[A-Za-z0-9_-]{20,40}"),
    _row("google-oauth-token", "ya29.", _L + r"ya29\.[A-Za-z0-9_-]{20,500}"),
    _row("anthropic-key", "sk-ant-", _L + r"sk-ant-[A-Za-z0-9_-]{20,200}"),
    _row("openrouter-key", "sk-or-", _L + r"sk-or-v1-[0-9a-f]{48,80}" + _R),
    _row(
        "openai-key",
        "sk-",
        _DASHED + r"sk-(?!ant-|or-v1-)(?:proj-|svcacct-|admin-|None-)?[A-Za-z0-9_-]{20,250}",
        lively=True,
    ),
    _row("hugging-face-token", "hf_", _L + r"hf_[A-Za-z0-9]{30,50}" + _R),
    _row("groq-key", "gsk_", _L + r"gsk_[A-Za-z0-9]{40,64}" + _R),
    _row("replicate-token", "r8_", _L + r"r8_[A-Za-z0-9]{36,42}" + _R),
    _row("npm-token", "npm_", _L + r"npm_[A-Za-z0-9]{36}" + _R),
    _row("pypi-token", "pypi-", _L + r"pypi-Ag[A-Za-z0-9_-]{40,300}"),
    _row("rubygems-token", "rubygems_", _L + r"rubygems_[0-9a-f]{48}" + _R),
    _row("crates-token", "cio", _L + r"cio[A-Za-z0-9]{32}" + _R, lively=True),
    _row("nuget-token", "oy2", _L + r"oy2[a-z0-9]{43}" + _R),
    _row("docker-token", "dckr_pat_ dckr_oat_", _L + r"dckr_[po]at_[A-Za-z0-9_-]{20,60}"),
    _row("sendgrid-key", "SG.", _L + r"SG\.[A-Za-z0-9_-]{20,32}\.[A-Za-z0-9_-]{32,64}"),
    _row("mailgun-key", "key-", _DASHED + r"key-[0-9a-f]{32}" + _R),
    _row("mailchimp-key", "-us", _L + r"[0-9a-f]{32}-us[0-9]{1,2}" + _R, before=32),
    _row("brevo-key", "xkeysib-", _L + r"xkeysib-[0-9a-f]{64}-[A-Za-z0-9]{16}" + _R),
    _row("twilio-key", "SK", _L + r"SK[0-9a-f]{32}" + _R),
    _row("telegram-token", ":AA", _L + r"[0-9]{8,10}:AA[A-Za-z0-9_-]{32,35}(?![A-Za-z0-9_-])", before=-1),
    _row(
        "discord-token",
        "",
        _after("A-Za-z0-9_.-") + r"[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}(?![A-Za-z0-9_-])",
        lively=True,
        first=rb"[MNO][A-Za-z0-9_-]{23,27}\.",
    ),
    _row(
        "discord-webhook",
        "/api/webhooks/",
        r"discord(?:app)?\.com/api/webhooks/(?P<value>[0-9]{17,20}/[A-Za-z0-9_-]{60,80})",
        spread=True,
        before=-1,
    ),
    _row("digitalocean-token", "dop_v1_ doo_v1_ dor_v1_", _L + r"do[opr]_v1_[0-9a-f]{64}" + _R),
    _row("databricks-token", "dapi", _L + r"dapi[0-9a-f]{32}(?:-[0-9])?" + _R),
    _row("shopify-token", "shpat_ shpca_ shppa_ shpss_", _L + r"shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}" + _R),
    _row("square-token", "sq0", _L + r"sq0(?:atp|csp)-[A-Za-z0-9_-]{22,43}"),
    _row("linear-key", "lin_api_", _L + r"lin_api_[A-Za-z0-9]{40}" + _R),
    _row("notion-token", "ntn_", _L + r"ntn_[A-Za-z0-9]{40,50}" + _R),
    _row("figma-token", "figd_", _L + r"figd_[A-Za-z0-9_-]{40,50}"),
    _row("postman-key", "PMAK-", _L + r"PMAK-[0-9a-f]{24}-[0-9a-f]{34}" + _R),
    _row("sentry-token", "sntrys_ sntryu_", _L + r"sntry[su]_[A-Za-z0-9_-]{20}[A-Za-z0-9+/=_-]{20,480}"),
    _row("newrelic-key", "NRAK-", _L + r"NRAK-[A-Z0-9]{27}" + _R),
    _row("supabase-token", "sbp_", _L + r"sbp_[0-9a-f]{40}" + _R),
    _row("planetscale-token", "pscale_", _L + r"pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.-]{32,64}", spread=True),
    _row("vault-token", "hvs. hvb.", _L + r"hv[sb]\.[A-Za-z0-9_-]{24,300}"),
    _row("grafana-token", "glsa_ glc_", _L + r"(?:glsa_[A-Za-z0-9]{32}_[0-9a-f]{8}|glc_[A-Za-z0-9]{20}[A-Za-z0-9+/=]{12,380})"),
    _row("atlassian-token", "ATATT3 ATCTT3", _L + r"AT[AC]TT3[A-Za-z0-9_-]{20}[A-Za-z0-9_=-]{40,280}"),
    _row("doppler-token", "dp.", _L + r"dp\.(?:pt|st|sa|ct|scim|audit)\.[A-Za-z0-9_]{20}[A-Za-z0-9_.]{20,40}"),
    _row("heroku-key", "HRKU-", _L + r"HRKU-[A-Za-z0-9_-]{36,80}"),
    _row("terraform-token", ".atlasv1.", _L + r"[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_-]{60,70}", before=14),
    _row("age-key", "AGE-SECRET-KEY-1", _L + r"AGE-SECRET-KEY-1[A-Z0-9]{58}" + _R),
    _row("azure-storage-key", "accountkey=", r"AccountKey=(?P<value>[A-Za-z0-9+/]{86}==)", spread=True),
    _row("azure-shared-key", "sharedaccesskey=", r"SharedAccessKey=(?P<value>[A-Za-z0-9+/]{43}=)", spread=True),
    _row("firebase-key", "AAAA", _L + r"AAAA[A-Za-z0-9_-]{7}:[A-Za-z0-9_-]{130,160}"),
    _row("facebook-token", "EAACEdEose0cBA", _L + r"EAACEdEose0cBA[A-Za-z0-9]{20,250}"),
    _row("jwt", "eyJ", _DASHED + r"eyJ[A-Za-z0-9_-]{17,2000}\.eyJ[A-Za-z0-9_-]{8,4000}\.[A-Za-z0-9_-]{20,1000}"),
    _row(
        "authorization-header",
        "authorization",
        r"(?i:authorization)[\"']?\s{0,3}[:=,]\s{0,3}[\"'`]?(?i:bearer|token|basic|apikey)\s{1,3}(?P<value>[A-Za-z0-9._~+/=-]{16,2000})",
        lively=True,
        spread=True,
    ),
)
# How tokens begin, and what is in the others.  Nearly no text has any of it near its long runs.
_NEAR = [row for row in PROVIDERS if not row.spread]
# How tokens begin, and what is in those that begin with anything.  Next to the long runs of nearly all texts is none of it.
_BEGINNINGS = b"(?:" + b"|".join(row.first or b"|".join(map(re.escape, row.needles)) for row in _NEAR if not row.before) + b")"
_FIRST = re.compile(_BOUNDARY + _BEGINNINGS)
_ESCAPED = re.compile(_ESCAPE + _BEGINNINGS)
_ANYWHERE = re.compile(_BEGINNINGS)
_WITHIN = (
    *(needle for row in _NEAR if row.before for needle in row.needles),
    *(b"_" + needle for row in _NEAR if row.kind == "aws-access-key-id" for needle in row.needles),
)
# Needles that stand anywhere, each with the name of secrets that it holds, if it holds one, and its row.
_SPREAD = tuple(
    (next((name for name in NAMES if name in needle), b""), needle, row)
    for row in PROVIDERS
    if row.spread
    for needle in row.needles
)


def may_hold_tokens(view: View) -> bool:
    """Whether the beginning of a token is in a text at all, whatever stands before it."""
    return _ANYWHERE.search(view.near) is not None or any(needle in view.near for needle in _WITHIN)


def find_tokens(view: View) -> Iterator[tuple[int, int, str]]:
    """(start, end, kind) of tokens, row by row; placeholders stay."""
    near, low, names = view.near, view.low, view.names
    rows = [row for name, needle, row in _SPREAD if (not name or name in names) and needle in low]
    if near and (_FIRST.search(near) or _ESCAPED.search(near) or any(needle in near for needle in _WITHIN)):
        rows += [row for row in _NEAR if row.is_near(view)]
        rows.sort(key=PROVIDERS.index)
    for row in rows:
        for found in row.matches(view):
            group = "value" if "value" in row.pattern.groupindex else 0
            value = found[group]
            if not is_dummy_token(value) and (not row.lively or looks_random(value)):
                yield found.start(group), found.end(group), row.kind
