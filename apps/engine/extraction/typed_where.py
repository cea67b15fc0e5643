"""The folder in which a line of a document is typed."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from dataclasses import dataclass

from apps.engine.manifests.typed import core_of

CHANGES_FOLDER = re.compile(r"^(?:cd|pushd) (?P<quote>[\"']?)(?P<folder>[\w./-]+)(?P=quote)(?: && (?P<rest>.+))?$")
# Beginning of a command → files one of which it works with, in the folder where it is typed.
_WORKS_WITH = (
    (re.compile(r"^(?:npm|yarn|pnpm|bun|npx|bunx)\b"), ("package.json",)),
    (re.compile(r"^(?:uv|poetry|pdm|hatch|rye)\b"), ("pyproject.toml",)),
    (re.compile(r"^pipenv\b"), ("Pipfile",)),
    (re.compile(r"^(?:\S*python[\d.]* )?(?:\./)?manage\.py\b"), ("manage.py",)),
    (re.compile(r"^docker[ -]compose\b"), ("compose.yml", "compose.yaml", "docker-compose.yml", "docker-compose.yaml")),
    (re.compile(r"^make\b"), ("Makefile", "makefile", "GNUmakefile")),
    (re.compile(r"^cargo\b"), ("Cargo.toml",)),
    (re.compile(r"^go\b"), ("go.mod",)),
    (re.compile(r"^(?:\./)?mvnw?\b"), ("pom.xml",)),
    (re.compile(r"^(?:\./)?gradlew?\b"), ("build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts")),
    (re.compile(r"^(?:bundle|rake|(?:bin/)?rails)\b"), ("Gemfile",)),
    (re.compile(r"^(?:composer|php artisan)\b"), ("composer.json",)),
    (re.compile(r"^pip3? install -r requirements\.txt\b"), ("requirements.txt",)),
)
_RUNS_FILE = re.compile(
    r"(?:go run|node|ruby|php|deno run|bun(?: run)?|python[\d.]*|flask --app|streamlit run) (?:-\S+ )*"
    r"(?P<file>[\w./-]+\.(?:go|[cm]?[jt]s|rb|php|py))\b"
    r"|(?:uvicorn|gunicorn|hypercorn|granian) (?:-\S+ )*(?P<module>[\w.]+):\w"
)
_BUILT = frozenset({"dist", "build", "out", "lib", "target", "bin", "public"})  # folders whose files may be made by a build


@dataclass(frozen=True, slots=True)
class Where:
    """A folder ("" = the top) and the line that goes there (0: none does); `is_guess`: it was meant for something else before."""

    folder: str = ""
    line: int = 0
    is_guess: bool = False


def bare(line: str) -> str:
    """A line without its prompt."""
    return line.strip().removeprefix("$ ").strip()


class Known:
    """The folders and files of a commit, as far as lines to type are concerned."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._paths = texts
        folders: set[str] = set()
        for path in texts:
            folder = posixpath.dirname(path)
            while folder and folder not in folders:
                folders.add(folder)
                folder = posixpath.dirname(folder)
        self.folders = frozenset(folders)

    def into(self, here: str, moved: str) -> str:
        """The folder that ``cd`` leads to: below the one before it where there is such a folder, else from the top."""
        if moved == "-":
            return ""  # back to wherever it was
        moved = moved.removeprefix("./")
        there = posixpath.normpath(posixpath.join(here, moved)) if moved else here
        if there in (".", "") or there in self.folders or moved.startswith(".."):
            return "" if there == "." else there
        return moved.rstrip("/")

    def lacks(self, folder: str, typed: str) -> bool:
        """Whether it runs a file of its own that is not there: a line for a sample that somebody else is to write."""
        found = _RUNS_FILE.match(core_of(typed)[:300])
        if found is None:
            return False
        name = found["file"] or f"{found['module'].replace('.', '/')}.py"
        if not _BUILT.isdisjoint(name.split("/")[:-1]):
            return False
        paths = [posixpath.normpath(posixpath.join(start, name)) for start in (folder, "")]
        if found["module"]:
            paths += [f"{path.removesuffix('.py')}/__init__.py" for path in paths]
        return not any(path in self._paths for path in paths)

    def fits(self, folder: str, typed: str) -> bool:
        """Whether what the command works with is in the folder."""
        for text in (typed, core_of(typed)):
            for pattern, names in _WORKS_WITH:
                if pattern.match(text):
                    return any(posixpath.join(folder, name) in self._paths for name in names)
        return False
