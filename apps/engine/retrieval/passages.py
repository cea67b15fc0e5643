"""Records → passages: one per capsule, one per section and sub-section of a document.

A capsule that holds others (a class its methods, a module its functions, a heading those below) leaves their lines to them, so
that the same text is not found twice.
"""

from __future__ import annotations

import hashlib
import re
import uuid
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

import msgspec

from apps.engine.facts import ArtifactText, Capsule, split_markdown
from apps.engine.facts.notation import Cite
from apps.engine.facts.sentences import first_sentence

MOST_CHARACTERS = 100_000  # of one passage's text; what is longer is data rather than something to read
_HEADING = re.compile(r"(#{3,6})[ \t]+(.+?)[ \t]*#*\Z")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
# A citation between these is part of the sentence.
_SPEAKS_OF = re.compile(r"(?:(?<![^\W\d_])(?:at|by|from|in|of|see|with)|\|) \Z")
_GOES_NOT_ON = re.compile(r" *(?:[.,;:!?)|\n]|(?:and|on|or)\b|\Z)")
_CLOSING = tuple(".,;:!?) ")
_NOT_IN_ANCHORS = re.compile(r"[^\w]+")


class PassageText(msgspec.Struct, frozen=True):
    """What is stored of a passage; see `search.models.Passage`."""

    anchor: str
    title: str
    summary: str
    text: str
    path: str = ""
    line: int = 0
    end_line: int = 0
    kind: str = ""
    role: str = ""
    language: str = ""
    rank: float = 1.0

    @property
    def digest(self) -> uuid.UUID:
        """Of what is searched: the same digest, the same terms and vector."""
        return _uuid(self.path, self.title, self.summary, self.text)


class Draft(msgspec.Struct, frozen=True):
    """A passage before its text is made: `record` covers all that would be stored."""

    anchor: str
    record: uuid.UUID


def code_drafts(capsules: Iterable[Capsule], roles: Mapping[str, str]) -> list[Draft]:
    """A draft for each capsule; of those with the same symbol the first counts.  `roles` are those of files, by path."""
    found: dict[str, Draft] = {}
    for capsule in capsules:
        if capsule.symbol not in found:
            found[capsule.symbol] = Draft(capsule.symbol, _record(capsule, roles.get(capsule.path, "")))
    return list(found.values())


def code_texts(capsules: Sequence[Capsule], roles: Mapping[str, str], wanted: Collection[str]) -> Iterator[PassageText]:
    """The passages of the capsules with these symbols."""
    inner: dict[str, list[Capsule]] = defaultdict(list)
    for capsule in capsules:
        if capsule.parent in wanted and capsule.parent != capsule.symbol:
            inner[capsule.parent].append(capsule)
    done: set[str] = set()
    for capsule in capsules:
        if capsule.symbol not in wanted or capsule.symbol in done:
            continue
        done.add(capsule.symbol)
        yield PassageText(
            anchor=capsule.symbol,
            title=_title(capsule),
            summary=first_sentence(capsule.docstring),
            text=_own_text(capsule, inner.get(capsule.symbol, ()))[:MOST_CHARACTERS],
            path=capsule.path,
            line=capsule.line,
            end_line=capsule.end_line,
            kind=capsule.kind,
            role=roles.get(capsule.path, ""),
            language=capsule.language,
            rank=_rounded(capsule.rank),
        )


def document_passages(document: ArtifactText) -> list[PassageText]:
    """The passages of an architecture document, in its order.  Their text is Markdown with its citations."""
    found: list[PassageText] = []
    for section in document.sections:
        taken: set[str] = set()
        for heading, markdown in _by_heading(section.markdown):
            if not markdown.strip() and heading:
                continue
            name = anchor = section.key if not heading else f"{section.key}#{_slug(heading)}"
            number = 2
            while anchor in taken:
                anchor, number = f"{name}-{number}", number + 1
            taken.add(anchor)
            found.append(
                PassageText(
                    anchor=anchor,
                    title=f"{section.title} › {heading}" if heading else section.title,
                    summary=first_sentence(readable(markdown)),
                    text=markdown.strip("\n")[:MOST_CHARACTERS],
                    kind="section",
                    role="document",
                    language="Markdown",
                )
            )
    return found


