"""Configuration that annotations of Java and Kotlin read: Spring's placeholders and bound classes, MicroProfile's properties."""

from __future__ import annotations

import re

from apps.engine.facts import Argument, Assignment, ConfigKey, Decorator, Definition, FileFacts, Place, Unknown, Value
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.declared_code import route_of
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.text import UNKNOWN_START, keyword, source_of

SOURCE = "framework:environment"
_PLACEHOLDER = re.compile(r"\$\{(?P<name>[A-Za-z_][\w.\-\[\]]*)(?::(?P<default>[^{}]*))?\}")
_VARIABLE = re.compile(r"[A-Z][A-Z0-9_]*")
_KEBAB = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_SET_BY_SPRING = re.compile(r"local\.(?:server|management)\.port$|random\.")
_GIVEN = frozenset({"Autowired", "Inject", "Resource", "Value", "JsonIgnore"})  # fields that something else fills
_MOST_FIELDS = 500  # bound in one class with those inside it


def find(code: Code, facts: FileFacts, found: Found) -> None:
    """``@Value("${shop.key:5}")``, ``@ConfigProperty(name = "…")``, classes bound to a prefix."""
    held = [assignment.decorators for assignment in facts.assignments if assignment.decorators]
    for definition in facts.definitions:
        if definition.decorators:
            held.append(definition.decorators)
        held += [parameter.decorators for parameter in definition.parameters if parameter.decorators]
    for decorator in (decorator for decorators in held for decorator in decorators):
        last = decorator.name.rpartition(".")[2]
        if last == "Value":
            _placeholders(facts.path, decorator, found)
        elif last == "ConfigProperty":
            name, given = text_of(keyword(decorator.arguments, "name")), keyword(decorator.arguments, "defaultValue")
            if name:
                place = Place(facts.path, decorator.line, decorator.end_line)
                key = ConfigKey(name, "property", place, "@ConfigProperty", text_of(given), given is None, SOURCE)
                found.config_keys.append(key)
    for definition in facts.definitions:
        for decorator in definition.decorators:
            if decorator.name.rpartition(".")[2] == "ConfigurationProperties":
                _bound(code, facts, definition, decorator, found)


def text_of(value: Value | None) -> str:
    """The content of a literal text, "" for anything else."""
    return value.text if value is not None and value.kind == "string" else ""


def constant_text(code: Code, facts: FileFacts, scope: str, value: Value | None) -> str:
    """The content of a literal text or of the constant that is named, "" for anything else."""
    if value is None or value.kind == "string":
        return text_of(value)
    text = route_of(code, facts.path, scope, value) if value.kind == "name" else UNKNOWN_START
    return "" if text.startswith(UNKNOWN_START) else text


def first_of(arguments: tuple[Argument, ...]) -> Value | None:
    """The first argument, where it has no name."""
    return arguments[0].value if arguments and not arguments[0].name else None


def written(value: Value | None) -> str:
    """A value as these languages write it."""
    return f'"{value.text}"' if value is not None and value.kind == "string" else source_of(value, script=True)


def _placeholders(path: str, decorator: Decorator, found: Found) -> None:
    text = text_of(keyword(decorator.arguments, "value") or first_of(decorator.arguments))
    for placeholder in _PLACEHOLDER.finditer(text[:2_000]):
        name, default = placeholder["name"], placeholder["default"]
        if _SET_BY_SPRING.match(name):
            continue
        kind = "env" if _VARIABLE.fullmatch(name) else "property"
        place = Place(path, decorator.line, decorator.end_line)
        found.config_keys.append(ConfigKey(name, kind, place, "@Value", default or "", default is None, SOURCE))


def _bound(code: Code, facts: FileFacts, definition: Definition, decorator: Decorator, found: Found) -> None:
    """The properties that Spring binds to the fields of a class, and to those of classes inside it that a field holds."""
    given = keyword(decorator.arguments, "prefix", "value") or first_of(decorator.arguments)
    prefix = "" if given is None else _constant(code, facts, definition, given)
    if prefix is None:
        place = Place(facts.path, decorator.line, decorator.end_line)
        reason = "The beginning of the names stands in another repository or is put together when the program runs."
        found.unknowns.append(Unknown("configuration key", source_of(given) or decorator.name, reason, place))
        return
    inner = {item.qualname: item for item in facts.definitions if item.kind in ("class", "record")}
    fields: dict[str, list[Assignment]] = {}
    for assignment in facts.assignments:
        if assignment.kind == "field" and "static" not in assignment.properties:
            fields.setdefault(assignment.scope, []).append(assignment)
    waiting = [(definition.qualname, prefix)]
    count = 0
    while waiting and count < _MOST_FIELDS:
        scope, above = waiting.pop(0)
        for parameter in inner[scope].parameters if scope in inner else ():
            place = Place(facts.path, inner[scope].line, inner[scope].line)
            found.config_keys.append(_property(above, parameter.name, place, parameter.default))
        for field in fields.get(scope, ()):
            count += 1
            if not _GIVEN.isdisjoint(item.name.rpartition(".")[2] for item in field.decorators):
                continue
            name = field.target.rpartition(".")[2]
            held = f"{definition.qualname}.{field.annotation}"
            if held in inner and held != scope:
                waiting.append((held, f"{above}.{_shown(name)}" if above else _shown(name)))
            else:
                place = Place(facts.path, field.line, field.end_line)
                found.config_keys.append(_property(above, name, place, written(field.value)))


def _shown(name: str) -> str:
    """A field's name as Spring writes it: in lower case, with dashes."""
    return _KEBAB.sub("-", name).lower()


def _property(above: str, name: str, place: Place, default: str) -> ConfigKey:
    shown = f"{above}.{_shown(name)}" if above else _shown(name)
    return ConfigKey(shown, "property", place, "@ConfigurationProperties", default, None, SOURCE)


def _constant(code: Code, facts: FileFacts, owner: Definition, value: Value) -> str | None:
    """The text of a literal, or of a constant of the same file or of a class in the repository whose name is unique."""
    if value.kind == "string":
        return value.text
    if value.kind == "binary" and value.text == "+" and len(value.items) == 2:
        parts = [_constant(code, facts, owner, item) for item in value.items]
        return None if None in parts else "".join(part for part in parts if part)
    if value.kind != "name":
        return None
    holder, _, name = value.text.rpartition(".")
    holder = holder.rpartition(".")[2]
    if not holder or holder == owner.name:
        scopes = (owner.qualname, owner.parent)
        return next((text for item in facts.assignments if item.scope in scopes and (text := _is(item, name))), None)
    texts = [
        text
        for other in code.own(facts.language)
        if other.path.rpartition("/")[2].partition(".")[0] == holder
        for item in other.assignments
        if item.scope == holder and (text := _is(item, name))
    ]
    return texts[0] if len(texts) == 1 else None


def _is(assignment: Assignment, name: str) -> str:
    return text_of(assignment.value) if assignment.target.rpartition(".")[2] == name else ""
