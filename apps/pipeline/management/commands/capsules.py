"""`manage.py capsules PATH_OR_URL --jsonl`: print every capsule with its edges.  Needs no database."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterable, Mapping
from typing import Any

from apps.engine.graph.callers import surroundings_of
from apps.engine.graph.report import capsule_lines, capsule_summary
from apps.pipeline.analysing import AnalysingCommand
from apps.pipeline.documents import Analysed


class Command(AnalysingCommand):
    help = "Print the capsules of a repository: functions, methods, classes, files and sections of documents."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--jsonl", action="store_true", help="one capsule a line as JSON; without it a summary to read")

    def result(self, analysed: Analysed, options: Mapping[str, Any]) -> Iterable[bytes]:
        analysis = analysed.analysis
        around = surroundings_of(analysis.sheet)
        if options["jsonl"]:
            return capsule_lines(analysis.capsules, analysis.edges, around)
        return [capsule_summary(analysis.capsules, analysis.edges, around).encode()]
