"""Real environment files (``.env``, ``.env.production``): their values are withheld, whatever they look like."""

from __future__ import annotations

import re

from apps.engine.secrets.pem import Edit

FILE_KIND = "environment-file"
VALUE = "<secret:env-value>"
_REAL = re.compile(r"^(\.env(\.[\w-]+)*|[\w-]+\.env)$", re.I)
_EXAMPLE = re.compile(r"example|sample|template|dist|default|schema|tmpl|tpl", re.I)
_LINE = re.compile(r"^[ \t]*(?:export[ \t]+)?[A-Za-z_][A-Za-z0-9_.-]*[ \t]*=[ \t]*(?P<value>[^\r\n]*)", re.M)
_HARMLESS = re.compile(r"^(|true|false|yes|no|on|off|null|none|[0-9]{1,6})$", re.I)


def is_environment_file(path: str) -> bool:
    """``.env`` and its variants, but no examples or templates."""
    name = path.rpartition("/")[2]
    return _REAL.match(name) is not None and _EXAMPLE.search(name) is None


def find_values(text: str, edits: list[Edit]) -> list[Edit]:
    """`edits` (sorted) plus one for each value; a value that holds a secret found before is withheld whole under its kind.

    The first value withheld is reported once for the file.
    """
    made: list[Edit] = []
    told = False
    left = list(edits)
    for line in _LINE.finditer(text):
        start, end = line.span("value")
        value = line["value"].rstrip()
        end = start + len(value)
        if len(value) >= 2 and value[0] == value[-1] and value[0] in "\"'`":
            start, end = start + 1, end - 1
        inside = [edit for edit in left if edit.start < end and start < edit.end]
        if any(edit.end > end or edit.start < start for edit in inside):
            continue  # a value of several lines: its own edits take it out
        left = [edit for edit in left if edit not in inside]
        current = text[start:end]
        if inside and inside[0].kind:
            made.append(Edit(start, end, inside[0].new, inside[0].kind))
        elif not _HARMLESS.match(current) and not re.fullmatch(r"<secret:[\w-]+>", current):
            made.append(Edit(start, end, VALUE, "" if told else FILE_KIND))
            told = True
    return sorted([*made, *left], key=lambda edit: (edit.start, edit.end))
