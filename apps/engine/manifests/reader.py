"""All manifests of a commit → facts, with versions from lock files."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from dataclasses import replace

from apps.engine.facts import Dependency
from apps.engine.manifests import cargo, helm, kubernetes, lockfiles
from apps.engine.manifests.collected import Collector, ManifestFacts, Unreadable
from apps.engine.manifests.lockfiles import Locks
from apps.engine.manifests.registry import BESIDE, FORMATS

MAX_TEXT = 2_000_000  # characters of one manifest; larger ones are named as unknown
# What a value of an unforeseen kind leads to.  Anybody may write a manifest, and one of them must not end the whole reading.
_ODD_SHAPE = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
# Endings of code, pages and translations that no reader looks at, but for a few names: most files are told apart at once.
_CODE = (
    ".py",
    ".js",
    ".jsx",
    ".ts",
    ".tsx",
    ".java",
    ".kt",
    ".rs",
    ".c",
    ".h",
    ".cpp",
    ".cs",
    ".php",
    ".css",
    ".html",
    ".md",
    ".svg",
    ".po",
    ".mo",
)
_CODE_READ = frozenset({"setup.py", "noxfile.py", "conanfile.py"})
# Folders of what tests are given: manifests in them are input of a program, they declare nothing of this one.
_GIVEN = frozenset({"testdata", "fixtures", "__fixtures__", "test-fixtures", "test_fixtures"})
_OTHERS = ("libs.versions.toml", "gradle.properties")  # read for what other manifests leave open


def is_manifest(path: str) -> bool:
    """Is there a reader for it, or is it a lock file or version catalog that readers look into?"""
    if _is_code(path) or is_given(path):
        return False
    if path.rpartition("/")[2] in _OTHERS or lockfiles.matches(path):
        return True
    return any(form.matches(path) for form in FORMATS.values())


def read_manifests(texts: Mapping[str, str]) -> ManifestFacts:
    """Facts of all manifests among the texts (by canonical path).

    Other texts are used to tell whether a file that a manifest names is there.  What cannot be read is in `unknowns`.
    """
    out = Collector(texts=texts)
    for path in sorted(texts):
        if (_is_code(path) and "templates/" not in path) or is_given(path):
            continue
        readers = [form.read for form in FORMATS.values() if form.matches(path)]
        readers += [form.read for form in BESIDE if form.matches(path, texts[path])]
        if not readers and _is_deployed(path, texts[path], out):
            readers = [kubernetes.read]
        for read in readers:
            if len(texts[path]) > MAX_TEXT:
                out.unknown(path, f"it is larger than {MAX_TEXT:,} characters", path)
                continue
            try:
                read(path, texts[path], out)
            except Unreadable as error:
                out.unknown(path, f"{error}", path)
            except _ODD_SHAPE:
                out.unknown(path, "it has a shape that is not understood", path)
    locks = Locks(out)
    out.dependencies = [_locked(fact, locks, out) for fact in out.dependencies]
    return out.finish()


def _is_code(path: str) -> bool:
    return path.endswith(_CODE) and path.rpartition("/")[2] not in _CODE_READ


def is_given(path: str) -> bool:
    """Whether a file is input of tests, which declares nothing of the program."""
    return not _GIVEN.isdisjoint(path.lower().split("/")[:-1])


def _is_deployed(path: str, text: str, out: Collector) -> bool:
    """Kubernetes objects in any folder, and parts of a chart that do not end as YAML does."""
    return (path.endswith((".yml", ".yaml")) and kubernetes.is_object(text[:50_000])) or helm.is_template(path, out)


def _locked(fact: Dependency, locks: Locks, out: Collector) -> Dependency:
    """The dependency with the version a lock file holds; Go and Maven have none beside the manifest."""
    if fact.ecosystem == "go" or fact.source == "manifest:pom.xml":
        return fact
    spec = fact.spec
    if fact.ecosystem == "cargo" and not spec:
        spec = cargo.workspace_spec(posixpath.dirname(fact.place.path), fact.name, out)
    found = locks.find(fact.ecosystem, fact.place.path, fact.name, spec)
    return replace(fact, resolved=found.version, locked_at=found.place) if found.version else fact
