"""Settings of a Django project that routes, models and guards depend on, wherever its modules assign them."""

from __future__ import annotations

from collections import defaultdict

from apps.engine.facts import Assignment, Value
from apps.engine.frameworks.code import Code

_WANTED = frozenset(
    {"ROOT_URLCONF", "AUTH_USER_MODEL", "MEDIA_URL", "STATIC_URL", "REST_FRAMEWORK", "MIDDLEWARE", "INSTALLED_APPS"}
)
_SETTINGS = "django.conf.settings."


class Settings:
    """Assignments of the settings by name; collected in one pass when first asked for."""

    def __init__(self, code: Code) -> None:
        self._code = code
        self._found: dict[str, list[tuple[str, Assignment]]] | None = None

    def assigned(self, name: str) -> list[tuple[str, Assignment]]:
        """(path, assignment) of everything that sets it, in modules and in classes (``Base.ROOT_URLCONF``)."""
        if self._found is None:
            found: dict[str, list[tuple[str, Assignment]]] = defaultdict(list)
            for facts in self._code.python():
                for assignment in facts.assignments:
                    last = assignment.target
                    if last not in _WANTED and "." in last:
                        last = last.rpartition(".")[2]
                    if last in _WANTED and assignment.value is not None:
                        found[last].append((facts.path, assignment))
            self._found = found
        return self._found.get(name, [])

    def text(self, name: str) -> str | None:
        """The text of a setting that has one value always; None where it can't be known, is conditional or several disagree."""
        if any(self._code.branches.of(path, item.line) is not None for path, item in self.assigned(name)):
            return None
        texts = {self._code.folder.text(path, item.scope, item.value) for path, item in self.assigned(name)}
        return texts.pop() if len(texts) == 1 else None

    def text_of(self, path: str, scope: str, value: Value | None) -> str | None:
        """The text of an expression, which may be ``settings.NAME``."""
        text = self._code.folder.text(path, scope, value)
        if text is None and value is not None and value.kind == "name":
            external = self._code.names.of(path, scope, value).external
            if external.startswith(_SETTINGS):
                return self.text(external.removeprefix(_SETTINGS))
        return text

    def installs(self, config: str, name: str) -> bool:
        """Whether applications are installed by the class `name` of the file `config` (``apps.py``), or by its package."""
        modules = self._code.names.modules
        for path in sorted({path for path, _ in self.assigned("INSTALLED_APPS")}):
            waiting = [item.value for item in self._code.files[path].assignments if item.value is not None]
            while waiting:
                value = waiting.pop()
                if value.kind in ("list", "binary"):
                    waiting += value.items
                elif value.kind == "string" and value.text:
                    module, _, last = value.text.rpartition(".")
                    if last == name and modules.python(path, module) == config:
                        return True
                    if modules.python(path, f"{value.text}.apps") == config:
                        return True
        return False
