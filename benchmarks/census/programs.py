"""Counters that are scripts of an installed interpreter: they get names of files and print what each defines as JSON."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.census.counting import Counted, NoParser

_SECONDS = 300


def count_by_program(
    name: str, options: Sequence[str], script: Path, files: Mapping[str, bytes]
) -> tuple[dict[str, list[Counted]], dict[str, str]]:
    """What `script`, run by the interpreter `name`, counts; a text in place of a file's list is why it was not counted."""
    program = shutil.which(name)
    if program is None:
        raise NoParser(f"no {name} is installed")
    with TemporaryDirectory() as folder:
        paths = {str(Path(folder) / f"{at}{Path(path).suffix}"): path for at, path in enumerate(files)}
        for copy, path in paths.items():
            Path(copy).write_bytes(files[path])
        listed = "".join(f"{copy}\n" for copy in paths)
        command = [program, *options, str(script)]
        run = subprocess.run(command, input=listed, capture_output=True, text=True, check=True, timeout=_SECONDS)
    found: dict[str, list[Counted]] = {}
    uncounted: dict[str, str] = {}
    for copy, given in json.loads(run.stdout).items():
        if isinstance(given, str):
            uncounted[paths[copy]] = given
        else:
            found[paths[copy]] = [Counted(text, line) for text, line in given]
    return found, uncounted
