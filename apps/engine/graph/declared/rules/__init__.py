"""The families of declared languages, one module each."""

from apps.engine.graph.declared.rules import csharp, go, jvm, php, rust
from apps.engine.graph.declared.rules.base import Imported, Rules

FAMILIES: dict[str, Rules] = {
    "C#": csharp.RULES,
    "Go": go.RULES,
    "Java": jvm.RULES,
    "Kotlin": jvm.RULES,
    "PHP": php.RULES,
    "Rust": rust.RULES,
}

__all__ = ["FAMILIES", "Imported", "Rules"]
