from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ReposConfig(AppConfig):
    name = "apps.repos"
    label = "repos"
    verbose_name = _("Repositories and syncs")
