from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CodegraphConfig(AppConfig):
    name = "apps.codegraph"
    label = "codegraph"
    verbose_name = _("Internals")
