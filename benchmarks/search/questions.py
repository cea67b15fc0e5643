"""Questions to a corpus: what people ask in plain words, what functions say of themselves, names, paths and headings."""

from __future__ import annotations

import random

from apps.search.indexer import CODE, DOCUMENT
from apps.search.models import Passage
from apps.tenants.models import Tenant

ASKED = (
    "how does authentication work",
    "what happens when a request comes in and the user is not logged in",
    "which endpoints create an order",
    "where is the database connection configured",
    "how are background jobs run",
    "data model of users and permissions",
    "error handling and logging of the application",
    "how is the configuration loaded from environment variables",
    "tests for the http client",
    "architecture overview of the system",
    "return value if none",
    "get user by id",
    "parse a date string",
    "send email to user when password is reset",
    "cache invalidation",
    "list all files in a directory",
    "component that renders a table with pagination",
    "how are migrations applied",
    "validate form input",
    "add item to cart",
)


def questions(tenant: Tenant, number: int, seed: int = 1) -> list[str]:
    """That many different questions: a fifth is `ASKED`, more than half first sentences of documentation, the rest names."""
    rows = Passage.objects.filter(tenant=tenant).order_by("pk")
    said = rows.filter(indexed__source_type=CODE).exclude(summary="").values_list("summary", flat=True)
    names = rows.filter(indexed__source_type=CODE).exclude(kind="section").values_list("title", flat=True)
    headings = rows.filter(indexed__source_type=DOCUMENT).values_list("title", flat=True)
    chance = random.Random(seed)
    found = dict.fromkeys(ASKED)
    for texts, share in ((said, 0.85), (names, 0.95), (headings, 1.0)):
        choice = sorted(set(texts))
        chance.shuffle(choice)
        for text in choice:
            if len(found) >= number * share:
                break
            found[text] = None
    return list(found)[:number]
