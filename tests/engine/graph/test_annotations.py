"""Annotations as written → class names."""

from __future__ import annotations

import pytest

from apps.engine.graph.annotations import annotated_names, parts_of_union


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Foo", ["Foo"]),
        ('"a.b.Foo"', ["a.b.Foo"]),
        ("Optional[Foo]", ["Foo"]),
        ("Foo | None", ["Foo"]),
        ("Union[Foo, Bar]", ["Foo", "Bar"]),
        ("Annotated[Foo, Depends(get)]", []),
        ("Annotated[Foo, 'x']", ["Foo"]),
        ("list[Foo]", ["list"]),
        ("dict[str, Foo]", ["dict"]),
        ("Callable[[int], Foo]", ["Callable"]),
        ("", []),
    ],
)
def test_python(text: str, names: list[str]) -> None:
    assert annotated_names(text, False)[0] == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Promise<Foo>", ["Foo"]),
        ("Foo | undefined", ["Foo"]),
        ("Foo[]", []),
        ("(a: string) => Foo", []),
        ("{ a: Foo }", []),
        ("Map<string, Foo>", ["Map"]),
        ("ns.Foo<T>", ["ns.Foo"]),
    ],
)
def test_scripts(text: str, names: list[str]) -> None:
    assert annotated_names(text, True)[0] == names


def test_class_itself() -> None:
    assert annotated_names("type[Foo]", False) == (["Foo"], True)
    assert annotated_names("Foo", False) == (["Foo"], False)


@pytest.mark.parametrize(
    ("annotation", "expected"),
    [
        ("A", ["A"]),
        ("A | None", ["A", "None"]),
        ("'A | b.C[D | E]'", ["A", "b.C[D | E]"]),
        ("t.Union[A, Optional[B], list[C]]", ["A", "B", "list[C]"]),
        ("Callable[[A], B] | C", ["Callable[[A], B]", "C"]),
        ("", []),
    ],
)
def test_the_parts_of_a_union_are_told_apart(annotation: str, expected: list[str]) -> None:
    assert parts_of_union(annotation) == expected
