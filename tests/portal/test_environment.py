"""`.env.example` names every variable the settings read, and no other."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def read_by_settings() -> set[str]:
    names = set()
    for node in ast.walk(ast.parse((ROOT / "portal" / "settings.py").read_text())):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and isinstance(node.func.value, ast.Name)
            and node.func.value.id == "env"
        ):
            assert isinstance(node.args[0], ast.Constant), ast.unparse(node)
            names.add(node.args[0].value)
    return names


def in_example() -> dict[str, str]:
    lines = (ROOT / ".env.example").read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def test_the_example_is_complete():
    assert set(in_example()) == read_by_settings()


def test_secrets_have_no_value_in_the_example():
    assert {in_example()[name] for name in ("SECRET_KEY", "CREDENTIAL_KEYS")} == {""}
