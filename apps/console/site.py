"""The console as a whole: its names, and the order an operator needs its lists in."""

from __future__ import annotations

from typing import Any

from django.contrib.admin import AdminSite
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Group = tuple[str, str | Promise, tuple[str, ...]]
# (app whose page the heading leads to, heading, models in order); the last is closed until somebody opens it.
GROUPS: tuple[Group, ...] = (
    (
        "tenants",
        _("People and teams"),
        (
            "tenants.Tenant",
            "tenants.User",
            "tenants.Membership",
            "tenants.GitCredential",
            "tenants.ApiToken",
            "tenants.Budget",
            "tenants.UsageEntry",
            "tenants.AuditEvent",
        ),
    ),
    ("repos", _("Repositories and syncs"), ("repos.Repo", "repos.Sync", "repos.Commit")),
    ("artifacts", _("Documents"), ("artifacts.Artifact", "artifacts.ArtifactVersion")),
    (
        "search",
        _("Search"),
        ("search.SearchSettings", "search.IndexedSource", "search.VectorIndex", "search.Question", "search.Feedback"),
    ),
    (
        "codegraph",
        _("Internals"),
        (
            "codegraph.SourceFile",
            "codegraph.Capsule",
            "codegraph.Edge",
            "codegraph.FactSheet",
            "codegraph.FileAnalysis",
            "repos.Blob",
            "artifacts.VersionFile",
            "search.Passage",
            "search.TermPostings",
            "search.PassageTerms",
            "search.EmbeddingModel",
            "search.Embedding",
            "search.PassageVector",
        ),
    ),
)


class ConsoleSite(AdminSite):
    """Django's site with our names and order."""

    site_header = _("Repolore console")
    site_title = _("Repolore console")
    index_title = _("Overview")
    index_template = "admin/console_index.html"

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[Any]:
        """The groups instead of the apps; one app's own page lists what that app has."""
        if app_label is not None:
            return super().get_app_list(request, app_label)
        found = {
            f"{app['app_label']}.{model['object_name']}": model
            for app in super().get_app_list(request)
            for model in app["models"]
        }
        listed = []
        for label, name, wanted in GROUPS:
            models = [found[key] for key in wanted if key in found]
            group = super().get_app_list(request, label)
            if models and group:
                listed.append({**group[0], "name": name, "models": models, "is_closed": label == GROUPS[-1][0]})
        return listed
