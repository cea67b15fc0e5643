"""Files of PHP and Ruby that start a program by where they stand: front controllers, consoles, Rack applications, scripts."""

from __future__ import annotations

import re

from apps.engine.facts import EntryPoint, Place
from apps.engine.frameworks.code import FOREIGN, Code
from apps.engine.frameworks.found import Found

_RUBY_SCRIPT = re.compile(r"^#!.*\bruby\b")
_PHP_SCRIPT = re.compile(r"^#!.*\bphp\b")
_FRONT = re.compile(r"(?:^|/)(?:public|web|htdocs|www|pub)/index\.php$")
_STUB = 5_000
_HEAD = 200  # characters in which the first line stands


def find(code: Code, found: Found) -> None:
    """Add them; what their first line gives to Ruby or PHP is a script."""
    for path, role in code.roles.items():
        if role in FOREIGN or role == "test" or path not in code.texts:
            continue
        text = code.texts[path]
        if "Gem.bin_path(" in text[:_STUB]:
            continue  # written by Bundler for a gem: it starts nothing of the project's own
        kind, what, source = _start(path, text[:_HEAD].partition("\n")[0])
        if kind:
            found.entry_points.append(EntryPoint(kind, what, Place(path), path if path in code.files else "", source))


def _start(path: str, first: str) -> tuple[str, str, str]:
    """(kind, what, source) of a file by its path and first line; ("", "", "") if it starts nothing."""
    folder, _, name = path.rpartition("/")
    if name == "config.ru":
        return "app", "Rack application: `rackup`", "framework:rack"
    if name in ("Rakefile", "rakefile", "Rakefile.rb"):
        return "cli", "`rake`", "framework:rake"
    if _FRONT.search(path) or path == "index.php":
        return "app", "front controller of the web server", "framework:php"
    if _PHP_SCRIPT.match(first):
        if name == "artisan":
            return "cli", "Laravel console: `php artisan`", "framework:laravel"
        if name == "console" and folder.endswith("bin"):
            return "cli", "Symfony console: `php bin/console`", "framework:symfony"
        return "script", "starts with `#!`", "syntax"
    if _RUBY_SCRIPT.match(first):
        if path in ("bin/rails", "script/rails"):
            return "cli", f"Rails: `{path}`", "framework:rails"
        return "script", "starts with `#!`", "syntax"
    return "", "", ""
