"""Swift: the files of a module need no imports of each other; other modules are imported as a whole."""

from __future__ import annotations

from collections.abc import Mapping

from apps.engine.facts import FileFacts
from apps.engine.graph.declared.rules.base import Imported, Rules
from apps.engine.graph.modules import ModuleMaps

_BUILTINS = """
String Int Int8 Int16 Int32 Int64 UInt UInt8 UInt16 UInt32 UInt64 Double Float Bool Character Array Dictionary Set Optional
Result Error Any AnyObject AnyHashable Void Never Substring Range ClosedRange KeyPath Sequence Collection IteratorProtocol
Equatable Hashable Comparable Codable Encodable Decodable Identifiable CustomStringConvertible CaseIterable Sendable Task
print debugPrint fatalError precondition preconditionFailure assert assertionFailure min max abs zip type stride swap dump
withUnsafePointer withCheckedContinuation withCheckedThrowingContinuation withTaskGroup Mirror ObjectIdentifier
"""
_UNWRAPPING = "first last subscript randomElement popLast removeFirst removeLast min max remove next"
_KEEPING = "filter sorted reversed prefix suffix dropFirst dropLast shuffled compactMap lazy makeIterator"
KEEPING = frozenset(_KEEPING.split())  # members of collections that give such a collection
WRITTEN = {"[]": "Swift.Array", "map": "Swift.Dictionary", "string": "Swift.String"}  # types with a notation of their own


class Swift(Rules):
    """Modules by the folders that the package manager takes for them."""

    def homes(self, files: Mapping[str, FileFacts], maps: ModuleMaps) -> dict[str, str]:
        return {path: _module(path) for path in files}

    def imported(self, facts: FileFacts, home: str, spaces: frozenset[str], maps: ModuleMaps) -> Imported:
        return Imported(stars=[item.module for item in facts.imports])


def _module(path: str) -> str:
    """``Sources/App/main.swift`` is of App; elsewhere the first folder tells."""
    parts = path.split("/")[:-1]
    for at, part in enumerate(parts[:-1]):
        if part in ("Sources", "Tests"):
            return parts[at + 1] if part == "Sources" or parts[at + 1].endswith("Tests") else f"{parts[at + 1]}Tests"
    return parts[0] if parts else ""


RULES = Swift(
    selfs=frozenset({"self"}),
    supers=frozenset({"super"}),
    calls_construct=True,
    capitals_construct=True,
    constructor_member="init",
    makers=frozenset({"init"}),
    inherited_constructors=True,
    unwrapping=frozenset(_UNWRAPPING.split()),
    builtins=frozenset(_BUILTINS.split()),
    builtin_space="Swift",
)
