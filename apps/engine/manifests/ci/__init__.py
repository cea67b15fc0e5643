"""Continuous integration: jobs with their triggers, the tests they run, services beside them, schedules."""

from __future__ import annotations

import re

from apps.engine.manifests.ci import actions, jenkins, servers
from apps.engine.manifests.collected import Collector
from apps.engine.manifests.nodes import Node, read_yaml

__all__ = ["matches", "read"]

_JENKINS = re.compile(r"(?:^|/)Jenkinsfile(?:[._-][\w.-]+)?$|\.jenkinsfile$")
_SERVERS = (
    (re.compile(r"(?:^|/)(?:\.gitlab-ci|\.gitlab/ci/[\w./-]+)\.ya?ml$"), servers.gitlab),
    (re.compile(r"(?:^|/)\.circleci/config\.ya?ml$"), servers.circle),
    (re.compile(r"(?:^|/)(?:azure-pipelines(?:[.-][\w.-]+)?|\.azure-pipelines/[\w./-]+)\.ya?ml$"), servers.azure),
    (re.compile(r"(?:^|/)bitbucket-pipelines\.ya?ml$"), servers.bitbucket),
    (re.compile(r"(?:^|/)\.travis\.ya?ml$"), servers.travis),
    (re.compile(r"(?:^|/)\.buildkite/[\w.-]+\.ya?ml$"), servers.buildkite),
    (re.compile(r"(?:^|/)\.?appveyor\.ya?ml$"), servers.appveyor),
    (re.compile(r"(?:^|/)cloudbuild(?:[.-][\w.-]+)?\.ya?ml$"), servers.cloud_build),
    (re.compile(r"(?:^|/)buildspec(?:[.-][\w.-]+)?\.ya?ml$"), servers.code_build),
)
_DRONE = re.compile(r"(?:^|/)(?:\.drone|\.woodpecker(?:/[\w.-]+)?)\.ya?ml$")


def matches(path: str) -> bool:
    patterns = (_JENKINS, _DRONE, *(pattern for pattern, _ in _SERVERS))
    return actions.matches(path) or any(pattern.search(path) for pattern in patterns)


def read(path: str, text: str, out: Collector) -> None:
    if _JENKINS.search(path):
        jenkins.read(path, text, out)
        return
    roots = read_yaml(text)
    root = roots[0] if roots else Node("map", 1)
    lines = text.split("\n")
    if actions.matches(path):
        actions.read(root, path, lines, out)
    elif _DRONE.search(path):
        servers.drone(roots, path, lines, out)
    else:
        for pattern, reader in _SERVERS:
            if pattern.search(path):
                reader(root, path, lines, out)
                return
