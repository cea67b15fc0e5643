"""A clone on this machine, as a source."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from apps.integrations.git.errors import NotARepository


@dataclass(frozen=True, slots=True)
class LocalSource:
    """A clone on this machine; only the operator's own commands make one.  Its committed state counts, not what lies around."""

    path: Path

    @property
    def url(self) -> str:
        return str(Path(self.path).absolute())


def check_folder(path: Path) -> Path:
    """The top folder of a clone, bare or not, also a linked work tree; raises `NotARepository` with the reason."""
    try:
        folder = path.resolve(strict=True)
        if _is_top(folder):
            return folder
        above = next((parent for parent in folder.parents if _is_top(parent)), None)
    except (OSError, RuntimeError, ValueError):
        raise NotARepository(f"There is no folder {path}, or it can't be read.") from None
    if not folder.is_dir():
        raise NotARepository(f"{path} is a file. Name the folder of a git repository, or its https address.")
    if above is not None:
        raise NotARepository(f"{path} lies inside a git repository. Name its top folder: {above}")
    raise NotARepository(f"{path} is not a git repository. Run git init and commit there, or name another folder.")


def _is_top(folder: Path) -> bool:
    is_bare = (folder / "HEAD").is_file() and (folder / "objects").is_dir() and (folder / "refs").is_dir()
    return is_bare or (folder / ".git").exists()
