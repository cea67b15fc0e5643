from django.apps import AppConfig


class CodegraphConfig(AppConfig):
    name = "apps.codegraph"
    label = "codegraph"
