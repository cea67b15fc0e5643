"""Stored structs of Rust."""

from __future__ import annotations

from tests.engine.frameworks.building import facts_of, model, relations, shape


def test_diesel_tables_and_structs() -> None:
    found = facts_of(
        {
            "Cargo.toml": '[package]\nname = "shop"\n[dependencies]\ndiesel = "2"\n',
            "src/schema.rs": """
                diesel::table! {
                    /// People.
                    users (id) {
                        id -> Int4,
                        #[max_length = 255]
                        name -> Varchar,
                        bio -> Nullable<Text>,
                    }
                }
                diesel::table! { posts (id) { id -> Int4, user_id -> Int4, } }
                diesel::joinable!(posts -> users (user_id));
            """,
            "src/models.rs": """
                use diesel::prelude::*;
                /// A person.
                #[derive(Queryable, Selectable, Debug)]
                #[diesel(table_name = crate::schema::users)]
                pub struct User { pub id: i32, pub name: String }
                #[derive(Insertable)]
                #[diesel(table_name = users)]
                pub struct NewUser<'a> { pub name: &'a str }
                #[derive(Identifiable, Associations, Queryable)]
                #[diesel(belongs_to(User))]
                pub struct Comment { id: i32, user_id: i32 }
                #[derive(Serialize)]
                pub struct Answer { id: i32 }
            """,
        }
    )
    assert {(item.name, item.kind, item.table) for item in found.models} == {
        ("User", "table", "users"),
        ("NewUser", "class", "users"),
        ("Comment", "class", ""),
        ("posts", "table", "posts"),
    }
    assert shape(model(found, "User")) == [("id", "i32"), ("name", "String")]
    assert relations(model(found, "Comment")) == [("user_id", "belongs to", "User")]
    posts = model(found, "posts")
    assert [(item.name, item.type, item.detail, item.is_key) for item in posts.fields] == [
        ("id", "Int4", "not null", True),
        ("user_id", "Int4", "not null", False),
    ]
    assert relations(posts) == [("user_id", "foreign key", "users")]
    assert found.frameworks == ("Diesel",)


def test_sqlx_rows_and_sea_orm_entities() -> None:
    found = facts_of(
        {
            "Cargo.toml": '[package]\nname = "shop"\n[dependencies]\nsqlx = "0.7"\nsea-orm = "1"\n',
            "src/rows.rs": "#[derive(sqlx::FromRow)]\nstruct Row { id: i64, title: Option<String> }\n",
            "src/post.rs": """
                use sea_orm::entity::prelude::*;
                #[derive(Clone, DeriveEntityModel)]
                #[sea_orm(table_name = "posts")]
                pub struct Model {
                    #[sea_orm(primary_key)]
                    pub id: i32,
                    #[sea_orm(unique)]
                    pub slug: String,
                }
                #[derive(EnumIter, DeriveRelation)]
                pub enum Relation {
                    #[sea_orm(belongs_to = "super::user::Entity", from = "Column::UserId")]
                    User,
                    #[sea_orm(has_many = "super::comment::Entity")]
                    Comment,
                }
            """,
        }
    )
    assert shape(model(found, "Row")) == [("id", "i64"), ("title", "Option<String>")]
    posts = model(found, "posts")
    assert [(item.name, item.detail, item.is_key) for item in posts.fields] == [("id", "", True), ("slug", "unique", False)]
    assert relations(posts) == [("User", "belongs to", "user"), ("Comment", "has many", "comment")]


def test_serialised_structs_alone_are_no_models() -> None:
    sources = {
        "Cargo.toml": '[package]\nname = "a"\n[dependencies]\nserde = "1"\n',
        "src/lib.rs": "#[derive(FromRow)] struct A { b: i32 }",
    }
    assert not facts_of(sources).models
