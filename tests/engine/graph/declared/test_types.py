"""Written types, taken apart."""

from __future__ import annotations

import pytest

from apps.engine.graph.declared.types import TypeName, function_parameters, parse_type, type_parameters


def written(name: TypeName) -> str:
    inside = ", ".join(written(item) for item in name.arguments)
    return f"{name.name}<{inside}>" if inside else name.name


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("map[string]*User", "map<string, User>"),
        ("[]Foo", "[]<Foo>"),
        ("*Stack[T]", "Stack<T>"),
        ("(n int, err error)", "()<int, error>"),
        ("Optional<Owner>", "Optional<Owner>"),
        ("List<? extends Pet>", "List<Pet>"),
        ("Foo[]", "[]<Foo>"),
        ("const std::vector<Foo>&", "std.vector<Foo>"),
        ("Option<Box<dyn Trait>>", "Option<Box<Trait>>"),
        ("&'a mut Foo<'b>", "Foo"),
        ("[Item]?", "[]<Item>"),
        ("[String: Item]", "map<String, Item>"),
        ("?Foo|null", "Foo"),
        ("Foo | Bar", ""),
        ("some View", "View"),
        ("any", "any"),
        ("(A) -> B", "-><B>"),
        ("\\App\\Models\\User", "\\App.Models.User"),
        ("Result<Vec<Foo>, E>", "Result<[]<Foo>, E>".replace("[]", "Vec")),
        ("Foo.Bar<X>", "Foo.Bar<X>"),
        ("[3]int", "[]<int>"),
        ("[u8; 4]", "[]<u8>"),
        ("", ""),
        ("((((((((((((A", ""),
    ],
)
def test_types(text: str, found: str) -> None:
    assert written(parse_type(text)) == found


@pytest.mark.parametrize(
    ("signature", "found"),
    [
        ("public <X> ModelAndView show(int a)", {"X": ""}),
        ("List<Pet> find(int x)", {}),
        ("func Map[K comparable, V any](m map[K]V) V", {"K": "comparable", "V": "any"}),
        ("T Get<T>(string x)", {"T": ""}),
        ("fn f<T: Into<X>, U>(a: T)", {"T": "Into", "U": ""}),
        ("public static <T extends BaseEntity> T getById(Collection<T> all)", {"T": "BaseEntity"}),
    ],
)
def test_type_parameters_of_functions(signature: str, found: dict[str, str]) -> None:
    assert function_parameters(signature) == found


def test_type_parameters_of_types() -> None:
    assert type_parameters("class Box<T extends A, U>", "Box") == ("T", "U")
    assert type_parameters("type Stack[T any] struct", "Stack") == ("T",)
    assert type_parameters("class Plain extends Store<Item>", "Plain") == ()
