"""Words of a question that stand nowhere, as they were typed; half of them make what is found doubtful."""

from __future__ import annotations

import pytest

from apps.engine.retrieval.absent import absent_words, is_mostly_absent
from apps.engine.retrieval.query import parse_query
from apps.engine.retrieval.tokens import tokenise_query


def absent(question: str, text: str, spanish: bool = False) -> tuple[str, ...]:
    query = parse_query(question)
    assert query.language == ("es" if spanish else "en")
    looked_up = tokenise_query(query.words, query.language)
    return absent_words(query, set(tokenise_query(text, "en")), looked_up)


@pytest.mark.parametrize(
    ("question", "text", "words"),
    [
        ("how are orders baked", "order bake", ()),
        ("Kubernetes helm chart", "chart of the sales", ("Kubernetes", "helm")),
        ("where is `bake_bread` done?", "bake", ()),
        ("where is `toast_rolls` done?", "bake", ("toast_rolls",)),
        ("how does it work", "bake", ()),
    ],
)
def test_words_that_stand_nowhere(question: str, text: str, words: tuple[str, ...]) -> None:
    assert absent(question, text) == words


def test_a_spanish_word_stands_where_its_english_does() -> None:
    assert absent("¿Dónde se cifran las contraseñas?", "encrypt password", spanish=True) == ()
    assert absent("¿Dónde se cifran las cigüeñas?", "encrypt password", spanish=True) == ("cigüeñas",)


def test_what_was_not_looked_up_is_not_judged() -> None:
    query = parse_query("bread and rolls")
    assert absent_words(query, set(), tokenise_query("bread", "en")) == ("bread",)


@pytest.mark.parametrize(
    ("question", "words", "mostly"),
    [
        ("kubernetes helm chart", ("kubernetes", "helm"), True),
        ("how is the helm chart baked", ("helm",), False),
        ("how are orders baked", (), False),
        ("¿Cómo se despliega en Kubernetes?", ("Kubernetes",), False),
        ("¿Kubernetes?", ("Kubernetes",), True),
    ],
)
def test_half_of_the_words_make_it_doubtful(question: str, words: tuple[str, ...], mostly: bool) -> None:
    assert is_mostly_absent(parse_query(question), words) is mostly
