"""Real environment files (``.env``, ``.env.production``): their values are withheld, whatever they look like."""

from __future__ import annotations

import re

from apps.engine.secrets.pem import Edit

FILE_KIND = "environment-file"
MAX_VALUE = 64_000  # characters
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
    at = 0
    done = 0
    for line in _LINE.finditer(text):
        if line.start("value") < done:
            continue
        start, end = line.span("value")
        value = line["value"].rstrip()
        end = start + len(value)
        if len(value) >= 2 and value[0] == value[-1] and value[0] in "\"'`":
            start, end = start + 1, end - 1
        elif value[:1] in ("'", '"', "`"):
            # A value of several lines ends at its own quote.
            closing = text.find(value[0], start + 1, start + MAX_VALUE)
            start, end = start + 1, closing if closing > end else end
        while at < len(edits) and edits[at].end <= start:
            made.append(edits[at])
            at += 1
        inside = []
        while at < len(edits) and edits[at].start < end:
            inside.append(edits[at])
            at += 1
        end = done = max([end, *(edit.end for edit in inside)])
        current = text[start:end]
        if inside and inside[0].kind:
            made.append(Edit(start, end, inside[0].new, inside[0].kind))
        elif not _HARMLESS.match(current) and not re.fullmatch(r"<secret:[\w-]+>", current):
            made.append(Edit(start, end, VALUE, "" if told else FILE_KIND))
            told = True
    return sorted([*made, *edits[at:]], key=lambda edit: (edit.start, edit.end))
