"""What the commands have in common that analyse a source and print what was found.  They need no database."""

from __future__ import annotations

from abc import ABC, abstractmethod
from argparse import ArgumentParser
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from apps.engine.errors import OwnerError
from apps.pipeline.arguments import process_count
from apps.pipeline.documents import Analysed, analyse_source
from apps.pipeline.results import check_file, write_file, write_out
from apps.pipeline.terminal import show_steps


class AnalysingCommand(BaseCommand, ABC):
    """Reads the source at the head of a branch and writes its `result` to standard output or, with --output, to a file."""

    requires_system_checks: list[str] = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("source", metavar="PATH_OR_URL", help="an https address, or the folder of a local clone")
        parser.add_argument("--ref", default="", help="branch to read; without it the default branch")
        parser.add_argument("--output", metavar="FILE", help="write to this file instead of standard output")
        parser.add_argument("--processes", type=process_count, default=0, help="children that parse (0: one a core, at most 4)")

    @abstractmethod
    def result(self, analysed: Analysed, options: Mapping[str, Any]) -> Iterable[bytes]:
        """What to write, in pieces; each is whole lines."""

    def handle(self, *args: Any, **options: Any) -> None:
        output = Path(options["output"]).expanduser() if options["output"] else None
        if output is not None:
            check_file(output)
        try:
            with show_steps() as progress:
                analysed = analyse_source(
                    options["source"], ref=options["ref"], progress=progress, process_count=options["processes"]
                )
                progress.update("write", 0, 1, "")
                data = b"".join(self.result(analysed, options))
                progress.update("write", 1, 1, "")
        except OwnerError as error:
            raise CommandError(error.message) from error
        if output is None:
            write_out(data)
        else:
            write_file(output, data)
            lines = data.count(b"\n")
            self.stderr.write(f"Wrote {output} ({lines:,} lines).", style_func=str)  # no error: not in red
