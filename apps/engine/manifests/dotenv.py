"""Environment files: of examples name and value, of real ones (``.env``) the names only."""

from __future__ import annotations

import re

from apps.engine.facts import ConfigKey, Place
from apps.engine.manifests.collected import Collector

_FILE = re.compile(
    r"^(?:\.?env(?:[._-][\w-]+)*[._-](?:example|sample|template|dist|defaults?|tpl|tmpl)"
    r"|(?:example|sample|template|default)[._-]env|[\w.-]*\.env[._-](?:example|sample|template|dist|defaults?)"
    r"|[\w-]*(?:example|sample|template)\.env|\.env(?:\.[\w-]+)*|[\w-]+\.env)$",
    re.I,
)
_EXAMPLE = re.compile(r"example|sample|template|dist|default|tpl|tmpl", re.I)
_LINE = re.compile(r"^(?P<off>#\s?)?(?:export\s+)?(?P<name>[A-Za-z_][A-Za-z0-9_.-]*)\s*=\s*(?P<value>.*)$")


def matches(path: str) -> bool:
    return _FILE.match(path.rpartition("/")[2]) is not None


def read(path: str, text: str, out: Collector) -> None:
    """A key that is commented out counts in an example when it is upper case and has no blank before ``=``."""
    is_example = _EXAMPLE.search(path.rpartition("/")[2]) is not None
    for number, raw in enumerate(text.split("\n"), 1):
        found = _LINE.match(raw.strip()[:2_000])
        if not found:
            continue
        if found["off"] and not (is_example and re.match(r"^#\s?[A-Z][A-Z0-9_]+=", raw.strip())):
            continue
        value = _bare(found["value"]) if is_example else ""
        access = "example" if is_example else "committed, value withheld"
        access = "example, commented out" if found["off"] else access
        out.env_example.append(
            ConfigKey(found["name"], "env", Place(path, number, number), access, value, None, "manifest:dotenv")
        )


def _bare(value: str) -> str:
    value = value.strip()
    if value[:1] in ("'", '"'):
        end = value.find(value[0], 1)
        return value[1:end] if end > 0 else value[1:]
    return re.sub(r"\s+#.*$", "", value).strip()
