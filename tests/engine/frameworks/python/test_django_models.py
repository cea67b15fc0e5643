"""Django's models, programs and management commands."""

from apps.engine.facts import Place
from tests.engine.frameworks.building import facts_of, model, relations, shape

MODELS = {
    "config/settings.py": 'AUTH_USER_MODEL = "people.Person"\n',
    "base.py": """
        from django.db import models

        class Stamped(models.Model):
            created_at = models.DateTimeField(auto_now_add=True)

            class Meta:
                abstract = True
    """,
    "people/models.py": """
        from django.contrib.auth.models import AbstractUser

        class Person(AbstractUser):
            nickname = None
    """,
    "shop/models.py": """
        from django.conf import settings
        from django.contrib.auth import get_user_model
        from django.db import models
        from base import Stamped

        class Money(models.DecimalField): ...

        class Colour(models.TextChoices):
            RED = "red"

        class ItemManager(models.Manager): ...

        class Tag(models.Model):
            name = models.CharField(max_length=20, unique=True, primary_key=True)

        class Item(Stamped):
            '''Something to sell.'''

            KINDS = [("a", "A")]
            colour = models.CharField(choices=Colour.choices, max_length=10)
            price = Money(max_digits=8, decimal_places=2)
            owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
            seller = models.OneToOneField(get_user_model(), on_delete=models.CASCADE)
            parent = models.ForeignKey("self", null=True, on_delete=models.SET_NULL)
            tags = models.ManyToManyField(Tag, related_name="items")
            maker = models.ForeignKey("makers.Maker", on_delete=models.PROTECT)
            objects = ItemManager()

            class Meta:
                db_table = "shop_items"

            def save(self):
                local = models.CharField()
    """,
}


def test_fields_relations_and_tables():
    found = facts_of(MODELS)
    assert [(one.name, one.kind) for one in found.models] == [
        ("Stamped", "abstract"),
        ("Person", "table"),
        ("Tag", "table"),
        ("Item", "table"),
    ]
    item = model(found, "Item")
    assert shape(item) == [
        ("colour", "CharField"),
        ("price", "Money"),
        ("owner", "ForeignKey"),
        ("seller", "OneToOneField"),
        ("parent", "ForeignKey"),
        ("tags", "ManyToManyField"),
        ("maker", "ForeignKey"),
        ("created_at", "DateTimeField"),
    ]
    assert item.fields[-1].inherited_from == "Stamped" and item.fields[-1].place == Place("base.py", 4, 4)
    assert relations(item) == [
        ("owner", "foreign key", "Person"),
        ("seller", "one to one", "Person"),
        ("parent", "foreign key", "Item"),
        ("tags", "many to many", "Tag"),
        ("maker", "foreign key", "Maker"),
    ]
    assert item.table == "shop_items" and item.docstring == "Something to sell." and item.bases == ("Stamped",)
    assert item.symbol == "shop/models.py#Item" and item.place.line == 16
    (name,) = model(found, "Tag").fields
    assert name.is_key and name.detail == "max_length=20, unique=True, primary_key=True"


def test_models_of_packages_count_by_their_module():
    found = facts_of(
        {
            "pages/models.py": """
                from wagtail.models import Page
                from wagtail.fields import RichTextField
                from wagtail.contrib.forms.models import AbstractFormField
                from somewhere.models import ThingManager
                from rest_framework import serializers

                class Home(Page):
                    body = RichTextField(blank=True)

                class Row(AbstractFormField): ...

                class Mine(ThingManager): ...

                class Shown(serializers.ModelSerializer):
                    name = serializers.CharField()
            """,
        }
    )
    assert [(one.name, shape(one)) for one in found.models] == [("Home", [("body", "RichTextField")]), ("Row", [])]


def test_programs_and_management_commands():
    found = facts_of(
        {
            "manage.py": """
                import os

                if __name__ == "__main__":
                    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
                    from django.core.management import execute_from_command_line

                    execute_from_command_line([])
            """,
            "config/wsgi.py": "from django.core.wsgi import get_wsgi_application\n\napplication = get_wsgi_application()\n",
            "app/management/commands/tidy.py": """
                from django.core.management.base import BaseCommand

                class Command(BaseCommand):
                    def handle(self, **options): ...
            """,
        }
    )
    assert [(entry.kind, entry.place.path, entry.place.line) for entry in found.entry_points] == [
        ("cli", "app/management/commands/tidy.py", 3),
        ("wsgi", "config/wsgi.py", 3),
        ("cli", "manage.py", 3),
    ]
    assert [key.name for key in found.config_keys] == ["DJANGO_SETTINGS_MODULE"]


