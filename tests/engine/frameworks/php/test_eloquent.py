"""Models of Eloquent with the tables of migrations."""

from __future__ import annotations

from tests.engine.frameworks.building import facts_of, model, relations

FIRST = """
    <?php
    use Illuminate\\Database\\Migrations\\Migration;
    use Illuminate\\Database\\Schema\\Blueprint;
    use Illuminate\\Support\\Facades\\Schema;

    return new class extends Migration
    {
        public function up(): void
        {
            Schema::create('articles', function (Blueprint $table) {
                $table->id();
                $table->string('title', 100)->unique();
                $table->text('body')->nullable()->default('none');
                $table->boolean('old');
                $table->foreignId('user_id')->constrained()->cascadeOnDelete();
                $table->morphs('owner');
                $table->unique(['title', 'body']);
                $table->timestamps();
            });
            Schema::create('tags', function (Blueprint $table) { $table->uuid('code')->primary(); });
            Schema::create('gone', function (Blueprint $table) { $table->id(); });
        }

        public function down(): void { Schema::drop('articles'); }
    };
"""
SECOND = """
    <?php
    use Illuminate\\Database\\Migrations\\Migration;
    use Illuminate\\Database\\Schema\\Blueprint;
    use Illuminate\\Support\\Facades\\Schema;

    class ChangeArticles extends Migration
    {
        public function up() {
            Schema::table('articles', function (Blueprint $table) {
                $table->dropColumn(['old']);
                $table->renameColumn('body', 'text');
                $table->string('title', 200)->change();
                $table->unsignedInteger('tag_code')->nullable();
                $table->foreign('tag_code')->references('code')->on('tags');
                $table->softDeletes();
            });
            Schema::rename('tags', 'labels');
            Schema::dropIfExists('gone');
            Schema::create('article_user', function (Blueprint $table) { $table->foreignId('user_id')->constrained('users'); });
        }
    }
"""
MODELS = """
    <?php
    namespace App\\Models;

    use Illuminate\\Database\\Eloquent\\Model;
    use Illuminate\\Foundation\\Auth\\User as Authenticatable;

    abstract class Base extends Model { protected $primaryKey = 'id'; }

    /** What is written. */
    class Article extends Base
    {
        protected $casts = ['old' => 'boolean', 'text' => Texts::class];

        public function author() { return $this->belongsTo(User::class, 'user_id')->withDefault(); }
        public function tags() { return $this->belongsToMany(Tag::class)->withTimestamps(); }
        public function readers(): BelongsToMany { return $this->belongsToMany(related: User::class); }
        public function parent() { return $this->hasOne(self::class); }
        public function owner() { return $this->morphTo(); }
        public function helper() { return $this->other(); }
    }

    class Tag extends Model { protected $table = 'labels'; public $incrementing = false; }

    class User extends Authenticatable
    {
        public function articles() { return $this->morphMany(Article::class, 'owner'); }
    }

    class Service extends Runner {}
"""


def test_columns_are_those_after_all_migrations() -> None:
    found = facts_of(
        {
            "app/Models/Article.php": MODELS,
            "database/migrations/2024_02_01_change.php": SECOND,
            "database/migrations/2024_01_01_first.php": FIRST,
        },
        roles={"database/migrations/2024_02_01_change.php": "migration", "database/migrations/2024_01_01_first.php": "migration"},
    )
    article = model(found, "Article")
    assert (article.table, article.framework, article.kind, article.docstring) == (
        "articles",
        "Eloquent",
        "table",
        "What is written.",
    )
    assert [(item.name, item.type, item.detail, item.is_key) for item in article.fields] == [
        ("id", "bigIncrements", "", True),
        ("title", "string", "length 200, unique", False),
        ("text", "text", "null, default 'none', cast to Texts", False),
        ("user_id", "foreignId", "references users", False),
        ("owner_type", "string", "", False),
        ("owner_id", "unsignedBigInteger", "", False),
        ("created_at", "timestamp", "null", False),
        ("updated_at", "timestamp", "null", False),
        ("tag_code", "unsignedInteger", "null, references tags", False),
        ("deleted_at", "timestamp", "null", False),
    ]
    assert article.fields[1].place is not None
    assert (article.fields[1].place.path, article.fields[1].place.line) == ("database/migrations/2024_02_01_change.php", 12)
    assert relations(article) == [
        ("author", "many to one", "User"),
        ("tags", "many to many", "Tag"),
        ("readers", "many to many", "User"),
        ("parent", "one to one", "Article"),
        ("owner", "many to one (polymorphic)", "User"),
    ]
    assert [(item.kind, item.text) for item in article.constraints] == [("unique", "title, body")]
    tag = model(found, "Tag")
    assert (tag.table, [(item.name, item.is_key) for item in tag.fields]) == ("labels", [("code", True)])
    assert model(found, "Base").kind == "abstract"
    assert relations(model(found, "article_user")) == [("user_id", "foreign key", "users")]
    assert {item.name for item in found.models} == {"Article", "Base", "Tag", "User", "article_user"}
