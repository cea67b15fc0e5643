"""Runs the tests of a checked-out Python project and records which of its functions call which.

    python benchmarks/callgraph/trace_python.py FOLDER OUT.json [arguments of pytest]

Needs Python 3.12 or later and what the tests need.

A call is recorded from the frame that runs to the function that starts, both of the project.  Functions that make generators or
coroutines count where they are called, not where what they make is first resumed.  Written are places and qualified names only:
`functions` ([path, first line, qualified name]), `calls` (pairs of places in it) and the totals.
"""

from __future__ import annotations

import inspect
import json
import sys
import threading
from pathlib import Path
from types import CodeType, FrameType

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from benchmarks.arguments import described, folder

_LATER = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR
_PARTS = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")
_TOOL = 3  # a number that no debugger, coverage or profiler has


class Recorder:
    """Pairs of code objects, by identity."""

    def __init__(self, root: Path) -> None:
        self._root = f"{root}/"
        self._seen: dict[tuple[int, int], tuple[CodeType, CodeType]] = {}
        self._ours: dict[int, tuple[CodeType, bool]] = {}

    def _is_ours(self, code: CodeType) -> bool:
        known = self._ours.get(id(code))
        if known is None:
            file = code.co_filename
            ours = file.startswith(self._root) and "/site-packages/" not in file
            known = self._ours[id(code)] = (code, ours)
        return known[1]

    def _add(self, caller: CodeType, callee: CodeType) -> None:
        key = (id(caller), id(callee))
        if key not in self._seen and self._is_ours(callee) and self._is_ours(caller):
            self._seen[key] = (caller, callee)

    def started(self, frame: FrameType, event: str, _argument: object) -> None:
        """The profile function: a frame of a plain function starts."""
        code = frame.f_code
        if event == "call" and frame.f_back is not None and not code.co_flags & _LATER and code.co_flags & inspect.CO_OPTIMIZED:
            self._add(frame.f_back.f_code, code)

    def called(self, caller: CodeType, _offset: int, target: object, _first: object) -> None:
        """The monitoring callback: a call instruction whose target makes a generator or a coroutine."""
        code = getattr(getattr(target, "__func__", target), "__code__", None)
        if isinstance(code, CodeType) and code.co_flags & _LATER:
            self._add(caller, code)

    def result(self) -> dict[str, object]:
        """What was recorded, in an order that does not depend on the run."""
        places: dict[tuple[str, int, str], None] = {}
        pairs = set()
        for caller, callee in self._seen.values():
            if callee.co_name in _PARTS:
                continue
            pairs.add((self._place(caller), self._place(callee)))
        for pair in pairs:
            places.update(dict.fromkeys(pair))
        ordered = sorted(places)
        numbers = {place: number for number, place in enumerate(ordered)}
        calls = sorted((numbers[caller], numbers[callee]) for caller, callee in pairs)
        return {"functions": ordered, "calls": calls}

    def _place(self, code: CodeType) -> tuple[str, int, str]:
        return code.co_filename.removeprefix(self._root), code.co_firstlineno, code.co_qualname


def main() -> int:
    parser = described(__doc__)
    parser.add_argument("folder", type=folder, metavar="FOLDER")
    parser.add_argument("out", type=Path, metavar="OUT.json")
    given, for_pytest = parser.parse_known_args()
    if sys.version_info < (3, 12):
        parser.error("only Python 3.12 or later can record calls")
    root, out = given.folder.resolve(), given.out.resolve()
    if not out.parent.is_dir():
        parser.error(f"there is no folder {str(given.out.parent)!r}")
    recorder = Recorder(root)
    sys.monitoring.use_tool_id(_TOOL, "recorder")
    sys.monitoring.register_callback(_TOOL, sys.monitoring.events.CALL, recorder.called)
    sys.monitoring.set_events(_TOOL, sys.monitoring.events.CALL)
    threading.setprofile(recorder.started)
    sys.setprofile(recorder.started)
    code = int(pytest.main(["--rootdir", str(root), "-p", "no:cacheprovider", *(for_pytest or [str(root)])]))
    sys.setprofile(None)
    threading.setprofile(None)
    sys.monitoring.set_events(_TOOL, 0)
    out.write_text(json.dumps(recorder.result(), separators=(",", ":")) + "\n", encoding="utf-8")
    return code


if __name__ == "__main__":
    raise SystemExit(main())
