"""A commit analysed with a cache of readings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from apps.engine.extraction.readings import Reading
from apps.integrations.git import Limits, LocalSource, Mirror
from apps.pipeline.analysis import Analysis, Key, analyse
from tests.builders.repositories import Repository

FILES = {
    "shop/oven.py": b"def bake(): ...\n",
    "shop/main.py": b"from shop.oven import bake\n\n\ndef run():\n    bake()\n",
    "README.md": b"# Shop\n\nBread, baked.\n",
    "logo.txt": b"\x00\x01\x02",
    "settings.py": b'SECRET_KEY = "x7#kd02mVq9!lfe83hWz"\n',
}


class Watched(Mirror):
    """A mirror that writes down which blobs are read."""

    read: list[str]

    def blobs(self, object_ids: Iterable[str]) -> Iterator[tuple[str, bytes]]:
        for object_id, raw in super().blobs(object_ids):
            self.read.append(object_id)
            yield object_id, raw


class Silent:
    """Progress that nobody follows."""

    def update(self, step: str, done: int, total: int, note: str = "") -> None:
        return None


class Kept:
    """A cache in memory."""

    def __init__(self) -> None:
        self.readings: dict[tuple[str, Key], Reading] = {}

    def load(self, extractor: str, keys: Sequence[Key]) -> Mapping[Key, Reading]:
        return {key: self.readings[extractor, key] for key in keys if (extractor, key) in self.readings}

    def store(self, extractor: str, items: Iterable[tuple[Key, Reading]]) -> None:
        self.readings.update(((extractor, key), reading) for key, reading in items)


def analysed(mirror: Watched, cache: Kept | None) -> Analysis:
    mirror.read = []
    with mirror.locked(5):
        head = mirror.fetch(mirror.head(""))
    return analyse(mirror, head.sha, name="shop", progress=Silent(), cache=cache, process_count=1)


def test_only_what_was_never_read_is_read_and_the_result_is_the_same(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "shop.git")
    repository.commit(FILES)
    mirror = Watched(tmp_path / "mirror", LocalSource(repository.folder), limits=Limits())
    cache = Kept()
    first = analysed(mirror, cache)
    assert len(mirror.read) == len(FILES)
    assert analysed(mirror, cache).extraction == first.extraction
    assert mirror.read == []
    repository.commit({**FILES, "shop/oven.py": b"def bake(): ...\n\n\ndef cool(): ...\n"})
    second = analysed(mirror, cache)
    assert len(mirror.read) == 1
    whole = analysed(mirror, None)
    assert second.extraction == whole.extraction
    assert second.files == whole.files
    assert second.texts == whole.texts
    assert second.sheet.findings == first.sheet.findings != ()


def test_places_that_the_parser_does_not_know_are_counted_in_words(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "shop.git")
    repository.commit({"a.py": b"def bake(:\n    pass\n", "b.py": b"x = = 1\n\n\ny = = 2\n\n\nz = )\n"})
    mirror = Watched(tmp_path / "mirror", LocalSource(repository.folder), limits=Limits())
    notes = {entry.path: entry.note for entry in analysed(mirror, None).files}
    assert notes["a.py"] == "1 place with syntax the parser does not know"
    assert notes["b.py"].endswith(" places with syntax the parser does not know")