def test_only_what_extends_a_model_is_a_table():
    found = facts_of(
        {
            "shop/models.py": """
                from django.contrib.auth.base_user import AbstractBaseUser
                from django.contrib.auth.models import AbstractUser, UserManager
                from django.contrib.sites.models import Site
                from django.db import models
                from mptt.models import MPTTModel
                from wagtail.models import Page

                class Person(AbstractUser): ...
                class Account(AbstractBaseUser): ...
                class Shop(Site): ...
                class Branch(MPTTModel): ...
                class Article(Page): ...
                class Plain(models.Model): ...
                class Keeper(UserManager): ...
                class Rows(models.QuerySet): ...
            """,
            "shop/forms.py": """
                from django import forms
                from django.contrib.admin import AdminSite
                from django.forms.models import BaseInlineFormSet, BaseModelFormSet, ModelForm
                from rest_framework.serializers import ModelSerializer
                from rest_framework.authtoken.models import Token
                from shop.models import Plain

                class Lines(BaseInlineFormSet): ...
                class Typed(BaseInlineFormSet[Plain, Plain]): ...
                class Further(Typed): ...
                class Many(BaseModelFormSet): ...
                class Form(ModelForm): ...
                class Other(forms.ModelForm):
                    name = forms.CharField()
                class Shape(ModelSerializer): ...
                class Desk(AdminSite): ...
            """,
        }
    )
    assert [one.name for one in found.models] == ["Person", "Account", "Shop", "Branch", "Article", "Plain"]


def test_what_abstract_models_hand_on_and_tables_do_not():
    found = facts_of(
        {
            "models.py": """
                from django.conf import settings
                from django.db import models

                class Owned(models.Model):
                    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
                    note = models.TextField()
                    rank = models.IntegerField()

                    class Meta:
                        abstract = True

                class Named(Owned):
                    name = models.CharField(max_length=9)
                    rank = models.FloatField()

                    class Meta(Owned.Meta):
                        abstract = True

                class Shop(Named):
                    note = None

                class Branch(Shop):
                    town = models.CharField(max_length=9)
            """,
        }
    )
    assert shape(model(found, "Shop")) == [("name", "CharField"), ("rank", "FloatField"), ("owner", "ForeignKey")]
    assert relations(model(found, "Shop")) == [("owner", "foreign key", "User")]
    assert shape(model(found, "Branch")) == [("town", "CharField")]


def test_constraints_and_indexes():
    found = facts_of(
        {
            "models.py": """
                from django.db import models
                from django.db.models import Q
                from django.db.models.functions import Lower

                class Seat(models.Model):
                    row = models.IntegerField()
                    number = models.IntegerField()
                    name = models.CharField(max_length=9)

                    class Meta:
                        unique_together = [("row", "number"), ("row", "name")]
                        constraints = [
                            models.UniqueConstraint(fields=["name"], condition=Q(row=1), name="a"),
                            models.UniqueConstraint(Lower("name"), name="b"),
                            models.CheckConstraint(condition=Q(row__gte=0), name="c"),
                        ]
                        indexes = [models.Index(fields=["row", "-number"])]
            """,
        }
    )
    assert [(rule.kind, rule.text, rule.line) for rule in model(found, "Seat").constraints] == [
        ("unique", "row, number", 11),
        ("unique", "row, name", 11),
        ("unique", "name where Q(row=1)", 13),
        ("unique", "Lower('name')", 14),
        ("check", "Q(row__gte=0)", 15),
        ("index", "row, -number", 17),
    ]


def test_tags_point_to_what_they_are_kept_as():
    found = facts_of(
        {
            "shop/models.py": """
                from django.db import models
                from taggit.managers import TaggableManager
                from taggit.models import GenericTaggedItemBase, TagBase

                class Label(TagBase):
                    color = models.CharField(max_length=9)

                class Labelled(GenericTaggedItemBase):
                    tag = models.ForeignKey(Label, on_delete=models.CASCADE)

                class Labels(TaggableManager): ...

                class Item(models.Model):
                    labels = Labels(blank=True, through=Labelled)
                    tags = TaggableManager("Tags")
            """,
        }
    )
    assert relations(model(found, "Item")) == [("labels", "many to many", "Label"), ("tags", "many to many", "Tag")]
