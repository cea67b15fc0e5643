"""What a PHP file says."""

from __future__ import annotations

from textwrap import dedent

from apps.engine.facts import Assignment, Definition, FileFacts, Value
from apps.engine.parsing import parse


def read(text: str) -> FileFacts:
    return parse("Sample.php", "PHP", dedent(text).lstrip("\n"))


def named(facts: FileFacts, qualname: str) -> Definition:
    return next(definition for definition in facts.definitions if definition.qualname == qualname)


def bound(facts: FileFacts, target: str) -> Assignment:
    return next(assignment for assignment in facts.assignments if assignment.target == target)


SAMPLE = """
    <?php
    namespace App\\Http;

    use App\\Models\\{User, Post as Entry, function helped};
    use const App\\LIMIT;
    use Facade;

    /**
     * Pages of owners.
     *
     * @property-read Collection<int, User> $owners
     */
    #[Route('/owners', name: 'owners', methods: ['GET'])]
    abstract class Owners extends Base implements Api, \\Acme\\Closeable
    {
        use Helps, Logs;

        public const string VIEW = 'owners', EDIT = 'edit';

        /** @var User[] */
        #[ORM\\Column(type: 'json', nullable: true)]
        private array $users = [];
        public static ?int $count;

        public function __construct(private readonly Store $store, #[Config('n')] protected ?int $n = 5)
        {
            parent::__construct($store);
        }

        /**
         * Shows one.
         *
         * @param Entry[] $entries
         * @return Collection<int, User>
         */
        final public static function show(array $entries, int|string $id, self &...$more): array
        {
            $found = $this->store->find($id)->orFail()?->owner->name();
            foreach ($found as $key => $user) { $user->visit(...); }
            try { self::check($id, strict: true); } catch (Missing | Wrong $error) { throw new \\Exception("no $id at {$user->name} or $list[0]\\n"); }
            $later = new class($id) extends Runner implements Runs { public function run() { go(); } };
            $make = fn (Post $post): int => $post->size();
            [$first, $second] = pair();
            /** @var Widget $widget */
            $widget = app(Widget::class);
            array_map([$this, 'helped'], $found);
            static::$count ??= 3;
            return match ($id) { 1, 2 => one(), default => two() };
        }

        abstract protected function hidden(): static;
    }

    interface Api extends One, Two { const A = 1; public function call(); }
    trait Helps { protected function help() { yield 1; } }
    enum Suit: string implements Api { use Helps; case Hearts = 'H'; case Spades = 'S'; public function label(): string { return $this->name; } }
    if (!function_exists('helped')) { function helped(int $a = 1) { if ($a && $a) { function inner() {} } } }
    define('BIG', 10);
    const SMALL = 1;
"""


def test_nothing_collapses() -> None:
    facts = read(SAMPLE)
    assert facts.package == "App.Http"
    assert facts.syntax_errors == 0
    assert [(item.kind, item.qualname) for item in facts.definitions] == [
        ("class", "Owners"),
        ("constructor", "Owners.__construct"),
        ("method", "Owners.show"),
        ("class", "Owners.show.Runner@anonymous"),
        ("method", "Owners.show.Runner@anonymous.run"),
        ("method", "Owners.hidden"),
        ("interface", "Api"),
        ("method", "Api.call"),
        ("trait", "Helps"),
        ("method", "Helps.help"),
        ("enum", "Suit"),
        ("method", "Suit.label"),
        ("function", "helped"),
        ("function", "helped.inner"),
    ]


def test_a_class_has_its_attributes_bases_and_words() -> None:
    owners = named(read(SAMPLE), "Owners")
    assert (owners.start_line, owners.line) == (8, 14)
    assert owners.signature == "abstract class Owners extends Base implements Api, \\Acme\\Closeable"
    assert [base.text for base in owners.bases] == ["Base", "Api", "\\Acme.Closeable"]
    assert owners.docstring.startswith("Pages of owners.")
    assert owners.properties == ("abstract", "exported")
    decorator = owners.decorators[0]
    assert (decorator.name, [item.name for item in decorator.arguments]) == ("Route", ["", "name", "methods"])
    assert decorator.arguments[2].value.items[0].text == "GET"


def test_signatures_and_words_of_methods() -> None:
    facts = read(SAMPLE)
    show = named(facts, "Owners.show")
    assert show.signature == "final public static function show(array $entries, int|string $id, self &...$more): array"
    assert show.properties == ("exported", "final", "public", "static")
    assert [(item.name, item.annotation, item.kind) for item in show.parameters] == [
        ("$entries", "Entry[]", ""),
        ("$id", "int|string", ""),
        ("$more", "self", "rest"),
    ]
    assert show.returns == "Collection<int, User>"
    assert show.complexity == 4
    assert named(facts, "Owners.hidden").properties == ("abstract", "protected")
    assert named(facts, "Api.call").properties == ("abstract", "exported", "public")
    assert "generator" in named(facts, "Helps.help").properties
    assert named(facts, "helped.inner").properties == ("exported", "nested")
    assert named(facts, "helped").complexity == 3


def test_fields_are_declared_promoted_and_documented() -> None:
    facts = read(SAMPLE)
    fields = {item.target: item for item in facts.assignments if item.kind == "field" and item.scope == "Owners"}
    assert list(fields) == ["owners", "VIEW", "EDIT", "users", "$count", "store", "n"]
    assert fields["owners"].annotation == "Collection<int, User>"
    assert fields["users"].annotation == "User[]"
    assert fields["users"].decorators[0].name == "ORM.Column"
    assert fields["users"].properties == ("private",)
    assert fields["VIEW"].properties == ("const", "exported", "public")
    assert (fields["store"].annotation, fields["n"].annotation, fields["n"].decorators[0].name) == ("Store", "?int", "Config")
    assert [(item.target, item.kind) for item in facts.assignments if item.scope == "Suit"] == [
        ("Hearts", "case"),
        ("Spades", "case"),
    ]
    assert [(item.target, item.kind) for item in facts.assignments if item.scope == ""] == [("BIG", "const"), ("SMALL", "const")]


