"""`manage.py facts PATH_OR_URL --json`: print the fact sheet.  Needs no database."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from apps.engine.errors import OwnerError
from apps.engine.extraction.report import facts_json, facts_summary
from apps.pipeline.arguments import process_count
from apps.pipeline.documents import analyse_source
from apps.pipeline.results import write_out
from apps.pipeline.terminal import show_steps


class Command(BaseCommand):
    help = "Print the facts of a repository, from its address or its folder."
    requires_system_checks: list[str] = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("source", metavar="PATH_OR_URL", help="an https address, or the folder of a local clone")
        parser.add_argument("--ref", default="", help="branch to read; without it the default branch")
        parser.add_argument("--json", action="store_true", help="all facts as JSON; without it a summary to read")
        parser.add_argument("--processes", type=process_count, default=0, help="children that parse (0: one a core, at most 4)")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with show_steps() as progress:
                analysed = analyse_source(
                    options["source"], ref=options["ref"], progress=progress, process_count=options["processes"]
                )
        except OwnerError as error:
            raise CommandError(error.message) from error
        sheet = analysed.analysis.sheet
        write_out(facts_json(sheet) if options["json"] else facts_summary(sheet).encode())
