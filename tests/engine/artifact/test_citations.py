"""Citations drawn for somebody to judge."""

from __future__ import annotations

from apps.engine.artifact import write_artifact
from apps.engine.artifact.citations import as_text, find_claims, sample
from apps.engine.facts import ArtifactText, Place, Section, fingerprint
from tests.engine.artifact import sheets

MARKDOWN = """\
First sentence without. It runs on Django [source](cite:a) and Celery [source](cite:b). Last one [source](cite:c).

### Parts

- `x`: does a thing. And another [source](cite:a).
- `y` [source](cite:b)

| Name | Where |
| --- | --- |
| one | [source](cite:a) [source](cite:b) |

`[source](cite:c)`
"""
PLACES = {"a": Place("a.py", 2, 3), "b": Place("b.py", 1, 1), "c": Place("gone.py", 1, 1)}
TEXT = ArtifactText("T", (Section("purpose", "Purpose", MARKDOWN, ""),), tuple(PLACES.items()))


def test_claims_are_what_a_citation_backs() -> None:
    claims = [(claim.section, claim.text, claim.key) for claim in find_claims(TEXT)]
    assert claims == [
        ("Purpose", "It runs on Django [here] and Celery .", "a"),
        ("Purpose", "It runs on Django and Celery [here] .", "b"),
        ("Purpose", "Last one [here] .", "c"),
        ("Purpose / Parts", "And another [here] .", "a"),
        ("Purpose / Parts", "- `y` [here]", "b"),
        ("Purpose / Parts", "| Name | Where | | one | [here] |", "a"),
        ("Purpose / Parts", "| Name | Where | | one | [here] |", "b"),
    ]


def test_every_citation_of_a_document_can_be_drawn() -> None:
    text = write_artifact(sheets.shop())
    claims = find_claims(text)
    assert all(claim.text and claim.place == dict(text.citations)[claim.key] for claim in claims)
    assert len(claims) > 60


def test_the_seed_decides_and_lines_are_looked_up() -> None:
    lines = ["one", "two", "three"]
    place = Place("a.py", 2, 3, fingerprint(lines, 2, 3))
    text = ArtifactText("T", TEXT.sections, (("a", place), ("b", Place("a.py", 9, 9)), ("c", Place("a.py", 1, 1, "0" * 16))))
    sources = {"a.py": "\n".join(lines)}
    everything = sample(text, sources, "7", 100)
    assert everything == sample(text, sources, "7", 100)
    assert [item.claim for item in everything] != [item.claim for item in sample(text, sources, "8", 100)]
    by_key = {item.claim.key: item for item in everything}
    assert by_key["a"].lines == ("two", "three") and by_key["a"].problem == ""
    assert by_key["b"].problem == "the file has 3 lines, cited are 9 to 9"
    assert by_key["c"].problem == "the fingerprint of these lines is another"
    assert len(sample(text, sources, "7", 2)) == 2
    assert sample(text, {}, "7", 1)[0].problem.startswith("the file's text is not kept")


def test_the_print_shows_claim_and_lines() -> None:
    text = ArtifactText("T", TEXT.sections, (("a", Place("a.py", 2, 30)),))
    printed = as_text(sample(text, {"a.py": "\n".join(f"line {n}\u202e" for n in range(40))}, "7", 1), "7")
    assert printed.startswith("seed 7, 1 citations\n")
    assert "cites: a.py:2-30" in printed and "     2 | line 1⟨U+202E⟩" in printed and "… 17 more lines" in printed
