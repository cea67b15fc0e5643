"""Names that a program looks up while it runs: what is reached so is called although no call says its name.

A pattern is a name, or one with ``*`` for what is not known of it: ``visit_*``; ``*`` alone where nothing is known.  Behind ``@``
stands the module whose name it is, as the end of a path: ``run_*@app/tasks``, ``*@app/plugins/*``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from apps.engine.facts import Call, FileFacts, Import, Value
from apps.engine.graph.modules import SCRIPT_LANGUAGES

ANY = "*"
IN_MODULE = "@"
_LOOKUPS = {"getattr": 1, "methodcaller": 0, "attrgetter": 0}  # position of the name among the arguments
_BY_LANGUAGE = {  # functions of other languages that are given the name first
    "Ruby": frozenset({"send", "public_send", "__send__", "method", "instance_method", "const_get", "define_method"}),
    "PHP": frozenset({"call_user_func", "call_user_func_array", "method_exists", "is_callable"}),
    "Java": frozenset({"getMethod", "getDeclaredMethod", "forName", "loadClass"}),
    "Kotlin": frozenset({"getMethod", "getDeclaredMethod", "forName", "loadClass"}),
    "C#": frozenset({"GetMethod", "GetType", "InvokeMember", "CreateInstance"}),
    "Go": frozenset({"MethodByName"}),
}
_IMPORTING = frozenset({"import_module", "__import__"})
_REQUIRING = frozenset({"require", "import"})
_LOOKING = tuple(_LOOKUPS)
_NAMESPACES = frozenset({"globals", "locals", "vars"})
_ALL = ("getmembers", "__dict__.values", "__dict__.items", "walk_packages", "iter_modules")  # these go through all names
_HOLDING = frozenset({"list", "dict"})
_DEPTH = 5  # levels of lists and dictionaries in which strings may name code


def looked_up(facts: FileFacts) -> dict[str, tuple[str, ...]]:
    """{scope: patterns of the names looked up in it, sorted}."""
    found: dict[str, set[str]] = defaultdict(set)
    is_script = facts.language in SCRIPT_LANGUAGES
    asked = _BY_LANGUAGE.get(facts.language, frozenset())
    modules = _Modules(facts)
    for call in facts.calls:
        callee = call.callee
        if callee.text.endswith(_ALL):
            found[call.scope].add(ANY)
        elif callee.text.endswith(_LOOKING):
            position = _LOOKUPS.get(callee.text.rpartition(".")[2])
            if position is not None and len(call.arguments) > position:
                name = pattern(call.arguments[position].value)
                found[call.scope].add(name)
                if position and ANY in name and (module := modules.meant(call.arguments[0].value)):
                    found[call.scope].add(f"{name}{IN_MODULE}{module}")
        elif asked and call.arguments and callee.text.rpartition(".")[2] in asked:
            found[call.scope].add(pattern(call.arguments[0].value))
        elif callee.kind == "subscript" and len(callee.items) == 2 and (is_script or _is_namespace(callee.items[0])):
            name = pattern(callee.items[1])
            found[call.scope].add(name)
            if ANY in name and (module := modules.meant(callee.items[0])):
                found[call.scope].add(f"{name}{IN_MODULE}{module}")
        elif is_script and callee.text in _REQUIRING and call.arguments and call.arguments[0].value.kind != "string":
            if module := modules.relative(pattern(call.arguments[0].value)):
                found[call.scope].add(f"{ANY}{IN_MODULE}{module}")
        elif callee.kind == "attribute" and callee.text in ("values", "items") and any(map(_is_namespace, callee.items)):
            found[call.scope].add(ANY)
    if any(ANY in names for names in found.values()):  # the name that is looked up here may come from a call beside it
        for call in facts.calls:
            for argument in call.arguments:
                if argument.value.kind == "string" and argument.value.text.isidentifier():
                    found[call.scope].add(argument.value.text)
    for item in facts.assignments:
        if item.value is not None and (item.value.kind in _HOLDING or item.value.kind == "string"):
            found[item.scope].update(_paths(item.value))
    return {scope: tuple(sorted(names)) for scope, names in found.items() if names}


class _Modules:
    """The modules that a file's names and expressions mean, as ends of paths: ``app/tasks``."""

    def __init__(self, facts: FileFacts) -> None:
        self._facts = facts
        self._is_script = facts.language in SCRIPT_LANGUAGES
        self._names: dict[str, str] | None = None

    def meant(self, value: Value) -> str:
        """The module an expression gives, with ``*`` for what is not known of it; "" where it is no module."""
        call = value.call
        if call is not None:
            given = call.arguments[0].value if call.arguments else None
            if given is None or call.callee.text.rpartition(".")[2] not in _IMPORTING | _REQUIRING:
                return ""
            name = pattern(given)
            return self.relative(name) if self._is_script else name.replace(".", "/") if name != ANY else ""
        return self._known().get(value.text, "") if value.kind == "name" else ""

    def relative(self, name: str) -> str:
        """The end of the path that a relative import of a script leads to, "" for one that is none."""
        if not name.startswith("."):
            return ""
        parts = self._facts.path.split("/")[:-1]
        for part in name.split("/"):
            if part == "..":
                parts = parts[:-1]
            elif part != ".":
                parts.append(part)
        last = parts.pop() if parts else ""
        return "/".join([*parts, last if ANY in last else last.partition(".")[0]])

    def _known(self) -> dict[str, str]:
        if self._names is None:
            self._names = {}
            for item in self._facts.imports:
                self._import(item, self._names)
            for assignment in self._facts.assignments:
                value = assignment.value
                if value is not None and value.kind == "call" and (module := self.meant(value)):
                    self._names.setdefault(assignment.target, module)
        return self._names

    def _import(self, item: Import, names: dict[str, str]) -> None:
        if self._is_script:
            module = self.relative(item.module)
            whole = [name.alias for name in item.names if name.name == "*"] if item.names else [item.alias]
            names.update({name: module for name in whole if name and module})
            return
        folder = self._facts.path.split("/")[: -item.level] if item.level else []
        module = "/".join([*folder, *(part for part in item.module.split(".") if part)])
        for name in item.names:
            names[name.alias or name.name] = f"{module}/{name.name}" if module else name.name
        if not item.names:
            names[item.alias or item.module] = module


