"""Processes of this machine, told apart by a folder in their command or environment: other tests run beside this one."""

from __future__ import annotations

import os
from pathlib import Path


def processes_naming(text: str) -> list[str]:
    found = []
    for entry in Path("/proc").iterdir() if Path("/proc").is_dir() else ():
        if entry.name.isdigit() and int(entry.name) != os.getpid():
            try:
                words = (entry / "cmdline").read_bytes() + (entry / "environ").read_bytes()
                state = (entry / "stat").read_text().rpartition(")")[2].split()[0]
            except (FileNotFoundError, ProcessLookupError, PermissionError):
                continue
            if text.encode() in words and state != "Z":
                found.append(words.decode("utf-8", "replace"))
    return found
