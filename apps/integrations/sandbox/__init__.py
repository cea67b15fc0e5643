"""Runs pure functions of the engine in children that have limits and can be killed.

Parsers are C code that works on strangers' bytes: they may crash, hang or eat memory, hold the interpreter's lock and can't
be interrupted.  So each runs in a child process; a child that goes wrong costs one file, not the sync.
"""

from apps.integrations.sandbox.errors import SandboxError
from apps.integrations.sandbox.pool import Failure, Outcome, Pool, run_once

__all__ = ["Failure", "Outcome", "Pool", "SandboxError", "run_once"]
