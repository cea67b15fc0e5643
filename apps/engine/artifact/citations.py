"""Claims of a document with the lines they cite, drawn by a seed, as text for somebody to judge."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from apps.engine.facts import ArtifactText, Cite, Place, fingerprint, show_hidden, split_markdown

LINES_SHOWN = 12  # of a long span
HERE = "[here]"


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence, list entry or row of a table, and one citation in it; `text` has `HERE` where that citation stands."""

    section: str
    text: str
    key: str
    place: Place


@dataclass(frozen=True, slots=True)
class SampledClaim:
    """A claim and the lines it cites.  `problem` says what is wrong with the citation itself, "" if nothing is."""

    claim: Claim
    lines: tuple[str, ...]
    problem: str = ""


def find_claims(text: ArtifactText) -> list[Claim]:
    """Every citation of the document with what it backs: the row or entry it stands in, or the sentence it closes."""
    citations = dict(text.citations)
    claims: list[Claim] = []
    for section in text.sections:
        heading = ""
        before, keys = "", []  # type: str, list[tuple[str, int]]
        header = ""

        def close(said: str, cited: list[tuple[str, int]], title: str, table: str) -> None:
            for key, position in cited:
                if key in citations:
                    marked = f"{table} {said[:position]} {HERE} {said[position:]}"
                    claims.append(Claim(title, " ".join(marked.split()), key, citations[key]))

        for piece in split_markdown(section.markdown + "\n\n"):
            if isinstance(piece, Cite):
                keys.append((piece.key, len(before)))
                continue
            if not isinstance(piece, str):
                continue
            rest = piece
            while rest:
                end = _end(rest, bool(keys))
                if end < 0:
                    before += rest
                    break
                said, rest = before + rest[:end], rest[end:]
                title = f"{section.title} / {heading}" if heading else section.title
                stripped = said.strip()
                if stripped.startswith("### "):
                    heading, header = stripped[4:], ""
                elif stripped.startswith("|") and not keys and not set(stripped) <= set("|- "):
                    header = stripped
                close(said, keys, title, header if stripped.startswith("|") else "")
                before, keys = "", []
    return claims


def _end(text: str, cited: bool) -> int:
    """Where a statement ends: at a line's end, or behind the full stop after its citations.  -1 if it goes on."""
    stops = [position + 1 for position in (text.find("\n"),) if position >= 0]
    for stop in (". ", "; ", ": "):
        position = text.find(stop)
        if position >= 0 and ((cited and position < 3) or stop == ". "):
            stops.append(position + 2)
    return min(stops, default=-1)


def sample(text: ArtifactText, sources: Mapping[str, str], seed: str, count: int = 20) -> list[SampledClaim]:
    """`count` claims (all, if there are fewer), the same for the same seed, spread by chance over the whole document.

    `sources` maps paths to the texts of the commit.  Chance comes from a hash of seed and claim, so it needs no generator.
    """

    def rank(claim: Claim) -> str:
        return hashlib.sha256(f"{seed}\0{claim.section}\0{claim.key}\0{claim.text}".encode("utf-8", "surrogatepass")).hexdigest()

    chosen = sorted(find_claims(text), key=rank)[:count]
    return [_look_up(claim, sources) for claim in chosen]


def _look_up(claim: Claim, sources: Mapping[str, str]) -> SampledClaim:
    place = claim.place
    if place.path not in sources:
        return SampledClaim(claim, (), "the file's text is not kept, so the lines can't be shown")
    lines = sources[place.path].split("\n")
    if not 1 <= place.line <= place.end_line or place.line > len(lines):
        return SampledClaim(claim, (), f"the file has {len(lines)} lines, cited are {place.line} to {place.end_line}")
    problem = ""
    if place.fingerprint and fingerprint(lines, place.line, place.end_line) != place.fingerprint:
        problem = "the fingerprint of these lines is another"
    return SampledClaim(claim, tuple(lines[place.line - 1 : place.end_line]), problem)


def as_text(samples: list[SampledClaim], seed: str) -> str:
    """The samples, numbered, for a reader with a pencil."""
    out = [f"seed {seed}, {len(samples)} citations", ""]
    for number, item in enumerate(samples, 1):
        place = item.claim.place
        out.append(f"{number}. {item.claim.section}")
        out.append(f"   claim: {show_hidden(item.claim.text)}")
        out.append(f"   cites: {place.path}:{place.line}" + (f"-{place.end_line}" if place.end_line > place.line else ""))
        if item.problem:
            out.append(f"   WRONG: {item.problem}")
        for offset, line in enumerate(item.lines[:LINES_SHOWN]):
            out.append(f"   {place.line + offset:>6} | {show_hidden(line.rstrip())[:180]}")
        if len(item.lines) > LINES_SHOWN:
            out.append(f"          … {len(item.lines) - LINES_SHOWN} more lines")
        out.append("")
    return "\n".join(out)
