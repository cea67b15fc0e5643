"""The rules that every record, selector and service keeps, proven by walking all of them."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps as registry
from django.db.models import ForeignKey, Model

APPS = ("tenants", "repos", "codegraph", "artifacts", "search")
FLOORS = {"tenants": 0, "repos": 1, "codegraph": 2, "artifacts": 2, "search": 3}
OWN = {"Tenant", "User", "EmbeddingModel"}  # the tenant itself, people, who may be members of several, names of models
ROWS = (
    "Tenant",
    "Repo",
    "Sync",
    "ArtifactVersion",
    "Artifact",
    "HasBlob",
    "Membership",
    "GitCredential",
    "ApiToken",
    "Question",
    "IndexedSource",
    "VectorIndex",
    "Tenant | int",
)
ABOVE_TENANTS = {
    "tenants_of",
    "tenant_for_member",
    "tenant_by_slug",
    "user_by_name",
}
WRITES_WITHOUT_ROW = {
    "create_tenant",
    "create_operator",
    "rotate_encryption_keys",
    "check_keys",
    "checked_hosts",
    "claim",
    "is_token",
    "use_token",
}


def record_models() -> list[type[Model]]:
    return [model for label in APPS for model in registry.get_app_config(label).get_models()]


def functions(module: str) -> Iterator[tuple[str, Any]]:
    found = import_module(module)
    for name, function in sorted(vars(found).items()):
        if inspect.isfunction(function) and not name.startswith("_") and function.__module__.startswith(module):
            yield f"{module}.{name}", function


SELECTORS = [pair for app in APPS for pair in functions(f"apps.{app}.selectors")]
SERVICES = [pair for app in APPS for pair in functions(f"apps.{app}.services")]


@pytest.mark.parametrize("model", record_models(), ids=lambda model: model.__name__)
def test_every_table_of_a_tenant_carries_its_tenant(model: type[Model]) -> None:
    if model.__name__ in OWN:
        return
    field = model._meta.get_field("tenant")
    assert isinstance(field, ForeignKey) and not field.null and field.related_model._meta.label == "tenants.Tenant"


@pytest.mark.parametrize("model", record_models(), ids=lambda model: model.__name__)
def test_foreign_keys_point_down(model: type[Model]) -> None:
    here = model._meta.app_label
    for field in model._meta.get_fields():
        if isinstance(field, ForeignKey) and field.related_model._meta.app_label in FLOORS:
            there = field.related_model._meta.app_label
            assert there == here or FLOORS[there] < FLOORS[here], f"{model.__name__}.{field.name} points to {there}"


def test_every_record_app_is_walked() -> None:
    ours = {
        config.label for config in registry.get_app_configs() if config.name.startswith("apps.") and list(config.get_models())
    }
    assert ours == set(APPS)
    assert len(SELECTORS) > 40 and len(SERVICES) > 40


@pytest.mark.parametrize(("name", "function"), SELECTORS, ids=[name for name, _ in SELECTORS])
def test_a_selector_demands_the_tenant_or_a_row_that_has_one(name: str, function: Any) -> None:
    short = name.rpartition(".")[2]
    if short in ABOVE_TENANTS or short.startswith("all_") or short.endswith("_for_job"):
        return
    parameters = list(inspect.signature(function).parameters.values())
    first = parameters[0]
    assert first.annotation in ROWS or first.name == "tenant_id", f"{name} starts with {first}"
    assert inspect.signature(function).return_annotation is not inspect.Signature.empty
    assert all(parameter.annotation is not inspect.Parameter.empty for parameter in parameters)


@pytest.mark.parametrize(("name", "function"), SERVICES, ids=[name for name, _ in SERVICES])
def test_a_service_is_keyword_only_typed_and_knows_its_tenant(name: str, function: Any) -> None:
    signature = inspect.signature(function)
    short = name.rpartition(".")[2]
    if short in ("checked_hosts", "embedding_lock"):  # they write nothing
        return
    for parameter in signature.parameters.values():
        assert parameter.kind is inspect.Parameter.KEYWORD_ONLY, f"{name}({parameter})"
        assert parameter.annotation is not inspect.Parameter.empty
    assert signature.return_annotation is not inspect.Signature.empty
    if short not in WRITES_WITHOUT_ROW:
        kinds = {str(parameter.annotation) for parameter in signature.parameters.values()}
        assert kinds & set(ROWS) or "tenant_id" in signature.parameters, name


def test_across_tenants_and_by_id_are_few_and_named_so() -> None:
    named = {name.rpartition(".")[2] for name, _ in SELECTORS}
    assert {name for name in named if name.startswith("all_") or name.endswith("_for_job")} == {
        "all_repo_ids",
        "all_running_syncs",
        "all_tenants_to_embed",
        "all_tenants_with_vectors",
        "all_waiting_syncs",
        "repo_for_job",
        "sync_for_job",
        "tenant_for_job",
    }
