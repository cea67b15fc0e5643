from textwrap import dedent

from apps.engine.extraction.suites import find_suites
from apps.engine.extraction.suites.cases import cases_of
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
from apps.engine.parsing import language_of, parse


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


def cases(path: str, source: str) -> list[tuple[int, str]]:
    text = dedent(source).lstrip("\n")
    return cases_of(parse(path, language_of(path, text), text))


def suite_of(path: str, source: str, *dependencies: str):
    text = dedent(source).lstrip("\n")
    language = language_of(path, text)
    declared = [Dependency(name, "", Place("x")) for name in dependencies]
    (suite,) = find_suites([FileEntry(path, language, 1, role="test")], {path: parse(path, language, text)}, declared, [])
    return suite


GO = """
    package cart
    import "testing"
    func TestAdd(t *testing.T) { t.Run("one", func(t *testing.T) {}) }
    func TestMain(m *testing.M) {}
    func Testing() {}
    func FuzzAdd(f *testing.F) {}
    func ExampleAdd() {}
    func BenchmarkAdd(b *testing.B) {}
"""
GINKGO = """
    package cart
    import ("testing"; . "github.com/onsi/ginkgo/v2")
    func TestCart(t *testing.T) { RunSpecs(t, "cart") }
    var _ = Describe("cart", func() { It("adds", func() {}); DescribeTable("t", f, Entry("a", 1)) })
"""
SUITE = """
    package cart
    import "github.com/stretchr/testify/suite"
    type CartSuite struct { suite.Suite }
    func (s *CartSuite) TestAdd() {}
    func (s *CartSuite) SetupTest() {}
    func TestCartSuite(t *testing.T) { suite.Run(t, new(CartSuite)) }
"""
RSPEC = """
    require "rails_helper"
    RSpec.describe Cart do
      it "adds" do
        expect(1).to eq 1
      end
      it { is_expected.to be_empty }
      specify("x") { }
      pending "later"
    end
"""
MINITEST = """
    require "test_helper"
    class CartTest < ActiveSupport::TestCase
      def setup; end
      def test_add; end
      test "removes" do
      end
    end
"""
PHPUNIT = """
    <?php
    use PHPUnit\\Framework\\TestCase;
    class CartTest extends TestCase {
      protected function setUp(): void {}
      public function testAdd() {}
      /** @test */
      public function it_removes() {}
      #[Test]
      public function empties() {}
      public function helper() {}
    }
"""
PEST = """
    <?php
    uses(TestCase::class);
    it('adds', function () { expect(1)->toBe(1); });
    test('removes', fn () => true)->group('cart');
"""
JUNIT = """
    package cart;
    import org.junit.jupiter.api.Test;
    class CartTest {
      @Test void adds() {}
      @ParameterizedTest @ValueSource(ints = {1, 2}) void removes(int x) {}
      @BeforeEach void setUp() {}
      @Nested class Empty { @Test void isEmpty() {} }
    }
"""
KOTEST = """
    package cart
    import io.kotest.core.spec.style.StringSpec
    class CartTest : StringSpec({
      "adds" { 1 shouldBe 1 }
      "removes".config(enabled = false) { }
    })
"""
XUNIT = """
    using Xunit;
    public class CartTests {
      [Fact] public void Adds() {}
      [Theory, InlineData(1), InlineData(2)] public async Task Removes(int x) {}
      public void Dispose() {}
    }
"""
RUST = """
    fn add() {}
    #[cfg(test)]
    mod tests {
        #[test]
        fn adds() {}
        #[tokio::test]
        async fn removes() {}
        fn helper() {}
    }
"""
SWIFT = """
    import XCTest
    final class CartTests: XCTestCase {
        func testAdds() throws {}
        func makeCart() {}
    }
"""
GOOGLE = """
    #include <gtest/gtest.h>
    TEST(Cart, Adds) { EXPECT_EQ(1, 1); }
    TEST_F(CartFixture, Removes) { }
"""


def test_cases_and_runners_of_other_languages():
    seen = {}
    for path, source, dependencies in (
        ("cart/cart_test.go", GO, ()), ("cart/ginkgo_test.go", GINKGO, ()), ("cart/suite_test.go", SUITE, ()),
        ("spec/cart_spec.rb", RSPEC, ("rspec-rails",)), ("test/cart_test.rb", MINITEST, ("rails",)),
        ("tests/Unit/CartTest.php", PHPUNIT, ()), ("tests/Feature/CartTest.php", PEST, ()),
        ("src/test/java/CartTest.java", JUNIT, ()), ("src/test/kotlin/CartTest.kt", KOTEST, ()),
        ("Cart.Tests/CartTests.cs", XUNIT, ()), ("tests/cart.rs", RUST, ()), ("Tests/CartTests.swift", SWIFT, ()),
        ("test/cart_test.cc", GOOGLE, ()),
    ):  # fmt: skip
        suite = suite_of(path, source, *dependencies)
        seen[path.rpartition("/")[2]] = (suite.framework, suite.cases)
    assert seen == {
        "cart_test.go": ("go test", 3), "ginkgo_test.go": ("Ginkgo", 2), "suite_test.go": ("go test", 2),
        "cart_spec.rb": ("RSpec", 3), "cart_test.rb": ("minitest", 2), "CartTest.php": ("Pest", 2),
        "CartTest.java": ("JUnit", 3), "CartTest.kt": ("Kotest", 2), "CartTests.cs": ("xUnit", 2), "cart.rs": ("cargo test", 2),
        "CartTests.swift": ("XCTest", 1), "cart_test.cc": ("GoogleTest", 2),
    }  # fmt: skip
    assert [name for _, name in cases("tests/Unit/CartTest.php", PHPUNIT)] == ["testAdd", "it_removes", "empties"]


def test_runners_of_scripts_are_told_by_what_they_import_and_blocks_that_are_no_case_are_not_counted():
    source = """
        import {test} from 'ava'
        test.serial('adds', t => {})
        test.concurrent.each([1])('removes', async () => {})
        test.describe('x', () => {})
        test.step('x', () => {})
    """
    suite = suite_of("test/cart.ts", source, "mocha")
    assert (suite.framework, suite.cases) == ("AVA", 2)
    deno = suite_of("test/cart.ts", 'Deno.test("adds", () => {})')
    assert (deno.framework, deno.cases) == ("Deno", 1)


def test_tests_inside_a_rust_program_are_a_suite_of_their_folder():
    inventory = [FileEntry("src/cart.rs", "Rust", 1), FileEntry("src/main.rs", "Rust", 1)]
    files = {
        entry.path: parse(entry.path, "Rust", dedent(RUST) if "cart" in entry.path else "fn main() {}") for entry in inventory
    }
    (suite,) = find_suites(inventory, files, [], [])
    assert (suite.path, suite.framework, suite.files, suite.cases) == ("src", "cargo test", 1, 2)


def test_of_a_language_without_a_convention_the_number_of_cases_is_not_known():
    path = "tests/run.sh"
    (suite,) = find_suites([FileEntry(path, "Shell", 1, role="test")], {path: parse(path, "Shell", "echo 1\n")}, [], [])
    assert (suite.cases, suite.framework) == (-1, "")
