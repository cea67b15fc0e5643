"""The cache of readings."""

from __future__ import annotations

import zlib
from datetime import timedelta

import pytest

from apps.codegraph import selectors, services
from apps.codegraph.models import FileAnalysis
from apps.engine.extraction.readings import Reading, with_text
from apps.engine.facts import Definition, FileFacts
from tests.factories import make_file_row, make_repo, make_sheet, make_tenant, sha
from tests.threads import together


def parsed(path: str) -> tuple[tuple[str, str], Reading]:
    run = Definition("function", "run", "run", 1, 2, 1, "def run()")
    facts = FileFacts(path=path, language="Python", lines=2, definitions=(run,))
    return (sha(path), path), Reading(
        "def run(): ...", sha("text"), language="Python", lines=2, secrets=(("key", 1),), facts=facts
    )


@pytest.mark.django_db
def test_what_is_stored_comes_back_for_the_same_tenant_path_and_extractor_only() -> None:
    tenant = make_tenant()
    items = dict(parsed(f"file_{number}.py") for number in range(40))
    services.store_analyses(tenant_id=tenant.pk, extractor="1", items=items.items())
    found = selectors.cached_analyses(tenant.pk, "1", list(items))
    assert {key: with_text(reading, "def run(): ...") for key, reading in found.items()} == items
    assert {reading.text for reading in found.values()} == {""}, "texts are kept once, not here"
    assert selectors.cached_analyses(tenant.pk, "2", list(items)) == {}
    assert selectors.cached_analyses(make_tenant().pk, "1", list(items)) == {}
    (object_id, _path), *_rest = items
    assert selectors.cached_analyses(tenant.pk, "1", [(object_id, "elsewhere.py")]) == {}


@pytest.mark.django_db
def test_an_entry_that_cannot_be_read_is_parsed_again() -> None:
    tenant = make_tenant()
    key, reading = parsed("a.py")
    services.store_analyses(tenant_id=tenant.pk, extractor="1", items=[(key, reading)])
    for broken in (b"", b"no zlib", b"x\x9c\x03\x00\x00\x00\x00\x01", zlib.compress(b"{}"), zlib.compress(b"\x80")):
        FileAnalysis.objects.update(reading=broken)
        assert selectors.cached_analyses(tenant.pk, "1", [key]) == {}
    services.store_analyses(tenant_id=tenant.pk, extractor="1", items=[(key, reading)])
    assert list(selectors.cached_analyses(tenant.pk, "1", [key])) == [key], "what could not be read is written again"


@pytest.mark.django_db(transaction=True)
def test_six_at_once_store_each_entry_once() -> None:
    tenant = make_tenant()
    items = [parsed(f"file_{number}.py") for number in range(600)]
    together(6, lambda n: services.store_analyses(tenant_id=tenant.pk, extractor="1", items=items[n * 90 :] + items[: n * 90]))
    assert FileAnalysis.objects.filter(tenant=tenant).count() == 600


@pytest.mark.django_db
def test_old_entries_go_unless_a_current_file_uses_them() -> None:
    repo = make_repo()
    services.store_analyses(tenant_id=repo.tenant_id, extractor="1", items=[parsed("used.py"), parsed("gone.py")])
    services.store_analyses(tenant_id=repo.tenant_id, extractor="0", items=[parsed("used.py")])
    services.store_analyses(tenant_id=make_tenant().pk, extractor="1", items=[parsed("gone.py")])
    services.replace_graph(
        repo=repo, commit_sha=sha("a"), extractor="1", sheet=make_sheet(), capsules=[], edges=[], files=[make_file_row("used.py")]
    )
    assert services.purge_analyses(tenant_id=repo.tenant_id, extractor="1") == 0, "all of them are young"
    assert services.purge_analyses(tenant_id=repo.tenant_id, extractor="1", keep=timedelta(0)) == 2
    assert list(FileAnalysis.objects.filter(tenant=repo.tenant).values_list("path", "extractor")) == [("used.py", "1")]
    assert FileAnalysis.objects.count() == 2
