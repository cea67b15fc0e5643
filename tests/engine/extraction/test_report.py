"""The JSON of the facts says everything a fact holds."""

from __future__ import annotations

import json
from dataclasses import fields

import pytest

from apps.engine.extraction.report import facts_json, facts_summary
from apps.engine.facts import (
    ApiSchema,
    Command,
    ConfigKey,
    Dependency,
    Endpoint,
    EntryPoint,
    FactSheet,
    Field,
    Job,
    Model,
    Place,
    Project,
    Relation,
    SchemaRoot,
)

AT = Place("shop/a.py", 3, 4)
SHEET = FactSheet(
    Project("shop"),
    endpoints=(Endpoint("GET", "/a", "a", AT, condition="DEBUG", condition_at=Place("shop/a.py", 2, 2)),),
    models=(Model("A", AT),),
    dependencies=(Dependency("a", "", AT),),
    config_keys=(ConfigKey("A", "env", AT, required=True, when="DEBUG", inside="run", reason=Place("shop/a.py", 1, 1)),),
    entry_points=(EntryPoint("main", "a", AT),),
    commands=(Command("make", "run", "run", AT),),
    jobs=(Job("a", "rq job", AT, asked_at=Place("shop/b.py", 9, 9)),),
    schemas=(ApiSchema("graphql", AT, (SchemaRoot("query", "Query", 3, AT),)),),
)


def test_what_decides_whether_something_is_needed_or_there_is_printed() -> None:
    told = json.loads(facts_json(SHEET))
    (key,), (endpoint,), (job,), (schema,) = (told[name] for name in ("config_keys", "endpoints", "jobs", "schemas"))
    assert (key["when"], key["inside"], key["reason"]["line"]) == ("DEBUG", "run", 1)
    assert (endpoint["condition"], endpoint["condition_at"]["line"]) == ("DEBUG", 2)
    assert job["asked_at"]["path"] == "shop/b.py"
    assert schema["roots"][0]["fields"] == 3
    assert "jobs" in facts_summary(SHEET)


def test_the_summary_names_the_capsules_of_code_and_of_prose() -> None:
    sheet = FactSheet(Project("shop"), capsule_count=677)
    assert "capsule count           677 of code, and 303 of prose: 980 in all\n" in facts_summary(sheet, 303)
    assert "capsule count           677\n" in facts_summary(sheet)


@pytest.mark.parametrize("name", ["endpoints", "models", "dependencies", "config_keys", "entry_points", "commands"])
def test_no_part_of_a_fact_is_left_out(name: str) -> None:
    (fact,) = getattr(SHEET, name)
    (told,) = json.loads(facts_json(SHEET))[name]
    assert {field.name for field in fields(fact)} - {"place"} <= set(told)


def test_what_a_model_inherits_stands_apart_from_its_own() -> None:
    model = Model(
        "A",
        AT,
        fields=(Field("own", "int", line=3), Field("id", "int", inherited_from="Base", place=AT)),
        relations=(Relation("near", "one", "B"), Relation("far", "one", "C", inherited_from="Base", place=AT)),
    )
    (told,) = json.loads(facts_json(FactSheet(Project("shop"), models=(model,))))["models"]
    assert [item["name"] for item in told["fields"]] == ["own"]
    assert [(item["name"], item["inherited_from"]) for item in told["inherited_fields"]] == [("id", "Base")]
    assert [item["field"] for item in told["relations"]] == ["near"]
    assert [item["field"] for item in told["inherited_relations"]] == ["far"]
