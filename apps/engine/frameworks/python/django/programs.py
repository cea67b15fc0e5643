"""Where Django programs start: WSGI and ASGI applications, management commands."""

from __future__ import annotations

from apps.engine.facts import EntryPoint, Place
from apps.engine.frameworks.code import Code, place_of, symbol_of
from apps.engine.frameworks.found import Found

_APPLICATIONS = {
    "django.core.wsgi.get_wsgi_application": ("wsgi", "WSGI application"),
    "django.core.asgi.get_asgi_application": ("asgi", "ASGI application"),
    "channels.routing.ProtocolTypeRouter": ("asgi", "ASGI application"),
}
_MAKERS = {name.rpartition(".")[2]: known for name, known in _APPLICATIONS.items() if "_application" in name}
_COMMANDS = frozenset({
    "BaseCommand", "AppCommand", "LabelCommand", "NoArgsCommand", "TemplateCommand", "Command",
})  # fmt: skip


def find(code: Code) -> Found:
    """Entry points of Django."""
    found = Found()
    for facts in code.python():
        for assignment in facts.assignments:
            call = assignment.value.call if assignment.value is not None else None
            if (
                call is None
                or assignment.scope
                or assignment.target not in ("application", "app", "django_asgi_app", "django_application")
            ):
                continue
            bound = code.names.of(facts.path, "", call.callee)
            known = _APPLICATIONS.get(bound.external)
            if known is None and bound.definition is not None:  # a project's own maker, called as Django's
                known = _MAKERS.get(bound.definition.name)
            if known is not None:
                place = Place(facts.path, assignment.line, assignment.end_line)
                found.entry_points.append(
                    EntryPoint(known[0], f"{known[1]} `{facts.path}`", place, facts.path, "framework:django")
                )
        if "/management/commands/" not in f"/{facts.path}":
            continue
        for definition in facts.definitions:
            if definition.name != "Command" or definition.kind != "class":
                continue
            bases = code.names.external_bases(facts.path, definition)
            if any(base.startswith("django.") and base.rpartition(".")[2] in _COMMANDS for base in bases):
                name = facts.path.rpartition("/")[2].removesuffix(".py")
                found.entry_points.append(
                    EntryPoint(
                        "cli",
                        f"management command `{name}`",
                        place_of(facts.path, definition),
                        symbol_of(facts.path, definition.qualname),
                        "framework:django",
                    )
                )
    return found
