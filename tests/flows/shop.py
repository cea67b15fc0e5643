"""A small FastAPI shop in a bare repository that tests push to, as a team would."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

FILES = {
    "README.md": "# Corner shop\n\nSells bread over HTTP. Orders are kept in PostgreSQL.\n",
    "pyproject.toml": '[project]\nname = "corner-shop"\nversion = "1.0"\ndependencies = ["fastapi>=0.100", "sqlalchemy>=2"]\n',
    "shop/__init__.py": "",
    "shop/models.py": (
        "from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column\n\n\n"
        "class Base(DeclarativeBase):\n    pass\n\n\n"
        'class Order(Base):\n    __tablename__ = "orders"\n\n'
        "    id: Mapped[int] = mapped_column(primary_key=True)\n    bread: Mapped[str]\n"
    ),
    "shop/services.py": (
        "import os\n\nfrom shop.models import Order\n\n"
        'CURRENCY = os.environ.get("SHOP_CURRENCY", "EUR")\n\n\n'
        'def place_order(bread: str) -> Order:\n    """Take an order for one loaf."""\n    return Order(bread=bread)\n'
    ),
    "shop/main.py": (
        "from fastapi import FastAPI\n\nfrom shop.services import place_order\n\napp = FastAPI()\n\n\n"
        '@app.post("/orders")\ndef create_order(bread: str):\n    return place_order(bread)\n'
    ),
    "tests/test_orders.py": (
        "from shop.services import place_order\n\n\n"
        'def test_order_names_the_bread():\n    assert place_order("rye").bread == "rye"\n'
    ),
}

_ENVIRONMENT = {
    "PATH": os.environ["PATH"],
    "HOME": "/nonexistent",
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "Ada",
    "GIT_AUTHOR_EMAIL": "ada@example.com",
    "GIT_COMMITTER_NAME": "Ada",
    "GIT_COMMITTER_EMAIL": "ada@example.com",
    "LC_ALL": "C",
}


class Shop:
    """A bare repository and a clone to work in."""

    def __init__(self, folder: Path, files: dict[str, str] | None = None) -> None:
        self.bare, self.work = folder / "shop.git", folder / "work"
        self._git(folder, "init", "-q", "--bare", "-b", "main", str(self.bare))
        self._git(folder, "init", "-q", "-b", "main", str(self.work))
        self._git(self.work, "remote", "add", "origin", str(self.bare))
        self._day = 0
        self.first = self.push("Open the shop", FILES if files is None else files)

    def push(self, subject: str, files: dict[str, str | None]) -> str:
        """Write files (None deletes), commit, push; returns the commit's sha."""
        for name, text in files.items():
            path = self.work / name
            if text is None:
                path.unlink()
                continue
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        self._day += 1
        when = f"2026-01-{self._day:02d}T12:00:00+0000"
        self._git(self.work, "add", "-A")
        dated = {"GIT_AUTHOR_DATE": when, "GIT_COMMITTER_DATE": when}
        self._git(self.work, "commit", "-q", "--allow-empty", "-m", subject, extra=dated)
        self._git(self.work, "push", "-q", "--force", "origin", "HEAD:main")
        return self._git(self.work, "rev-parse", "HEAD").strip()

    def _git(self, folder: Path, *arguments: str, extra: dict[str, str] | None = None) -> str:
        done = subprocess.run(
            ["git", *arguments], cwd=folder, env={**_ENVIRONMENT, **(extra or {})}, capture_output=True, text=True, timeout=60
        )
        assert done.returncode == 0, done.stderr
        return done.stdout
