"""Shell scripts: functions of both syntaxes, commands, sourced files, variables from outside."""

from __future__ import annotations

from textwrap import dedent

import pytest

from apps.engine.facts import FileFacts
from apps.engine.parsing import parse


def read(text: str) -> FileFacts:
    return parse("a.sh", "Shell", dedent(text).lstrip("\n"))


def wants(text: str) -> list[tuple[str, str, bool]]:
    """(name, default, required) of the variables read from outside."""
    return [(item.name, item.default, item.required) for item in read(text).environment]


def test_functions_of_both_syntaxes() -> None:
    facts = read("""
        #!/usr/bin/env bash
        # Deploys the shop.

        # Builds it.
        # ----------
        build() {
          if [ "$1" ]; then inner_tool; fi
          case "$1" in a) x;; *) y;; esac
        }
        function deploy-all { build prod && echo done; }
        function sub() (
          nested() { :; }
        )
        build() { :; }
        main "$@"
    """)
    assert [(d.qualname, d.start_line, d.line, d.end_line, d.signature) for d in facts.definitions] == [
        ("build", 4, 6, 9, "build()"), ("deploy-all", 10, 10, 10, "function deploy-all"),
        ("sub", 11, 11, 13, "function sub()"), ("sub.nested", 12, 12, 12, "nested()"), ("build#2", 14, 14, 14, "build()"),
    ]  # fmt: skip
    assert (facts.definitions[0].docstring, facts.definitions[0].complexity) == ("Builds it.", 4)
    assert (facts.docstring, facts.is_script, facts.main_line) == ("Deploys the shop.", True, 15)


def test_commands_are_calls_in_their_scope() -> None:
    facts = read("""
        run() { build "a b" 'c' --flag "$X" | tee log; }
        out=$(run now) other=1 tool <<< "$(deep)"
        "$dynamic" x
        cat <<EOF
        $(inside_text) build
        EOF
    """)
    assert [(call.callee.text, call.scope) for call in facts.calls] == [
        ("build", "run"), ("tee", "run"), ("tool", ""), ("run", ""), ("deep", ""), ("cat", ""), ("inside_text", ""),
    ]  # fmt: skip
    assert [argument.value.text for argument in facts.calls[0].arguments] == ["a b", "c", "--flag", '"$X"']
    assert [argument.value.kind for argument in facts.calls[0].arguments] == ["string", "string", "string", "other"]


def test_sourced_files() -> None:
    facts = read("""
        DIR="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
        . ./lib/a.sh
        source "b.sh"
        source "$(dirname "$0")/c.sh"
        source "${BASH_SOURCE%/*}/d.sh"
        source "$DIR/e.sh"
        source "$ELSEWHERE/f.sh"
        source "$(dirname "$(dirname "$0")")/g.sh"
    """)
    assert [(item.module, item.kind, item.line) for item in facts.imports] == [
        ("./lib/a.sh", "include", 2), ("b.sh", "include", 3), ("./c.sh", "include", 4), ("./d.sh", "include", 5),
        ("./e.sh", "include", 6), ('"$ELSEWHERE/f.sh"', "include", 7),
        ('"$(dirname "$(dirname "$0")")/g.sh"', "include", 8),
    ]  # fmt: skip


def test_variables_from_outside() -> None:
    assert wants("""
        echo "$A" ${B:-x y} "${C:?must be set}" ${D-} "${E:=made}" ${F:+given} ${#G} "$HOME" $lower $1
        cat <<EOF
        $H
        EOF
        cat <<'EOF'
        $NOT_READ
        EOF
    """) == [
        ("A", "", False), ("B", "x y", False), ("C", "", True), ("D", "", False), ("E", "made", False), ("F", "", False),
        ("G", "", False), ("H", "", False),
    ]  # fmt: skip


def test_variables_the_script_sets_itself_are_its_own() -> None:
    assert wants("""
        A=1; echo "$A"
        B=${B:-2}; echo "$B"
        for C in 1 2; do echo "$C"; done
        read -r D; echo "$D"
        f() { local E="$1"; echo "$E"; }
        export G="x"; echo "${G:-y}"
        printf -v H '%s' x; echo "$H"
        : "${I:=z}"; echo "$I"
        J=1 tool; echo "$J"
    """) == [("B", "2", False), ("I", "z", False), ("J", "", False)]


@pytest.mark.parametrize("line", ["set -u", "set -euo pipefail", "set -o nounset"])
def test_a_missing_variable_may_end_the_script(line: str) -> None:
    assert wants(f"echo $A\n{line}\necho $B ${{C:-}}\n") == [("A", "", False), ("B", "", True), ("C", "", False)]


def test_exported_and_constant_variables() -> None:
    facts = read("export A=1 B='two'\nreadonly C=3\nlocal D=4\nE+=x\nexport F\n")
    assert [(item.target, item.value.text if item.value else "", item.properties, item.kind) for item in facts.assignments] == [
        ("A", "1", ("exported",), ""), ("B", "two", ("exported",), ""), ("C", "3", ("const",), ""), ("D", "4", (), ""),
        ("E", "x", (), "augmented"),
    ]  # fmt: skip
