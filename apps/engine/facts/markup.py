"""Documentation in whichever markup it was written → words to read: what it marks as code stays in backticks, the rest goes."""

from __future__ import annotations

import re

# reStructuredText: :class:`~shop.Order`, and MyST: {class}`~shop.Order`
_ROLE = re.compile(r"(?::[a-z][\w-]{0,40}(?::[\w-]{1,40})?:|\{[a-z][\w:-]{0,80}\})`([^`\n]+)`", re.IGNORECASE)
_INLINE = re.compile(r"\{@(?:link(?:plain)?|code|literal|value)\s{1,8}([^{}]{1,300})\}")  # Javadoc, TSDoc, KDoc
_INLINE_TAGS = "a abbr b c cite code em i kbd mark q s samp small span strong sub sup tt u var"
_BLOCK_TAGS = (
    "blockquote br dd del details div dl dt h1 h2 h3 h4 h5 h6 hr img ins li link ol p para picture pre remarks returns section "
    "see source strike summary table tbody td th thead tr ul video"
)
_TAG = re.compile(
    rf"</?(?:{'|'.join(_INLINE_TAGS.split())}|({'|'.join(_BLOCK_TAGS.split())}))(?:\s[^<>]{{0,2000}})?/?>|<!--[^<>]{{0,2000}}-->",
    re.IGNORECASE,
)
_ESCAPED = re.compile(r"(?<=`)\\(?=\s|\w)")  # `Option`\s
_CREF = re.compile(r"<(?:see|paramref|typeparamref)\s(?:cref|name|langword)=\"(?:[A-Z]:)?([^\"<>]{1,200})\"\s?/>")  # C#
_DIRECTIVE = re.compile(r"[ \t]*(?:\.\.(?:[ \t]|\Z)|:[a-z][\w-]*:(?:[ \t]|\Z)|:::|\([\w-]+\)=[ \t]*\Z)")


def without_markup(text: str) -> str:
    """Prose as it reads: roles, doubled backticks and inline tags of documentation comments become code, HTML is left out.

    Lines stay lines.  A type such as ``List<String>`` is no tag.
    """
    if "`" in text:
        text = _ROLE.sub(_of_role, text).replace("``", "`")
        text = _ESCAPED.sub("", text)
    if "{@" in text:
        text = _INLINE.sub(lambda found: f"`{found[1].strip().lstrip('#')}`", text)
    if "<" in text:
        text = _TAG.sub(lambda found: " " if found[1] else "", _CREF.sub(r"`\1`", text))
    return text


def is_directive(line: str) -> bool:
    """Whether a line is for the program that reads reStructuredText or MyST, such as ``.. note::`` or ``:caption: A``."""
    return bool(_DIRECTIVE.match(line))


def _of_role(found: re.Match[str]) -> str:
    """What a reader sees of a role: its title, as in :ref:`the orders <orders>`, or the last name of a shortened reference."""
    said = found[1]
    title, opened, _target = said.rpartition("<")
    if opened and said.endswith(">") and title.strip():
        return title.strip()
    name = said.rpartition(".")[2] if said.startswith("~") else said.lstrip("!.")
    return f"`{name or said}`"
