"""Razor Pages: files that begin with ``@page`` are routes, by where they stand; methods of the class beside them answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from apps.engine.facts import Call, Definition, Endpoint, FileFacts, Place, Value
from apps.engine.frameworks.code import FOREIGN, Code, place_of, symbol_of
from apps.engine.frameworks.declared_code import last
from apps.engine.frameworks.dotnet.aspnet.authorize import of_attributes
from apps.engine.frameworks.dotnet.aspnet.minimal import FRAMEWORK, SOURCE
from apps.engine.frameworks.dotnet.aspnet.templates import join
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.guards import Guard
from apps.engine.frameworks.text import argument

_VIEW = ".cshtml"
_FOLDER = "Pages"
_DIRECTIVE = "@page"
_LINES = 40  # of a file, in which its directive stands
_ADDING = frozenset({"MapRazorPages", "AddRazorPages", "AddMvc"})
_AUTHORIZED = frozenset({"AuthorizePage", "AuthorizeFolder", "AuthorizeAreaPage", "AuthorizeAreaFolder"})
_ROUTED = "AddPageRoute"
_VERBS = ("Get", "Post", "Put", "Delete", "Patch", "Head", "Options")


@dataclass(frozen=True, slots=True)
class _Page:
    """One page: its file, the line and template of its directive, its area and the path that other code names it by."""

    path: str
    line: int
    template: str
    area: str
    name: str


@dataclass(frozen=True, slots=True)
class _Convention:
    """What a call says of pages: that a folder (or page) of an area requires something, or that a page has another route."""

    path: str
    call: Call
    area: str
    name: str


def find_razor_pages(code: Code, found: Found) -> None:
    """Endpoints of all pages, one for each method that answers; a page without one is read."""
    pages = list(_pages(code))
    if not pages:
        return
    guards: list[_Convention] = []
    routed: list[_Convention] = []
    is_used = False
    for facts in code.own("C#"):
        for call in facts.calls:
            name = last(call.callee.text)
            is_used = is_used or name in _ADDING
            if name in _AUTHORIZED:
                guards.append(_convention(facts.path, call, "Area" in name))
            elif name == _ROUTED:
                routed.append(_convention(facts.path, call, False))
    for page in pages if is_used else ():
        found.frameworks.append(FRAMEWORK)
        text = _route(page)
        found.endpoints += _endpoints(code, page, text, Place(page.path, page.line, page.line), guards)
        for item in routed:
            template = argument(item.call, 1, "route")
            if item.name == page.name and not page.area and template is not None and template.kind == "string":
                here = Place(item.path, item.call.line, item.call.end_line)
                found.endpoints += _endpoints(code, page, join("", template.text), here, guards)


def _pages(code: Code) -> Iterator[_Page]:
    for path in sorted(code.texts):
        if not path.endswith(_VIEW) or code.roles.get(path) in FOREIGN:
            continue
        folders = path.split("/")
        if _FOLDER not in folders[:-1]:
            continue
        at = folders.index(_FOLDER)
        area = folders[at - 1] if at >= 2 and folders[at - 2] == "Areas" else ""
        for number, line in enumerate(code.texts[path].split("\n", _LINES)[:_LINES], 1):
            written = line.lstrip("\ufeff").strip()
            if written.startswith(_DIRECTIVE) and not written[len(_DIRECTIVE) : len(_DIRECTIVE) + 1].isalnum():
                template = written[len(_DIRECTIVE) :].strip()
                _, quote, inside = template.partition('"')
                name = "/" + "/".join(folders[at + 1 :]).removesuffix(_VIEW)
                yield _Page(path, number, inside.partition('"')[0] if quote else "", area, name)
                break


def _route(page: _Page) -> str:
    """``Pages/Basket/Index.cshtml`` answers at ``/Basket``; a template in the directive follows, or stands instead."""
    if page.template.startswith(("/", "~/")):
        return join("", page.template.removeprefix("~"))
    folder, _, name = page.name.rpartition("/")
    above = folder if name == "Index" else page.name
    return join(join(page.area, above), page.template)


def _convention(path: str, call: Call, in_area: bool) -> _Convention:
    texts = [_text(item.value) for item in call.arguments]
    area = texts.pop(0) if in_area and texts else ""
    return _Convention(path, call, area, texts[0] if texts else "")


def _text(value: Value) -> str:
    return value.text if value.kind == "string" else ""


def _endpoints(code: Code, page: _Page, text: str, here: Place, guards: list[_Convention]) -> Iterator[Endpoint]:
    facts = code.files.get(f"{page.path}.cs")
    model = _model(facts) if facts is not None else None
    told = of_attributes(facts.path, model) if facts is not None and model is not None else None
    guard = told or _guard(page, guards)
    methods = [] if facts is None or model is None else list(_handlers(facts, model))
    if not any(verb == "Get" for verb, _, _ in methods):
        yield _endpoint("GET", text, page.name.lstrip("/"), Place(page.path, page.line, page.line), here, guard)
    for verb, name, method in methods:
        if facts is not None and model is not None:
            yield _endpoint(
                verb.upper(), text, f"{model.name}.{method.name}", place_of(facts.path, method), here, guard,
                symbol_of(facts.path, method.qualname), method.docstring, f"handler={name}" if name else "",
            )  # fmt: skip


def _endpoint(
    method: str, path: str, handler: str, place: Place, here: Place, guard: Guard | None, symbol: str = "", docstring: str = "",
    condition: str = "",
) -> Endpoint:  # fmt: skip
    return Endpoint(
        method, path, handler, place, here, symbol, framework=FRAMEWORK, docstring=docstring, source=SOURCE,
        condition=condition, condition_at=place if condition else None,
        auth=guard.text if guard is not None else "", auth_at=guard.place if guard is not None else None,
    )  # fmt: skip


def _model(facts: FileFacts) -> Definition | None:
    """The class of a page: the one whose name ends as theirs do, else the only one."""
    classes = [item for item in facts.definitions if item.kind == "class"]
    named = [item for item in classes if item.name.endswith("Model")]
    return named[0] if named else classes[0] if len(classes) == 1 else None


def _handlers(facts: FileFacts, model: Definition) -> Iterator[tuple[str, str, Definition]]:
    """(verb, name, method) of ``OnGet``, ``OnPostAsync``, ``OnPostDeleteAsync``."""
    for method in facts.definitions:
        if method.kind != "method" or method.parent != model.qualname or "public" not in method.properties:
            continue
        rest = method.name.removeprefix("On")
        verb = next((item for item in _VERBS if rest.startswith(item)), "")
        name = rest.removeprefix(verb).removesuffix("Async")
        if method.name.startswith("On") and verb and (not name or name[0].isupper()):
            yield verb, name, method


def _guard(page: _Page, guards: list[_Convention]) -> Guard | None:
    """What the options of all pages require of this one."""
    for item in guards:
        is_folder = last(item.call.callee.text).endswith("Folder")
        inside = page.name == item.name or (is_folder and page.name.startswith(f"{item.name.rstrip('/')}/"))
        if item.area == page.area and inside:
            written = ", ".join(f'"{_text(one.value)}"' for one in item.call.arguments)
            return Guard(f"{last(item.call.callee.text)}({written})", Place(item.path, item.call.line, item.call.end_line))
    return None
