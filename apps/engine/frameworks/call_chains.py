"""Rows of calls as PHP's routers are told: ``Route::prefix('x')->middleware('auth')->group(…)``, first step first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from apps.engine.facts import Argument, Call, FileFacts, Value

_LONGEST = 40
_Key = tuple[int, int, str, int]


@dataclass(frozen=True, slots=True)
class Step:
    """One call of a row."""

    name: str
    call: Call

    @property
    def arguments(self) -> tuple[Argument, ...]:
        return self.call.arguments

    def value(self, at: int, *names: str) -> Value | None:
        """An argument by its name or position."""
        for item in self.arguments:
            if item.name in names:
                return item.value
        plain = [item.value for item in self.arguments if not item.name]
        return plain[at] if at < len(plain) else None


@dataclass(frozen=True, slots=True)
class Chain:
    """`head` is what the first call is made on (``Route``, ``$router``); `line` to `end_line` are the lines of the whole row."""

    head: str
    steps: tuple[Step, ...]
    scope: str
    line: int
    end_line: int

    def step(self, *names: str) -> Step | None:
        """The first step of one of these names."""
        return next((step for step in self.steps if step.name in names), None)


def chains(facts: FileFacts, whole: Callable[[Call], Call] = lambda call: call) -> Iterator[Chain]:
    """Rows of calls on plain names, in order, each once.

    `whole` gives a call with all that is below it, for rows longer than a value is deep (`FileIndex.whole`).
    """
    inside: Counter[_Key] = Counter()
    for call in facts.calls:
        key = _key(call)
        if inside[key]:
            inside[key] -= 1
            continue
        steps: list[Step] = []
        here = call
        for _ in range(_LONGEST):
            callee = here.callee
            if callee.kind == "attribute" and callee.items and callee.items[0].call is not None:
                steps.append(Step(callee.text, here))
                here = whole(callee.items[0].call)
                inside[_key(here)] += 1
                continue
            break
        if here.callee.kind != "name" or here.is_new:
            continue
        head, _, last = here.callee.text.rpartition(".")
        if head:
            steps.append(Step(last, here))
            yield Chain(head, tuple(reversed(steps)), call.scope, call.line, call.end_line)


def _key(call: Call) -> _Key:
    return call.line, call.end_line, call.callee.text, len(call.arguments)
