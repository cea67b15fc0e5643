"""Where the name of something that no call was followed to stands all the same: in code, configuration, pages.

What is reached by reflection, by a dotted path in configuration, by an attribute of a page or by an entry point of a package has
its name written somewhere.  So "called by: none" is only said of names that stand nowhere but where they are defined.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

from apps.engine.facts import Definition, FileFacts
from apps.engine.graph.entities import LAMBDA
from apps.engine.graph.testfiles import is_test

PLACES = 5  # files told of each definition
CONSTRUCTORS = frozenset({"__init__", "__new__", "constructor", "initialize", "__construct"})
_KNOWN = frozenset({"calls", "tests", "uses"})
_ASKED = frozenset({
    "class", "struct", "record", "function", "method", "component", "constructor", "accessor", "macro", "procedure", "interface",
    "trait", "object",
})  # fmt: skip
_WORD = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_$")
_INDENT = 200  # bytes of a line that are looked at
_SPACE, _BREAK = 0x20, 0x0A
_BETWEEN = (_SPACE, _BREAK)
_TABLE = bytes(code if code in _WORD or code >= 0x80 or code == _BREAK else _SPACE for code in range(256))
# Files that talk about code, or list what was resolved, but do not reach it.
_PROSE = (
    ".md",
    ".mdx",
    ".rst",
    ".txt",
    ".adoc",
    ".lock",
    ".po",
    ".pot",
    ".svg",
    ".css",
    ".scss",
    ".less",
    ".csv",
    ".snap",
    ".sum",
)
_PROSE_NAMES = frozenset({"package-lock.json", "pnpm-lock.yaml", "LICENSE", "CODEOWNERS", "CHANGELOG", "AUTHORS"})
_HASH = frozenset({"Python", "Ruby", "Shell"})
_HASH_ENDS = (".yml", ".yaml", ".toml", ".cfg", ".ini", ".conf", ".env", "Dockerfile", "Makefile")
# Languages in which a file may be built for some systems only, and names of files that are.
_BUILT = frozenset({"Go", "C", "C++", "Rust"})
_SYSTEMS = frozenset({
    "windows", "win", "win32", "unix", "posix", "linux", "macos", "mac", "darwin", "bsd", "freebsd", "android", "ios", "wasm",
    "wasm32", "wasi", "other", "fallback", "unsupported", "stub",
})  # fmt: skip

Row = tuple[str, str, str, int, str, bool]


def mentions(
    files: Mapping[str, FileFacts], texts: Mapping[str, str], rows: Iterable[Row], unresolved: Container[str]
) -> dict[str, tuple[str, ...]]:
    """{symbol of a definition that nothing calls: files in which its name stands outside of it, and what stands there is no call
    that was followed to another}, the first few.

    `rows` are all edges.  What is handed on, takes the place of another or has a name that is among the `unresolved` is left out:
    its callers are unknown already.
    """
    told: dict[str, set[tuple[str, int]]] = defaultdict(set)
    listed = list(rows)
    known = {target for _source, kind, target, _line, _how, is_external in listed if kind in _KNOWN and not is_external}
    known.update(source for source, kind, _target, _line, _how, _is_external in listed if kind == "overrides")
    wanted: dict[bytes, list[tuple[str, Definition]]] = defaultdict(list)
    for path, facts in files.items():
        if is_test(path):
            continue
        for definition in facts.definitions:
            if definition.kind in _ASKED and f"{path}#{definition.qualname}" not in known:
                name = spoken(definition)
                if name and name not in unresolved:
                    wanted[name.encode()].append((path, definition))
    if not wanted:
        return {}
    names = {name.decode() for name in wanted}
    seconds = {
        (path, item.qualname)
        for path, facts in files.items()
        for item in facts.definitions
        if item.qualname.endswith("#2") and "overload" not in item.properties
    }
    repeated = {
        _first(path, item.qualname) for found in wanted.values() for path, item in found if _is_repeated(path, item, seconds)
    }
    repeated |= _twins(files, wanted)
    stems = {path.rpartition("/")[2].partition(".")[0] for path in files}
    ends: dict[str, tuple[str, ...]] = {}  # a target stands in many edges
    for source, _kind, target, line, how, is_external in listed:
        meant = ends.get(target)
        if meant is None:
            meant = ends[target] = tuple([name for name in _ends(target) if name in names])
        for name in meant:
            if is_external:
                # What a function from outside gives may be of here; a module that is named as a file of here may be that file.
                is_other = how == "exact" and _module(target) not in stems
            else:
                is_other = not repeated or _first(*target.split("#", 1)) not in repeated
            if is_other:
                told[name].add((source.partition("#")[0], line))
    for path, facts in files.items():
        for definition in facts.definitions:
            if definition.name in names:
                told[definition.name].add((path, definition.line))
    standing = _standing(files, texts, wanted, told)
    found: dict[str, tuple[str, ...]] = {}
    for word, definitions in wanted.items():
        places = standing.get(word, [])
        for path, definition in definitions if places else ():
            inside = range(definition.start_line, definition.end_line + 1)
            own = [here for here, lines in places if here != path or any(line not in inside for line in lines)]
            if own:
                found[f"{path}#{definition.qualname}"] = tuple(own[:PLACES])
    return found


def _module(target: str) -> str:
    """The last part of what the last name of an external target is a member of: ``application`` of ``application.run``."""
    return target.rpartition(".")[0].rpartition("/")[2].rpartition(".")[2]


def _first(path: str, qualname: str = "") -> str:
    """The symbol without the number of a name that repeats: which of several is meant may only be known when the program runs."""
    return f"{path}#{qualname.partition('#')[0]}"


def _is_repeated(path: str, definition: Definition, seconds: Container[tuple[str, str]]) -> bool:
    if "overload" in definition.properties:  # another way to call the one function
        return False
    return "#" in definition.qualname or (path, f"{definition.qualname}#2") in seconds


def _twins(files: Mapping[str, FileFacts], wanted: Mapping[bytes, Sequence[tuple[str, Definition]]]) -> set[str]:
    """What stands in place of a wanted definition in another file of its folder: which of them is built is a matter of the
    system it is built for.
    """
    asked: dict[tuple[str, str, str], set[str]] = defaultdict(set)
    for found in wanted.values():
        for path, item in found:
            if "declaration" not in item.properties and _is_chosen(path, files[path], item):
                asked[_place(path, files[path], item)].add(path)
    twins: set[str] = set()
    for path, facts in files.items() if asked else ():
        if facts.language not in _BUILT:
            continue
        for item in facts.definitions:
            if asked.get(_place(path, facts, item), set()) - {path} and _is_chosen(path, facts, item):
                twins.add(_first(path, item.qualname))
    return twins


def _place(path: str, facts: FileFacts, item: Definition) -> tuple[str, str, str]:
    return (path.rpartition("/")[0], facts.language, item.qualname.partition("#")[0])


def _is_chosen(path: str, facts: FileFacts, item: Definition) -> bool:
    """Whether there can be another of the name in a file beside, of which only one is built: not where each file is a name
    space of its own, nor what its file alone sees.
    """
    if facts.language == "Rust":  # each file is a module: those that are chosen by system are named for it, or hold one type
        return bool(item.owner) or not _SYSTEMS.isdisjoint(path.rpartition("/")[2].partition(".")[0].split("_"))
    return facts.language in _BUILT and "static" not in item.properties and item.name not in ("main", "init")


def spoken(definition: Definition) -> str:
    """The word by which a definition is named: a constructor is by its class; "" for what has none."""
    name = definition.name
    if definition.kind == "constructor" or name in CONSTRUCTORS:
        name = definition.parent.rpartition(".")[2].partition("#")[0] or definition.owner.rpartition(".")[2]
    name = name.rpartition(".")[2].lstrip("#").rstrip("?!=")
    return name if name != LAMBDA and name.replace("$", "_").isidentifier() else ""


def _ends(target: str) -> Sequence[str]:
    """The names that a call of a target may be written by."""
    before, _dot, last = target.partition("#")[2].partition("#")[0].rpartition(".") if "#" in target else target.rpartition(".")
    owner = before.rpartition(".")[2]
    return (owner, last) if last in CONSTRUCTORS or last == owner else (last.rpartition("/")[2],)


def _standing(
    files: Mapping[str, FileFacts],
    texts: Mapping[str, str],
    wanted: Mapping[bytes, Sequence[object]],
    told: Mapping[str, set[tuple[str, int]]],
) -> dict[bytes, list[tuple[str, list[int]]]]:
    """{name: (file, lines of it that have the name and are not `told`)} by path, in as few files as are needed."""
    left = set(wanted)
    found: dict[bytes, list[tuple[str, list[int]]]] = defaultdict(list)
    for path in sorted(texts):
        last = path.rpartition("/")[2]
        if path.endswith(_PROSE) or last in _PROSE_NAMES:
            continue
        raw = texts[path].encode("utf-8", "surrogatepass")
        words = raw.translate(_TABLE)
        here = left.intersection(words.split())
        if not here:
            continue
        facts = files.get(path)
        by_hash = facts.language in _HASH if facts is not None else path.endswith(_HASH_ENDS)
        for name in sorted(here):
            known = told.get(name.decode(), ())
            said = [
                number
                for number, start in _lines_with(name, words)
                if (path, number) not in known and not _is_comment(raw[start : start + _INDENT], by_hash)
            ]
            if said:
                found[name].append((path, said))
                if len(found[name]) > PLACES:
                    left.discard(name)
    return found


def _lines_with(name: bytes, words: bytes) -> Iterator[tuple[int, int]]:
    """(number, first byte) of each line that has the word."""
    number, counted, at = 1, 0, words.find(name)
    while at >= 0:
        end = at + len(name)
        if (not at or words[at - 1] in _BETWEEN) and (end == len(words) or words[end] in _BETWEEN):
            start = words.rfind(b"\n", 0, at) + 1
            number += words.count(b"\n", counted, start)
            counted = start
            yield number, start
            end = words.find(b"\n", end)
            if end < 0:
                return
        at = words.find(name, end)


def _is_comment(line: bytes, by_hash: bool) -> bool:
    """Whether a line, or its first part, is one of comment."""
    start = line.partition(b"\n")[0].lstrip()
    return start.startswith(b"#") if by_hash else start.startswith((b"//", b"/*", b"* ", b"*/"))
