"""Names of PHP: namespaces, traits, parents, promoted fields, containers, rows of tables, what is global."""

from __future__ import annotations

from tests.engine.graph.declared.reading import Answers

PROGRAM = {
    "app/Models/Book.php": """
        <?php
        namespace App\\Models;

        use Illuminate\\Database\\Eloquent\\Model;
        use Illuminate\\Notifications\\Notifiable;

        class Book extends Model
        {
            use Notifiable, Sluggable;

            public function author() { return $this->belongsTo(Author::class)->withTrashed(); }
            public function pages() { return $this->hasMany(Page::class); }
            public function scopeVisible($query) { return $query; }
            public function open(): static { return $this; }
        }

        class Author extends Model { public function name(): string { return 'x'; } }
        class Page extends Model { public function text() {} }
        trait Sluggable { public function slug() { return $this->open(); } public function open() {} }
    """,
    "app/Services/Base.php": """
        <?php
        namespace App\\Services;

        abstract class Base implements Runs
        {
            public function __construct(protected \\App\\Models\\Book $book) {}
            public function run() { return static::make()->go(); }
            public static function make(): static { return new static(); }
            public function go() {}
        }
        interface Runs { public function run(); }
        class Exception {}
        enum Level: int { case Low = 1; public function label() {} }
    """,
    "app/Services/Shop.php": """
        <?php
        namespace App\\Services;

        use App\\Models\\Book;
        use App\\Models as M;
        use Illuminate\\Support\\Facades\\Cache;
        use function App\\helped;

        class Shop extends Base
        {
            /** @var Book[] */
            private array $books;

            public function __construct(Book $book, private ?Level $level) { parent::__construct($book); }
            public function go() { parent::go(); }

            public function sell(\\Closure $next, int|string $id)
            {
                $this->book->open()->slug();
                $this->book->author->name();
                $this->book->pages->first()->text();
                $book = Book::query()->where('id', $id)->firstOrFail();
                $book->open();
                Book::visible();
                foreach ($this->books as $each) { $each->slug(); }
                $this->level?->label();
                Level::Low->label();
                Level::from(1);
                app(Shop::class)->sell($next, 2);
                self::make()->sell($next, 1);
                new M\\Page();
                new self($book, null);
                helped();
                strlen('x');
                Cache::get('x');
                $next($id);
                throw new \\Exception();
                throw new Exception();
                $book->notify();
                $this->unheard();
                $unknown->thing();
            }
        }
    """,
    "app/helpers.php": """
        <?php
        namespace App;

        require_once __DIR__ . '/../start.php';
        function helped() { (new class extends Services\\Base {})->run(); }
    """,
    "start.php": """
        <?php
        $shop = new \\App\\Services\\Shop(null, null);
        $shop->sell(null, 1);
    """,
}


def runs(answers: Answers, path: str, scope: str) -> list[tuple[str, str]]:
    """(what is called, the name of what runs) of the calls of one function."""
    found = zip(answers.files[path].calls, answers.calls(path), strict=True)
    return [(text, target.rpartition("#")[2]) for call, (text, target, _) in found if call.scope == scope]


def test_calls_run_what_they_mean() -> None:
    found = runs(Answers("PHP", PROGRAM, ".php"), "app/Services/Shop.php", "Shop.sell")
    assert found == [
        ("slug", "Sluggable.slug"),
        ("this.book.open", "Book.open"),
        ("this.book.author.name", "Author.name"),
        ("text", "Page.text"),
        ("this.book.pages.first", "Illuminate.Database.Eloquent.Model.hasMany().first"),
        ("firstOrFail", "Illuminate.Database.Eloquent.Model.query().where().firstOrFail"),
        ("where", "Illuminate.Database.Eloquent.Model.query().where"),
        ("Book.query", "Illuminate.Database.Eloquent.Model.query"),
        ("$book.open", "Book.open"),
        ("Book.visible", "Book.scopeVisible"),
        ("$each.slug", "Sluggable.slug"),
        ("this.level.label", "Level.label"),
        ("label", "Level.label"),
        ("Level.from", "BackedEnum.from"),
        ("sell", "Shop.sell"),
        ("app", "app"),
        ("sell", "Shop.sell"),
        ("self.make", "Base.make"),
        ("M.Page", "Page"),
        ("self", "Shop.__construct"),
        ("helped", "helped"),
        ("strlen", "strlen"),
        ("Cache.get", "Illuminate.Support.Facades.Cache.get"),
        ("$next", "Closure.__invoke"),
        ("\\Exception", "Exception"),
        ("Exception", "Exception"),
        ("$book.notify", "?"),
        ("this.unheard", "?"),
        ("$unknown.thing", "?"),
    ]


def test_the_global_namespace_is_told_from_the_files_own() -> None:
    answers = Answers("PHP", PROGRAM, ".php")
    targets = [target for text, target, _ in answers.calls("app/Services/Shop.php") if text.lstrip("\\") == "Exception"]
    assert targets == ["Exception", "app/Services/Base.php#Exception"]


def test_parents_constructors_and_static() -> None:
    answers = Answers("PHP", PROGRAM, ".php")
    assert runs(answers, "app/Services/Shop.php", "Shop.__construct") == [("parent.__construct", "Base.__construct")]
    assert runs(answers, "app/Services/Shop.php", "Shop.go") == [("parent.go", "Base.go")]
    assert runs(answers, "app/Services/Base.php", "Base.run") == [("go", "Base.go"), ("static.make", "Base.make")]
    assert runs(answers, "app/Services/Base.php", "Base.make") == [("static", "Base.__construct")]
    assert runs(answers, "app/Models/Book.php", "Sluggable.slug") == [("this.open", "Sluggable.open")]
    assert runs(answers, "start.php", "") == [("\\App.Services.Shop", "Shop.__construct"), ("$shop.sell", "Shop.sell")]


def test_a_file_that_is_run_is_a_module() -> None:
    answers = Answers("PHP", PROGRAM, ".php")
    included = next(item for item in answers.files["app/helpers.php"].imports if item.kind == "include")
    assert answers.names.resolve_module("app/helpers.php", included).path == "start.php"
