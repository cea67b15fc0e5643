"""Models of Mongoid."""

from __future__ import annotations

from tests.engine.frameworks.building import facts_of, model, relations


def test_documents_with_fields_relations_and_indexes() -> None:
    found = facts_of(
        {
            "app/models/order.rb": """
                # What was bought.
                class Order
                  include Mongoid::Document
                  include Mongoid::Timestamps
                  include Priced
                  store_in collection: "purchases"
                  field :number, type: Integer, default: 1
                  field :note
                  embeds_many :lines, class_name: "Order::Line"
                  belongs_to :customer
                  has_and_belongs_to_many :tags
                  index({ number: 1, note: 1 }, unique: true)
                end
            """,
            "app/models/order/line.rb": "class Order::Line\n  include Mongoid::Document\n  embedded_in :order\nend\n",
            "app/models/priced.rb": "module Priced\n  included do\n    field :price, type: BigDecimal\n  end\nend\n",
            "lib/other.rb": "class Other\n  field :x\nend\n",
        }
    )
    order = model(found, "Order")
    assert (order.kind, order.table, order.docstring) == ("document", "purchases", "What was bought.")
    assert [(item.name, item.type, item.detail) for item in order.fields] == [
        ("_id", "BSON::ObjectId", ""), ("created_at", "Time", ""), ("updated_at", "Time", ""), ("number", "Integer", "default 1"),
        ("note", "Object", ""), ("price", "BigDecimal", ""),
    ]  # fmt: skip
    assert relations(order) == [
        ("lines", "embedded list", "Order::Line"), ("customer", "many to one", "Customer"), ("tags", "many to many", "Tag"),
    ]  # fmt: skip
    assert [(item.kind, item.text) for item in order.constraints] == [("unique", "number, note")]
    assert relations(model(found, "Order::Line")) == [("order", "embedded in", "Order")]
    assert {item.name for item in found.models} == {"Order", "Order::Line"}
