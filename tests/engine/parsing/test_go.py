"""What a Go file says."""

from __future__ import annotations

from textwrap import dedent

from apps.engine.facts import Call, Definition, FileFacts
from apps.engine.parsing import parse


def read(text: str) -> FileFacts:
    return parse("sample.go", "Go", dedent(text).lstrip("\n"))


def named(facts: FileFacts, qualname: str) -> Definition:
    return next(definition for definition in facts.definitions if definition.qualname == qualname)


def calls_of(facts: FileFacts, text: str) -> list[Call]:
    return [call for call in facts.calls if call.callee.text == text]


def test_receivers_own_their_methods_whatever_star_and_type_arguments() -> None:
    facts = read(
        """
        package stack

        // Stack holds values.
        type Stack[T any] struct {
            base.Model
            items []T `json:"items" gorm:"column:x;unique"`
            a, B  int
        }

        // Push adds.
        func (s *Stack[T]) Push(v T, more ...string) (int, error) {
            return len(s.items), nil
        }
        func (Stack[T]) Len() int { return 0 }
        func Push() {}
        """
    )
    assert facts.package == "stack"
    assert [item.qualname for item in facts.definitions] == ["Stack", "Stack.Push", "Stack.Len", "Push"]
    stack = named(facts, "Stack")
    assert (stack.kind, stack.start_line, stack.line, stack.end_line) == ("struct", 3, 4, 8)
    assert (stack.signature, stack.docstring) == ("type Stack[T any] struct", "Stack holds values.")
    assert [base.text for base in stack.bases] == ["base.Model"]
    push = named(facts, "Stack.Push")
    assert (push.kind, push.owner, push.parent, push.returns) == ("method", "Stack", "", "(int, error)")
    assert push.signature == "func (s *Stack[T]) Push(v T, more ...string) (int, error)"
    assert [(item.name, item.annotation, item.kind) for item in push.parameters] == [
        ("s", "*Stack[T]", "receiver"),
        ("v", "T", ""),
        ("more", "string", "rest"),
    ]
    assert named(facts, "Push").kind == "function"
    fields = {item.target: item for item in facts.assignments if item.kind == "field"}
    assert list(fields) == ["Model", "items", "a", "B"]
    assert [(tag.name, tag.arguments[0].value.text) for tag in fields["items"].decorators] == [
        ("json", "items"),
        ("gorm", "column:x;unique"),
    ]
    assert "embedded" in fields["Model"].properties
    assert "exported" in fields["B"].properties and "exported" not in fields["a"].properties


def test_several_results_literals_and_assertions() -> None:
    facts = read(
        """
        package a

        import (
            g "gorm.io/gorm"
            . "math"
            _ "embed"
        )

        var Handler http.Handler = &H{Name: "x", Tags: []string{"a"}}

        func f() {
            r, err := load(1)
            u := User{Name: "x", M: map[string]int{"a": 1}}
            t := new(Tag)
            x.(Foo).Bar()
            (*z).Push(1)
            for i, item := range r.All() {
                go each(i, item)
            }
            defer func() { r.Close() }()
            os.Getenv("HOME")
            router.GET("/x/:id", auth(), s.handle)
        }
        """
    )
    assert [(item.module, item.alias, [name.name for name in item.names]) for item in facts.imports] == [
        ("gorm.io/gorm", "g", []),
        ("math", "", ["*"]),
        ("embed", "", []),
    ]
    bound = {item.target: item for item in facts.assignments}
    second = bound["err"].value
    assert second is not None and second.kind == "subscript" and second.items[1].text == "1"
    assert second.items[0].call is not None and second.items[0].call.callee.text == "load"
    (made,) = calls_of(facts, "User")
    assert made.is_new and [(item.name, item.value.kind) for item in made.arguments] == [("Name", "string"), ("M", "dict")]
    (tag,) = calls_of(facts, "Tag")
    assert tag.is_new and bound["t"].value is not None and bound["t"].value.call == tag
    assert bound["Handler"].value is not None and bound["Handler"].value.call is not None
    (bar,) = calls_of(facts, "Bar")
    assert (bar.callee.kind, bar.callee.items[0].kind, bar.callee.items[0].text) == ("attribute", "cast", "Foo")
    assert bound["item"].kind == "loop" and bound["i"].value is None
    (close,) = calls_of(facts, "r.Close")
    assert close.scope == "f"
    assert [(item.name, item.access) for item in facts.environment] == [("HOME", "os.Getenv")]
    assert "s.handle" in [item.name for item in facts.references]


def test_a_broken_function_costs_only_itself() -> None:
    facts = read("package a\nfunc f() { x := }\nfunc g() { h() }\n")
    assert facts.syntax_errors
    assert "g" in [item.name for item in facts.definitions]
    assert calls_of(facts, "h")[0].scope == "g"
