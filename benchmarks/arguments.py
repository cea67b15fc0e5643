"""Command lines of the benchmarks: help is the module's own text; a path that will not do ends in one sentence and status 2."""

from __future__ import annotations

import argparse
import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

_ADDRESSES = ("https://", "http://", "ssh://", "git://", "file://", "git@")


def described(text: str | None) -> argparse.ArgumentParser:
    """A parser whose help is a module's own text."""
    return argparse.ArgumentParser(description=text, formatter_class=argparse.RawDescriptionHelpFormatter)


def folder(text: str) -> Path:
    """A folder that is there."""
    path = Path(text)
    if not text or not path.is_dir():
        raise argparse.ArgumentTypeError(f"there is no folder {text!r}")
    return path


def source(text: str) -> Path:
    """A folder of files, or a git directory (checked out or bare) with a commit."""
    path = folder(text)
    is_git = (path / ".git").exists() or (path / "objects").is_dir()
    if is_git and _git(path, "rev-parse", "--verify", "--quiet", "HEAD^{commit}"):
        raise argparse.ArgumentTypeError(f"the git directory {text!r} has no commit that can be read")
    return path


def address(text: str) -> str:
    """What the product's own commands take: a folder as `source`, or the address of a repository."""
    if not text.startswith(_ADDRESSES):
        source(text)
    return text


def clone_of(name: str, inner: str) -> Callable[[str], Path]:
    """The type of an argument: a clone, bare or checked out, or the bare files of the repository `name`, which has `inner`."""

    def clone(text: str) -> Path:
        path = folder(text)
        if not (path / inner).is_dir() and _git(path, "cat-file", "-e", f"HEAD:{inner}"):
            raise argparse.ArgumentTypeError(f"{text!r} is no clone of {name}: it has no {inner}")
        return path

    return clone


def recorded(text: str) -> dict[str, Any]:
    """A file of recorded calls, read."""
    return _document(text, ("paths", "functions", "calls"), "recorded calls")


def judged(text: str) -> dict[str, Any]:
    """A file of edges with verdicts, read."""
    return _document(text, ("edges",), "judged edges")


def _document(text: str, keys: tuple[str, ...], what: str) -> dict[str, Any]:
    path = Path(text)
    if not text or not path.is_file():
        raise argparse.ArgumentTypeError(f"there is no file {text!r}")
    try:
        found = json.loads(path.read_text("utf-8"))
    except ValueError:
        found = None
    if not isinstance(found, dict) or any(key not in found for key in keys):
        raise argparse.ArgumentTypeError(f"{text!r} is no file of {what}")
    return found


def _git(path: Path, *words: str) -> int:
    return subprocess.run(["git", "-C", str(path), *words], capture_output=True, check=False).returncode
