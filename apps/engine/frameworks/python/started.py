"""Which Python modules what deploys a project names as the application: ``gunicorn shop:app``, ``FLASK_APP=shop.py``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

# Where a variable's value may stand: after "=", ":" or, in a Dockerfile, a space.
_VARIABLE = re.compile(r"\bFLASK_APP\b[\"']?[ \t]{0,4}[=: ][ \t]{0,4}[\"']?(?P<module>[\w./]+)")
_OPTION = re.compile(r"\bflask\s+(?:--app|-A)[= ]\s{0,4}(?P<module>[\w./]+)")
_SERVER = re.compile(
    r"\b(?:gunicorn|uwsgi|waitress-serve|hypercorn|uvicorn|mod_wsgi-express)\b[^\n]{0,400}?[\s\"'](?P<module>[\w.]+):\w+"
)
_RULES = (_VARIABLE, _OPTION, _SERVER)
_OTHER = (".py", ".md", ".rst", ".txt", ".adoc", ".html", ".js", ".ts", ".css", ".lock")  # code and prose


def named_modules(texts: Mapping[str, str], paths: Iterable[str]) -> frozenset[str]:
    """Those of the files that some file of the project names as a module, from the root or from its own folder."""
    wanted = sorted(paths)
    found: set[str] = set()
    for path, text in texts.items():
        if path.endswith(_OTHER):
            continue
        folder = path.rpartition("/")[0]
        for rule in _RULES:
            for match in rule.finditer(text):
                stem = match["module"].removesuffix(".py").removeprefix("./").replace(".", "/")
                files = {
                    f"{above}{stem}{end}" for above in ("", f"{folder}/" if folder else "") for end in (".py", "/__init__.py")
                }
                found.update(name for name in wanted if name in files)
    return frozenset(found)
