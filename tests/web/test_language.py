"""The Spanish catalogue is complete, is what it was compiled from, and is what a reader sees."""

from __future__ import annotations

import ast
import gettext
import re
from pathlib import Path
from urllib.parse import quote

import pytest
from django.conf import settings
from django.utils.translation.template import templatize

from apps.codegraph import services
from apps.engine.facts import Parameter
from tests import factories
from tests.web.conftest import Shop

ROOT = Path(settings.BASE_DIR)
CATALOGUE = ROOT / "templates/locale/es/LC_MESSAGES"
CALLS = {"_", "gettext", "gettext_noop", "gettext_lazy", "ngettext", "pgettext"}
_TEMPLATE_CALL = re.compile(r"""\bn?gettext\(u?((?:'''|'|"|\"\"\").*?(?:'''|'|"|\"\"\"))\s*[,)]""", re.S)


def read_catalogue() -> dict[str, str | tuple[str, str]]:
    """{English: Spanish} of the text form; what has a context stands behind it, as it does in the compiled form."""
    found: dict[str, str | tuple[str, str]] = {}
    for entry in (CATALOGUE / "django.po").read_text().split("\n\n"):
        values = {key: ast.literal_eval(text) for key, text in re.findall(r'^(msg\S+) (".*")$', entry, re.M)}
        if values.get("msgid"):
            plural = (values.get("msgstr[0]", ""), values.get("msgstr[1]", ""))
            english = "\4".join(values[key] for key in ("msgctxt", "msgid") if key in values)
            found[english] = plural if "msgid_plural" in values else values["msgstr"]
    return found


def messages_in_python() -> set[str]:
    found = set()
    for path in [*(ROOT / "apps/web").rglob("*.py"), ROOT / "apps/codegraph/words.py"]:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS:
                first = node.args[0]
                if isinstance(first, ast.Constant) and isinstance(first.value, str):
                    found.add(first.value)
    return found


def messages_in_templates() -> set[str]:
    found = set()
    for path in (ROOT / "templates").rglob("*.html"):
        if "admin" in path.relative_to(ROOT).parts:
            continue
        for text in _TEMPLATE_CALL.findall(templatize(path.read_text())):
            found.add(ast.literal_eval(text))
    return found


def test_no_text_is_untranslated() -> None:
    catalogue = read_catalogue()
    assert len(catalogue) > 300
    assert not [
        english for english, spanish in catalogue.items() if not spanish or (isinstance(spanish, tuple) and not all(spanish))
    ]
    assert len(messages_in_templates()) > 200 and len(messages_in_python()) > 100
    assert not sorted(messages_in_python() - set(catalogue))
    assert not sorted(messages_in_templates() - set(catalogue))


def test_the_compiled_catalogue_matches_its_text() -> None:
    with (CATALOGUE / "django.mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)
    for english, spanish in read_catalogue().items():
        if isinstance(spanish, tuple):
            assert (compiled.ngettext(english, english, 1), compiled.ngettext(english, english, 2)) == spanish
        else:
            assert compiled.gettext(english) == spanish


def test_placeholders_survive_translation() -> None:
    for english, spanish in read_catalogue().items():
        for text in spanish if isinstance(spanish, tuple) else (spanish,):
            assert sorted(re.findall(r"%\(\w+\)[ds]", text)) == sorted(re.findall(r"%\(\w+\)[ds]", english)), english


ENGLISH = [
    "Repositories", "Skip to content", "Sign out", "Keyboard shortcuts", "Versions", "Sync now", "up to date", "What changed",
    "verified", "just now", "minutes ago", "version 2", "Contents", "Compare", "Path", "Started by", "Role", "Forge host",
    "Nothing", "waiting", "Called by", "Start here", "certain", "callers and callees", "function",
    "Cycles", "Show more", "step away", "symbol",
]  # fmt: skip


@pytest.mark.parametrize("rest", [
    "", "versions/", "diff/1/2/", "files/", "source/shop/main.py", "syncs/", "start/", "components/", "graph/",
    "graph/?symbol=shop/main.py%23run", "capsule/?symbol=shop/main.py%23run", "capsule/?symbol=gone", "cycles/",
    "cycles/?kind=calls", "impact/?symbol=shop/main.py%23run",
])  # fmt: skip
def test_a_spanish_reader_gets_spanish_pages(shop: Shop, as_user, rest: str) -> None:
    client = as_user(shop.owner)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "es"
    page = client.get(shop.at(rest)).content.decode()
    assert '<html lang="es"' in page and "Repositorios" in page and "Sincronizar ahora" in page
    around = re.sub(r'<(article|ol|table|h2)[^>]* lang="en".*?</\1>', "", page, flags=re.S)
    words = re.sub(r"<[^>]*>", " ", around)
    assert not [text for text in ENGLISH if text in words]


def test_words_beside_a_symbol_are_translated_and_the_codes_own_are_not(shop: Shop, as_user) -> None:
    symbol = "shop/main.py#made"
    made = factories.make_capsule(
        symbol,
        properties=("async", "constexpr", "exported", "protected", "static"),
        parameters=(Parameter("it", kind="receiver"), Parameter("others", kind="rest")),
    )
    services.replace_graph(
        repo=shop.repo, commit_sha=factories.sha("cake"), extractor="1", sheet=factories.make_sheet(), files=[], capsules=[made],
        edges=[],
    )  # fmt: skip
    client = as_user(shop.owner)
    pages = {}
    for language in ("en", "es"):
        client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
        pages[language] = client.get(shop.at(f"capsule/?symbol={quote(symbol)}")).content.decode()
    tags = {language: re.findall(r'<span class="tag">(.*?)</span>', page) for language, page in pages.items()}
    own = '<span lang="en">constexpr'
    assert tags["en"][-5:] == ["async", own, "exported", "protected", "static"]
    assert tags["es"][-5:] == ["asíncrono", own, "exportado", "protegido", "estático"]
    assert "<dt>Visibilidad</dt><dd>protegido</dd>" in pages["es"]
    assert "receptor</span>" in pages["es"] and "todos los demás</span>" in pages["es"]


def test_the_browser_is_asked_first(db: None, client) -> None:
    assert "Iniciar sesión" in client.get("/sign-in/", headers={"Accept-Language": "es-MX,en;q=0.5"}).content.decode()
    assert "Sign in" in client.get("/sign-in/", headers={"Accept-Language": "fr"}).content.decode()


def test_team_pages_in_spanish(shop: Shop, as_user) -> None:
    client = as_user(shop.owner)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "es"
    sync = factories.make_sync(shop.repo, "running")
    for address, words in (
        ("/t/bakers/", "Repositorios"),
        ("/t/bakers/add/", "Añadir y sincronizar"),
        ("/t/bakers/people/", "propietario"),
        ("/t/bakers/credentials/", "Guardar credencial"),
        (shop.at(f"syncs/{sync.pk}/"), "en curso"),
        ("/t/nowhere/", "Aquí no hay nada"),
    ):
        assert words in client.get(address).content.decode(), address
