"""A statement holds where its citations exist and hold what it names."""

from __future__ import annotations

import pytest

from apps.engine.answering import Fault, Statement, Statements, evidence_of, fault_of
from apps.engine.compression import Block, Citation, Context

ORDERS = '''def create_order(items: list[Item], rush: bool = False) -> Order:
    """Make an order; raises EmptyOrder."""
    session = Session(os.environ["SHOP_DATABASE_URL"], timeout=30)
    return OrderService(session).create(items, limit=1_000)
'''


def context(language: str = "en", question: str = "How are orders made?") -> Context:
    citations = (
        Citation(1, "git", "shop", "shop/main.py#create_order", "create_order", "shop/main.py", 10, 14, "c" * 40),
        Citation(2, "system_artifact", "shop", "api", "API", "", 0, 0, "c" * 40),
    )
    blocks = (
        Block("whole", "[1] `create_order` · shop", ORDERS, (1,)),
        Block("document", "API", "| POST | `/orders` | makes an order, answers 201 |\nThe Stripe client is used.", (2,)),
    )
    text = "\n".join(block.text for block in blocks)
    return Context(question, "code_query", language, 2_000, 100, "o200k_base", text, blocks, citations, (), ())


def judged(text: str, language: str = "en") -> list[Fault | None]:
    given = context(language)
    statements = Statements()
    found: list[Statement] = [*statements.feed(text), *statements.finish()]
    return [fault_of(one, evidence_of(given), given) for one in found]


@pytest.mark.parametrize(
    "text",
    [
        "Orders are made by `create_order` in `shop/main.py` [1].",
        "`create_order(items: list[Item], rush: bool = False)` returns an `Order` [1].",
        "It calls `OrderService.create` and raises EmptyOrder [1].",
        "create_order() reads SHOP_DATABASE_URL with a timeout of 30 [1].",
        "A POST to /orders makes an order and answers 201 [2].",
        "`POST /orders` makes an order [2].",
        "Stripe is the client that is used, and `create_order` makes the order [1][2].",
        "The docstring says “Make an order” [1].",
        "The limit of orders is 1_000 [1].",
        "An HTTP API makes orders [2].",
        "The limit of orders is 1,000 or 1000 [1].",
        "The order is _always_ made and/or returned by **create_order** [1].",
        "The timeout of a session is 30 s [1].",
    ],
)
def test_what_the_source_holds(text: str) -> None:
    assert judged(text) == [None]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Orders are made by `create_order`.", Fault("uncited")),
        ("Orders are made by `create_order` [3].", Fault("no-such-citation", "3")),
        ("Orders are made by `create_order` [1][99].", Fault("no-such-citation", "99")),
        ("Orders are made by `make_order` [1].", Fault("not-in-source", "make_order")),
        ("Orders are made by `create_orders` [1].", Fault("not-in-source", "create_orders")),
        ("Orders are made by `create` in shop/orders.py [1].", Fault("not-in-source", "shop/orders.py")),
        ("It raises RefusedOrder for orders [1].", Fault("not-in-source", "RefusedOrder")),
        ("The orders have a timeout of 300 [1].", Fault("not-in-source", "300")),
        ("The orders have a limit of 100 [1].", Fault("not-in-source", "100")),
        ("The order is made in shop/oven [1].", Fault("not-in-source", "shop/oven")),
        ("The orders have a timeout of 3 [1].", Fault("not-in-source", "3")),
        ("There is 1 order [1].", Fault("not-in-source", "1")),
        ("It reads SHOP_SECRET for orders [1].", Fault("not-in-source", "SHOP_SECRET")),
        ("A DELETE to /orders/{id} removes an order [2].", Fault("not-in-source", "/orders/{id}")),
        ("The docstring says “Make no order” [1].", Fault("not-in-source", "Make no order")),
        ("The order is sent to Paypal by the client [2].", Fault("not-in-source", "Paypal")),
        ("Bananas ripen quickly [1].", Fault("not-in-source")),
        ("`POST /orders` makes an order [1].", Fault("not-in-source", "POST /orders")),
        ("See [the order](https://evil.example/x) [1].", Fault("markup")),
        ("See https://evil.example/order [1].", Fault("markup")),
        ("![order](data:image/png;base64,AA) [1].", Fault("markup")),
        ("<img src=x onerror=alert(1)> order [1].", Fault("markup")),
    ],
)
def test_what_it_does_not_hold(text: str, fault: Fault) -> None:
    assert judged(text)[0] == fault


def test_code_blocks_do_not_hold() -> None:
    assert judged("```\ncreate_order()\n```") == [Fault("markup")]


def test_in_another_language_the_names_decide() -> None:
    assert judged("El pedido se crea en `create_order` [1]. Lo hace `make_order` [1].", "es") == [
        None,
        Fault("not-in-source", "make_order"),
    ]
