"""Named points of a run, so that a rig can stop the real process exactly there and kill it.

With ``CHECKPOINT_STOP=<name>`` in the environment the process that reaches the point writes its process id to
``CHECKPOINT_FILE`` and waits to be killed.  Without it a checkpoint costs one dictionary look-up.
"""

from __future__ import annotations

import os
import signal
from pathlib import Path

STEPS = ("fetch", "extract", "index", "synthesise", "publish")
MOMENTS = ("before-commit", "after-commit")
NAMES = tuple(f"{step}:{moment}" for step in STEPS for moment in MOMENTS)
EMBEDDING = tuple(f"embed:{moment}" for moment in MOMENTS)  # of a slice of vectors


def reached(name: str) -> None:
    """Stop here if the rig asked for it."""
    if os.environ.get("CHECKPOINT_STOP") != name:
        return
    target = Path(os.environ["CHECKPOINT_FILE"])
    aside = target.with_suffix(".part")
    aside.write_text(str(os.getpid()))
    aside.replace(target)
    while True:
        signal.pause()
