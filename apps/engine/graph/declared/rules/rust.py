"""Rust: modules by the places of files in a crate, paths from the crate, from here and from above, wrappers."""

from __future__ import annotations

from collections.abc import Mapping

from apps.engine.facts import FileFacts
from apps.engine.graph.declared.rules.base import Imported, Rules
from apps.engine.graph.modules import ModuleMaps, ancestors, folder_of

_ITERATOR, _OPTION, _RESULT = "std.iter.Iterator", "std.option.Option", "std.result.Result"
BUILTINS = {
    name: f"{space}.{name}"
    for space, names in {
        "std.option": "Option", "std.result": "Result", "std.option.Option": "Some None", "std.result.Result": "Ok Err",
        "std.vec": "Vec", "std.string": "String ToString", "std.boxed": "Box", "std.clone": "Clone", "std.default": "Default",
        "std.iter": "Iterator IntoIterator Extend DoubleEndedIterator ExactSizeIterator FromIterator",
        "std.convert": "From Into TryFrom TryInto AsRef AsMut", "std.cmp": "PartialEq PartialOrd Eq Ord",
        "std.ops": "Drop Fn FnMut FnOnce", "std.marker": "Send Sync Sized Copy Unpin", "std.borrow": "ToOwned",
        "std.mem": "drop",
        "std": """
            println! print! eprintln! eprint! format! write! writeln! panic! assert! assert_eq! assert_ne! debug_assert!
            debug_assert_eq! debug_assert_ne! vec! todo! unimplemented! unreachable! matches! dbg! include_str! include_bytes!
            include! env! option_env! concat! stringify! line! file! column! module_path! cfg! format_args! thread_local!
            compile_error! try! str String char bool u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64
        """,
    }.items()
    for name in names.split()
} | {"String": "std.string.String"}  # fmt: skip
_CRATES_OF_RUST = frozenset({"std", "core", "alloc", "proc_macro"})

# Methods that any type may have by a trait of the standard library.
UNIVERSAL = {
    name: f"std.{space}.{name}"
    for space, names in {
        "clone.Clone": "clone", "string.ToString": "to_string", "convert.Into": "into", "convert.TryInto": "try_into",
        "cmp.PartialEq": "eq ne", "cmp.PartialOrd": "partial_cmp lt le gt ge", "cmp.Ord": "cmp", "hash.Hash": "hash",
        "borrow.Borrow": "borrow", "borrow.BorrowMut": "borrow_mut", "borrow.ToOwned": "to_owned", "convert.AsRef": "as_ref",
        "convert.AsMut": "as_mut", "any.Any": "type_id", "default.Default": "default", "convert.From": "from",
        "convert.TryFrom": "try_from", "fmt.Display": "fmt", "iter.IntoIterator": "into_iter",
    }.items()
    for name in names.split()
}  # fmt: skip
_SAME = "clone to_owned as_ref as_mut deref deref_mut by_ref"
_HELD = """
unwrap expect unwrap_or unwrap_or_else unwrap_or_default unwrap_unchecked get_or_insert_with get_or_insert or_insert
or_insert_with or_default into_inner borrow borrow_mut
"""
_TO_ITERATOR = """
iter iter_mut into_iter filter rev skip take chain peekable skip_while take_while step_by inspect fuse values values_mut
into_values drain cycle flatten sorted enumerate chunks windows
"""
_TO_OPTION = """
next first last first_mut last_mut get get_mut pop pop_front pop_back front back nth find max min max_by_key min_by_key
max_by min_by peek ok take replace as_deref as_deref_mut remove next_back swap_remove insert upgrade
"""
_TO_RESULT = "lock read write ok_or ok_or_else try_lock recv try_recv join try_read try_write"
_TO_ITSELF = "or xor and cloned copied map_err context with_context or_else inspect_err"
SAME = frozenset(_SAME.split())  # members that give what they are asked of
HELD = frozenset(_HELD.split())  # members that give what a type holds
PASSING = {  # members that give what a type holds in another type → its name, "" for the same type
    **dict.fromkeys(_TO_ITERATOR.split(), _ITERATOR),
    **dict.fromkeys(_TO_OPTION.split(), _OPTION),
    **dict.fromkeys(_TO_RESULT.split(), _RESULT),
    **dict.fromkeys(_TO_ITSELF.split(), ""),
    "collect": "std.vec.Vec",
    "to_vec": "std.vec.Vec",
    "entry": "std.collections.hash_map.Entry",
}
MAKING = {  # functions that put their argument into a type → the type, "" where it passes all calls on
    **dict.fromkeys(("Box.new", "Arc.new", "Rc.new", "Pin.new", "Data.new", "Box.pin", "Arc.clone", "Rc.clone", "Cow.Owned"), ""),
    **dict.fromkeys(("Option.Some",), _OPTION),
    **dict.fromkeys(("Result.Ok",), _RESULT),
    "Mutex.new": "std.sync.Mutex",
    "RwLock.new": "std.sync.RwLock",
    "RefCell.new": "std.cell.RefCell",
}
_MAKERS = frozenset({"new", "default", "from", "with_capacity", "from_str", "now", "create", "builder", "from_iter"})
WRITTEN = {"[]": "std.slice", "string": "std.str", "()": "std.tuple"}  # types that have a notation of their own
ANCHORS = frozenset({"crate", "super", "self"})
_OWN = ("bin", "tests", "examples", "benches")  # folders whose files are crates of their own


