"""The stack of definitions a walk stands in, and the definitions it has met."""

from __future__ import annotations

from dataclasses import dataclass, field

from msgspec.structs import replace

from apps.engine.facts import Definition, Value

RETURNED = 8  # return values kept of a function


@dataclass(slots=True)
class Frame:
    """One definition, anonymous function or object literal the walk is in.

    `start` is the byte from which code belongs to the definition itself (its header does not), `end` the byte behind it.
    `index` is the place of the draft in `Scopes.definitions`, -1 for a frame that is no definition.
    """

    qualname: str
    kind: str  # module, class, function, anonymous
    start: int
    end: int
    index: int = -1
    column: int = 0  # where its statements start on their lines
    branches: int = 0
    is_generator: bool = False
    has_markup: bool = False
    returned: list[Value] = field(default_factory=list)
    outer_names: set[str] = field(default_factory=set)  # global and nonlocal names
    locals: set[str] = field(default_factory=set)


class Scopes:
    """Definitions of one file with unique qualified names, and the frames around the current byte."""

    def __init__(self) -> None:
        self.definitions: list[Definition] = []
        self._stack: list[Frame] = [Frame("", "module", 0, 1 << 62)]
        self._seen: dict[str, int] = {}
        self._headed: dict[tuple[int, str], int] = {}
        self._places: dict[str, int] = {}
        self.locals: dict[str, set[str]] = {}

    def move_to(self, offset: int) -> None:
        """Leave every frame that ends at or before `offset`."""
        stack = self._stack
        while stack[-1].end <= offset:
            self._close(stack.pop())

    def finish(self) -> None:
        """Leave all frames."""
        while len(self._stack) > 1:
            self._close(self._stack.pop())

    def frame(self, offset: int) -> Frame:
        """The frame that code at `offset` belongs to."""
        stack = self._stack
        at = len(stack) - 1
        while stack[at].start > offset:
            at -= 1
        return stack[at]

    def at(self, offset: int) -> Frame:
        """Leave every frame that ends at or before `offset`; the frame that code there belongs to."""
        stack = self._stack
        while stack[-1].end <= offset:
            self._close(stack.pop())
        frame = stack[-1]
        return frame if frame.start <= offset else self.frame(offset)

    def definition_frame(self, offset: int) -> Frame:
        """The innermost frame at `offset` that is a definition or the module."""
        stack = self._stack
        at = len(stack) - 1
        while stack[at].start > offset or stack[at].kind == "anonymous":
            at -= 1
        return stack[at]

    def is_local(self, name: str, offset: int) -> bool:
        """Whether a name is bound in the definition at `offset`, or in an anonymous function around it there."""
        stack = self._stack
        at = len(stack) - 1
        while at >= 0:
            frame = stack[at]
            if frame.start <= offset:
                if name in frame.locals:
                    return True
                if frame.kind != "anonymous":
                    return False
            at -= 1
        return False

    def innermost(self) -> Frame:
        """The innermost frame that is a definition or the module, the header counted in."""
        stack = self._stack
        at = len(stack) - 1
        while stack[at].kind == "anonymous":
            at -= 1
        return stack[at]

    def named(self, qualname: str) -> Definition | None:
        """A definition that was opened before."""
        place = self._places.get(qualname)
        return self.definitions[place] if place is not None else None

    def unique(self, qualname: str, *, has_body: bool = False) -> str:
        """The qualified name, with an ordinal where it repeats.

        What says how a function may be called, and does nothing, leaves the plain name to the function that does it (`has_body`).
        """
        count = self._seen.get(qualname, 0) + 1
        self._seen[qualname] = count
        if count == 1:
            return qualname
        known = self.named(qualname) if has_body else None
        if known is None or "overload" not in known.properties:
            return f"{qualname}#{count}"
        place, first = self._places.pop(qualname), f"{qualname}#1"
        self.definitions[place] = replace(known, qualname=first)
        self._places[first] = place
        self.locals[first] = self.locals.pop(qualname)
        return qualname

    def open(self, draft: Definition, kind: str, start: int, end: int) -> Frame:
        """Add a definition and enter it."""
        times = self._headed[draft.line, draft.signature] = self._headed.get((draft.line, draft.signature), 0) + 1
        if times > 1:  # capsules are told apart by line and signature
            draft = replace(draft, signature=f"{draft.signature} #{times}")
        self.definitions.append(draft)
        self._places[draft.qualname] = len(self.definitions) - 1
        frame = Frame(draft.qualname, kind, start, end, len(self.definitions) - 1)
        if draft.parameters:
            frame.locals.update([parameter.name for parameter in draft.parameters])
        self.locals[draft.qualname] = frame.locals
        self._stack.append(frame)
        return frame

    def enter(self, frame: Frame) -> None:
        """Enter a frame that is no definition."""
        self._stack.append(frame)

    def _close(self, frame: Frame) -> None:
        if frame.index < 0 or not (frame.branches or frame.is_generator or frame.returned or frame.has_markup):
            return
        draft = self.definitions[frame.index]
        properties = tuple(sorted({*draft.properties, "generator"})) if frame.is_generator else draft.properties
        is_component = frame.has_markup and draft.kind == "function" and draft.name[:1].isupper()
        self.definitions[frame.index] = replace(
            draft,
            kind="component" if is_component else draft.kind,
            complexity=1 + frame.branches,
            properties=properties,
            returned=tuple(frame.returned[:RETURNED]),
        )
