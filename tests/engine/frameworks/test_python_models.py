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
    assert relations(legacy) == [("user", "to one", "User"), ("parent_id", "foreign key", "Legacy")]
    assert legacy.fields[1].detail == "nullable=False" and legacy.fields[0].is_key
    assert found.frameworks == ("SQLAlchemy",)


def test_flask_sqlalchemy():
    found = facts_of(
        {
            "db.py": "from flask_sqlalchemy import SQLAlchemy\n\ndb = SQLAlchemy()\n",
            "models.py": """
                from db import db

                class Thing(db.Model):
                    id = db.Column(db.Integer, primary_key=True)
                    owner = db.relationship("Owner", backref="things")
            """,
        }
    )
    assert shape(model(found, "Thing")) == [("id", "Integer")]
    assert relations(model(found, "Thing")) == [("owner", "to one", "Owner")]


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
