"""Words and Markdown: the only place where repository text enters a sentence, a table or a list.

Repository text is either in a code span (`code`) or escaped (`plain`); both make hidden characters visible and put
everything on one line.  Numbers over a hundred are rounded (`about`), so that a small commit leaves sentences alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from apps.engine.facts import show_hidden
from apps.engine.facts.markup import without_markup

_SPECIAL = str.maketrans({char: "\\" + char for char in "\\`*_{}[]<>~&$"})
_HEADING = re.compile(r"(?<!\S)#")  # elsewhere it is no mark: C#
_VOWELS = "aeiou"
_VOWEL_SOUNDS = ("HTTP", "HTML", "SQL", "SSH", "SMTP", "S3", "XML", "RQ", "npm", "MCP", "LLM", "honest", "hour", "NGINX", "MySQL")
_CONSONANT_SOUNDS = ("user", "uni", "use", "util", "one", "URL", "UI", "UUID", "euro")


def one_line(text: str, limit: int = 0) -> str:
    """`text` on one line, hidden characters shown, cut to `limit` characters (0 = whole) with an ellipsis."""
    line = " ".join(show_hidden(" ".join(text.split())).split())
    return line if not limit or len(line) <= limit else line[: limit - 1].rstrip() + "…"


def plain(text: str, limit: int = 0) -> str:
    """Repository text as prose: every character that Markdown could read as markup is escaped."""
    return _HEADING.sub(r"\\#", one_line(text, limit).translate(_SPECIAL))


def code(text: str, limit: int = 120) -> str:
    """A code span whose fence is longer than any run of backticks in it."""
    line = one_line(text, limit)
    if not line:
        return "(empty)"
    runs = {len(run) for run in "".join(char if char == "`" else " " for char in line).split()}
    fence = "`" * next(length for length in range(1, len(runs) + 2) if length not in runs)
    padding = " " if line.startswith("`") or line.endswith("`") else ""
    return f"{fence}{padding}{line}{padding}{fence}"


def path_code(path: str, limit: int = 60) -> str:
    """A path as code; of a long one the end is kept, which tells more than its start."""
    line = one_line(path)
    return code(line if len(line) <= limit else "…" + line[1 - limit :], 0)


def marked(text: str, limit: int = 160) -> str:
    """Words of ours around repository text in backticks: the first as prose, the second as code."""
    pieces = one_line(text, limit).split("`")
    if len(pieces) % 2 == 0:
        return plain(text, limit)
    return "".join(
        (code(piece, 0) if piece else "") if number % 2 else plain(f"x{piece}x")[1:-1] for number, piece in enumerate(pieces)
    )


def quoted(text: str, limit: int = 160) -> str:
    """Words of a docstring or README: what they mark as code is code, in whichever markup; all else is prose."""
    line = one_line(without_markup(text), limit)
    if line.count("`") % 2:  # cut within, or a mark without its other half
        head, _, tail = line.rpartition("`")
        line = head + tail
    return marked(line, 0)


_SMALL = (20, 50, 100)


def rounded(number: int) -> int:
    """Two significant digits from a hundred on."""
    if number < 100:
        return number
    step = int(10 ** (len(str(number)) - 2))
    return (number + step // 2) // step * step


def about(number: int) -> str:
    """``87``, ``about 1,200``."""
    return f"about {rounded(number):,}" if number >= 100 else str(number)


def noun(number: int, one: str, many: str = "") -> str:
    """The noun that fits the number; `many` for irregular plurals."""
    if number == 1:
        return one
    if many:
        return many
    if one.endswith("y") and one[-2:-1] not in _VOWELS:
        return one[:-1] + "ies"
    return one + ("es" if one.endswith(("s", "x", "ch", "sh")) else "s")


def count(number: int, one: str, many: str = "") -> str:
    """``1 file``, ``12 files``, ``about 1,200 files``; of lines, which change most, ``under 20 lines``."""
    if one == "line" and 0 < number < 100:
        # Small files change by a line with every commit: a step says as much and stays.
        return f"under {next(step for step in _SMALL if number < step)} lines"
    return f"{about(number)} {noun(number, one, many)}"


def exact(number: int, one: str, many: str = "") -> str:
    """Like `count`, never rounded: for things a reader may want to count himself."""
    return f"{number:,} {noun(number, one, many)}"


def listing(items: Iterable[str], limit: int = 0, rest: str = "more", last: str = "and") -> str:
    """``a``, ``a and b``, ``a, b and c``; over `limit`: ``a, b and 3 more``, where more is never only one."""
    all_items = list(items)
    shown = all_items if not limit or len(all_items) <= limit + 1 else all_items[:limit]
    left = len(all_items) - len(shown)
    if left:
        return f"{', '.join(shown)} {last} {left:,} {rest}"
    if len(shown) < 2:
        return "".join(shown)
    return f"{', '.join(shown[:-1])} {last} {shown[-1]}"


def article(words: str) -> str:
    """`words` with the article that fits how they are spoken."""
    if words.startswith(_VOWEL_SOUNDS):
        return f"an {words}"
    if words.startswith(_CONSONANT_SOUNDS):
        return f"a {words}"
    return f"{'an' if words[:1].lower() in _VOWELS else 'a'} {words}"


_WORDS = ("", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve")


def capital(text: str) -> str:
    """The first letter large, a small number as a word: how a sentence starts.  What starts with a code span stays."""
    number, space, rest = text.partition(" ")
    if space and number.isascii() and number.isdigit() and 0 < int(number) < len(_WORDS):
        return f"{_WORDS[int(number)]} {rest}"
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """`text` with a capital at the start and a full stop at the end."""
    text = capital(text.strip())
    return text if text.endswith((".", "!", "?", ":", "…")) else text + "."


def table(headers: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table.  Cells are finished Markdown on one line; their bars are escaped here."""
    lines = ["| " + " | ".join(headers) + " |", "| " + " | ".join("---" for _ in headers) + " |"]
    lines.extend("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows)
    return "\n".join(lines)


def bullets(items: Iterable[str]) -> str:
    """A list."""
    return "\n".join(f"- {item}" for item in items)


def numbered(items: Iterable[str]) -> str:
    """A numbered list."""
    return "\n".join(f"{number}. {item}" for number, item in enumerate(items, 1))


def quotation(text: str) -> str:
    """Somebody else's words."""
    return f"> {text}"


def share(part: int, whole: int) -> str:
    """``60 %``, ``under 1 %``; in steps of five, so that a small commit leaves sentences alone."""
    percent = 100 * part / whole if whole else 0
    if percent >= 7.5:
        return f"{5 * round(percent / 5)} %"
    return f"{round(percent)} %" if percent >= 0.5 else "under 1 %"
