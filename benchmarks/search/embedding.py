"""Texts embedded in a second, beside bare onnxruntime with the same graph on the same texts.

    python benchmarks/search/embedding.py FOLDER [--texts 300] [--rounds 5]

The texts are the Python functions of FOLDER, as the product gives them to its model.  Bare runs get them cut into tokens already:
one text a run on as many threads as there are processors, the same with the threads of onnxruntime, and padded batches of 32.
Rounds alternate, and the best of each counts.  Then: how long one question takes.
"""

from __future__ import annotations

import ast
import os
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import django
import numpy as np
import onnxruntime
from tokenizers import Tokenizer

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")
os.environ.setdefault("SECRET_KEY", "of a benchmark")
django.setup()

from django.conf import settings  # noqa: E402 - Django is set up first

from apps.engine.retrieval.vector_texts import vector_texts  # noqa: E402
from apps.integrations.embeddings import LocalEmbedder  # noqa: E402
from apps.integrations.embeddings.files import TOKENIZER, prepare_graph, read_checked  # noqa: E402
from benchmarks.arguments import described, folder  # noqa: E402

BATCH = 32
QUESTION = "how are the signatures of webhooks verified before a sync is requested"


def functions(root: Path, count: int, window: int) -> list[str]:
    """Texts of the first functions, in the order of their files."""
    found: list[str] = []
    for path in sorted(root.rglob("*.py")):
        try:
            source = path.read_text()
            tree = ast.parse(source)
        except (ValueError, SyntaxError, RecursionError):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                text = ast.get_source_segment(source, node) or ""
                first = (ast.get_docstring(node) or "").partition("\n")[0]
                found += vector_texts(str(path.relative_to(root)), node.name, first, text, "Python", window=window)
                if len(found) >= count:
                    return found
    return found


def session(graph: Path, threads: int) -> Any:
    """Bare onnxruntime."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
    return onnxruntime.InferenceSession(str(graph), options, providers=["CPUExecutionProvider"])


def run(bare: Any, rows: list[list[int]]) -> Any:
    """One run, shorter texts filled up."""
    ids, mask = (np.zeros((len(rows), max(map(len, rows))), np.int64) for _ in range(2))
    for place, row in enumerate(rows):
        ids[place, : len(row)], mask[place, : len(row)] = row, 1
    return bare.run(None, {"input_ids": ids, "attention_mask": mask})


def main() -> int:
    """Exit status 0; the figures are printed."""
    parser = described(__doc__)
    parser.add_argument("folder", type=folder)
    parser.add_argument("--texts", type=int, default=300)
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    graph = prepare_graph(Path(settings.MODELS_DIR))
    ours = LocalEmbedder(Path(settings.MODELS_DIR))
    texts = functions(given.folder, given.texts, ours.window)
    if not texts:
        parser.error("there is no Python function in this folder")
    tokenizer = Tokenizer.from_str(read_checked(*TOKENIZER).decode())
    tokenizer.enable_truncation(max_length=128)
    tokenizer.no_padding()
    rows = [encoding.ids for encoding in tokenizer.encode_batch(texts)]
    processors = len(os.sched_getaffinity(0))
    single, several = session(graph, 1), session(graph, processors)
    by_length = sorted(rows, key=len)

    def threads() -> None:
        with ThreadPoolExecutor(processors) as pool:
            list(pool.map(lambda row: run(single, [row]), rows))

    ways: dict[str, Callable[[], Any]] = {
        "the product": lambda: ours.embed(texts),
        f"bare, {processors} threads of one text": threads,
        "bare, one text, its own threads": lambda: [run(several, [row]) for row in rows],
        f"bare, batches of {BATCH}": lambda: [run(several, by_length[at : at + BATCH]) for at in range(0, len(rows), BATCH)],
    }
    best = dict.fromkeys(ways, float("inf"))
    for _ in range(given.rounds + 1):  # the first one warms up
        for name, way in ways.items():
            start = time.perf_counter()
            way()
            best[name] = min(best[name], time.perf_counter() - start)
    print(f"{len(texts)} texts, {np.mean([len(row) for row in rows]):.0f} tokens on average, {processors} processors")
    for name, seconds in best.items():
        print(f"{name:34} {len(texts) / seconds:7.1f} texts/s   product / this {seconds / best['the product']:.2f}")
    took = []
    for _ in range(100):
        start = time.perf_counter()
        ours.embed([QUESTION])
        took.append((time.perf_counter() - start) * 1_000)
    print(f"one question: {np.median(took):.1f} ms, p95 {np.percentile(took, 95):.1f} ms")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
