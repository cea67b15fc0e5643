"""Documentation comments in whichever markup, as words to read."""

from __future__ import annotations

import pytest

from apps.engine.facts.markup import is_directive, without_markup
from apps.engine.facts.sentences import first_sentence


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("An :class:`~shop.Order` on :meth:`.bake`.", "An `Order` on `bake`."),
        ("Either :class:`Option`\\s or :py:class:`shop.Till`.", "Either `Option`s or `shop.Till`."),
        ("See :ref:`the orders <orders>` and :doc:`/till`.", "See the orders and `/till`."),
        ("A {class}`~shop.Order` for {'a'} of `x`.", "A `Order` for {'a'} of `x`."),
        ("Starts with ``SHOP_``.", "Starts with `SHOP_`."),
        ("Save a <code>Pet</code><br/>to {@link #store}, {@code null}.", "Save a Pet to `store`, `null`."),
        ('<div align="center"><img src="https://x.example/a.svg" height="150"></div>Bread', "   Bread"),
        ('Gives <see cref="T:Shop.Order"/> back.<!-- not -->', "Gives `Shop.Order` back."),
        ("A List<String> of a < b and c > d, <Oven> too.", "A List<String> of a < b and c > d, <Oven> too."),
        ("a :b: c and d: `e`", "a :b: c and d: `e`"),
    ],
)
def test_what_a_reader_sees(written: str, read: str) -> None:
    assert without_markup(written) == read


def test_the_first_sentence_is_without_markup() -> None:
    assert first_sentence("Makes an :class:`~shop.Order`.\nThen more.") == "Makes an `Order`."
    assert first_sentence("(orders)=\n.. note::\nMade at the till.") == "Made at the till."


def test_directives_are_known_from_prose() -> None:
    assert all(map(is_directive, (".. note::", "  :caption: A", "..", ".. _orders:", ":::{note}", "(orders)=")))
    assert not any(map(is_directive, ("...and so on", "note: this", ":class:`Order` is one", "a .. b")))


def test_much_of_what_opens_something_is_read_in_linear_time() -> None:
    for piece in ("{@link  ", ":a:`", "<a ", "<!-- ", '<see cref="', "`\\ "):
        assert without_markup(piece * 20_000)
