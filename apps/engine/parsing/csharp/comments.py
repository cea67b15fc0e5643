"""Documentation comments of C#, which are XML, as plain words."""

from __future__ import annotations

import re
from html import unescape

_MARGIN = re.compile(r"^\s*(?:/{3,}|\*+(?!/)) ?")
_POINTER = re.compile(
    r"""<(?:see|seealso|paramref|typeparamref)\s+(?:cref|name|langword|href)\s*=\s*["'](?:[A-Z]:)?([^"']*)["']\s*/>"""
)
_NAMED = re.compile(r"""<(?:param|typeparam|exception)\s+(?:name|cref)\s*=\s*["'](?:[A-Z]:)?([^"']*)["']\s*>\s*""")
_RETURNS = re.compile(r"<returns>\s*")
_TAG = re.compile(r"</?[A-Za-z][^<>]*>")


def is_documentation(comment: str) -> bool:
    """Whether a comment documents what follows."""
    return comment.startswith(("///", "/**"))


def words(comment: str) -> str:
    """The words of a documentation comment: its tags gone, names they point to kept, parameters as ``name: words``."""
    text = comment.removeprefix("/**").removesuffix("*/") if comment.startswith("/**") else comment
    plain = "\n".join(_MARGIN.sub("", line) for line in text.split("\n"))
    plain = _NAMED.sub(r"\1: ", _POINTER.sub(r"\1", plain))
    plain = _TAG.sub("", _RETURNS.sub("Returns: ", plain))
    lines = (line.strip() for line in unescape(plain).split("\n"))
    return "\n".join(line for line in lines if line)
