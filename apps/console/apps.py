from django.apps import AppConfig, apps
from django.contrib.admin import apps as admin

from apps.console.names import name_fields


class ConsoleAdminConfig(admin.AdminConfig):
    """Django admin with the console's own first page and order."""

    default = False  # of this module, the other is
    default_site = "apps.console.site.ConsoleSite"


class ConsoleConfig(AppConfig):
    name = "apps.console"
    label = "console"
    default = True

    def ready(self) -> None:
        for app in ("tenants", "repos", "codegraph", "artifacts", "search"):
            name_fields(apps.get_app_config(app).get_models())