def readable(markdown: str) -> str:
    """A document's Markdown as a reader sees it: diagrams are left out, and so are citations, but where one is what is spoken of.

    That is behind a preposition and alone in a table's cell: there its file is named.
    """
    text, is_named = "", False
    pieces = [piece for piece in split_markdown(markdown) if isinstance(piece, str | Cite)]
    for piece, after in zip(pieces, _texts_after(pieces), strict=True):
        if isinstance(piece, str):
            if text.endswith(" ") and not text.endswith("| ") and piece[:1] in _CLOSING:  # the space before what was left out
                text = text.rstrip(" ")
            text, is_named = text + piece, is_named and not piece.strip(" ")
        else:
            path = f"`{piece.key.partition('#')[0]}`"
            if _SPEAKS_OF.search(text[-8:]) and _GOES_NOT_ON.match(after):
                text, is_named = text + path, True
            elif is_named and not text.endswith(path + " "):
                text = f"{text.rstrip(' ')}, {path}"
    return text.strip()


def _texts_after(pieces: Sequence[str | Cite]) -> list[str]:
    """The text that follows each piece, across citations."""
    found, after = list[str](), ""
    for piece in reversed(pieces):
        found.append(after)
        if isinstance(piece, str) and piece.strip(" "):
            after = piece
    return found[::-1]


def cited(markdown: str) -> tuple[str, ...]:
    """Keys of the citations in a document's Markdown, each once, in order."""
    return tuple(dict.fromkeys(piece.key for piece in split_markdown(markdown) if isinstance(piece, Cite)))


def record_of(passage: PassageText) -> uuid.UUID:
    """Covers all that is stored of a passage."""
    return _uuid(*(str(value) for value in msgspec.structs.astuple(passage)))


def _title(capsule: Capsule) -> str:
    return capsule.symbol.removeprefix(capsule.path).lstrip("#") or capsule.path


def _own_text(capsule: Capsule, inner: Iterable[Capsule]) -> str:
    """The lines of the body that are not those of what stands in it."""
    spans = sorted((item.start_line, item.end_line) for item in inner if item.path == capsule.path)
    if not spans:
        return capsule.body
    lines = capsule.body.split("\n")
    kept: list[str] = []
    at = capsule.start_line
    for start, end in spans:
        kept += lines[at - capsule.start_line : max(start - capsule.start_line, 0)]
        at = max(at, end + 1)
    kept += lines[at - capsule.start_line :]
    return "\n".join(kept).strip("\n")


def _record(capsule: Capsule, role: str) -> uuid.UUID:
    return _uuid(
        capsule.symbol, capsule.capsule_id, capsule.content_hash, capsule.docstring, capsule.kind, capsule.language, role,
        str(capsule.start_line), str(capsule.end_line), str(_rounded(capsule.rank)),
    )  # fmt: skip


def _by_heading(markdown: str) -> Iterator[tuple[str, str]]:
    """(heading, text below it), beginning with what stands before the first one; headings inside fences are text."""
    heading, fence = "", ""
    lines: list[str] = []
    for line in markdown.split("\n"):
        mark = _FENCE.match(line)
        if fence:
            if mark and mark[1].startswith(fence) and not line.strip().strip(fence[0]):
                fence = ""
        elif mark:
            fence = mark[1]
        elif found := _HEADING.match(line):
            yield heading, "\n".join(lines)
            heading, lines = found[2], []
            continue
        lines.append(line)
    yield heading, "\n".join(lines)


def _slug(heading: str) -> str:
    return _NOT_IN_ANCHORS.sub("-", readable(heading).casefold()).strip("-")


def _rounded(rank: float) -> float:
    """Two digits: a change elsewhere moves every rank a little, and that is no reason to write every row again."""
    return float(f"{rank or 1.0:.2g}")


def _uuid(*parts: str) -> uuid.UUID:
    return uuid.UUID(bytes=hashlib.blake2b("\0".join(parts).encode("utf-8", "surrogatepass"), digest_size=16).digest())
