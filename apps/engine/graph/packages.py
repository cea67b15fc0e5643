"""Which package a name from outside belongs to, and which declared dependency that is."""

from __future__ import annotations

import re
from collections.abc import Iterable

from apps.engine.facts import Dependency

# Distributions whose modules are called otherwise.
_MODULES = {
    "pyyaml": "yaml", "beautifulsoup4": "bs4", "pillow": "PIL", "scikit-learn": "sklearn", "python-dateutil": "dateutil",
    "djangorestframework": "rest_framework", "opencv-python": "cv2", "pyjwt": "jwt", "psycopg2-binary": "psycopg2",
    "python-dotenv": "dotenv", "django-environ": "environ", "django-cors-headers": "corsheaders", "attrs": "attr",
    "django-filter": "django_filters", "msgpack-python": "msgpack", "python-jose": "jose",
    "google-api-python-client": "googleapiclient",
}  # fmt: skip
_ENDS = re.compile(r"[./:(]")


class Packages:
    """The declared dependencies of a repository by the names that code uses for them."""

    def __init__(self, dependencies: Iterable[Dependency]) -> None:
        self._by_name: dict[str, Dependency] = {}
        ordered = sorted(dependencies, key=lambda item: (item.group != "runtime", item.place, item.name))
        for dependency in ordered:
            for name in _names(dependency):
                self._by_name.setdefault(name, dependency)

    def dependency(self, external: str) -> Dependency | None:
        """The dependency a dotted external name (``requests.get``) is of: the one with the longest name that begins it."""
        ends = [len(external), *(match.start() for match in reversed(list(_ENDS.finditer(external))) if match.start())]
        for end in ends:
            found = self._by_name.get(external[:end]) or self._by_name.get(external[:end].lower())
            if found is not None:
                return found
        return None


def package_of(external: str) -> str:
    """The part of an external name that says whose it is: ``requests``, ``@scope/name``, ``github.com/gin-gonic/gin``,
    ``java.util.concurrent``.
    """
    folder, slash, rest = external.rpartition("/")
    if slash:
        return folder + slash + rest.partition(".")[0]
    parts = external.replace("()", "").split(".")
    inner = next((position for position, part in enumerate(parts) if part[:1].isupper()), 0)
    is_java = inner > 1 and parts[0] in (
        "java",
        "javax",
        "jakarta",
        "kotlin",
        "kotlinx",
        "org",
        "com",
        "io",
        "net",
        "dev",
        "android",
    )
    return ".".join(parts[:inner]) if is_java else parts[0]


def _names(dependency: Dependency) -> Iterable[str]:
    name = dependency.name
    yield name
    if dependency.ecosystem == "pypi":
        plain = name.lower()
        yield plain.replace("-", "_")
        yield plain.replace("-", ".")
        if plain in _MODULES:
            yield _MODULES[plain]
    elif dependency.ecosystem == "maven":
        yield name.partition(":")[0]
    elif dependency.ecosystem == "cargo":
        yield name.replace("-", "_")