class Rust(Rules):
    """Modules and crates."""

    def homes(self, files: Mapping[str, FileFacts], maps: ModuleMaps) -> dict[str, str]:
        folders = {targets[0]: name for name, targets in sorted(maps.prefixes.get("Rust", {}).items()) if targets}
        apart = {folder: _of_program(files, folder) for folder in folders}
        homes = {}
        for path in files:
            folder = next((above for above in ancestors(folder_of(path)) if above in folders), None)
            inside = path[len(folder) :].strip("/") if folder else path
            name = folders[folder] if folder is not None else "crate"
            homes[path] = _module(name, inside, apart.get(folder or "", frozenset()))
        return homes

    def imported(self, facts: FileFacts, home: str, spaces: frozenset[str], maps: ModuleMaps) -> Imported:
        found = Imported()
        modules = {item.qualname: item for item in facts.definitions if item.kind == "namespace"}
        for item in facts.imports:
            into = found.inner.setdefault(item.scope, Imported()) if item.scope else found
            module = absolute(item.module, _space(home, item.scope, modules), spaces)
            if not item.names:
                into.names[item.alias or module.rpartition(".")[2]] = module
            for name in item.names:
                full = f"{module}.{name.name}"
                if name.name == "*":
                    into.stars.append(module)
                elif name.alias != "_":
                    into.names[name.alias or name.name] = full
                    into.names[f"{name.alias or name.name}!"] = f"{full}!"
        return found


def anchored(word: str, space: str) -> str:
    """The module that one of `ANCHORS` stands for in a module."""
    if word == "crate":
        return space.partition(".")[0]
    return space.rpartition(".")[0] if word == "super" else space


def known_outside(maps: ModuleMaps) -> frozenset[str]:
    """Crates that are named without an import."""
    return _CRATES_OF_RUST | {name for name, folders in maps.prefixes.get("Rust", {}).items() if not folders}


def made_by(function: str) -> str:
    """The outside type that an outside function makes one of, "" if its name does not tell."""
    of, _, last = function.rpartition(".")
    return of if last in _MAKERS and of.rpartition(".")[2][:1].isupper() else ""


def absolute(module: str, home: str, spaces: frozenset[str]) -> str:
    """The full name of an import's path as written in a module."""
    first, _, rest = module.partition(".")
    if first in ANCHORS:
        here = home
        while first in ANCHORS:
            here = anchored(first, here)
            first, _, rest = rest.partition(".")
        local = f"{here}.{first}" if first else here
        if first and local not in spaces:  # helpers that several tests declare stand beside them
            beside = f"{here.partition('@')[0]}@{first}"
            local = beside if beside in spaces else local
        return f"{local}.{rest}" if rest else local
    if f"{home}.{first}" in spaces or first[:1].isupper():
        return f"{home}.{module}"
    return module


def _space(home: str, scope: str, modules: Mapping[str, object]) -> str:
    """The space of a scope of a file: the inline modules around it count."""
    parts = scope.split(".") if scope else []
    inside = [part for at, part in enumerate(parts) if ".".join(parts[: at + 1]) in modules]
    return ".".join([home, *inside])


def _of_program(files: Mapping[str, FileFacts], folder: str) -> frozenset[str]:
    """Modules that the program of a crate declares and its library does not, with "main"; none where there is no library."""
    library, program = (files.get("/".join(part for part in (folder, f"src/{name}.rs") if part)) for name in ("lib", "main"))
    if library is None or program is None:
        return frozenset()
    ours, others = ({item.module for item in facts.imports if item.kind == "module"} for facts in (program, library))
    return frozenset({"main", *(name.removeprefix("self.") for name in ours - others)})


def _module(crate: str, inside: str, apart: frozenset[str]) -> str:
    """The module that a file of a crate is, by its path in the crate's folder; programs beside a library are crates too."""
    parts = inside.removesuffix(".rs").split("/")
    if parts[0] == "src":
        parts = parts[1:]
    if len(parts) > 1 and parts[0] in _OWN:
        crate, parts = f"{crate}@{parts[1]}", parts[2:]
        if parts[:1] == ["src"]:
            parts = parts[1:]
        if parts in (["main"], ["mod"]):
            parts = []
    elif parts == ["main"]:
        return f"{crate}@main" if apart else crate
    elif inside == "build.rs":
        return f"{crate}@build"
    elif parts and parts[0] in apart:
        crate = f"{crate}@main"
    if parts and (parts[-1] == "mod" or parts == ["lib"]):
        parts = parts[:-1]
    return ".".join([crate.replace(".", "-"), *parts])


RULES = Rust(
    selfs=frozenset({"self"}),
    supers=frozenset(),
    implicit_members=False,
    calls_construct=True,
    wrappers=frozenset({
        "Box", "Rc", "Arc", "Cow", "Pin", "Ref", "RefMut", "MutexGuard", "RwLockReadGuard", "RwLockWriteGuard", "State", "Data",
        "Json", "Path", "Query", "Form", "Extension", "ManuallyDrop", "Weak",
    }),
    builtins=frozenset(BUILTINS),
    builtin_space="std",
)  # fmt: skip
