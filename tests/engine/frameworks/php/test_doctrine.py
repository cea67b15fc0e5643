"""Entities of Doctrine."""

from __future__ import annotations

from tests.engine.frameworks.building import facts_of, model, relations

POST = """
    <?php
    namespace App\\Entity;

    use Doctrine\\Common\\Collections\\Collection;
    use Doctrine\\DBAL\\Types\\Types;
    use Doctrine\\ORM\\Mapping as ORM;

    /** A post. */
    #[ORM\\Entity(repositoryClass: PostRepository::class)]
    #[ORM\\Table(name: 'blog_post')]
    #[ORM\\UniqueConstraint(columns: ['title', 'day'])]
    class Post extends Base
    {
        #[ORM\\Id, ORM\\GeneratedValue, ORM\\Column]
        private ?int $id = null;

        #[ORM\\Column(type: Types::STRING, length: 80, unique: true, nullable: false)]
        private string $title;

        #[ORM\\ManyToOne(targetEntity: User::class, inversedBy: 'posts')]
        #[ORM\\JoinColumn(nullable: false)]
        private ?User $author = null;

        /** @var Collection<int, Comment> */
        #[ORM\\OneToMany(mappedBy: 'post')]
        private Collection $comments;

        private string $plain;
    }

    class Helper { private string $name; }
"""
OLD = """
    <?php
    namespace App\\Entity;

    use Doctrine\\ORM\\Mapping as ORM;

    /**
     * @ORM\\Entity
     * @ORM\\Table(name="old_things", indexes={@ORM\\Index(columns={"name", "kind"})})
     */
    class Thing
    {
        /**
         * @ORM\\Id
         * @ORM\\Column(type="integer")
         */
        private $id;

        /**
         * @ORM\\ManyToMany(targetEntity="App\\Entity\\Post", mappedBy="things")
         */
        private $posts;

        /** Nothing. */
        private $other;
    }
"""


def test_attributes() -> None:
    found = facts_of({"src/Entity/Post.php": POST})
    post = model(found, "Post")
    assert (post.table, post.framework, post.docstring, post.bases) == ("blog_post", "Doctrine", "A post.", ("Base",))
    assert [(item.name, item.type, item.detail, item.is_key) for item in post.fields] == [
        ("id", "int", "generated", True),
        ("title", "string", "length 80, unique, not null", False),
        ("author", "User", "not null", False),
        ("comments", "Collection<int, Comment>", "", False),
    ]
    assert relations(post) == [("author", "many to one", "User"), ("comments", "one to many", "Comment")]
    assert [(item.kind, item.text) for item in post.constraints] == [("unique", "title, day")]
    assert [item.name for item in found.models] == ["Post"]


def test_annotations() -> None:
    thing = model(facts_of({"src/Entity/Thing.php": OLD}), "Thing")
    assert (thing.table, thing.kind) == ("old_things", "table")
    assert [(item.name, item.type, item.is_key) for item in thing.fields] == [("id", "integer", True), ("posts", "", False)]
    assert relations(thing) == [("posts", "many to many", "Post")]
    assert [(item.kind, item.text) for item in thing.constraints] == [("index", "name, kind")]
