"""How the log is written.  What somebody outside did wrong is no fault of ours: it is one line, without a traceback."""

from __future__ import annotations

import copy
import logging

from django.core.exceptions import DisallowedHost
from starlette.requests import ClientDisconnect

_OUTSIDE = (DisallowedHost, ClientDisconnect)  # a name that is not ours, a client that hung up


class Lines(logging.Formatter):
    """As `logging.Formatter`, but for the traceback of what comes from outside."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as text; the record stays as it is, for whoever else reads it."""
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, _OUTSIDE):
            record = copy.copy(record)
            record.exc_info = record.exc_text = None
            record.msg, record.args = f"{record.getMessage()} ({type(error).__name__})", None
        return super().format(record)
