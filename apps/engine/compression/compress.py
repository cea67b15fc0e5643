"""What was found → the context that is handed over."""

from __future__ import annotations

from apps.engine.compression.context import Context
from apps.engine.compression.draft import Draft
from apps.engine.compression.material import Count, Material
from apps.engine.compression.views import VIEWS
from apps.engine.retrieval import Retrieval


def compress(found: Retrieval, material: Material, *, budget: int, count: Count, tokenizer: str) -> Context:
    """The view of the retrieval's task, at most `budget` tokens long by `count`, which counts as `tokenizer` does.

    Everything that was found and has no room is named in `left_out`.
    """
    view = VIEWS[found.task]
    draft = Draft(found, material, budget=budget, count=count, tokenizer=tokenizer, groups=view.groups)
    view.fill(draft)
    return draft.context()
