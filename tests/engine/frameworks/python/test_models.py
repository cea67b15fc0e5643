"""SQLAlchemy, SQLModel and Pydantic."""

from tests.engine.frameworks.building import facts_of, model, relations, shape


def test_sqlalchemy_in_both_styles():
    found = facts_of(
        {
            "base.py": "from sqlalchemy.orm import DeclarativeBase\n\nclass Base(DeclarativeBase): ...\n",
            "old.py": "from sqlalchemy.ext.declarative import declarative_base\n\nOldBase = declarative_base()\n",
            "models.py": """
                from __future__ import annotations
                from sqlalchemy import Column, ForeignKey, Integer, String
                from sqlalchemy.orm import Mapped, mapped_column, relationship
                from base import Base
                from old import OldBase

                class User(Base):
                    __tablename__ = "users"

                    id: Mapped[int] = mapped_column(primary_key=True)
                    name: Mapped[str | None]
                    posts: Mapped[list["Post"]] = relationship(back_populates="author")

                class Post(Base):
                    __tablename__ = "posts"

                    id: Mapped[int] = mapped_column(primary_key=True)
                    author_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
                    author: Mapped[User] = relationship(back_populates="posts")
                    editor_id = Column(ForeignKey(User.id))

                class Legacy(OldBase):
                    __tablename__ = "legacy"
                    LIMIT = 3

                    id = Column(Integer, primary_key=True)
                    title = Column("the_title", String(40), nullable=False)
                    parent_id = Column(Integer, ForeignKey("legacy.id"))
                    user = relationship("User")
            """,
        }
    )
    assert [one.name for one in found.models] == ["User", "Post", "Legacy"]
    user, post, legacy = found.models
    assert user.table == "users" and shape(user) == [("id", "int"), ("name", "str | None")]
    assert relations(user) == [("posts", "to many", "Post")]
    assert shape(post) == [("id", "int"), ("author_id", "int"), ("editor_id", "")]
    assert relations(post) == [("author", "to one", "User")]
    assert shape(legacy) == [("id", "Integer"), ("title", "String(40)"), ("parent_id", "Integer")]
    assert relations(legacy) == [("user", "relationship", "User"), ("parent_id", "foreign key", "Legacy")]
    assert legacy.fields[1].detail == "nullable=False" and legacy.fields[0].is_key
    assert found.frameworks == ("SQLAlchemy",)


def test_flask_sqlalchemy():
    found = facts_of(
        {
            "db.py": "from flask_sqlalchemy import SQLAlchemy\n\nclass Own(SQLAlchemy): ...\n\ndb = Own()\n",
            "models.py": """
                from db import db

                class Thing(db.Model):
                    id = db.Column(db.Integer, primary_key=True)
                    owner = db.relationship("Owner", backref="things")
            """,
        }
    )
    assert shape(model(found, "Thing")) == [("id", "Integer")]
    assert relations(model(found, "Thing")) == [("owner", "relationship", "Owner")]