def is_module(path: str, wanted: str) -> bool:
    """Whether a file is the module, or one of those, that the end of a path names."""
    name = "/" + path.rpartition(".")[0].removesuffix("/__init__").removesuffix("/index")
    head, star, tail = f"/{wanted}".partition(ANY)
    return head in name and name.endswith(tail) if star else name.endswith(head)


def pattern(value: Value) -> str:
    """The pattern of the names an expression may give."""
    if value.kind == "string":
        return value.text
    if value.kind == "template":
        parts = [item.text if item.kind == "string" else ANY for item in value.items] or [""]
        return parts[0] if len(parts) == 1 else f"{parts[0].partition(ANY)[0]}{ANY}{parts[-1].rpartition(ANY)[2]}"
    if value.kind == "binary" and len(value.items) == 2:
        left, right = pattern(value.items[0]), pattern(value.items[1])
        if value.text == "+":
            return _joined(left, right)
        if value.text == "%" and value.items[0].kind == "string":
            head, mark, rest = left.partition("%")
            return f"{head}{ANY}{rest.rpartition('%')[2].lstrip('sdr') if rest else ''}" if mark else left
    return ANY


def fits(name: str, wanted: str) -> bool:
    """Whether a pattern may mean this name."""
    head, star, tail = wanted.partition(ANY)
    if not star:
        return name == wanted
    return len(name) >= len(head) + len(tail) and name.startswith(head) and name.endswith(tail)


def _joined(left: str, right: str) -> str:
    return f"{left.partition(ANY)[0]}{ANY}{right.rpartition(ANY)[2]}" if ANY in left or ANY in right else left + right


def _is_namespace(value: Value) -> bool:
    call: Call | None = value.call
    return call is not None and call.callee.text in _NAMESPACES


def _paths(value: Value) -> Iterable[str]:
    """Last parts of the dotted paths among strings: ``middleware.Gate`` names ``Gate``."""
    level = [value]
    for _ in range(_DEPTH):
        below: list[Value] = []
        for item in level:
            if item.kind == "string":
                if item.text.startswith("from ") and " import " in item.text:  # a statement that is run as text
                    words = [word.strip() for word in item.text.partition(" import ")[2].split(",")]
                    yield from [word for word in words if word.isidentifier()]
                    continue
                name = item.text.replace(":", ".").rpartition(".")
                if name[1] and name[2].isidentifier() and name[0].replace(".", "_").isidentifier():
                    yield name[2]
            else:
                below.extend(item.items)
        level = below
