"""`manage.py document PATH_OR_URL`: print SYSTEM_ARTIFACT.md.  Needs no database."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from apps.engine.artifact import write_artifact
from apps.engine.errors import OwnerError
from apps.engine.rendering import Links, RelativeLinks, forge_links, to_markdown
from apps.integrations.git import CloneAddress, LocalSource
from apps.pipeline.arguments import process_count
from apps.pipeline.documents import Analysed, analyse_source
from apps.pipeline.results import check_file, write_file, write_out
from apps.pipeline.sources import source_of
from apps.pipeline.terminal import show_steps


class Command(BaseCommand):
    help = "Write the architecture document of a repository, from its address or its folder."
    requires_system_checks: list[str] = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("source", metavar="PATH_OR_URL", help="an https address, or the folder of a local clone")
        parser.add_argument("--ref", default="", help="branch to read; without it the default branch")
        parser.add_argument("--output", metavar="FILE", help="write to this file instead of standard output")
        parser.add_argument("--processes", type=process_count, default=0, help="children that parse (0: one a core, at most 4)")
        parser.add_argument(
            "--links",
            choices=("relative", "forge"),
            default="relative",
            help="citations as links inside the repository (default), or as permalinks at the forge",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        output = Path(options["output"]).expanduser() if options["output"] else None
        if output is not None:
            check_file(output)
        try:
            if options["links"] == "forge" and isinstance(source_of(options["source"]), LocalSource):
                raise CommandError("A folder has no forge to link to. Leave --links out, or give the repository's address.")
            with show_steps() as progress:
                analysed = analyse_source(
                    options["source"], ref=options["ref"], progress=progress, process_count=options["processes"]
                )
                progress.update("write", 0, 1, "")
                text = to_markdown(write_artifact(analysed.analysis.sheet), _links(options["links"], analysed))
                progress.update("write", 1, 1, "")
        except OwnerError as error:
            raise CommandError(error.message) from error
        if output is None:
            write_out(text.encode())
        else:
            write_file(output, text.encode())
            lines = text.count("\n")
            self.stderr.write(f"Wrote {output} ({lines:,} lines).", style_func=str)  # no error: not in red


def _links(kind: str, analysed: Analysed) -> Links:
    if kind == "forge" and isinstance(analysed.source, CloneAddress):
        return forge_links(analysed.source.url, analysed.head.sha)
    return RelativeLinks()
