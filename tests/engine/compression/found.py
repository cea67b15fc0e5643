"""Builders of what a search finds, and of the material around it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from apps.engine import facts
from apps.engine.compression import Context, Material, budget_for, compress
from apps.engine.retrieval import Hit, Retrieval, SourceState
from apps.integrations.tokens import TOKENIZER, count_tokens

COMMIT = "c" * 40


def hit(anchor: str, text: str = "", **values: Any) -> Hit:
    """A function at ``path#name``, or with `source_type` system_artifact a section of a document."""
    path, _mark, name = anchor.partition("#")
    code: dict[str, Any] = {
        "passage": len(anchor), "source": 1, "source_type": "git", "anchor": anchor, "title": name, "summary": "",
        "text": text, "path": path, "line": 1, "end_line": 2, "kind": "function", "role": "code", "language": "Python", "rank": 1.0,
        "repo_id": 1, "repo": "shop",
    }  # fmt: skip
    return Hit(**{**code, **values})


def section(anchor: str, text: str, **values: Any) -> Hit:
    """A passage of the architecture document."""
    return hit(
        anchor, text, source=2, source_type="system_artifact", path="", line=0, end_line=0, kind="section", title=anchor, **values
    )


def capsule(symbol: str, body: str = "", **values: Any) -> facts.Capsule:
    """A function with this body, from line 1."""
    path, _mark, name = symbol.partition("#")
    given: dict[str, Any] = {
        "symbol": symbol, "kind": "function", "name": name, "path": path, "language": "Python", "line": 1, "start_line": 1,
        "end_line": body.count("\n") + 1, "signature": f"def {name}()", "docstring": "", "body": body, "content_hash": "",
        "parent": path,
    }  # fmt: skip
    return facts.Capsule(**{**given, **values})


def material(*capsules: facts.Capsule, **values: Any) -> Material:
    """The capsules of repository 1."""
    return Material(capsules={(1, item.symbol): item for item in capsules}, **values)


def retrieval(task: str, hits: Sequence[Hit] = (), documents: Sequence[Hit] = (), **values: Any) -> Retrieval:
    """What was found in one repository, of one commit."""
    state = SourceState(1, "git", 1, "shop", "Shop", COMMIT, "main", "current", 0, "", 0)
    given: dict[str, Any] = {
        "question": "how is bread baked",
        "is_architecture": task == "architecture",
        "language": "en",
        **values,
    }
    return Retrieval(task=task, hits=tuple(hits), documents=tuple(documents), sources=(state,), **given)


def compressed(found: Retrieval, around: Material | None = None, budget: int = 0) -> Context:
    """As `search.context` calls it."""
    given = budget_for(found.task, budget)
    return compress(found, around or Material(), budget=given, count=count_tokens, tokenizer=TOKENIZER)
