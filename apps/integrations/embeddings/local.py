"""all-MiniLM-L6-v2 on this machine's processors: 384 dimensions, the first 128 tokens of a text.

One text per run, each on one thread: so a text's vector hangs on that text alone, and no time goes into padding.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from apps.integrations.embeddings.files import TOKENIZER, VERSION, prepare_graph, read_checked

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Encoding, Tokenizer

    from apps.integrations.embeddings.protocol import Vectors

TOKENS = 128
LONGEST = 8_000  # characters that are cut into tokens: far more than 128 tokens of anything but white space
BACKGROUND = 10  # niceness of threads that embed many texts: syncs and pages go first


class LocalEmbedder:
    """Loads its model at the first use, once, and the libraries that run it too: about 0.3 seconds and 80 MB."""

    name = f"all-minilm-l6-v2/int8/{VERSION}"
    dimensions = 384
    is_far = False
    window = 112  # two tokens are marks; the rest is for words that are more tokens than they seem

    def __init__(self, folder: Path, threads: int = 0) -> None:
        """`folder` holds the graph, or gets it; `threads` 0: as many as the process may use processors."""
        self._folder = folder
        self._threads = threads or _processors()
        self._loading = threading.Lock()
        self._loaded: tuple[Tokenizer, InferenceSession] | None = None

    def embed(self, texts: Sequence[str]) -> Vectors:
        """See `Embedder.embed`."""
        if not texts:
            return np.empty((0, self.dimensions), np.float32)
        tokenizer, session = self._load()
        encodings = tokenizer.encode_batch([_readable(text) for text in texts])

        def one(encoding: Encoding) -> Vectors:
            ids = np.array([encoding.ids], np.int64)
            vector: Vectors = session.run(None, {"input_ids": ids, "attention_mask": np.ones_like(ids)})[0][0]
            return vector

        if len(encodings) == 1:
            return one(encodings[0])[np.newaxis]
        # Texts of about the same length one after another keep the memory that a run needs from growing and shrinking.
        order = sorted(range(len(encodings)), key=lambda place: len(encodings[place].ids))
        found = np.empty((len(encodings), self.dimensions), np.float32)
        with ThreadPoolExecutor(self._threads, initializer=_give_way) as pool:
            for place, vector in zip(order, pool.map(one, [encodings[place] for place in order]), strict=True):
                found[place] = vector
        return found

    def _load(self) -> tuple[Tokenizer, InferenceSession]:
        with self._loading:
            if self._loaded is None:
                onnxruntime, tokenizers = import_module("onnxruntime"), import_module("tokenizers")
                tokenizer = tokenizers.Tokenizer.from_str(read_checked(*TOKENIZER).decode())
                tokenizer.enable_truncation(max_length=TOKENS)
                tokenizer.no_padding()
                options = onnxruntime.SessionOptions()
                options.intra_op_num_threads = options.inter_op_num_threads = 1
                options.log_severity_level = 3
                path = str(prepare_graph(self._folder))
                session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
                self._loaded = tokenizer, session
            return self._loaded


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def _readable(text: str) -> str:
    """The tokenizer takes Unicode only: a lone surrogate is none."""
    return text[:LONGEST].encode("utf-8", "replace").decode()


def _give_way() -> None:
    with contextlib.suppress(AttributeError, OSError):  # where threads have no niceness of their own
        thread = threading.get_native_id()
        os.setpriority(os.PRIO_PROCESS, thread, max(BACKGROUND, os.getpriority(os.PRIO_PROCESS, thread)))
