"""Values that look like secrets: what they are, where they stand, and that they are withheld."""

from __future__ import annotations

import re
from collections import defaultdict

from apps.engine.artifact.draft import Draft
from apps.engine.artifact.prose import capital, code, listing, noun, plain
from apps.engine.artifact.structure.variables import role_of
from apps.engine.extraction.roles import guess
from apps.engine.facts import Finding

_FILE = "environment-file"
_NAMES = {
    "jwt": "JSON web token", "secret": "value named like a secret", "key": "value named like a key",
    "token": "value named like a token", "credential": "value named like a credential", "url-password": "password in a URL",
    "url-token": "token in a URL", "age-key": "age key",
}  # fmt: skip
_MANY = {
    "value named like a secret": "values named like secrets", "value named like a key": "values named like keys",
    "value named like a token": "values named like tokens", "value named like a credential": "values named like credentials",
    "password in a URL": "passwords in URLs", "token in a URL": "tokens in URLs",
}  # fmt: skip
_WORDS = {
    "aws": "AWS", "api": "API", "url": "URL", "oauth": "OAuth", "jwt": "JWT", "github": "GitHub", "gitlab": "GitLab",
    "npm": "npm", "pypi": "PyPI", "openai": "OpenAI", "openrouter": "OpenRouter", "digitalocean": "DigitalOcean",
    "id": "ID", "nuget": "NuGet",
    "rubygems": "RubyGems", "sendgrid": "SendGrid", "planetscale": "PlanetScale", "hugging": "Hugging", "face": "Face",
    "newrelic": "New Relic", "crates": "crates.io",
}  # fmt: skip
_COMMON = frozenset({
    "access", "key", "token", "secret", "webhook", "shared", "storage", "connection", "string", "authorization", "header",
    "private", "password", "credential",
})  # fmt: skip
_SAMPLE = re.compile(r"(^|/)(docs?|documentation|examples?|samples?)/", re.I)
_FIXTURE = re.compile(r"(^|/)(fixtures?|cassettes|testdata|__snapshots__|snapshots|mocks?|__mocks__|tests?)/", re.I)
_PLACES = {"code": "", "documentation": " in documentation and examples", "tests": " in tests and their data"}
_CITED = 3


def write(draft: Draft) -> str:
    """The paragraph under its heading, "" where nothing was found."""
    findings = draft.sheet.findings
    if not findings:
        return ""
    said = [item for item in (_values(draft, findings), _files(draft, findings)) if item]
    samples = any(_where(finding.place.path) != "code" for finding in findings if finding.kind != _FILE)
    said.append("Whatever of this is real should be replaced, as history keeps what was committed" + ("; " if samples else "."))
    if samples:
        said[-1] += "what stands in tests or documentation is more often a sample."
    return "### Values that look like secrets\n\n" + " ".join(said)


def _values(draft: Draft, findings: tuple[Finding, ...]) -> str:
    """How many of which kind, by where they stand."""
    groups: dict[str, dict[str, list[Finding]]] = {name: defaultdict(list) for name in _PLACES}
    for finding in findings:
        if finding.kind != _FILE:
            groups[_where(finding.place.path)][finding.kind].append(finding)
    total = sum(len(found) for kinds in groups.values() for found in kinds.values())
    if not total:
        return ""
    parts = []
    for where, kinds in groups.items():
        if kinds:
            named = listing([_counted(kind, len(found)) for kind, found in sorted(kinds.items())], 5, "more kinds")
            first = [found[0] for _, found in sorted(kinds.items())]
            rest = [finding for _, found in sorted(kinds.items()) for finding in found[1:]]
            parts.append(f"{named}{_PLACES[where]} {draft.cite_all((_cite(draft, one) for one in [*first, *rest]), _CITED)}")
    verb = noun(total, "looks like a secret and is", "look like secrets and are")
    return capital(f"{total:,} {noun(total, 'value')} {verb} withheld here: {'; '.join(parts)}.")


def _files(draft: Draft, findings: tuple[Finding, ...]) -> str:
    """Committed environment files, whose values are withheld whatever they are."""
    files = [finding for finding in findings if finding.kind == _FILE]
    if not files:
        return ""
    named = listing([code(finding.place.path, 70) for finding in files], 4)
    cited = draft.cite_all((_cite(draft, finding) for finding in files), _CITED)
    are = noun(len(files), "is", "are")
    return (
        f"The environment {noun(len(files), 'file')} {named} {are} committed with values, which are withheld whatever they are "
        f"{cited}."
    )


def _cite(draft: Draft, finding: Finding) -> str:
    return draft.cite(f"{finding.place.path}#secret:{finding.kind}", finding.place)


def _where(path: str) -> str:
    if role_of(path) == "test" or _FIXTURE.search(path):
        return "tests"
    return "documentation" if guess(path).role == "documentation" or _SAMPLE.search(path) else "code"


def _counted(kind: str, number: int) -> str:
    """``one JSON web token``, ``two AWS access key IDs``."""
    name = _NAMES.get(kind) or " ".join(
        _WORDS.get(word, word if word in _COMMON else capital(word)) for word in re.split(r"[-_\s]+", kind)
    )
    figure = capital(f"{number} x").partition(" ")[0].lower()
    return plain(f"{figure} {noun(number, name, _MANY.get(name, ''))}", 80)
