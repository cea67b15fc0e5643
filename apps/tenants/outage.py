"""The records out of reach, the database being down, say: what every face answers then, whatever it was asked."""

from __future__ import annotations

from django.db import InterfaceError, OperationalError

OUT_OF_REACH = (OperationalError, InterfaceError)
CODE = "service:unavailable"
MESSAGE = "The records can't be reached at this moment. Try again in a few seconds."
RETRY_SOON = 5  # seconds after which somebody may ask again
