"""Repositories made to break whoever reads them."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.builders.repositories import BLOB, LINK, SUBMODULE, TREE, Repository

ODD_NAMES: tuple[bytes, ...] = (
    b"with space.py", b"  leading.py", b"trailing ", b"new\nline.py", b"tab\there.py", b"carriage\rreturn", b"quo\"te.py",
    b"apo'strophe", b"back\\slash", b"per%2Fcent", b"-rf", b"--upload-pack=x", b"$HOME", b"`id`", b"$(id)", b"a;b", b"a|b",
    b"a&b",
    b"<img src=x onerror=alert(1)>", b"{{ 7*7 }}", b"*", b"?", b"[a]", b"~", b"CON", b"NUL.txt", b"a:b", "café".encode(),
    "cafe\u0301".encode(), "日本語.py".encode(), "\u202egnp.py".encode(), "zero\u200bwidth".encode(), "\ufeffbom".encode(),
    b"bad\xff.py", b"\xc3\x28", b"\xed\xa0\x80", b"bell\x07", b"escape\x1b[31m", b"del\x7f", b"x" * 255, b".hidden", b"...",
    "😀.py".encode(), "line\u2028separator".encode(), b"README.MD", b"readme.md", b"Readme.md", b"HEAD", b"FETCH_HEAD",
)  # fmt: skip

GIT_LOOK_ALIKES: tuple[bytes, ...] = (
    b".git", b".GIT", b".Git", b"git~1", b".git ", b".git\xe2\x80\x8c", b"..", b".", b".gitmodules", b".gitattributes",
)  # fmt: skip

LINKS: dict[bytes, bytes] = {
    b"to-passwd": b"/etc/passwd",
    b"to-environment": b"/proc/self/environ",
    b"upwards": b"../../../../etc/passwd",
    b"to-itself": b"to-itself",
    b"to-folder": b"/",
    b"to-sibling": b"../repo-evil/secret",
    b"empty-target": b"",
    b"odd-target": b"\xff\n/etc",
}

LFS_POINTER = b"version https://git-lfs.github.com/spec/v1\noid sha256:" + b"a" * 64 + b"\nsize 123456789\n"

GITMODULES = (
    b'[submodule "a"]\n\tpath = a\n\turl = ext::sh -c touch% CANARY\n'
    b'[submodule "../../x"]\n\tpath = -u\n\turl = -uCANARY\n\tupdate = !touch CANARY\n'
    b'[submodule "b\\r"]\n\tpath = b\n\turl = file:///etc\n'
)


def hostile_tree(folder: Path) -> tuple[Repository, set[bytes]]:
    """Odd names, links, submodules, look-alikes of `.git`; returns the repository and every path that git lists."""
    repository = Repository(folder)
    plain = repository.blob(b"plain\n")
    entries = [(BLOB, name, plain) for name in (*ODD_NAMES, *GIT_LOOK_ALIKES) if name != b".gitmodules"]
    entries += [(LINK, name, repository.blob(target)) for name, target in LINKS.items()]
    entries += [(SUBMODULE, b"listed-submodule", "1" * 40), (SUBMODULE, b"unlisted-submodule", "2" * 40)]
    entries += [(BLOB, b".gitmodules", repository.blob(GITMODULES)), (BLOB, b"large.bin", repository.blob(LFS_POINTER))]
    inner = repository.tree([(BLOB, b"config", repository.blob(b"[core]\n\tfsmonitor = touch CANARY\n")), (BLOB, b"HEAD", plain)])
    entries += [(TREE, b"nested.git", inner), ("100755", b"run-me", plain), ("100664", b"old-mode", plain)]
    paths = {name for mode, name, _ in entries if mode != TREE} | {b"nested.git/config", b"nested.git/HEAD"}
    repository.point("main", repository.commit_tree(repository.tree(entries)))
    return repository, paths


def bomb(folder: Path, *, levels: int, width: int = 10) -> Repository:
    """width ** levels files in levels + 2 objects."""
    repository = Repository(folder)
    kind, inner = BLOB, repository.blob(b"x" * 1_000)
    for _ in range(levels):
        inner = repository.tree([(kind, f"{number:02d}".encode(), inner) for number in range(width)])
        kind = TREE
    repository.point("main", repository.commit_tree(inner))
    return repository


def deep(folder: Path, *, depth: int) -> Repository:
    """One file below `depth` folders."""
    repository = Repository(folder)
    inner, kind = repository.blob(b"x"), BLOB
    for _ in range(depth + 1):
        inner = repository.tree([(kind, b"d", inner)])
        kind = TREE
    repository.point("main", repository.commit_tree(inner))
    return repository


def canaries(folder: Path, canary: Path) -> list[tuple[str, Path]]:
    """Clones whose configuration, hooks or contents would run a program that writes `canary`, if anyone let them."""
    touch = f"touch {canary}"
    made: list[tuple[str, Path]] = []

    plain = {"a.txt": b"a\n", "b.py": b"b = 1\n"}
    base = Repository(folder / "base.git")
    base.commit(plain)

    def make(name: str, files: dict[bytes | str, bytes | tuple[str, bytes]] | None = None, config: str = "") -> Path:
        copy = folder / f"{name}.git"
        if files:
            Repository(copy).commit({**plain, **files})
        else:
            shutil.copytree(base.folder, copy)
        with (copy / "config").open("a") as file:
            file.write(config)
        made.append((name, copy))
        return copy

    for hook in ("post-checkout", "pre-receive", "post-update", "fsmonitor-watchman", "pre-auto-gc", "reference-transaction"):
        path = make(f"hook-{hook}") / "hooks" / hook
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"#!/bin/sh\n{touch}\n")
        path.chmod(0o755)
    hooks = folder / "elsewhere"
    hooks.mkdir()
    (hooks / "post-checkout").write_text(f"#!/bin/sh\n{touch}\n")
    (hooks / "post-checkout").chmod(0o755)
    make("hooks-path", config=f"[core]\n\thooksPath = {hooks}\n")
    make("fsmonitor", config=f'[core]\n\tfsmonitor = "{touch}"\n')
    make("ssh-command", config=f'[core]\n\tsshCommand = "{touch}"\n')
    make("pager", config=f'[core]\n\tpager = "{touch}"\n[pager]\n\tlog = "{touch}"\n')
    make("editor", config=f'[core]\n\teditor = "{touch}"\n')
    make("alternate-refs", config=f'[core]\n\talternateRefsCommand = "{touch}"\n')
    make("pack-objects-hook", config=f'[uploadpack]\n\tpackObjectsHook = "{touch}; git pack-objects"\n')
    make("credential-helper", config=f'[credential]\n\thelper = "!{touch}"\n')
    make("alias", config=f'[alias]\n\tls-tree = "!{touch}"\n\tlog = "!{touch}"\n')
    make(
        "filter",
        {".gitattributes": b"* filter=evil\n"},
        f'[filter "evil"]\n\tsmudge = "{touch}"\n\tclean = "{touch}"\n\trequired\n',
    )
    make("filter-process", {".gitattributes": b"* filter=evil\n"}, f'[filter "evil"]\n\tprocess = "{touch}"\n')
    make("textconv", {".gitattributes": b"* diff=evil\n"}, f'[diff "evil"]\n\ttextconv = "{touch}"\n\tcommand = "{touch}"\n')
    make("external-diff", config=f'[diff]\n\texternal = "{touch}"\n')
    make("merge-driver", {".gitattributes": b"* merge=evil\n"}, f'[merge "evil"]\n\tdriver = "{touch}"\n')
    make("export-subst", {".gitattributes": b"* export-subst working-tree-encoding=UTF-16\n"})
    make("submodule", {".gitmodules": GITMODULES.replace(b"CANARY", bytes(canary)), "a": (SUBMODULE, b"1" * 40)})
    make(
        "lfs",
        {
            ".lfsconfig": f"[lfs]\n\turl = file://{canary}\n".encode(),
            ".gitattributes": b"*.bin filter=lfs\n",
            "x.bin": LFS_POINTER,
        },
    )
    make("include", config=f"[include]\n\tpath = {folder / 'included'}\n")
    (folder / "included").write_text(f'[core]\n\tfsmonitor = "{touch}"\n[gpg]\n\tprogram = "{touch}"\n')
    make("gpg", config=f'[gpg]\n\tprogram = "{touch}"\n[log]\n\tshowSignature = true\n')
    make("remote-helper", config=f'[remote "origin"]\n\turl = "ext::sh -c {touch}"\n\tvcs = evil\n')
    make("url-rewrite", config=f'[url "ext::sh -c {touch} "]\n\tinsteadOf = {folder}\n')
    make("bundle-uri", config="[uploadpack]\n\tadvertiseBundleURIs = true\n[bundle]\n\tversion = 1\n\tmode = all\n")
    return made
