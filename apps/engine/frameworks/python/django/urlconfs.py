"""Which files are urlconfs, which of them `ROOT_URLCONF` names, and which include which."""

from __future__ import annotations

from apps.engine.facts import Call, Place, Unknown, Value
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.python.django.patterns import is_named_group, pattern_values
from apps.engine.frameworks.python.django.settings import Settings
from apps.engine.frameworks.python.django.viewsets import Routers

INCLUDES = frozenset(
    {"django.urls.include", "django.urls.conf.include", "django.conf.urls.include", "django.conf.urls.defaults.include"}
)
_PACKAGES = frozenset({"django", "rest_framework", "wagtail"})


class Urlconfs:
    """The files with `urlpatterns` of a repository (`files`); `known` are those that are Django's."""

    def __init__(self, code: Code, settings: Settings, routers: Routers) -> None:
        self.code = code
        self.settings = settings
        self.unknowns: list[Unknown] = []
        self.files = {facts.path: facts for facts in code.python() if pattern_values(facts)}
        made_in = {made.bound.path for made in routers.made.values()}
        self.known = {path for path in self.files if path in made_in or self._is_django(path)}
        self._included: dict[str, set[str]] = {}

    def roots(self) -> list[str]:
        """Where routes begin: what the settings name, else the only urlconf that can be meant; may be none."""
        return self._named() or self._unincluded()

    def unreached(self, reached: set[str]) -> list[str]:
        """The urlconfs that no root led to, those that include others first."""
        return sorted(self.known - reached, key=lambda path: (self._is_included(path), path))

    def callee(self, path: str, scope: str, call: Call) -> str:
        """The dotted name of what is called, "" if it is none of a package."""
        return self.code.names.of(path, scope, call.callee).external if call.callee.kind == "name" else ""

    def _named(self) -> list[str]:
        out = set()
        for path, assignment in self.settings.assigned("ROOT_URLCONF"):
            text = self.code.folder.text(path, assignment.scope, assignment.value)
            target = self.code.names.modules.python(path, text) if text else None
            if target is not None and target in self.files:
                out.add(target)
            else:
                self.unknowns.append(
                    Unknown(
                        "endpoint prefix",
                        "ROOT_URLCONF",
                        "The urlconf this setting names was not found in the repository.",
                        Place(path, assignment.line, assignment.end_line),
                    )
                )
        return sorted(out)

    def _unincluded(self) -> list[str]:
        """Without `ROOT_URLCONF`: the only urlconf that includes others and is included by none, if there is just one."""
        tops = [path for path in sorted(self.known) if not self._is_included(path)]
        including = [path for path in tops if self._includes(path) & self.known]
        if len(including) == 1:
            return including
        has_project = any(path.rpartition("/")[2] in ("manage.py", "settings.py") for path in self.code.files)
        return tops if len(tops) == 1 and has_project else []

    def _includes(self, path: str) -> set[str]:
        """Urlconfs a file's calls of `include` name."""
        known = self._included.get(path)
        if known is None:
            known = set()
            for call in self.code.files[path].calls:
                if self.callee(path, call.scope, call) in INCLUDES and call.arguments:
                    target = self._include_target(path, call.scope, call.arguments[0].value)
                    if target is not None:
                        known.add(target)
            self._included[path] = known
        return known

    def _is_included(self, path: str) -> bool:
        return any(path in self._includes(other) for other in self.known if other != path)

    def _include_target(self, path: str, scope: str, value: Value) -> str | None:
        if is_named_group(value):
            value = value.items[0]
        text = self.code.folder.text(path, scope, value)
        if text is not None:
            return self.code.names.modules.python(path, text)
        bound = self.code.names.of(path, scope, value)
        return bound.path if bound.kind == "module" else None

    def _is_django(self, path: str) -> bool:
        """By what a file with `urlpatterns` imports."""
        imports = self.code.files[path].imports
        return any(item.module.partition(".")[0] in _PACKAGES or item.module.endswith("urls") for item in imports)
