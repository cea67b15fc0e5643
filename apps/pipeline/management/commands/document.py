"""`manage.py document PATH_OR_URL`: print SYSTEM_ARTIFACT.md.  Needs no database."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterable, Mapping
from typing import Any

from django.core.management.base import CommandError

from apps.engine.artifact import write_artifact
from apps.engine.errors import OwnerError
from apps.engine.rendering import Links, RelativeLinks, forge_links, to_markdown
from apps.integrations.git import CloneAddress, LocalSource
from apps.pipeline.analysing import AnalysingCommand
from apps.pipeline.documents import Analysed
from apps.pipeline.sources import source_of


class Command(AnalysingCommand):
    help = "Write the architecture document of a repository, from its address or its folder."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--links",
            choices=("relative", "forge"),
            default="relative",
            help="citations as links inside the repository (default), or as permalinks at the forge",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            is_folder = options["links"] == "forge" and isinstance(source_of(options["source"]), LocalSource)
        except OwnerError as error:
            raise CommandError(error.message) from error
        if is_folder:
            raise CommandError("A folder has no forge to link to. Leave --links out, or give the repository's address.")
        super().handle(*args, **options)

    def result(self, analysed: Analysed, options: Mapping[str, Any]) -> Iterable[bytes]:
        yield to_markdown(write_artifact(analysed.analysis.sheet), _links(options["links"], analysed)).encode()


def _links(kind: str, analysed: Analysed) -> Links:
    if kind == "forge" and isinstance(analysed.source, CloneAddress):
        return forge_links(analysed.source.url, analysed.head.sha)
    return RelativeLinks()
