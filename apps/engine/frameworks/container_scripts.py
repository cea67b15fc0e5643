"""Shell scripts that a container starts with: what they read from outside is configuration of the application.

Other scripts (deployment, development, CI) read variables too; those are settings of whoever runs them and are left out.
"""

from __future__ import annotations

from collections.abc import Iterator

from apps.engine.facts import ConfigKey, FileFacts, Place
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.found import Found
from apps.engine.manifests import docker
from apps.engine.manifests.collected import Collector

_STARTS = frozenset({"ENTRYPOINT", "CMD"})


def find(code: Code) -> Found:
    """Variables of scripts that an ENTRYPOINT or CMD names, and of the scripts that these source."""
    found = Found()
    scripts = {facts.path: facts for facts in code.own("Shell")}
    if not any(facts.environment for facts in scripts.values()):
        return found
    waiting = [path for image in _images(code) for path in _started(code, image, scripts)]
    seen: set[str] = set()
    while waiting:
        path = waiting.pop()
        if path in seen:
            continue
        seen.add(path)
        facts = scripts[path]
        for read in facts.environment:
            place = Place(path, read.line, read.end_line)
            found.config_keys.append(
                ConfigKey(read.name, "env", place, read.access, read.default, read.required, "syntax", inside=read.scope)
            )
        folder = path.rpartition("/")[0]
        waiting += [beside for item in facts.imports if (beside := _beside(folder, item.module)) in scripts]
    return found


def _images(code: Code) -> Iterator[str]:
    for path in sorted(code.texts):
        if code.languages.get(path) == "Dockerfile" and code.roles.get(path) not in ("test", "vendored"):
            yield path


def _started(code: Code, image: str, scripts: dict[str, FileFacts]) -> Iterator[str]:
    """Scripts that an image starts with: the file of that name nearest to the Dockerfile, none where two are as near."""
    out = Collector()
    docker.read(image, code.texts[image], out)
    folder = image.rpartition("/")[0]
    for command in out.commands:
        if command.name not in _STARTS:
            continue
        for word in command.text.split():
            name = word.strip("\"'").rpartition("/")[2]
            fits = [path for path in scripts if path.rpartition("/")[2] == name]
            below = [path for path in fits if not folder or path.startswith(f"{folder}/")]
            chosen = below if len(below) == 1 else fits
            if len(chosen) == 1:
                yield chosen[0]


def _beside(folder: str, module: str) -> str:
    """A sourced file's path from the root."""
    parts = folder.split("/") if folder else []
    for part in module.split("/"):
        if part == ".." and parts:
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)
