"""The model on this machine: made once, the same vector for a text whatever stands beside it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from django.conf import settings

from apps.integrations.embeddings import EmbeddingsUnavailable, LocalEmbedder, prepare_models
from apps.integrations.embeddings.files import WEIGHTS, graph_file, prepare_graph, read_checked


@pytest.fixture(scope="module")
def model() -> LocalEmbedder:
    return LocalEmbedder(Path(settings.MODELS_DIR))


def test_a_known_text_has_its_known_vector(model: LocalEmbedder) -> None:
    # From the published model in full precision.  Another VERSION is needed where this changes.
    published = [-0.107, 0.049, -0.070, -0.006, 0.057, -0.077, 0.029, -0.077]
    found = model.embed(["How are webhooks verified?"])[0]
    assert found[:8] == pytest.approx(published, abs=0.03)
    assert np.linalg.norm(found) == pytest.approx(1, abs=1e-5) and found.dtype == np.float32 and len(found) == model.dimensions


def test_texts_of_the_same_meaning_are_nearer_than_others(model: LocalEmbedder) -> None:
    question, near, far = model.embed(["how is a loaf baked", "def bake(bread, oven)", "def send_mail(address)"])
    assert question @ near > question @ far + 0.1


def test_a_vector_hangs_on_its_text_alone(model: LocalEmbedder) -> None:
    texts = ["short", "a text of some more words than that", "def f(): " + "return g() " * 60, "short"]
    together = model.embed(texts)
    assert np.array_equal(together[0], together[3])
    for text, vector in zip(texts, together, strict=True):
        assert np.array_equal(model.embed([text])[0], vector)


@pytest.mark.parametrize("text", ["", "\0", "\ud800", "🥖" * 50, "خبز", "x" * 100_000, " " * 100_000, "a\r\n\tb"])
def test_any_text_has_a_vector(model: LocalEmbedder, text: str) -> None:
    assert np.linalg.norm(model.embed([text, "bread"]), axis=1) == pytest.approx([1, 1], abs=1e-5)


def test_no_text_has_none(model: LocalEmbedder) -> None:
    assert model.embed([]).shape == (0, 384)


def test_it_may_be_asked_by_several_threads_at_its_first_use() -> None:
    fresh = LocalEmbedder(Path(settings.MODELS_DIR))
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: fresh.embed(["bread"])[0], range(4)))
    assert all(np.array_equal(found[0], vector) for vector in found)


def test_the_graph_is_made_once_and_whole_by_several_at_once(tmp_path: Path) -> None:
    graph_file(tmp_path).with_suffix(".new").write_bytes(b"what a killed process left")
    with ThreadPoolExecutor(2) as pool:
        made = set(pool.map(prepare_graph, [tmp_path, tmp_path]))
    assert made == {graph_file(tmp_path)}
    assert {path.name for path in tmp_path.iterdir()} == {graph_file(tmp_path).name, "lock"}
    before = graph_file(tmp_path).stat().st_ino
    prepare_graph(tmp_path)
    assert graph_file(tmp_path).stat().st_ino == before
    prepare_models()
    assert graph_file(Path(settings.MODELS_DIR)).read_bytes() == graph_file(tmp_path).read_bytes()


def test_a_folder_that_can_not_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "models").write_text("a file")
    with pytest.raises(EmbeddingsUnavailable, match=r"Set MODELS_DIR to another folder\.") as caught:
        prepare_graph(tmp_path / "models")
    assert caught.value.is_lasting


def test_weights_that_are_not_the_published_ones_are_refused() -> None:
    with pytest.raises(EmbeddingsUnavailable, match="not the one this release was made for"):
        read_checked(WEIGHTS[0], "0" * 64)
