"""Functions of Go that read the variable they are told: ``getEnv("PORT", "80")`` is a read of PORT with a default."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from apps.engine.facts import Call, ConfigKey, Definition, FileFacts, Place, Unknown
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.environment.annotated import SOURCE, constant_text, written
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.text import argument, source_of

_READS = frozenset({"os.Getenv", "os.LookupEnv"})
_FALLBACKS = ("def", "fallback", "alt")
_ROUNDS = 4  # functions that hand the name on to further functions
_REASON = "The name is put together when the program runs."


@dataclass(frozen=True, slots=True)
class _Wrapper:
    """Which parameters hold the variable's name and its default (-1: none)."""

    name: int
    default: int


def find(code: Code, found: Found) -> None:
    """Add the calls of such functions: by their name in their own folder, by ``package.Name`` where the package is imported."""
    files = list(code.own("Go", tests=True))
    wrappers = {key: made for facts in files for key, made in _collect(facts).items()}
    if not wrappers:
        return
    for _ in range(_ROUNDS):
        further = {key: made for facts in files for key, made in _further(facts, wrappers).items()}
        if not further:
            break
        wrappers |= further
    for facts in files:
        folder = facts.path.rpartition("/")[0]
        for call, wrapper in _called(facts, wrappers):
            given = argument(call, wrapper.name)
            name = constant_text(code, facts, call.scope, given)
            place = Place(facts.path, call.line, call.end_line)
            if not name:
                if (folder, call.scope) not in wrappers:
                    found.unknowns.append(Unknown("configuration key", source_of(given) or call.callee.text, _REASON, place))
                continue
            default = argument(call, wrapper.default) if wrapper.default >= 0 else None
            required = False if default is not None else None
            key = ConfigKey(name, "env", place, call.callee.text, written(default), required, SOURCE)
            found.config_keys.append(key)


def _called(facts: FileFacts, wrappers: Mapping[tuple[str, str], _Wrapper]) -> Iterator[tuple[Call, _Wrapper]]:
    """The calls of such functions in a file."""
    folder = facts.path.rpartition("/")[0]
    names = {name for _, name in wrappers}
    for call in facts.calls:
        first, _, name = call.callee.text.rpartition(".")
        if name not in names or call.callee.kind != "name" or not call.arguments:
            continue
        meant = _folder_of(facts, first, wrappers) if first else folder
        wrapper = wrappers.get((meant, name)) if meant is not None else None
        if wrapper is not None:
            yield call, wrapper


def _further(facts: FileFacts, wrappers: Mapping[tuple[str, str], _Wrapper]) -> dict[tuple[str, str], _Wrapper]:
    """The functions of a file that hand a parameter of theirs on to such a function as the variable's name."""
    made: dict[tuple[str, str], _Wrapper] = {}
    folder = facts.path.rpartition("/")[0]
    functions = {item.qualname: item for item in facts.definitions if item.kind == "function"}
    for call, wrapper in _called(facts, wrappers):
        given = argument(call, wrapper.name)
        owner = functions.get(call.scope)
        if owner is not None and given is not None and given.kind == "name" and (folder, call.scope) not in wrappers:
            _keep(made, folder, owner, given.text)
    return made


def _keep(made: dict[tuple[str, str], _Wrapper], folder: str, owner: Definition, read: str) -> None:
    """A function that reads the variable its parameter `read` names."""
    given = [parameter.name for parameter in owner.parameters]
    if read in given:
        default = next((at for at, name in enumerate(given) if name != read and name.lower().startswith(_FALLBACKS)), -1)
        made.setdefault((folder, owner.qualname), _Wrapper(given.index(read), default))


def _collect(facts: FileFacts) -> dict[tuple[str, str], _Wrapper]:
    """{(folder, function): wrapper} of a file."""
    made: dict[tuple[str, str], _Wrapper] = {}
    folder = facts.path.rpartition("/")[0]
    functions: Mapping[str, Definition] | None = None
    for call in facts.calls:
        if call.callee.text not in _READS or not call.arguments or call.arguments[0].value.kind != "name":
            continue
        if functions is None:
            functions = {item.qualname: item for item in facts.definitions if item.kind == "function"}
        owner = functions.get(call.scope)
        if owner is not None:
            _keep(made, folder, owner, call.arguments[0].value.text)
    return made


def _folder_of(facts: FileFacts, package: str, wrappers: Mapping[tuple[str, str], _Wrapper]) -> str | None:
    """The folder that a package's name means here, where an import ends as exactly one folder with such functions does."""
    modules = [item.module for item in facts.imports if (item.alias or item.module.rpartition("/")[2]) == package]
    folders = {
        folder for folder, _ in wrappers for module in modules if folder and (module == folder or module.endswith(f"/{folder}"))
    }
    return next(iter(folders)) if len(folders) == 1 else None
