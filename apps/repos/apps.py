from django.apps import AppConfig


class ReposConfig(AppConfig):
    name = "apps.repos"
    label = "repos"
