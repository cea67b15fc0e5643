"""`manage.py callgraph PATH_OR_URL --json`: print who calls whom.  Needs no database."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterable, Mapping
from typing import Any

from apps.engine.graph.report import callgraph_json, callgraph_summary
from apps.pipeline.analysing import AnalysingCommand
from apps.pipeline.documents import Analysed


class Command(AnalysingCommand):
    help = "Print the call graph of a repository: callers and what they call, outside of it as ext:name."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--json", action="store_true", help="{caller: [callee, …]} as JSON; without it a summary to read")

    def result(self, analysed: Analysed, options: Mapping[str, Any]) -> Iterable[bytes]:
        analysis = analysed.analysis
        if options["json"]:
            yield callgraph_json(analysis.capsules, analysis.edges)
        else:
            yield callgraph_summary(analysis.sheet, analysis.edges).encode()
