"""What a fresh server process has loaded, and when: each time in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
START = """
import asyncio, json, sys, time
from portal.asgi import application

PAGES, MODEL = "apps.web.urls", ("onnxruntime", "tokenizers", "anthropic")
at_first = {name: name in sys.modules for name in (PAGES, *MODEL)}

async def start():
    async with application.lifespan_context(application):
        for _try in range(600):
            if getattr(sys.modules.get(PAGES), "urlpatterns", None):
                return True
            await asyncio.sleep(0.1)
    return False

print(json.dumps([at_first, asyncio.run(start())]))
"""


def test_pages_are_loaded_beside_the_start_and_models_with_the_first_question(place: Path) -> None:
    named = {
        "PATH": os.environ["PATH"],
        "DJANGO_SETTINGS_MODULE": "portal.settings",
        "STATE_DIR": str(place / "state"),
        "SECRET_KEY": "x",
    }
    done = subprocess.run([sys.executable, "-c", START], cwd=ROOT, env=named, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    at_first, is_loaded = json.loads(done.stdout)
    assert not any(at_first.values()), at_first
    assert is_loaded, "no request came, and no page was loaded"
