from apps.engine.extraction.suites import find_suites
from apps.engine.facts import (
    Argument,
    Call,
    Command,
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


def case(name: str, line: int = 0) -> Call:
    return Call(Value("name", "it"), (Argument(Value("string", name)), Argument(Value("function"))), line)


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


def test_cases_of_a_table_are_one_case_and_the_first_case_is_cited():
    path = "web/cart.spec.ts"
    table = Call(Value("name", "it.each"), (Argument(Value("list")),))
    each = Call(Value("call", call=table), (Argument(Value("string", "adds")), Argument(Value("function"))), 9)
    (suite,) = find_suites(
        [FileEntry(path, "TypeScript", 1, role="test")], {path: FileFacts(path, "TypeScript", calls=(each, case("a", 4)))}, [], []
    )
    assert (suite.cases, suite.place) == (2, Place(path, 4, 4))


def test_globals_are_not_taken_for_those_of_an_end_to_end_runner():
    path = "web/cart.test.ts"
    files = {path: FileFacts(path, "TypeScript", calls=(case("adds"),))}
    declared = [Dependency(name, "", Place("package.json")) for name in ("@playwright/test", "vitest")]
    (suite,) = find_suites([FileEntry(path, "TypeScript", 1, role="test")], files, declared, [])
    assert suite.framework == "Vitest"


def python_suite(*more: FileEntry, module: str, dependencies=(), commands=()):
    path = "shop/tests/test_cart.py"
    files = {path: FileFacts(path, "Python", definitions=(function("test_a"),), imports=(Import(module),))}
    inventory = [FileEntry(path, "Python", 1, role="test"), *more]
    (suite,) = find_suites(inventory, files, [Dependency(name, "", Place("r.txt")) for name in dependencies], [], commands)
    return suite.framework


def test_the_runner_is_what_the_configuration_says_not_the_base_class():
    assert python_suite(module="django.test") == "Django test runner"
    assert python_suite(module="unittest") == "unittest"
    by_hand = Command("prose", "", "./manage.py test", Place("README.md"))
    assert python_suite(module="unittest", commands=[by_hand]) == "Django test runner"
    assert python_suite(module="django.test", dependencies=["pytest-django"]) == "pytest"
    assert python_suite(FileEntry("pytest.ini", "INI", 1, role="configuration"), module="unittest") == "pytest"
    assert python_suite(module="unittest", commands=[Command("make", "test", "uv run pytest -q", Place("Makefile"))]) == "pytest"


def test_folders_without_a_case_hold_helpers_and_files_without_one_are_not_counted():
    paths = ("tests/fixtures/user.py", "tests/unit/__init__.py", "tests/unit/test_a.py")
    files = {path: FileFacts(path, "Python") for path in paths[:2]}
    files[paths[2]] = FileFacts(paths[2], "Python", definitions=(function("test_a"),))
    helpers, unit = find_suites([FileEntry(path, "Python", 1, role="test") for path in paths], files, [], [])
    assert (helpers.kind, helpers.framework, helpers.cases) == ("helpers and fixtures", "", 0)
    assert (unit.kind, unit.files, unit.cases, unit.place.path) == ("unit", 1, 1, paths[2])


def test_everything_that_tests_reach_is_kept_and_tests_of_tools_are_left_out():
    path = "tests/test_a.py"
    folders = [f"shop/p{number}" for number in range(9)]
    inventory = [FileEntry(f"{folder}/m.py", "Python", 1) for folder in folders]
    inventory += [FileEntry(path, "Python", 1, role="test"), FileEntry(".rules/tests/test_b.py", "Python", 1, role="test")]
    edges = [Edge(path, "imports", f"{folder}/m.py", 1) for folder in folders]
    (suite,) = find_suites(inventory, {path: FileFacts(path, "Python", definitions=(function("test_a"),))}, [], edges)
    assert suite.exercises == tuple(folders)


def test_a_language_that_is_not_parsed_has_an_unknown_number_of_cases():
    (suite,) = find_suites([FileEntry("cart/cart_test.go", "Go", 1, role="test")], {}, [], [])
    assert (suite.cases, suite.framework, suite.source) == (-1, "go test", "folder name")


def test_a_skipped_test_file_makes_no_suite():
    assert find_suites([FileEntry("tests/t.py", "Python", 1, status="skipped", reason="x", role="test")], {}, [], []) == ()
