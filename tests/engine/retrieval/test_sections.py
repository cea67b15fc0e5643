"""A question about a subject of the document asks for its section, in English and Spanish; one about more asks for none."""

from __future__ import annotations

import pytest

from apps.engine import facts
from apps.engine.retrieval.query import parse_query
from apps.engine.retrieval.sections import is_called, name_asked_about, sections_asked


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("What is the architecture of the system?", "services-components"),
        ("¿Cuál es la arquitectura del sistema?", "services-components"),
        ("overview", "purpose"),
        ("which endpoints are there", "api-endpoints"),
        ("¿Qué endpoints hay?", "api-endpoints"),
        ("what does the data model look like?", "data-models"),
        ("external dependencies", "external-dependencies"),
        ("¿Cómo se configura?", "configuration"),
        ("where are the tests", "tests"),
    ],
)
def test_the_section_of_a_subject(question: str, first: str) -> None:
    asked = sections_asked(parse_query(question))
    assert max(asked, key=lambda section: asked[section]) == first
    assert asked[first] > 0.9
    assert max(asked.values()) <= 1


@pytest.mark.parametrize(
    "question", ["where is retry implemented", "how does login work", "/model/", "how", "the price of a model in the shop window"]
)
def test_a_question_about_more_asks_for_no_section(question: str) -> None:
    assert sections_asked(parse_query(question)) == {}


def test_a_question_partly_about_a_subject_asks_for_it_less() -> None:
    assert 0.3 <= sections_asked(parse_query("how is the database of orders made"))["data-models"] < 0.5


def test_every_section_can_be_asked_for() -> None:
    words = "architecture overview structure purpose stack data endpoints components flow dependencies configuration tests"
    asked = {section for word in words.split() for section in sections_asked(parse_query(f"what about {word}"))}
    assert asked == {key for key, _title in facts.SECTIONS}


@pytest.mark.parametrize(("english", "spanish"), [("how are tests run", "¿Cómo se ejecutan las pruebas?")])
def test_a_word_that_is_several_in_english_counts_once(english: str, spanish: str) -> None:
    assert sections_asked(parse_query(spanish))["tests"] == sections_asked(parse_query(english))["tests"] == 0.5


@pytest.mark.parametrize(
    ("question", "name", "asked"),
    [
        ("What is gin?", "gin", True),
        ("what does spring-petclinic do", "spring-petclinic-rest", True),
        ("¿Qué es gin?", "gin", True),
        ("¿Para qué sirve gin?", "gin", True),
        ("gin", "gin", False),
        ("what is a gin context?", "gin", False),
        ("what is it?", "gin", False),
    ],
)
def test_a_question_about_a_repository_by_its_name(question: str, name: str, asked: bool) -> None:
    assert is_called(name, name_asked_about(parse_query(question))) is asked
