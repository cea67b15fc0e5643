"""Which code reads and writes which model."""

from __future__ import annotations

from collections.abc import Mapping

from apps.engine.facts import Model, Place
from apps.engine.frameworks.model_access import model_access
from apps.engine.graph import Resolver
from tests.engine.graph.building import facts_of


def accesses(files: Mapping[str, str], *models: Model) -> set[tuple[str, str, str]]:
    _texts, facts = facts_of(files)
    return {(edge.source, edge.kind.removesuffix("_model"), edge.target) for edge in model_access(facts, models, Resolver(facts))}


def model(path: str, name: str, framework: str = "Django", kind: str = "table") -> Model:
    return Model(name, Place(path, 1, 1), kind, framework, symbol=f"{path}#{name}" if framework != "Prisma" else "")


ORDER = model("shop/models.py", "Order")


def test_managers_querysets_and_objects_of_django() -> None:
    files = {
        "shop/models.py": "from django.db import models\nclass Order(models.Model): ...\nclass Note: ...\n",
        "shop/views.py": """
            from shop import models
            from shop.models import Order as O, Note
            class View:
                queryset = O.objects.all()
            def read(): return O.objects.filter(x=1).order_by("y")
            def through(): return models.Order.objects.get(pk=1)
            def change(): O.objects.filter(x=1).update(y=2)
            def either(): O.objects.get_or_create(x=1)
            def make():
                order = O(x=1)
                order.save()
            def typed(order: O): order.delete()
            def other(thing): thing.save(); Note.objects.all(); O.helper(); O(x=1)
            """,
    }
    target = "shop/models.py#Order"
    assert accesses(files, ORDER) == {
        ("shop/views.py#View", "reads", target),
        ("shop/views.py#read", "reads", target),
        ("shop/views.py#through", "reads", target),
        ("shop/views.py#change", "reads", target),
        ("shop/views.py#change", "writes", target),
        ("shop/views.py#either", "reads", target),
        ("shop/views.py#either", "writes", target),
        ("shop/views.py#make", "writes", target),
        ("shop/views.py#typed", "writes", target),
    }


def test_sessions_and_statements_of_sqlalchemy() -> None:
    files = {
        "m.py": "class Order(Base): ...\n",
        "s.py": """
            from sqlalchemy import select, delete
            from m import Order
            def one(session, id): return session.get(Order, id)
            def some(session): return session.execute(select(Order.id).where(Order.id == 1))
            def old(session): return session.query(Order).all()
            def add(session):
                order = Order()
                session.add(order)
            def many(session): session.add_all([Order(), Order()])
            def gone(session): session.execute(delete(Order))
            def no(session, d): session.add(d); d.get("x"); d.add(1)
            """,
    }
    found = accesses(files, model("m.py", "Order", "SQLAlchemy"))
    assert {(source.partition("#")[2], kind) for source, kind, _target in found} == {
        ("one", "reads"), ("some", "reads"), ("old", "reads"), ("add", "writes"), ("many", "writes"), ("gone", "writes"),
    }  # fmt: skip


def test_models_repositories_and_clients_of_scripts() -> None:
    files = {
        "user.ts": "export class User {}\n",
        "service.ts": """
            import { User } from './user'
            export class Users {
              constructor(private readonly users: Repository<User>, private prisma: PrismaService) {}
              list() { return this.users.find() }
              made() { return this.users.create({}) }
              add(name: string) { return this.users.save({ name }) }
              posts() { return this.prisma.blogPost.findMany() }
              write() { return this.prisma.blogPost.create({}) }
              no() { return this.other.blogPost.create({}) }
            }
            export function byId(id: string) { return User.findById(id) }
            export async function make() { const user = new User(); await user.save() }
            """,
    }
    found = accesses(files, model("user.ts", "User", "TypeORM"), model("schema.prisma", "BlogPost", "Prisma"))
    assert {(source.partition("#")[2], kind, target) for source, kind, target in found} == {
        ("Users.list", "reads", "user.ts#User"),
        ("Users.add", "writes", "user.ts#User"),
        ("Users.posts", "reads", "schema.prisma#BlogPost"),
        ("Users.write", "writes", "schema.prisma#BlogPost"),
        ("byId", "reads", "user.ts#User"),
        ("make", "writes", "user.ts#User"),
    }


def test_what_no_database_keeps_is_left_out() -> None:
    files = {"a.py": "class Order: ...\nOrder.objects.all()\n"}
    assert accesses(files, model("a.py", "Order", "Pydantic", "schema")) == set()
    assert accesses(files) == set()
