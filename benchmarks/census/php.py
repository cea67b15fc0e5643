"""PHP, by the tokens and the parser of an installed interpreter: files newer than its syntax are said to be uncounted."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.census.counting import Counted

LANGUAGE = "PHP"
KINDS = frozenset({"function", "method", "constructor", "class", "interface", "trait", "enum"})
_SCRIPT = Path(__file__).with_name("definitions.php")
_SECONDS = 300


def count(files: Mapping[str, bytes]) -> tuple[dict[str, list[Counted]], dict[str, str]]:
    """Classes, interfaces, traits, enums, functions and methods."""
    program = shutil.which("php")
    if program is None:
        raise SystemExit("no independent parser: no php is installed")
    with TemporaryDirectory() as folder:
        names = {str(Path(folder) / f"{at}.php"): path for at, path in enumerate(files)}
        for name, path in names.items():
            Path(name).write_bytes(files[path])
        listed = "".join(f"{name}\n" for name in names)
        command = [program, "-d", "memory_limit=1G", str(_SCRIPT)]
        run = subprocess.run(command, input=listed, capture_output=True, text=True, check=True, timeout=_SECONDS)
    found: dict[str, list[Counted]] = {}
    uncounted: dict[str, str] = {}
    for name, given in json.loads(run.stdout).items():
        if isinstance(given, str):
            uncounted[names[name]] = given
        else:
            found[names[name]] = [Counted(text, line) for text, line in given]
    return found, uncounted
