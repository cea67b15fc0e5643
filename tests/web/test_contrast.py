"""Every text colour is readable (WCAG AA, 4.5:1) on every surface it stands on, in both themes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings

CSS = (Path(settings.BASE_DIR) / "static/css/tokens.css").read_text()
SURFACES = ("paper", "surface", "sunken")
PAIRS = [
    *((text, surface) for text in ("ink", "ink-2", "ink-3", "accent", "good", "warn", "bad") for surface in SURFACES),
    *((f"code-{name}", surface) for name in ("keyword", "string", "number", "comment", "name", "type") for surface in SURFACES),
    *(("ink", surface) for surface in ("good-soft", "bad-soft", "warn-soft", "accent-soft", "good-word", "bad-word", "mark")),
    ("good", "good-soft"), ("warn", "warn-soft"), ("bad", "bad-soft"), ("accent", "accent-soft"), ("accent-ink", "accent"),
    ("ink-3", "bad-soft"), ("code-comment", "mark"), ("code-string", "mark"), ("code-keyword", "mark"),
]  # fmt: skip


def palettes() -> list[dict[str, str]]:
    return [
        dict(re.findall(r"--([a-z0-9-]+): (#[0-9a-f]{6});", block)) for block in re.findall(r"\{([^{}]*--paper[^{}]*)\}", CSS)
    ]


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_both_ways_to_the_dark_theme_are_the_same() -> None:
    light, by_system, by_choice = palettes()
    assert by_system == by_choice and set(light) == set(by_choice)


@pytest.mark.parametrize("number", [0, 1], ids=["light", "dark"])
def test_text_is_readable(number: int) -> None:
    palette = palettes()[number]
    weak = []
    for text, surface in PAIRS:
        one, two = sorted((luminance(palette[text]), luminance(palette[surface])), reverse=True)
        ratio = (one + 0.05) / (two + 0.05)
        if ratio < 4.5:
            weak.append((text, surface, round(ratio, 2)))
    assert not weak
