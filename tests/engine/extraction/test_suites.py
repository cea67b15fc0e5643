from apps.engine.extraction.suites import find_suites
from apps.engine.facts import (
    Argument,
    Call,
    Definition,
    Dependency,
    Edge,
    FileEntry,
    FileFacts,
    Import,
    Place,
    Value,
)


def function(name: str) -> Definition:
    return Definition("function", name, name, 1, 2, 1, f"def {name}()")


def case(name: str) -> Call:
    return Call(Value("name", "it"), (Argument(Value("string", name)), Argument(Value("function"))))


def test_python_cases_are_counted_and_what_they_reach_is_named():
    inventory = [FileEntry("shop/cart.py", "Python", 10), FileEntry("tests/unit/test_cart.py", "Python", 10, role="test")]
    files = {
        "tests/unit/test_cart.py": FileFacts(
            "tests/unit/test_cart.py", "Python", definitions=(function("test_a"), function("test_b"), function("build")),
            imports=(Import("pytest"),),
        )
    }  # fmt: skip
    edges = [Edge("tests/unit/test_cart.py#test_a", "calls", "shop/cart.py#add", 2)]
    (suite,) = find_suites(inventory, files, [], edges)
    assert (suite.path, suite.framework, suite.files, suite.cases, suite.kind) == ("tests/unit", "pytest", 1, 2, "unit")
    assert suite.exercises == ("shop",)


def test_javascript_cases_are_calls_with_a_name_and_a_body():
    path = "web/__tests__/cart.test.js"
    files = {path: FileFacts(path, "JavaScript", calls=(case("adds"), case("removes"), Call(Value("name", "it"))))}
    dependency = Dependency("jest", "^29", Place("package.json"), ecosystem="npm")
    (suite,) = find_suites([FileEntry(path, "JavaScript", 1, role="test")], files, [dependency], [])
    assert (suite.framework, suite.cases) == ("Jest", 2)


def test_a_language_that_is_not_parsed_has_an_unknown_number_of_cases():
    (suite,) = find_suites([FileEntry("cart/cart_test.go", "Go", 1, role="test")], {}, [], [])
    assert (suite.cases, suite.framework, suite.source) == (-1, "go test", "folder name")


def test_a_skipped_test_file_makes_no_suite():
    assert find_suites([FileEntry("tests/t.py", "Python", 1, status="skipped", reason="x", role="test")], {}, [], []) == ()
