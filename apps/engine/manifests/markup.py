"""XML as a tree whose elements know their lines.  Entities and DTDs are refused; nothing outside the text is read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import defusedxml.sax
from defusedxml.common import DefusedXmlException

from apps.engine.manifests.collected import Unreadable

MAX_DEPTH = 100
MAX_ELEMENTS = 200_000


@dataclass(slots=True)
class Element:
    """`name` without its namespace prefix, `text` the white-space-stripped text directly inside."""

    name: str
    line: int
    attributes: Mapping[str, str] = field(default_factory=dict)
    children: list[Element] = field(default_factory=list)
    text: str = ""
    end_line: int = 0

    def all(self, *names: str) -> Iterator[Element]:
        """Elements reached by going down the names."""
        level = [self]
        for name in names:
            level = [child for element in level for child in element.children if child.name == name]
        yield from level

    def one(self, *names: str) -> Element:
        """The first such element; an empty one where there is none."""
        return next(self.all(*names), Element(names[-1], 0))

    def walk(self) -> Iterator[Element]:
        """This element and all below it, in document order."""
        waiting = [self]
        while waiting:
            element = waiting.pop()
            yield element
            waiting.extend(reversed(element.children))


class _Handler:
    """The few calls of a SAX content and error handler that are needed."""

    def __init__(self) -> None:
        self.root: Element | None = None
        self._open: list[Element] = []
        self._texts: list[list[str]] = []
        self._count = 0
        self._locator: Any = None

    def setDocumentLocator(self, locator: Any) -> None:
        self._locator = locator

    def startElement(self, name: str, attributes: Any) -> None:
        self._count += 1
        if len(self._open) >= MAX_DEPTH or self._count > MAX_ELEMENTS:
            raise Unreadable("it is nested too deeply or has too many elements")
        element = Element(name.rpartition(":")[2], self._locator.getLineNumber(), dict(attributes.items()))
        if self._open:
            self._open[-1].children.append(element)
        elif self.root is None:
            self.root = element
        self._open.append(element)
        self._texts.append([])

    def endElement(self, name: str) -> None:
        element = self._open.pop()
        element.text = "".join(self._texts.pop()).strip()
        element.end_line = self._locator.getLineNumber()

    def characters(self, content: str) -> None:
        if self._texts:
            self._texts[-1].append(content)

    def fatalError(self, error: Any) -> None:
        raise Unreadable(f"it is no valid XML in line {error.getLineNumber()}")

    error = fatalError

    def warning(self, error: Any) -> None:
        return None

    def _nothing(self, *arguments: Any) -> None:
        return None

    startElementNS = endElementNS = _nothing
    startDocument = endDocument = startPrefixMapping = endPrefixMapping = _nothing
    ignorableWhitespace = processingInstruction = skippedEntity = _nothing


def read_xml(text: str) -> Element:
    """The root element.  Raises `Unreadable`."""
    handler = _Handler()
    start = text.find("<")
    body = text.encode("utf-8", "replace")
    if start < 0:
        raise Unreadable("it holds no XML")
    if text.lstrip("\ufeff \t\r\n").startswith("<?xml"):
        # The text is decoded already; a declaration of another encoding would mislead the parser.
        end = text.find("?>")
        if 0 <= end < 200:
            blank = "".join("\n" if char == "\n" else " " for char in text[: end + 2])
            body = (blank + text[end + 2 :]).encode("utf-8", "replace")
    try:
        errors: Any = handler  # the stub asks for a base class that is not needed
        defusedxml.sax.parseString(body, handler, errors, forbid_dtd=True)
    except DefusedXmlException:
        raise Unreadable("it declares entities or a document type, which are not followed") from None
    if handler.root is None:
        raise Unreadable("it holds no XML")
    return handler.root
