"""What says the same twice is known, and nothing else."""

from __future__ import annotations

from apps.engine.retrieval.duplicates import Seen

BODY = "".join(f"    step_{number}(order, price={number})\n" for number in range(20))


def seen() -> Seen:
    known = Seen()
    known.remember(1, ("Store.save", BODY))
    return known


def test_a_copy_with_other_blanks_is_a_copy() -> None:
    assert seen().repeated_by(("Store.save", BODY.replace("    ", "\t"))) == 1


def test_a_copy_with_one_word_changed_is_a_copy() -> None:
    assert seen().repeated_by(("Store.save", BODY + "    return 1")) == 1


def test_another_text_is_none() -> None:
    assert seen().repeated_by(("Store.load", "def load(self):\n    return list(self.rows)\n" * 3)) is None


def test_the_same_small_method_of_two_classes_is_twice() -> None:
    known = Seen()
    known.remember(1, ("User.__str__", "def __str__(self):\n    return self.name"))
    assert known.repeated_by(("Group.__str__", "def __str__(self):\n    return self.name")) is None


def test_texts_without_words_are_compared() -> None:
    known = Seen()
    known.remember(1, ("", "---"))
    assert known.repeated_by(("", "+++")) == 1
