"""The families of declared languages, one module each."""

from apps.engine.graph.declared.rules import c_family, csharp, go, jvm, php, rust, swift
from apps.engine.graph.declared.rules.base import Imported, Rules

FAMILIES: dict[str, Rules] = {
    "C": c_family.RULES,
    "C#": csharp.RULES,
    "C++": c_family.RULES,
    "Go": go.RULES,
    "Java": jvm.RULES,
    "Kotlin": jvm.RULES,
    "PHP": php.RULES,
    "Rust": rust.RULES,
    "Swift": swift.RULES,
}

__all__ = ["FAMILIES", "Imported", "Rules"]
