from django.apps import AppConfig

from apps.pipeline import checks  # noqa: F401 - registers the system checks


class PipelineConfig(AppConfig):
    name = "apps.pipeline"
    label = "pipeline"
