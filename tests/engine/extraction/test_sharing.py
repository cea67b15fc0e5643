"""What came back from a child is as it was there, without a second copy of anything."""

from __future__ import annotations

import msgspec

from apps.engine.extraction.reading import Request, read, read_payload
from apps.engine.extraction.readings import decode_reading, encode_reading

SOURCE = (
    "\n" * 300
    + "class Shop:\n    def sell(self):\n        order = self.make(price=self.cost(1), to=f(g(h(2))))\n        return order\n"
)


def test_equal_parts_are_one_object() -> None:
    request = Request("shop.py", SOURCE.encode())
    back = decode_reading(read_payload(msgspec.msgpack.encode(request)))
    assert encode_reading(back) == encode_reading(read(request))
    facts = back.facts
    assert facts is not None
    assert len(facts.calls) == 5
    assert len({id(call.scope) for call in facts.calls}) == 1
    assert len({id(call.line) for call in facts.calls}) == 1
    assigned = next(item for item in facts.assignments if item.target == "order")
    assert assigned.value is not None
    assert any(assigned.value.call is call for call in facts.calls)
    nested = [argument.value.call for call in facts.calls for argument in call.arguments if argument.value.call is not None]
    assert len(nested) == 4
    assert all(any(call is other for other in facts.calls) for call in nested)
