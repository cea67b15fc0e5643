"""What admin sites answer by the project's own code: `get_urls` of a site's class and of the classes registered with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from apps.engine.facts import Argument, Definition, Value
from apps.engine.frameworks.bindings import CLASSES, Bound
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.python.django.settings import Settings
from apps.engine.frameworks.text import keyword

_DEFAULT = frozenset({"django.contrib.admin.site", "django.contrib.admin.sites.site"})
_REGISTER = frozenset({"django.contrib.admin.register", "django.contrib.admin.decorators.register"})
_SITES = ("AdminSite",)
_CONFIGS = frozenset({"django.contrib.admin.apps.AdminConfig", "django.contrib.admin.apps.SimpleAdminConfig"})
_MODEL_CALLS = frozenset({"django.contrib.auth.get_user_model", "django.contrib.auth.base_user.get_user_model"})
_URLS = "get_urls"

Site = tuple[str, str, str]
DEFAULT: Site = ("", "", "")


@dataclass(frozen=True, slots=True)
class OwnPatterns:
    """Patterns that a method `get_urls` returns, at `prefix` below the site."""

    prefix: str
    path: str
    scope: str
    values: tuple[Value, ...]


class AdminSites:
    """The sites of a repository and what is registered with them; collected when first asked for."""

    def __init__(self, code: Code, settings: Settings) -> None:
        self._code = code
        self._settings = settings
        self._registered: dict[Site, list[OwnPatterns]] | None = None

    def site(self, path: str, scope: str, value: Value) -> tuple[Site, str] | None:
        """The site an expression means and the dotted name of what it is made of, None where it means none."""
        bound = self._code.names.of(path, scope, value)
        if bound.external in _DEFAULT:
            return DEFAULT, bound.external
        made = self._code.names.maker(bound)
        if bound.kind != "assignment" or made.kind not in ("external", "definition"):
            return None
        names = [made.external]
        if made.definition is not None and made.definition.kind in CLASSES:
            names = self._code.names.external_bases(made.path, made.definition)
        base = next((name for name in names if name.endswith(_SITES)), "")
        return (bound.key, base) if base else None

    def patterns(self, path: str, scope: str, value: Value, site: Site) -> list[OwnPatterns]:
        """What the project's own classes add to a site: the site's own first, then those of what is registered with it."""
        if self._registered is None:
            self._registered = self._collect()
        bound = self._code.names.of(path, scope, value)
        made = self._default_class() if site == DEFAULT else self._code.names.maker(bound)
        return [*self._own(made, ""), *self._registered.get(site, ())]

    def _collect(self) -> dict[Site, list[OwnPatterns]]:
        found: dict[Site, list[OwnPatterns]] = {}
        files = list(self._code.python())
        if not any(item.name == _URLS and item.parent for facts in files for item in facts.definitions):
            return found
        for facts in files:
            for definition in facts.definitions:
                for decorator in definition.decorators if definition.kind in CLASSES else ():
                    if decorator.name.rpartition(".")[2] != "register" or not decorator.called:
                        continue
                    name = self._code.names.bind(facts.path, definition.parent, decorator.name, decorator.line).external
                    given = keyword(decorator.arguments, "site")
                    site = self.site(facts.path, definition.parent, given) if given is not None else (DEFAULT, "")
                    if name in _REGISTER and site is not None:
                        made = Bound("definition", facts.path, definition.parent, definition.qualname, definition=definition)
                        self._add(found, site[0], facts.path, definition.parent, decorator.arguments, made)
            for call in facts.calls:
                receiver, _, last = call.callee.text.rpartition(".")
                if last != "register" or not receiver or call.callee.kind != "name" or len(call.arguments) < 2:
                    continue
                known = self.site(facts.path, call.scope, Value("name", receiver, line=call.line))
                if known is not None:
                    made = self._code.names.of(facts.path, call.scope, call.arguments[1].value)
                    self._add(found, known[0], facts.path, call.scope, call.arguments[:1], made)
        return found

    def _add(
        self,
        found: dict[Site, list[OwnPatterns]],
        site: Site,
        path: str,
        scope: str,
        models: tuple[Argument, ...],
        made: Bound,
    ) -> None:
        for argument in models:
            given = argument.value.items if argument.value.kind == "list" else (argument.value,)
            for model in given if not argument.name else ():
                prefix = self._prefix(path, scope, model)
                if prefix:
                    found.setdefault(site, []).extend(self._own(made, prefix))

    def _own(self, made: Bound, prefix: str) -> Iterator[OwnPatterns]:
        """The `get_urls` that a class of the repository has, its own or that of each class it goes on to."""
        if made.definition is None or made.definition.kind not in CLASSES:
            return
        for path, current in self._code.names.ancestors(made.path, made.definition):
            method = self._code.index(path).child(current.qualname, _URLS)
            if method is not None:
                yield OwnPatterns(prefix, path, method.qualname, method.returned)
                if not any(call.scope == method.qualname and _is_super(call.callee) for call in self._code.files[path].calls):
                    return

    def _default_class(self) -> Bound:
        """The class of the default site where the project names one: `default_site` of the configuration it installs."""
        for facts in self._code.python():
            if not facts.path.endswith("apps.py"):
                continue
            for definition in facts.definitions:
                bases = self._code.names.external_bases(facts.path, definition) if definition.kind in CLASSES else []
                if not _CONFIGS.isdisjoint(bases) and self._settings.installs(facts.path, definition.name):
                    named = self._code.names.member(facts.path, definition, "default_site")
                    text = self._code.folder.text(named.path, named.scope, named.value)
                    module, _, name = (text or "").rpartition(".")
                    target = self._code.names.modules.python(facts.path, module) if module else None
                    if target is not None:
                        return self._code.names.bind(target, "", name)
        return Bound("unknown")

    def _prefix(self, path: str, scope: str, model: Value) -> str:
        """``label/model/``, "" where the model is not known."""
        bound = self._code.names.of(path, scope, model)
        definition = bound.definition
        if definition is not None and definition.kind in CLASSES:
            return f"{self._label(bound.path, definition)}/{definition.name.lower()}/"
        made = self._code.names.maker(bound).external if bound.value is not None else ""
        if made in _MODEL_CALLS:
            named = self._settings.text("AUTH_USER_MODEL") or "auth.User"
            return f"{named.replace('.', '/').lower()}/" if named.count(".") == 1 else ""
        parts = bound.external.split(".")
        if "models" not in parts[1:-1]:
            return ""
        return f"{parts[parts.index('models') - 1]}/{parts[-1].lower()}/"

    def _label(self, path: str, definition: Definition) -> str:
        """How Django calls the application of a model: as its `Meta` says, its configuration, or its folder."""
        meta = self._code.index(path).child(definition.qualname, "Meta")
        if meta is not None:
            named = self._code.names.member(path, meta, "app_label")
            text = self._code.folder.text(named.path, named.scope, named.value) if named.value is not None else None
            if text:
                return text
        folder = path.rpartition("/")[0]
        while folder:
            label = self._configured(f"{folder}/apps.py")
            if label:
                return label
            folder = folder.rpartition("/")[0]
        parts = path.removesuffix(".py").split("/")
        at = parts.index("models") if "models" in parts else len(parts) - 1
        return parts[at - 1] if at else parts[0]

    def _configured(self, path: str) -> str:
        """The label that a file `apps.py` gives."""
        facts = self._code.files.get(path)
        for definition in facts.definitions if facts is not None else ():
            if definition.kind not in CLASSES:
                continue
            for name in ("label", "name"):
                found = self._code.names.member(path, definition, name)
                text = self._code.folder.text(found.path, found.scope, found.value) if found.value is not None else None
                if text:
                    return text.rpartition(".")[2]
        return ""


def _is_super(callee: Value) -> bool:
    """``super().get_urls``."""
    owner = callee.items[0].call if callee.kind == "attribute" and callee.text == _URLS and callee.items else None
    return owner is not None and owner.callee.text == "super"
