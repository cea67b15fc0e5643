"""`manage.py facts PATH_OR_URL --json`: print the fact sheet.  Needs no database."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterable, Mapping
from typing import Any

from apps.engine.extraction.report import facts_json, facts_summary
from apps.pipeline.analysing import AnalysingCommand
from apps.pipeline.documents import Analysed


class Command(AnalysingCommand):
    help = "Print the facts of a repository, from its address or its folder."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--json", action="store_true", help="all facts as JSON; without it a summary to read")

    def result(self, analysed: Analysed, options: Mapping[str, Any]) -> Iterable[bytes]:
        sheet = analysed.analysis.sheet
        prose_count = len(analysed.analysis.capsules) - sheet.capsule_count
        yield facts_json(sheet) if options["json"] else facts_summary(sheet, prose_count).encode()
