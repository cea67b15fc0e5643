"""What commands take on their command line, checked as it is read."""

from __future__ import annotations

from argparse import ArgumentTypeError


def process_count(text: str) -> int:
    """A number of children; 0 stands for the default."""
    return _at_least(0, text)


def sample_size(text: str) -> int:
    """A number of things to show."""
    return _at_least(1, text)


def _at_least(least: int, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text) >= least):
        raise ArgumentTypeError(f"{text!r} is no whole number from {least} up")
    return int(text)
