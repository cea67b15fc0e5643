"""The door to bpe-openai.

Which tokenizer a reader's model has is not known here, so one stands for all and is named with every count.
"""

from __future__ import annotations

from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Protocol

TOKENIZER = "o200k_base"
_PACKAGE = "bpe_openai"


class _Tokenizer(Protocol):
    def count(self, text: str) -> int: ...


@cache
def _tokenizer() -> _Tokenizer:
    """Loaded once a process, in some 50 ms and 70 MB.

    The compiled module is loaded by itself: importing the package reads all its vocabularies into dictionaries that counting has
    no use for, which takes a second and as much memory again.
    """
    package = find_spec(_PACKAGE)
    folders = package.submodule_search_locations if package is not None else None
    files = [Path(folder, f"_bindings{suffix}") for folder in folders or () for suffix in EXTENSION_SUFFIXES]
    spec = next(
        (spec for path in files if path.is_file() and (spec := spec_from_file_location(f"{_PACKAGE}._bindings", path))), None
    )
    if spec is None or spec.loader is None:
        raise ImportError(f"{_PACKAGE} is not installed as this release needs it", name=_PACKAGE)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    found: _Tokenizer = module.tokenizer_for_encoding(TOKENIZER)
    return found


def count_tokens(text: str) -> int:
    """How many tokens of `TOKENIZER` a text has; what looks like a control token is text.  A thousand take some 0.1 ms."""
    try:
        return _tokenizer().count(text)
    except UnicodeEncodeError:  # lone surrogates
        return _tokenizer().count(text.encode("utf-8", "replace").decode())
