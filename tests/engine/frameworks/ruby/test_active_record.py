"""Models of Active Record: schemas, migrations, classes and their relations."""

from __future__ import annotations

from tests.engine.frameworks.building import facts_of, model, relations, shape

CLASSES = {
    "app/models/application_record.rb": "class ApplicationRecord < ActiveRecord::Base\n  self.abstract_class = true\nend\n",
    "app/models/user.rb": """
        # Someone who writes.
        class User < ApplicationRecord
          has_many :posts, foreign_key: :author_id
          has_many :subscriptions
          has_many :read_posts, through: :subscriptions, source: :post
          has_one :profile, dependent: :destroy
          has_and_belongs_to_many :groups
          has_one_attached :avatar
        end
    """,
    "app/models/post.rb": """
        class Post < ApplicationRecord
          include Commentable
          belongs_to :author, class_name: "User", optional: true
          belongs_to :category, class_name: "Blog::Category"
          enum :state, { draft: 0, done: 1 }
        end
        class Subscription < ApplicationRecord
          belongs_to :user
          belongs_to :post
        end
        class Comment < ApplicationRecord
          belongs_to :subject, polymorphic: true
        end
        class Article < Post
          belongs_to :editor, class_name: "User"
        end
        class Draft < Post
        end
    """,
    "app/models/concerns/commentable.rb": """
        module Commentable
          extend ActiveSupport::Concern
          included do
            has_many :comments, as: :subject
          end
        end
    """,
    "app/models/blog/category.rb": "class Blog::Category < ApplicationRecord\n  self.table_name = 'topics'\nend\n",
    "app/services/mailer.rb": "class Mailer < Base\n  has_many :things\nend\n",
}
SCHEMA = """
    ActiveRecord::Schema[7.1].define(version: 2024_01_01_000000) do
      create_table "posts", force: :cascade do |t|
        t.string "title", limit: 100, null: false
        t.integer "state", default: 0
        t.string "slug"
        t.bigint "author_id"
        t.datetime "created_at", null: false
        t.index ["slug"], name: "by_slug", unique: true
        t.index ["author_id", "state"], name: "by_author"
      end
      create_table "users", id: :uuid do |t|
        t.text "tags", default: [], array: true
        t.references :team, null: false, foreign_key: true
      end
      create_table "topics" do |t|
        t.string "name", default: "none"
      end
      create_table "groups_users", id: false do |t|
        t.bigint "user_id"
      end
      create_table "active_storage_blobs" do |t|
        t.string "key"
      end
      add_foreign_key "posts", "users", column: "author_id"
    end
"""


def test_tables_of_a_schema_are_joined_with_their_classes() -> None:
    found = facts_of(CLASSES | {"db/schema.rb": SCHEMA}, roles={"db/schema.rb": "migration"})
    post = model(found, "Post")
    assert (post.table, post.symbol, post.framework) == ("posts", "app/models/post.rb#Post", "Active Record")
    assert post.shape is not None and (post.shape.path, post.shape.line, post.shape.end_line) == ("db/schema.rb", 2, 10)
    assert [(item.name, item.type, item.detail, item.is_key) for item in post.fields] == [
        ("id", "bigint", "", True),
        ("title", "string", "not null, limit 100", False),
        ("state", "integer", "default 0, one of draft, done", False),
        ("slug", "string", "unique", False),
        ("author_id", "bigint", "references users", False),
        ("created_at", "datetime", "not null", False),
    ]
    assert [(item.kind, item.text) for item in post.constraints] == [("index", "author_id, state")]
    user = model(found, "User")
    assert user.docstring == "Someone who writes."
    assert [(item.name, item.type, item.detail) for item in user.fields] == [
        ("id", "uuid", ""), ("tags", "text", "array"), ("team_id", "bigint", "not null, references teams"),
        ("avatar", "attachment", ""),
    ]  # fmt: skip
    assert model(found, "Blog::Category").table == "topics"
    assert model(found, "ApplicationRecord").kind == "abstract"
    assert {item.name for item in found.models} == {
        "ApplicationRecord", "Article", "Blog::Category", "Comment", "Post", "Subscription", "User", "groups_users",
    }  # fmt: skip


def test_relations_with_their_targets() -> None:
    found = facts_of(CLASSES | {"db/schema.rb": SCHEMA})
    assert relations(model(found, "User")) == [
        ("posts", "one to many", "Post"),
        ("subscriptions", "one to many", "Subscription"),
        ("read_posts", "many to many", "Post"),
        ("profile", "one to one", "Profile"),
        ("groups", "many to many", "Group"),
    ]
    assert relations(model(found, "Post")) == [
        ("author", "many to one", "User"),
        ("category", "many to one", "Blog::Category"),
        ("comments", "one to many", "Comment"),
    ]
    assert relations(model(found, "Comment")) == [("subject", "many to one (polymorphic)", "Post")]
    article = model(found, "Article")
    assert (article.table, article.fields, relations(article)) == ("posts", (), [("editor", "many to one", "User")])


def test_migrations_are_applied_in_their_order_where_there_is_no_schema() -> None:
    found = facts_of(
        CLASSES
        | {
            "db/migrate/2_change_posts.rb": """
                class ChangePosts < ActiveRecord::Migration[5.0]
                  class Post < ApplicationRecord
                  end
                  def up
                    rename_column :posts, :name, :title
                    add_column :posts, :body, :text, null: false
                    remove_column :posts, :gone
                    add_reference :posts, :author, foreign_key: { to_table: :users }
                    add_index :posts, :title, unique: true
                    change_column_null :posts, :title, false
                    drop_table :old
                  end
                  def down
                    drop_table :posts
                  end
                end
            """,
            "db/migrate/1_create_posts.rb": """
                class CreatePosts < ActiveRecord::Migration
                  def change
                    create_table :posts do |t|
                      t.string :name, :gone
                      t.timestamps
                    end
                    create_table :old
                    create_join_table :groups, :users
                  end
                end
            """,
        }
    )
    assert shape(model(found, "Post")) == [
        ("id", "integer"), ("created_at", "datetime"), ("updated_at", "datetime"), ("title", "string"), ("body", "text"),
        ("author_id", "integer"),
    ]  # fmt: skip
    details = {item.name: item.detail for item in model(found, "Post").fields}
    assert (details["title"], details["body"], details["author_id"]) == ("not null, unique", "not null", "references users")
    assert shape(model(found, "groups_users")) == [("group_id", "integer"), ("user_id", "integer")]


def test_fields_of_a_dumped_structure_belong_to_the_class() -> None:
    found = facts_of(
        CLASSES | {"db/structure.sql": "CREATE TABLE public.posts (\n  id bigint NOT NULL,\n  title text NOT NULL\n);\n"}
    )
    post = model(found, "Post")
    assert [(item.name, item.type) for item in post.fields] == [("id", "bigint"), ("title", "text")]
    assert post.shape is not None and post.shape.path == "db/structure.sql"


def test_classes_of_other_libraries_are_no_models() -> None:
    assert facts_of({"lib/a.rb": "class A < Base\n  belongs_to :b\nend\n"}).models == ()
