"""Variables that a script reads and does not set itself: they come from its environment."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from apps.engine.facts import EnvironmentRead

# What the shell itself or every login sets.
_OWN = frozenset({
    "HOME", "PATH", "PWD", "OLDPWD", "USER", "LOGNAME", "SHELL", "TERM", "LANG", "HOSTNAME", "HOSTTYPE", "OSTYPE", "MACHTYPE",
    "UID", "EUID", "GROUPS", "PPID", "SHLVL", "RANDOM", "SECONDS", "EPOCHSECONDS", "LINENO", "FUNCNAME", "IFS", "REPLY",
    "OPTARG", "OPTIND", "OPTERR", "PIPESTATUS", "DIRSTACK", "SHELLOPTS", "COLUMNS", "LINES", "PS1", "PS2", "PS4", "TMPDIR",
    "COMP_WORDS", "COMP_CWORD", "COMP_LINE", "COMP_POINT", "COMPREPLY", "EDITOR", "DISPLAY",
})  # fmt: skip
_DEFAULTS = frozenset({":-", "-", ":=", "="})
_REQUIRED = frozenset({":?", "?"})
_PRESENT = frozenset({":+", "+"})


@dataclass(frozen=True, slots=True)
class Use:
    """One expansion of a variable at a byte offset.  `operator` is that of ``${X:-y}``, `word` what follows it."""

    name: str
    start: int
    line: int
    end_line: int
    scope: str
    operator: str = ""
    word: str = ""


def reads(uses: Iterable[Use], set_at: dict[str, int], strict_from: int) -> tuple[EnvironmentRead, ...]:
    """Reads of variables that nothing in the script has set before.

    `set_at` is the byte behind the first assignment of a name, `strict_from` the byte from which a missing variable ends the
    script (``set -u``), -1 where it never does.
    """
    found = []
    for use in uses:
        name = use.name
        if not name.isupper() or name in _OWN or name.startswith("BASH") or use.start >= set_at.get(name, use.start + 1):
            continue
        strict = 0 <= strict_from <= use.start and not use.operator
        found.append(
            EnvironmentRead(
                name,
                f"${{{name}{use.operator}}}" if use.operator else f"${name}",
                use.line,
                use.end_line,
                use.scope,
                use.word if use.operator in _DEFAULTS else "",
                use.operator in _REQUIRED or strict,
            )
        )
    return tuple(found)


def is_operator(text: str) -> bool:
    """Whether a mark inside ``${…}`` says what happens where the variable is missing."""
    return text in _DEFAULTS or text in _REQUIRED or text in _PRESENT
