"""The child: reads payloads from standard input, calls one engine function on each, writes replies to standard output.

Run by its file name, so that nothing but the standard library and the function's own module is imported: no Django, no
settings.  Every message is a kind (one byte), the number of the message it belongs to (eight bytes), a length (four bytes, all
big-endian) and that many bytes.
"""

from __future__ import annotations

import ctypes
import importlib
import os
import resource
import signal
import struct
import sys
from collections.abc import Callable
from types import FunctionType, TracebackType
from typing import BinaryIO, NoReturn, cast

HEADER = struct.Struct(">cQI")

# parent → child
LOAD = b"F"  # dotted name of the function
ITEM = b"I"  # payload
# child → parent
LOADED = b"L"
NOT_LOADED = b"X"  # why
VALUE = b"V"  # result
RAISED = b"E"  # where, without any text of the payload
NO_MEMORY = b"M"
KINDS = frozenset({LOADED, NOT_LOADED, VALUE, RAISED, NO_MEMORY})

DETAIL_BYTES = 500
PR_SET_PDEATHSIG = 1

Function = Callable[[bytes], bytes]


def find_function(name: str, package: str) -> Function:
    """The plain function `name`, defined in a module below `package`; raises LookupError with the reason."""
    module_name, _, attribute = name.rpartition(".")
    if not module_name.startswith(f"{package}."):
        raise LookupError(f"{name} is not below {package}")
    try:
        found = getattr(importlib.import_module(module_name), attribute, None)
    except ImportError as error:
        raise LookupError(f"{name} can't be imported: {error}") from error
    if not isinstance(found, FunctionType) or not found.__module__.startswith(f"{package}."):
        raise LookupError(f"{name} is not a function of {package}")
    return cast(Function, found)


class Guard:
    """Turns whatever a function raises into a reply: here, at the edge of the process, nothing may be lost or go further."""

    def __init__(self) -> None:
        self.kind = b""
        self.detail = ""

    def __enter__(self) -> Guard:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> bool:
        if kind is None:
            return True
        self.kind = NO_MEMORY if issubclass(kind, MemoryError) else RAISED
        place = ""
        while trace is not None:
            code = trace.tb_frame.f_code
            place = f"{os.path.basename(code.co_filename)}:{trace.tb_lineno}"  # noqa: PTH119 - pathlib costs start-up time
            trace = trace.tb_next
        self.detail = f"{kind.__name__} at {place}"
        return True


def reply_to(function: Function, payload: bytes, output_bytes: int) -> tuple[bytes, bytes]:
    """Call the function; returns kind and body of the reply."""
    value = b""
    with Guard() as guard:
        value = function(payload)
        if not isinstance(value, bytes):
            raise TypeError
    if guard.kind:
        return guard.kind, guard.detail.encode("utf-8", "replace")[:DETAIL_BYTES]
    if len(value) > output_bytes:
        return NO_MEMORY, f"a result of {len(value):,} bytes, {output_bytes:,} allowed".encode()
    return VALUE, value


def set_limit(kind: int, soft: int) -> None:
    """Lower a limit; some systems refuse some of them, and the parent's clock still holds there."""
    try:
        _, hard = resource.getrlimit(kind)
        resource.setrlimit(kind, (soft if hard == resource.RLIM_INFINITY else min(soft, hard), hard))
    except (ValueError, OSError):
        return


def allow_cpu(seconds: float) -> None:
    """Let this process use `seconds` more of processor time; then the kernel kills it, even with the parent stopped."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    set_limit(resource.RLIMIT_CPU, int(usage.ru_utime + usage.ru_stime + seconds) + 1)


def die_with(parent: int) -> None:
    """Be killed when the parent ends.  Elsewhere than on Linux the end of standard input and the CPU limit do it."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)


def read_message(incoming: BinaryIO) -> tuple[bytes, int, bytes]:
    """Kind, number and body of the next message; ends the process where the parent has closed the pipe."""
    header = incoming.read(HEADER.size)
    if len(header) < HEADER.size:
        os._exit(0)
    kind, number, length = HEADER.unpack(header)
    body = incoming.read(length)
    if len(body) < length:
        os._exit(0)
    return kind, number, body


def write_message(outgoing: int, number: int, kind: bytes, body: bytes) -> None:
    """Answer message `number`."""
    data = memoryview(HEADER.pack(kind, number, len(body)) + body)
    while data:
        data = data[os.write(outgoing, data) :]


def private_pipes() -> tuple[BinaryIO, int]:
    """The pipes under other numbers; whatever code prints or reads by habit meets /dev/null."""
    incoming, outgoing = os.dup(0), os.dup(1)
    null = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1):
        os.dup2(null, number)
    os.close(null)
    return os.fdopen(incoming, "rb", buffering=1 << 16), outgoing


def main(arguments: list[str]) -> NoReturn:
    """Arguments: project root, package, parent's process id, memory in bytes, seconds per item, output limit in bytes."""
    root, package = arguments[:2]
    parent, memory_bytes, seconds, output_bytes = int(arguments[2]), int(arguments[3]), float(arguments[4]), int(arguments[5])
    incoming, outgoing = private_pipes()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle
    die_with(parent)
    set_limit(resource.RLIMIT_CORE, 0)
    set_limit(resource.RLIMIT_FSIZE, 0)
    set_limit(resource.RLIMIT_AS, memory_bytes)
    sys.path.insert(0, root)
    function: Function | None = None
    while True:
        kind, number, body = read_message(incoming)
        if kind == LOAD:
            try:
                function = find_function(body.decode(), package)
            except LookupError as error:
                write_message(outgoing, number, NOT_LOADED, str(error).encode("utf-8", "replace")[:DETAIL_BYTES])
            else:
                write_message(outgoing, number, LOADED, b"")
        elif function is None:
            os._exit(1)
        else:
            allow_cpu(seconds)
            write_message(outgoing, number, *reply_to(function, body, output_bytes))


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except BrokenPipeError:
        os._exit(0)
