"""Which version of the code reads files can be told without a parser."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ASK = """
import sys
from apps.engine.extraction.version import extractor_version
print(extractor_version(), "tree_sitter" in sys.modules)
"""


def test_the_version_is_the_same_in_every_process_and_loads_no_parser() -> None:
    told = {
        subprocess.run(
            [sys.executable, "-c", ASK], cwd=Path(__file__).parents[3], capture_output=True, text=True, timeout=60
        ).stdout
        for _ in range(2)
    }
    (only,) = told
    version, loaded = only.split()
    assert len(version) == 32 and loaded == "False"
