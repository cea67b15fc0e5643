"""Long runs of the characters tokens are made of.

Nearly all of a text is no token; cutting it at every other character, in two passes of compiled code, leaves little to search.
"""

from __future__ import annotations

import string

SHORTEST = 15  # characters; no token of a provider is shorter, its prefix counted in
_CHARACTERS = (string.ascii_letters + string.digits + "_-+/=.:").encode()
_BLANKED = bytes(byte if byte in _CHARACTERS else 0x20 for byte in range(256))


def long_runs(text: str) -> list[str]:
    """The runs, in order."""
    words = text.encode("utf-8", "replace").translate(_BLANKED).split()
    return [word.decode("ascii") for word in words if len(word) >= SHORTEST]
