"""Plain classes that are sent: what endpoints, jobs and serializers take and give, and nothing else."""

from tests.engine.frameworks.building import facts_of, model, shape


def names(found) -> list[tuple[str, str]]:
    return sorted((item.name, item.framework) for item in found.models)


def test_what_endpoints_and_jobs_take_and_give():
    found = facts_of(
        {
            "schemas.py": """
                from __future__ import annotations
                from dataclasses import dataclass, field
                from typing import ClassVar, TypedDict
                import attr
                from attrs import define

                @dataclass
                class Base:
                    id: int

                @dataclass(slots=True)
                class Line:
                    sku: str
                    amount: int = 1

                @dataclass
                class Order(Base):
                    "An order."
                    lines: list["Line"] = field(default_factory=list)
                    LIMIT: ClassVar[int] = 3

                class Receipt(TypedDict, total=False):
                    total: int

                @define
                class Event:
                    name: str

                @attr.s
                class Old:
                    size = attr.ib(type=int, default=3)
                    def area(self): ...

                @dataclass
                class Settings:
                    debug: bool

                @dataclass
                class Unused:
                    x: int

                class Plain:
                    y: int
            """,
            "app.py": """
                from typing import Annotated
                from fastapi import Depends, FastAPI
                from celery import shared_task
                from schemas import Event, Old, Order, Plain, Receipt, Settings, Unused

                app = FastAPI()

                def get_settings() -> Settings: ...

                @app.post("/orders")
                def make(order: Order, settings: Annotated[Settings, Depends(get_settings)], plain: Plain) -> dict[str, Receipt]: ...

                @app.get("/old", response_model=list[Old])
                def old(): ...

                @shared_task
                def publish(event: "Event | None" = None): ...

                def not_reached(thing: Unused): ...
            """,
        }
    )
    assert names(found) == [
        ("Event", "attrs"), ("Line", "Dataclass"), ("Old", "attrs"), ("Order", "Dataclass"), ("Receipt", "TypedDict"),
    ]  # fmt: skip
    order = model(found, "Order")
    assert (order.kind, order.docstring, order.source) == ("schema", "An order.", "syntax")
    assert shape(order) == [("lines", 'list["Line"]'), ("id", "int")]
    assert order.fields[0].detail == "default_factory=list" and order.fields[1].inherited_from == "Base"
    assert shape(model(found, "Old")) == [("size", "int")]


def test_of_what_litestar_hands_over_only_the_body_counts():
    found = facts_of(
        {
            "app.py": """
                from dataclasses import dataclass
                from litestar import post

                @dataclass
                class Item:
                    name: str

                @dataclass
                class Settings:
                    debug: bool

                @post("/items")
                async def make(data: Item, settings: Settings) -> None: ...
            """
        }
    )
    assert names(found) == [("Item", "Dataclass")]


def test_serializers_and_classes_made_for_them():
    found = facts_of(
        {
            "messages.py": """
                import json
                from dataclasses import asdict, dataclass
                import cattrs
                import dacite
                import msgspec

                class Empty(msgspec.Struct):
                    def helper(self): ...

                class Sent(Empty, tag="sent"):
                    key: int
                    at: float = 0.0

                @dataclass
                class Read:
                    a: int

                @dataclass
                class Structured:
                    a: int

                @dataclass
                class Written:
                    a: int

                    def to_json(self):
                        return json.dumps(asdict(self))

                @dataclass
                class Made:
                    a: int

                @dataclass
                class Given:
                    a: int

                @dataclass
                class Copied:
                    a: int

                    def copy(self):
                        return asdict(self)

                def read(data):
                    dacite.from_dict(data_class=Read, data=data)
                    return cattrs.structure(data, list[Structured])

                def send(producer, given: Given):
                    made = Made(1)
                    producer.send("topic", asdict(made))
                    producer.send("topic", asdict(given))
            """
        }
    )
    assert names(found) == [
        ("Given", "Dataclass"), ("Made", "Dataclass"), ("Read", "Dataclass"), ("Sent", "msgspec"), ("Structured", "Dataclass"),
        ("Written", "Dataclass"),
    ]  # fmt: skip
    assert [(field.name, field.type, field.detail) for field in model(found, "Sent").fields] == [
        ("key", "int", ""),
        ("at", "float", "default=0.0"),
    ]
    assert found.frameworks == ("msgspec",)


def test_what_subscribers_of_queues_take():
    found = facts_of(
        {
            "app.py": """
                from dataclasses import dataclass
                from faststream.rabbit import RabbitBroker
                import faust

                broker = RabbitBroker("amqp://mq")
                app = faust.App("orders")

                @dataclass
                class Order:
                    id: int

                class Seen(faust.Record):
                    id: int

                @broker.subscriber("orders")
                async def handle(order: Order) -> None: ...

                @app.agent(value_type=Seen)
                async def eat(stream): ...

                @broker.other("x")
                async def other(order: Order) -> None: ...
            """
        }
    )
    assert [(job.name, job.kind) for job in found.jobs] == [("handle", "faststream subscriber"), ("eat", "faust agent")]
    assert names(found) == [("Order", "Dataclass"), ("Seen", "Faust")]
