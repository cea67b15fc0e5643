"""Small repositories as source strings, taken through the real parser and resolver."""

from __future__ import annotations

from textwrap import dedent

from apps.engine.facts import Dependency, Endpoint, FileEntry, Model, Place
from apps.engine.frameworks import FrameworkFacts, find_framework_facts
from apps.engine.graph import Resolver
from apps.engine.graph.maps import module_maps
from apps.engine.parsing import PARSED_LANGUAGES, language_of, parse


def facts_of(
    sources: dict[str, str],
    *,
    roles: dict[str, str] | None = None,
    dependencies: tuple[str, ...] = (),
    packages: tuple[str, ...] = (),
) -> FrameworkFacts:
    """Framework facts of a repository given as {path: source}; `dependencies` are Python's, `packages` JavaScript's."""
    texts = {path: dedent(source).lstrip("\n") for path, source in sources.items()}
    languages = {path: language_of(path, text) for path, text in texts.items()}
    files = {path: parse(path, languages[path], text) for path, text in texts.items() if languages[path] in PARSED_LANGUAGES}
    inventory = [
        FileEntry(path, languages[path], len(text), role=(roles or {}).get(path, "code")) for path, text in texts.items()
    ]
    declared = [
        Dependency(name, "", Place("requirements.txt", number + 1), ecosystem="pypi") for number, name in enumerate(dependencies)
    ]
    declared += [Dependency(name, "", Place("package.json", 1), ecosystem="npm") for name in packages]
    return find_framework_facts(files, texts, Resolver(files, aliases=module_maps(texts)), declared, inventory)


def routes(found: FrameworkFacts) -> list[tuple[str, str, str]]:
    """(method, path, handler), sorted."""
    return sorted((endpoint.method, endpoint.path, endpoint.handler) for endpoint in found.endpoints)


def endpoint(found: FrameworkFacts, method: str, path: str) -> Endpoint:
    """The only endpoint with this method and path."""
    (one,) = [item for item in found.endpoints if (item.method, item.path) == (method, path)]
    return one


def model(found: FrameworkFacts, name: str) -> Model:
    """The only model of this name."""
    (one,) = [item for item in found.models if item.name == name]
    return one


def shape(one: Model) -> list[tuple[str, str]]:
    """(name, type) of its fields."""
    return [(field.name, field.type) for field in one.fields]


def relations(one: Model) -> list[tuple[str, str, str]]:
    """(field, kind, target) of its relations."""
    return [(relation.field, relation.kind, relation.target) for relation in one.relations]
