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
    ]
    assert order.fields[0].detail == "not null, unique, length 20"
    assert relations(order) == [
        ("Buyer", "belongs to", "Buyer"),
        ("Lines", "has many", "Line"),
        ("Tags", "many to many", "Tag"),
    ]
    assert [field.is_key for field in model(found, "Buyer").fields] == [True, False]
