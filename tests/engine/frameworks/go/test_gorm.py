"""Structs that Go programs store."""

from __future__ import annotations

from tests.engine.frameworks.building import facts_of, model, relations, shape

MODELS = """
    package shop

    import (
        "gorm.io/gorm"
    )

    // Order is one.
    type Order struct {
        gorm.Model
        Number  string `gorm:"size:20;not null;uniqueIndex" json:"number"`
        Buyer   Buyer
        BuyerID uint
        Lines   []Line `gorm:"foreignKey:OrderID"`
        Tags    []*Tag `gorm:"many2many:order_tags"`
        Secret  string `gorm:"-"`
    }
    type Buyer struct {
        ID   uint `gorm:"primaryKey"`
        Name string
    }
    type Line struct {
        gorm.Model
        OrderID uint
    }
    type Tag struct{ Name string }
    type View struct{ Number string `json:"number"` }

    func Migrate(db *gorm.DB) { db.AutoMigrate(&Tag{}) }
"""


def test_models_by_base_tags_and_migration() -> None:
    found = facts_of({"shop/models.go": MODELS})
    assert sorted(item.name for item in found.models) == ["Buyer", "Line", "Order", "Tag"]
    order = model(found, "Order")
    assert (order.framework, order.docstring, order.bases) == ("GORM", "Order is one.", ("gorm.Model",))
    assert shape(order) == [
        ("Number", "string"),
        ("Buyer", "Buyer"),
        ("BuyerID", "uint"),
        ("Lines", "[]Line"),
        ("Tags", "[]*Tag"),
        ("ID", "uint"),
        ("CreatedAt", "time.Time"),
        ("UpdatedAt", "time.Time"),
        ("DeletedAt", "gorm.DeletedAt"),
    ]
    assert {(field.inherited_from, field.place and field.place.line) for field in order.fields[5:]} == {("gorm.Model", 9)}
    assert [field.name for field in order.fields if field.is_key] == ["ID"]
    assert order.table == "orders"
    assert order.fields[0].detail == "not null, unique, length 20"
    assert relations(order) == [
        ("Buyer", "belongs to", "Buyer"),
        ("Lines", "has many", "Line"),
        ("Tags", "many to many", "Tag"),
    ]
    assert [field.is_key for field in model(found, "Buyer").fields] == [True, False]


def test_a_struct_of_the_program_that_others_embed_gives_them_its_fields() -> None:
    found = facts_of(
        {
            "shop/base.go": """
                package shop
                type Base struct {
                    Stamps
                    ID int `gorm:"primary_key"`
                }
                type Stamps struct{ CreatedAt int64 }
            """,
            "shop/models.go": """
                package shop
                import "gorm.io/gorm"
                type Tag struct {
                    Base
                    Name string `gorm:"unique"`
                }
            """,
        }
    )
    assert model(found, "Base").kind == "abstract"
    assert [(field.name, field.inherited_from, field.is_key) for field in model(found, "Tag").fields] == [
        ("CreatedAt", "Stamps", False),
        ("ID", "Base", True),
        ("Name", "", False),
    ]
    assert model(found, "Tag").fields[1].place.path == "shop/base.go"


def test_names_of_tables() -> None:
    files = {
        "shop/models.go": """
            package shop
            import "gorm.io/gorm"
            const prefix = "shop_"
            type Order struct { gorm.Model }
            type OrderLine struct { gorm.Model }
            type Buyer struct { gorm.Model }
            func (o *Order) TableName() string { return prefix + "orders" }
            func (Buyer) TableName() string { return settings.Table }
        """,
    }
    opened = """
        package main
        func main() { gorm.Open(dsn, &gorm.Config{NamingStrategy: schema.NamingStrategy{TablePrefix: "t_", SingularTable: true}}) }
    """
    handler = """
        package main
        func main() { gorm.DefaultTableNameHandler = func(db *gorm.DB, name string) string { return setting.Prefix + name } }
    """
    for extra, line in (("", "order_lines"), (opened, "t_order_line"), (handler, "")):
        found = facts_of(files | ({"main.go": extra} if extra else {}))
        assert {item.name: item.table for item in found.models} == {"Order": "shop_orders", "OrderLine": line, "Buyer": ""}
    bun = facts_of(
        {
            "a.go": """
                package a
                import "github.com/uptrace/bun"
                type User struct {
                    bun.BaseModel `bun:"table:people,alias:p"`
                    ID int64 `bun:",pk"`
                }
            """
        }
    )
    assert [item.table for item in bun.models] == ["people"]


def test_what_embeds_the_base_of_the_models_is_a_model_too() -> None:
    found = facts_of(
        {
            "models/models.go": """
                package models
                import "github.com/jinzhu/gorm"
                type Model struct {
                    ID int `gorm:"primary_key"`
                }
                type Article struct {
                    Model
                    TagID int `gorm:"index"`
                    Tag Tag
                }
                type Tag struct {
                    Model
                    Name string `json:"name"`
                }
                type Page struct {
                    Article
                    Number int
                }
            """,
        }
    )
    assert sorted((item.name, item.kind) for item in found.models) == [
        ("Article", "table"),
        ("Model", "abstract"),
        ("Tag", "table"),
    ]
    assert relations(model(found, "Article")) == [("Tag", "belongs to", "Tag")]
