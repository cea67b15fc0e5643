"""Section 3: how the largest folders are said, and an order that stays."""

from __future__ import annotations

from dataclasses import replace

from apps.engine.artifact import write_artifact
from apps.engine.facts import FactSheet, FileEntry, Project, TreeEntry


def section(sizes: dict[str, int], *, skipped: tuple[tuple[str, str], ...] = ()) -> str:
    files = [FileEntry(f"{folder}/a.py", "Python", 9, lines) for folder, lines in sizes.items()]
    files += [FileEntry(path, "", 9, status="skipped", reason=reason) for path, reason in skipped]
    tree = tuple(TreeEntry(folder, 1, 1, lines) for folder, lines in sizes.items())
    text = write_artifact(replace(FactSheet(Project("shop")), files=tuple(files), tree=tree))
    return next(part.markdown for part in text.sections if part.key == "directory-structure")


def test_a_folder_with_nearly_everything_is_said_without_shares() -> None:
    text = section({"shop": 9_990, ".ci": 10})
    assert (
        "Nearly all of the lines below the root are in `shop/`. A file in it is, for example, [source](cite:shop/a.py)." in text
    )
    assert "%" not in text
    assert "The largest is `shop/` with 80 % of the lines below the root, then `web/` with 20 %." in section(
        {"shop": 80, "web": 20}
    )


def test_reasons_stand_by_their_words_not_by_their_number() -> None:
    one = section({"a": 5}, skipped=(("x.png", "binary (image)"), ("y.bin", "too large")))
    two = section({"a": 5}, skipped=(("x.png", "binary (image)"), ("y.bin", "too large"), ("z.bin", "too large")))
    for text in (one, two):
        assert text.index("Binary (image)") < text.index("Too large")
