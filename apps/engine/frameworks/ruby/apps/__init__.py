"""Routes of Sinatra and Grape: classes, applications without one, and where they are mounted."""

from __future__ import annotations

from collections.abc import Mapping

from apps.engine.frameworks.code import Code
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.routing import prefix_unknowns
from apps.engine.frameworks.ruby.apps.mounted import mounts_of
from apps.engine.frameworks.ruby.apps.routes import KINDS, App, Kind, apps_of, endpoints_of

__all__ = ["find"]


def find(code: Code) -> Found:
    """Endpoints of every application, once a place it is mounted at."""
    found = Found()
    names = {root.partition(".")[0] for kind in KINDS for root in kind.roots}
    rubies = list(code.own("Ruby"))
    is_used = any(
        base.text.removeprefix("::").partition(".")[0] in names
        for facts in rubies
        for definition in facts.definitions
        for base in definition.bases
    ) or any(item.module in ("sinatra", "sinatra/main") for facts in rubies for item in facts.imports)
    if not is_used:
        return found
    apps = apps_of(code, rubies)
    mounts = mounts_of(code, rubies)
    for kind in KINDS:
        endpoints = endpoints_of(code, kind, _of(apps, kind), mounts)
        if endpoints:
            found.frameworks.append(kind.name)
            found.endpoints += endpoints
            found.unknowns += prefix_unknowns(endpoints, kind.name)
    return found


def _of(apps: Mapping[str, App], kind: Kind) -> dict[str, App]:
    return {name: app for name, app in apps.items() if app.kind is kind}
