"""The console speaks Spanish too: every text of its own, and every name of a field."""

from __future__ import annotations

import ast
import gettext
import re
from pathlib import Path

import django
from django.apps import apps
from django.conf import settings
from django.db.models import Field
from django.test import Client
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import override
from django.utils.translation.template import templatize

from apps.console.names import NAMES
from apps.repos.models import Sync
from tests.console.conftest import Console

ROOT = Path(settings.BASE_DIR)
ROOMS = ("tenants", "repos", "codegraph", "artifacts", "search", "console")
CALLS = {"_", "gettext", "gettext_noop", "gettext_lazy", "ngettext"}


def own_texts() -> set[str]:
    """What the console and the models mark for translation."""
    found = set()
    for room in ROOMS:
        for path in (ROOT / "apps" / room).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS:
                    first = node.args[0]
                    if isinstance(first, ast.Constant) and isinstance(first.value, str):
                        found.add(first.value)
    for path in (ROOT / "templates/admin").rglob("*.html"):
        for text in re.findall(r"""\bn?gettext\(u?('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")""", templatize(path.read_text())):
            found.add(ast.literal_eval(text))
    return found


def test_every_text_of_the_console_is_in_a_catalogue() -> None:
    folders = [ROOT / "templates/locale"]
    folders += [Path(django.__file__).parent / part / "locale" for part in ("conf", "contrib/admin", "contrib/auth")]
    known: set[str] = set()
    for folder in folders:
        catalogue = gettext.translation("django", folder, ["es"])
        known |= {key if isinstance(key, str) else key[0] for key in catalogue._catalog}  # type: ignore[attr-defined]
    assert len(own_texts()) > 150
    assert not sorted(own_texts() - known)


def test_every_field_has_a_name_that_is_translated() -> None:
    unnamed = [
        f"{model.__name__}.{field.name}"
        for room in ROOMS[:-1]
        for model in apps.get_app_config(room).get_models()
        for field in model._meta.concrete_fields
        if isinstance(field, Field) and not field.primary_key and not isinstance(field.verbose_name, Promise)
    ]
    assert not unnamed, "apps/console/names.py has a name for each"
    with override("en"):
        assert str(NAMES["is_local"]) == "folder on this machine"


def test_a_spanish_operator_gets_a_spanish_console(console: Console) -> None:
    client = Client()
    client.force_login(console.operator)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "es"
    for page, there, absent in (
        (reverse("admin:index"), ("De un vistazo", "Personas y equipos", "Equipos: 1"), ("At a glance", "Tenants", "Records")),
        (
            reverse("admin:repos_repo_changelist"),
            ("última sincronización", "carpeta de esta máquina", "en curso"),
            ("is local", "last sync"),
        ),
        (reverse("admin:repos_repo_change", args=[console.repo.pk]), ("Creado el", "Rama predeterminada"), ("Created at",)),
        (
            reverse("admin:repos_sync_change", args=[Sync.objects.filter(state="done").latest("pk").pk]),
            ("sincronización", "terminada", "versión nueva"),
            ("sync ", "new version:", "done"),
        ),
        (reverse("admin:repos_sync_changelist"), ("segundos por paso", "origen"), ("seconds", "trigger:", "created at")),
    ):
        html = client.get(page).content.decode()
        words = re.sub(r"<[^>]*>", " ", html).lower()
        assert not [text for text in there if text.lower() not in words], page
        assert not [text for text in absent if text.lower() in words], page
