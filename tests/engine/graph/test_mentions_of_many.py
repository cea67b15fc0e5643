"""A file with very many functions is read a few times, not once for each of them."""

from __future__ import annotations

from collections.abc import Iterator

from apps.engine.facts import Definition, FileFacts
from apps.engine.graph.mentions import mentions


class _Counted(tuple[Definition, ...]):
    """Definitions that know how often they were gone through."""

    rounds = 0

    def __iter__(self) -> Iterator[Definition]:
        type(self).rounds += 1
        return super().__iter__()


def test_definitions_of_a_file_are_gone_through_a_few_times_however_many_there_are() -> None:
    found = _Counted(Definition("function", f"f{at}", f"f{at}", at, at, at, f"def f{at}()") for at in range(1, 401))
    _Counted.rounds = 0
    assert mentions({"many.py": FileFacts("many.py", "Python", definitions=found)}, {"other.py": "f7"}, [], ()) == {
        "many.py#f7": ("other.py",)
    }
    assert _Counted.rounds < 10
