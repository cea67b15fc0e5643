"""Files whose names say what they are for: how a project is built, checked and shipped."""

from __future__ import annotations

import re
from collections.abc import Iterable

from apps.engine.manifests.reader import is_given

# kind, pattern over the whole canonical path (lower case)
_PATTERNS = tuple(
    (kind, re.compile(pattern))
    for kind, pattern in (
        ("development container", r"\.devcontainer(?:/.*)?/(?:dockerfile(?:\.[\w.-]+)?|devcontainer\.json"
         r"|(?:docker-)?compose[\w.-]*\.ya?ml)"
         r"|\.devcontainer\.json"),
        ("container image", r"(?:.*/)?(?:dockerfile(?:\.[\w.-]+)?|[\w.-]+\.dockerfile|containerfile)"),
        ("containers together", r"(?:.*/)?(?:docker-)?compose[\w.-]*\.ya?ml"),
        ("continuous integration", r"\.github/workflows/[^/]+\.ya?ml|\.gitlab-ci\.yml|\.circleci/config\.yml|\.travis\.yml"
         r"|jenkinsfile|azure-pipelines\.yml|bitbucket-pipelines\.yml|\.drone\.yml|\.buildkite/[^/]+\.ya?ml|\.ci/run"),
        ("checks before a commit", r"\.pre-commit-config\.ya?ml|(?:\.husky|\.githooks)/pre-commit|\.?lefthook\.ya?ml"),
        ("other git hooks", r"(?:\.husky|\.githooks)/[a-z-]+"),
        ("tasks", r"(?:.*/)?(?:makefile|justfile|taskfile\.ya?ml|noxfile\.py|tox\.ini|gulpfile\.js|rakefile)"),
        ("process list", r"(?:.*/)?procfile|ecosystem\.config\.(?:js|cjs|json)|supervisord?\.conf"),
        ("hosting", r"(?:.*/)?(?:fly\.toml|render\.yaml|vercel\.json|netlify\.toml|app\.json|heroku\.yml|serverless\.ya?ml"
         r"|app\.yaml)"),
        ("cluster", r"(?:.*/)?(?:chart\.yaml|kustomization\.ya?ml|skaffold\.yaml)"),
        ("infrastructure", r"(?:.*/)?main\.tf|(?:.*/)?pulumi\.yaml|(?:.*/)?cdk\.json"),
        ("web server", r"(?:.*/)?nginx[\w.-]*\.conf(?:\.template)?|(?:.*/)?caddyfile"),
        ("runtime version", r"\.python-version|\.nvmrc|\.node-version|\.ruby-version|runtime\.txt|\.tool-versions"
         r"|\.java-version"),
    )
)  # fmt: skip

_HIDDEN_KINDS = frozenset({"development container", "continuous integration", "checks before a commit", "other git hooks"})


def find_known_files(paths: Iterable[str]) -> dict[str, list[str]]:
    """{kind: paths, the shallowest and shortest first}, kinds in the order of their list.

    Of folders whose name begins with a dot only those count that build, check and ship the project, not rules of other tools;
    what tests are given builds nothing.
    """
    found: dict[str, list[str]] = {}
    for path in sorted(paths, key=lambda path: (path.count("/"), len(path), path)):
        if is_given(path):
            continue
        lowered = path.lower()
        hidden = any(part.startswith(".") for part in path.split("/")[:-1])
        for kind, pattern in _PATTERNS:
            if pattern.fullmatch(lowered) and (not hidden or kind in _HIDDEN_KINDS):
                found.setdefault(kind, []).append(path)
                break
    return {kind: found[kind] for kind, _pattern in _PATTERNS if kind in found}
