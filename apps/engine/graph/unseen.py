"""What runs although no call names it: names that a language or a framework calls of itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from apps.engine.facts import Capsule
from apps.engine.graph.entities import LAMBDA

# Beside the names with two underscores of Python and PHP.
_MAGIC: Mapping[str, frozenset[str]] = {
    "Ruby": frozenset({
        "method_missing", "respond_to_missing?", "to_s", "to_str", "to_a", "to_ary", "to_h", "to_hash", "to_proc", "inspect",
        "each", "hash", "coerce", "call", "included", "inherited", "extended", "prepended", "const_missing", "method_added",
        "initialize_copy", "==", "===", "<=>", "=~", "eql?", "[]", "[]=", "+", "-", "*", "/", "%", "**", "<<", "!", "~",
    }),
    **dict.fromkeys(("JavaScript", "TypeScript", "TSX"), frozenset({"toString", "valueOf", "toJSON", "then", "next", "return"})),
    **dict.fromkeys(
        ("Java", "Kotlin"),
        frozenset({
            "toString", "equals", "hashCode", "compareTo", "finalize", "close", "run", "call", "iterator", "readObject",
            "writeObject", "readResolve", "writeReplace", "invoke", "getValue", "setValue", "provideDelegate",
        }),
    ),
    "C#": frozenset({"ToString", "Equals", "GetHashCode", "Dispose", "DisposeAsync", "GetEnumerator", "Finalize", "Deconstruct"}),
    "Swift": frozenset({"deinit", "hash", "encode", "callAsFunction"}),
}  # fmt: skip
_KOTLIN_OPERATORS = frozenset({
    "plus", "minus", "times", "div", "rem", "get", "set", "contains", "rangeTo", "unaryMinus", "unaryPlus", "not", "inc", "dec",
    "plusAssign", "minusAssign", "timesAssign", "divAssign", "component1", "component2", "component3",
})  # fmt: skip
# Folders whose classes a framework finds by their place and name.
_PLACES: Mapping[str, frozenset[str]] = {
    "Laravel": frozenset({
        "Listeners", "Policies", "Observers", "Components", "Providers", "Commands", "Casts", "factories", "seeders",
    }),
    "Symfony": frozenset({"EventListener", "EventSubscriber", "MessageHandler", "Security", "Twig", "Command", "Controller"}),
    "Ruby on Rails": frozenset({
        "controllers", "helpers", "mailers", "channels", "policies", "components", "previews", "serializers",
    }),
}  # fmt: skip
_BEANS = ("get", "set", "is")  # what frameworks of the JVM read and write by the name of a property


def is_magic(capsule: Capsule) -> bool:
    """Whether the language calls what has this name: ``__str__``, ``method_missing``, operators and destructors of C++."""
    name, language = capsule.name, capsule.language
    if language == "Python":
        return name.startswith("__") and name.endswith("__")
    if language == "Go" and name == "init":
        return True
    if name.startswith("~") or "operator" in name.split()[:2] or not name.strip("!?=").replace("$", "_").isidentifier():
        return language != "Shell" and name != LAMBDA
    if language == "C++":
        return name.startswith("operator")
    if capsule.kind != "method" and capsule.parent == capsule.path:
        return False
    if language == "Kotlin" and name in _KOTLIN_OPERATORS:
        return True
    return name in _MAGIC.get(language, ()) or (language == "PHP" and name.startswith("__")) or name.startswith("[")


def is_bean(capsule: Capsule) -> bool:
    """Whether a method reads or writes a property by its name: ``getOwner``."""
    name = capsule.name
    is_named = any(name.startswith(word) and name[len(word) : len(word) + 1].isupper() for word in _BEANS)
    return is_named and capsule.language in ("Java", "Kotlin")


def found_by_place(path: str, frameworks: Iterable[str]) -> list[str]:
    """The frameworks of a repository that find what stands in a file by its place and name."""
    folders = path.split("/")[:-1]
    return [name for name in frameworks if not _PLACES.get(name, frozenset()).isdisjoint(folders)]
