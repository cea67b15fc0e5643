"""`manage.py citations PATH_OR_URL`: sample citations of the document with the lines they cite, for somebody to judge."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from apps.engine.artifact import write_artifact
from apps.engine.artifact.citations import as_text, sample
from apps.engine.errors import OwnerError
from apps.pipeline.arguments import sample_size
from apps.pipeline.documents import analyse_source
from apps.pipeline.results import write_out
from apps.pipeline.terminal import show_steps


class Command(BaseCommand):
    help = "Sample citations of a repository's document: claim, place, cited lines."
    requires_system_checks: list[str] = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("source", metavar="PATH_OR_URL", help="an https address, or the folder of a local clone")
        parser.add_argument("--ref", default="", help="branch to read; without it the default branch")
        parser.add_argument("--seed", default="1", help="the same seed draws the same citations")
        parser.add_argument("--count", type=sample_size, default=20, help="how many, at least one (default: 20)")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with show_steps() as progress:
                analysed = analyse_source(options["source"], ref=options["ref"], progress=progress)
        except OwnerError as error:
            raise CommandError(error.message) from error
        texts = {path: text.text for path, text in analysed.analysis.texts.items()}
        drawn = sample(write_artifact(analysed.analysis.sheet), texts, options["seed"], options["count"])
        write_out((as_text(drawn, options["seed"]).rstrip("\n") + "\n").encode("utf-8", "backslashreplace"))
