"""Names of source types, and the version of what makes passages of records."""

from __future__ import annotations

import hashlib
from pathlib import Path

from apps.engine.retrieval import passages

DOCUMENT = "system_artifact"
CODE = "git"

# Another way of making passages makes other passages: sources indexed by an earlier one are indexed again.
INDEXER = hashlib.sha256(Path(passages.__file__).read_bytes()).hexdigest()[:32]