def test_sqlalchemy_tables_mixins_and_what_foreign_keys_tell():
    found = facts_of(
        {
            "base.py": """
                from sqlalchemy.orm import declarative_base

                def make_base():
                    return declarative_base()

                Base = make_base()
            """,
            "mixins.py": """
                from typing import Annotated
                from sqlalchemy import Column, DateTime, ForeignKey, Integer
                from sqlalchemy.orm import Mapped, declared_attr, mapped_column

                key = Annotated[int, mapped_column(primary_key=True)]

                class Stamped:
                    created_at = Column(DateTime, nullable=False)

                    def touch(self): ...

                class Owned(Stamped):
                    @declared_attr
                    def owner_id(cls):
                        return Column(Integer, ForeignKey("people.id"))
            """,
            "models.py": """
                from sqlalchemy import Column, ForeignKey, Index, Integer, String, Table, UniqueConstraint
                from sqlalchemy.orm import Mapped, mapped_column, registry, relationship
                from base import Base
                from mixins import Owned, Stamped, key

                links = Table(
                    "links",
                    Base.metadata,
                    Column("person_id", ForeignKey("people.id"), primary_key=True),
                    Column("team_id", Integer, ForeignKey("teams.id"), primary_key=True),
                    UniqueConstraint("person_id", "team_id"),
                )

                class Person(Stamped, Base):
                    __tablename__ = "people"
                    __table_args__ = (UniqueConstraint("name", "town"), Index("by_town", "town"), {"schema": "x"})

                    id: Mapped[key]
                    name = Column(String(9))
                    town = Column(String(9))
                    teams = relationship("Team", secondary=links, back_populates="people")
                    letters = relationship("Letter", back_populates="person")

                class Team(Base):
                    __tablename__ = "teams"

                    id = Column(Integer, primary_key=True)
                    parent_id = Column(ForeignKey("teams.id"))
                    parent = relationship("Team", remote_side=[id])
                    children = relationship("Team")
                    people = relationship("Person", secondary=links)

                class Letter(Owned, Base):
                    __tablename__ = "letters"

                    id = Column(Integer, primary_key=True)
                    person_id = Column(ForeignKey("people.id"))
                    person = relationship("Person", back_populates="letters")

                mapper_registry = registry()

                @mapper_registry.mapped
                class Alone:
                    __tablename__ = "alone"
                    id = Column(Integer, primary_key=True)
            """,
        }
    )
    assert [(one.name, one.table) for one in found.models] == [
        ("links", "links"),
        ("Person", "people"),
        ("Team", "teams"),
        ("Letter", "letters"),
        ("Alone", "alone"),
    ]
    links, person, team, letter = (model(found, name) for name in ("links", "Person", "Team", "Letter"))
    assert shape(links) == [("person_id", ""), ("team_id", "Integer")] and all(field.is_key for field in links.fields)
    assert relations(links) == [("person_id", "foreign key", "Person"), ("team_id", "foreign key", "Team")]
    assert [(rule.kind, rule.text) for rule in links.constraints] == [("unique", "person_id, team_id")]
    assert [(rule.kind, rule.text) for rule in person.constraints] == [("unique", "name, town"), ("index", "town")]
    assert shape(person)[0] == ("id", "int") and person.fields[0].is_key
    assert relations(person) == [("teams", "many to many", "Team"), ("letters", "to many", "Letter")]
    assert relations(team) == [
        ("parent", "to one", "Team"),
        ("children", "to many", "Team"),
        ("people", "many to many", "Person"),
    ]
    assert relations(letter)[0] == ("person", "to one", "Person")
    assert [(field.name, field.inherited_from) for field in letter.fields] == [
        ("id", ""),
        ("person_id", ""),
        ("owner_id", "Owned"),
        ("created_at", "Stamped"),
    ]


def test_sqlmodel_tables_and_schemas():
    found = facts_of(
        {
            "models.py": """
                from typing import ClassVar, Optional
                from sqlmodel import Field, Relationship, SQLModel

                class Base(SQLModel):
                    kind: ClassVar[str] = "x"
                    email: str = Field(unique=True, max_length=255)

                class User(Base, table=True):
                    id: int | None = Field(default=None, primary_key=True)
                    items: list["Item"] = Relationship(back_populates="owner")

                class Item(SQLModel, table=True):
                    owner_id: int = Field(foreign_key="user.id")
                    owner: Optional[User] = Relationship(back_populates="items")

                class Out(Base):
                    id: int
            """,
        }
    )
    assert [(one.name, one.kind, one.table) for one in found.models] == [
        ("Base", "schema", ""),
        ("User", "table", "user"),
        ("Item", "table", "item"),
        ("Out", "schema", ""),
    ]
    assert shape(model(found, "Base")) == [("email", "str")]
    assert relations(model(found, "User")) == [("items", "to many", "Item")]
    assert relations(model(found, "Item")) == [("owner", "to one", "User")]
    assert model(found, "User").fields[0].is_key and model(found, "Base").fields[0].detail == "unique=True, max_length=255"
    user = model(found, "User")
    assert [(field.name, field.inherited_from) for field in user.fields] == [("id", ""), ("email", "Base")]
    email = user.fields[1]
    assert (email.line, email.place and (email.place.path, email.place.line)) == (0, ("models.py", 6))


def test_pydantic_schemas_but_no_dataclasses_or_settings():
    found = facts_of(
        {
            "schemas.py": """
                from dataclasses import dataclass
                from typing import Annotated, Generic, TypeVar
                from pydantic import BaseModel, Field
                from pydantic_settings import BaseSettings

                T = TypeVar("T")

                class Page(BaseModel, Generic[T]):
                    items: list[T]
                    _private: int = 1

                class Users(Page[int]):
                    name: Annotated[str, Field(max_length=3)]

                @dataclass
                class Plain:
                    x: int

                class Settings(BaseSettings):
                    y: int
            """,
        }
    )
    assert [(one.name, one.kind, shape(one)) for one in found.models] == [
        ("Page", "schema", [("items", "list[T]")]),
        ("Users", "schema", [("name", "str"), ("items", "list[T]")]),
    ]
