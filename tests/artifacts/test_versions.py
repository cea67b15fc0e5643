"""Versions: numbered without gaps, never changed, published once."""

from __future__ import annotations

import pytest
from django.db import transaction

from apps.artifacts import selectors, services
from apps.artifacts.models import ArtifactVersion, VersionChanged, VersionFile
from apps.repos import services as repos
from apps.repos.models import Blob
from tests.factories import make_graph, make_repo, make_sheet, make_tenant, make_text, make_version, sha
from tests.threads import together


@pytest.mark.django_db
def test_what_is_read_is_what_was_published() -> None:
    repo = make_repo(name="shop")
    version = make_version(repo)
    stored = selectors.version(repo, 1)
    assert stored is not None and stored.pk == version.pk
    assert selectors.document(stored) == make_text("shop")
    assert selectors.fact_sheet(stored) == make_sheet("shop")
    assert selectors.current_version(repo) == stored
    blob = selectors.version_file(stored, "shop/main.py")
    assert blob is not None and blob.text.startswith("def create_order")
    assert selectors.version_file(stored, "shop/oven.py") is None
    assert selectors.version_paths(stored) == ["shop/main.py"]


@pytest.mark.django_db
def test_the_same_text_makes_no_version_but_is_found_true_at_the_new_commit() -> None:
    repo = make_repo()
    first = make_version(repo, commit="one")
    again = make_version(repo, commit="two")
    assert again.pk == first.pk
    artifact = selectors.artifact(repo)
    assert artifact is not None and artifact.verified_sha == sha("two")
    assert first.commit_sha == sha("one")
    at = artifact.verified_at
    make_version(repo, commit="two")
    artifact.refresh_from_db()
    assert artifact.verified_at == at, "running again changes nothing"
    changed = make_version(repo, word="cake", commit="three")
    assert (changed.number, changed.previous_sha) == (2, sha("two"))
    assert selectors.previous_version(changed) == first and selectors.previous_version(first) is None
    assert [version.number for version in selectors.versions(repo)] == [2, 1]
    back = make_version(repo, word="bread", commit="four")
    assert back.number == 3, "a text that comes back is a new version: history has no holes"


@pytest.mark.django_db(transaction=True)
def test_publishing_at_once_gives_every_text_one_number() -> None:
    repo = make_repo()
    blobs = make_graph(repo)

    def publish(number: int) -> int:
        version, _created = services.publish_version(
            repo=repo,
            commit_sha=sha(number % 4),
            branch="main",
            text=make_text("Shop", f"word {number % 4}"),
            sheet=make_sheet(),
            digest=f"{number % 4:064}",
            generator="facts",
            files=blobs,
        )
        return version.number

    together(12, publish)
    numbers = sorted(ArtifactVersion.objects.filter(artifact__repo=repo).values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))
    current = selectors.current_version(repo)
    assert current is not None and current.number == numbers[-1]
    assert selectors.artifact(repo).verified_sha == current.commit_sha
    assert VersionFile.objects.filter(version__artifact__repo=repo).count() == 2 * len(numbers)


@pytest.mark.django_db(transaction=True)
def test_the_same_run_twice_at_once_makes_one_version() -> None:
    repo = make_repo()
    make_graph(repo)
    together(8, lambda _n: make_version(repo))
    assert [version.number for version in selectors.versions(repo)] == [1]


@pytest.mark.django_db
def test_a_version_is_never_changed() -> None:
    version = make_version(make_repo())
    version.title = "Other"
    with pytest.raises(VersionChanged):
        version.save()
    with pytest.raises(VersionChanged):
        version.save(update_fields=["title", "html"])
    with pytest.raises(VersionChanged):
        ArtifactVersion.objects.filter(pk=version.pk).update(title="Other")
    with pytest.raises(VersionChanged), transaction.atomic():
        ArtifactVersion.objects.bulk_update([version], ["title"])
    services.store_html(version=version, html={"purpose": "<p>a\0</p>"})
    stored = ArtifactVersion.objects.get(pk=version.pk)
    assert stored.title != "Other" and stored.html == {"purpose": "<p>a\ufffd</p>"}


@pytest.mark.django_db
def test_the_source_of_an_old_version_outlives_the_file() -> None:
    repo = make_repo()
    version = make_version(repo)
    make_graph(repo, {"shop/main.py": "def everything_is_new(): ...\n"}, commit="later")
    repos.drop_unreferenced_blobs(tenant_id=repo.tenant_id)
    blob = selectors.version_file(version, "shop/main.py")
    assert blob is not None and blob.text.startswith("def create_order")
    assert Blob.objects.filter(tenant=repo.tenant).count() == 2, "the oven's text had no reader left"


@pytest.mark.django_db
def test_current_versions_of_a_tenant_are_one_query_without_texts(django_assert_num_queries) -> None:
    tenant = make_tenant()
    repos_made = [make_repo(tenant) for _ in range(3)]
    for repo in repos_made[:2]:
        make_version(repo)
        make_version(repo, "cake")
    make_version(make_repo(make_tenant()))
    with django_assert_num_queries(1):
        found = selectors.current_versions(tenant)
        assert {repo_id: (version.number, version.artifact.verified_sha) for repo_id, version in found.items()} == {
            repo.pk: (2, sha("cake")) for repo in repos_made[:2]
        }
    assert "sections" in next(iter(found.values())).get_deferred_fields()


@pytest.mark.django_db
def test_odd_text_is_stored_clean() -> None:
    repo = make_repo()
    version = make_version(repo, text=make_text("T\0" + "x" * 400, "b\ud800"), branch="m\0")
    stored = ArtifactVersion.objects.get(pk=version.pk)
    assert len(stored.title) == 300 and stored.branch == "m\ufffd"
    assert "b\ufffd" in selectors.document(stored).sections[0].markdown
