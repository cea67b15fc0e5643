"""Names of source types, and the version of what makes passages of records."""

from __future__ import annotations

import hashlib
import inspect

from apps.engine.facts import markup, sentences
from apps.engine.retrieval import passages, stopwords, tokens

DOCUMENT = "system_artifact"
CODE = "git"

# Another way of making passages and their terms makes others: sources indexed by an earlier one are indexed again.
_MADE_BY = "\0".join(map(inspect.getsource, (markup, sentences, passages, stopwords, tokens)))
INDEXER = hashlib.sha256(_MADE_BY.encode()).hexdigest()[:32]
