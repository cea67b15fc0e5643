"""Peewee, Tortoise, MongoEngine, Beanie, ODMantic."""

from tests.engine.frameworks.building import facts_of, model, relations, shape


def test_peewee():
    found = facts_of(
        {
            "models.py": """
                import peewee as pw
                from peewee import CharField, CompositeKey, ForeignKeyField, Model, SqliteDatabase

                db = SqliteDatabase("x.db")

                class BaseModel(Model):
                    class Meta:
                        database = db

                class Person(BaseModel):
                    name = CharField(unique=True, max_length=9)
                    friend = ForeignKeyField("self", null=True, backref="friends")

                    class Meta:
                        table_name = "people"
                        indexes = ((("name", "friend"), True),)

                class Link(BaseModel):
                    person = pw.ForeignKeyField(Person)
                    LIMIT = int("3")

                    class Meta:
                        primary_key = CompositeKey("person", "name")
            """
        }
    )
    assert [(one.name, one.table, one.kind) for one in found.models] == [("Person", "people", "table"), ("Link", "", "table")]
    person, link = found.models
    assert shape(person) == [("name", "CharField"), ("friend", "ForeignKeyField")]
    assert relations(person) == [("friend", "foreign key", "Person")]
    assert person.fields[0].detail == "unique=True, max_length=9"
    assert [(rule.kind, rule.text) for rule in person.constraints] == [("unique", "name, friend")]
    assert shape(link) == [("person", "ForeignKeyField")] and relations(link) == [("person", "foreign key", "Person")]
    assert [(rule.kind, rule.text) for rule in link.constraints] == [("primary key", "person, name")]
    assert "Peewee" in found.frameworks


def test_peewee_brought_by_a_star():
    found = facts_of(
        {
            "base.py": "from peewee import *\n\ndb = SqliteDatabase('x')\n\nclass Base(Model):\n    pass\n",
            "models.py": """
                from base import *
                from peewee import *
                from playhouse.sqlite_ext import FTS5Model, SearchField

                class Note(Base):
                    text = TextField(index=True)
                    owner = DeferredForeignKey("User", null=True)
                    size = int(3)

                class User(db.Model):
                    key = UUIDField(primary_key=True)
                    notes = ManyToManyField(Note, backref="users")

                class Search(FTS5Model):
                    body = SearchField()

                class Other(Unknown):
                    text = TextField()
            """,
        }
    )
    assert [item.name for item in found.models] == ["Note", "User", "Search"]
    note, user, search = found.models
    assert shape(note) == [("text", "TextField"), ("owner", "DeferredForeignKey")]
    assert relations(note) == [("owner", "foreign key", "User")]
    assert relations(user) == [("notes", "many to many", "Note")] and user.fields[0].is_key
    assert shape(search) == [("body", "SearchField")]


def test_tortoise():
    found = facts_of(
        {
            "models.py": """
                from tortoise import fields
                from tortoise.models import Model

                class Stamped(Model):
                    created_at = fields.DatetimeField(auto_now_add=True)

                    class Meta:
                        abstract = True

                class Team(Stamped):
                    id = fields.IntField(pk=True)
                    name = fields.CharField(max_length=9)

                    class Meta:
                        table = "teams"
                        unique_together = (("name", "id"),)

                class Event(Model):
                    team = fields.ForeignKeyField("models.Team", related_name="events")
                    guests: fields.ManyToManyRelation[Team] = fields.ManyToManyField("models.Team")
            """
        }
    )
    team, event = model(found, "Team"), model(found, "Event")
    assert [(one.name, one.kind) for one in found.models] == [("Stamped", "abstract"), ("Team", "table"), ("Event", "table")]
    assert shape(team) == [("id", "IntField"), ("name", "CharField"), ("created_at", "DatetimeField")]
    assert team.fields[0].is_key and team.table == "teams" and team.constraints[0].text == "name, id"
    assert relations(event) == [("team", "foreign key", "Team"), ("guests", "many to many", "Team")]


def test_mongoengine():
    found = facts_of(
        {
            "models.py": """
                import mongoengine as me

                class Address(me.EmbeddedDocument):
                    town = me.StringField(required=True)

                class Person(me.Document):
                    name = me.StringField(primary_key=True)
                    home = me.EmbeddedDocumentField(Address)
                    places = me.ListField(me.EmbeddedDocumentField(Address))
                    friends = me.ListField(me.ReferenceField("self"))
                    tags = me.ListField(me.StringField())
                    meta = {"collection": "people", "indexes": ["name", ("name", "home")]}
            """
        }
    )
    address, person = found.models
    assert (address.kind, person.kind, person.table) == ("schema", "document", "people")
    assert [field.name for field in person.fields] == ["name", "home", "places", "friends", "tags"] and person.fields[0].is_key
    assert relations(person) == [
        ("home", "embeds", "Address"),
        ("places", "embeds many", "Address"),
        ("friends", "to many", "Person"),
    ]
    assert [(rule.kind, rule.text) for rule in person.constraints] == [("index", "name"), ("index", "name, home")]


def test_documents_of_annotations():
    found = facts_of(
        {
            "beanies.py": """
                from typing import List, Optional
                from beanie import Document, Indexed, Link
                from pydantic import Field

                class Window(Document):
                    x: int = 10

                class House(Document):
                    name: Indexed(str, unique=True)
                    door: Link[Window]
                    windows: Optional[List[Link[Window]]] = None
                    year: int = Field(ge=1900)

                    class Settings:
                        name = "houses"
            """,
            "odms.py": """
                from odmantic import EmbeddedModel, Field, Model, Reference

                class Publisher(Model):
                    name: str = Field(primary_field=True)

                class Book(Model):
                    title: str
                    publisher: Publisher = Reference()

                    model_config = {"collection": "books"}
            """,
        }
    )
    house, publisher, book = (model(found, name) for name in ("House", "Publisher", "Book"))
    assert house.table == "houses" and house.kind == "document"
    assert [field.name for field in house.fields] == ["name", "door", "windows", "year"]
    assert relations(house) == [("door", "to one", "Window"), ("windows", "to many", "Window")]
    assert publisher.fields[0].is_key and book.table == "books"
    assert relations(book) == [("publisher", "to one", "Publisher")]
    assert {"Beanie", "ODMantic"} <= set(found.frameworks)
