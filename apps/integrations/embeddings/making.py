"""``python -m apps.integrations.embeddings.making FILE``: the local model's graph from its weights.

Written aside and renamed, so that a killed process leaves no half of one.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from safetensors.numpy import load

from apps.integrations.embeddings.errors import EmbeddingsUnavailable
from apps.integrations.embeddings.files import WEIGHTS, read_checked
from apps.integrations.embeddings.graph import build_graph


def make(file: Path) -> None:
    """The caller holds the folder's lock."""
    content = build_graph(load(read_checked(*WEIGHTS)))
    aside = file.with_suffix(".new")
    with aside.open("wb") as output:
        output.write(content)
        output.flush()
        os.fsync(output.fileno())
    aside.rename(file)


def main(arguments: list[str]) -> int:
    """Exit status: 1, with a sentence, where it can't be made."""
    try:
        make(Path(arguments[0]))
    except EmbeddingsUnavailable as error:
        print(error.message, file=sys.stderr)
        return 1
    except OSError as error:
        print(f"{arguments[0]} can't be written: {error.strerror}.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