def test_variables_keep_their_dollar_and_this_is_plain() -> None:
    facts = read(SAMPLE)
    assert bound(facts, "$widget").annotation == "Widget"
    assert bound(facts, "$error").annotation == "Missing | Wrong"
    user = bound(facts, "$user")
    assert (user.kind, user.value) == ("loop", Value("name", "$found", line=39, end_line=39))
    assert bound(facts, "$post").kind == "parameter"
    assert bound(facts, "$first").value is None
    assert bound(facts, "static.$count").value is not None


def test_calls_creations_and_references() -> None:
    facts = read(SAMPLE)
    names = [(call.callee.text, call.is_new) for call in facts.calls if call.callee.kind == "name"]
    for expected in (
        ("parent.__construct", False), ("this.store.find", False), ("self.check", False), ("\\Exception", True),
        ("go", False), ("$post.size", False), ("app", False), ("one", False),
    ):  # fmt: skip
        assert expected in names
    check = next(call for call in facts.calls if call.callee.text == "self.check")
    assert check.arguments[1].name == "strict"
    last = next(call for call in facts.calls if call.callee.text == "name")
    assert last.callee.items[0].text == "owner"
    assert {"this.helped", "$user.visit", "Widget"} <= {item.name for item in facts.references}
    assert not any(call.callee.text == "$user.visit" for call in facts.calls)


def test_strings_with_names_in_them_are_templates() -> None:
    facts = read(SAMPLE)
    made = next(call for call in facts.calls if call.callee.text == "\\Exception")
    text = made.arguments[0].value
    assert [(item.kind, item.text) for item in text.items] == [
        ("string", "no "),
        ("name", "$id"),
        ("string", " at "),
        ("name", "$user.name"),
        ("string", " or "),
        ("subscript", ""),
        ("string", "\n"),
    ]


def test_imports_have_one_leaf_each() -> None:
    facts = read(SAMPLE)
    assert [(item.module, item.names[0].name, item.names[0].alias, item.kind) for item in facts.imports] == [
        ("App.Models", "User", "", "use"),
        ("App.Models", "Post", "Entry", "use"),
        ("App.Models", "helped", "", "use"),
        ("App", "LIMIT", "", "use"),
        ("", "Facade", "", "use"),
    ]
    included = read(
        "<?php require_once __DIR__ . '/boot.php'; include 'a.php'; require dirname(__FILE__) . '/b.php'; include $x;"
    )
    assert [(item.module, item.kind) for item in included.imports] == [
        ("./boot.php", "include"),
        ("a.php", "include"),
        ("./b.php", "include"),
    ]


def test_what_the_environment_gives() -> None:
    facts = read(
        """
        <?php
        return [
            'a' => env('APP_KEY'),
            'b' => env('APP_URL', 'http://' . 'localhost'),
            'c' => getenv('HOME') ?: '/root',
            'd' => $_ENV['MODE'] ?? 'dev',
            'e' => $_SERVER['REQUEST_URI'] . $_SERVER['APP_DEBUG'],
            'f' => $request->get('no'),
        ];
        """
    )
    assert [(item.name, item.access, item.default) for item in facts.environment] == [
        ("APP_KEY", "env", ""),
        ("APP_URL", "env", "'http://' . 'localhost'"),
        ("HOME", "getenv", "'/root'"),
        ("MODE", "$_ENV", "'dev'"),
        ("APP_DEBUG", "$_SERVER", ""),
    ]


def test_long_rows_of_calls_stay_whole() -> None:
    call = read("<?php Route::get('/x', [A::class, 'go'])->a()->b()->c()->d()->e()->f()->g()->h()->i()->j();").calls[0]
    names = []
    while call.callee.kind == "attribute":
        names.append(call.callee.text)
        below = call.callee.items[0].call
        assert below is not None
        call = below
    assert names == list("jihgfedcba")
    assert call.callee.text == "Route.get"
    assert [item.text for item in call.arguments[1].value.items] == ["A", "go"]


def test_arrays_are_lists_or_maps() -> None:
    value = bound(read("<?php $a = ['k' => 1, 2, ...$more]; $b = [1, [2]];"), "$a").value
    assert value is not None and value.kind == "dict"
    assert [(key.kind, key.text) for key in value.keys] == [("string", "k"), ("number", "1"), ("spread", "")]
    assert value.items[2] == Value("name", "$more", line=1, end_line=1)


def test_namespaces_in_blocks_and_markup_between_tags() -> None:
    facts = read(
        """
        <h1><?= $page->title() ?></h1>
        <?php namespace A\\B { class X { function y() {} } } ?>
        <?php namespace C { function z() { } } ?>
        <p>function nothing() {}</p>
        """
    )
    assert [item.qualname for item in facts.definitions] == ["A.B", "A.B.X", "A.B.X.y", "C", "C.z"]
    assert [call.callee.text for call in facts.calls] == ["$page.title"]


def test_an_error_costs_what_it_touches() -> None:
    facts = read("<?php class A { function a() {} }\n$x = = 3;\nfunction b() {}\n")
    assert facts.syntax_errors
    assert {"A.a", "b"} <= {item.qualname for item in facts.definitions}


def test_deep_nesting_ends() -> None:
    facts = read("<?php $x = " + "new A(" * 3000 + ")" * 3000 + ";\n$y = " + "[" * 3000 + "]" * 3000 + ";")
    assert facts.language == "PHP"
