"""Packages of C and C++: CMakeLists.txt (`find_package`, `FetchContent_Declare`, `CPMAddPackage`), vcpkg.json, Conan files."""

from __future__ import annotations

import re
from itertools import pairwise

from apps.engine.manifests.brackets import calls_of
from apps.engine.manifests.collected import Collector, Unreadable
from apps.engine.manifests.nodes import read_json

_WORD = re.compile(r'"(?P<quoted>[^"\n]*)"|(?P<plain>[^\s"]+)')
_VERSION = re.compile(r"^\d+(?:\.\d+)*(?:\.\.\.<?\d[\d.]*)?$")
_REFERENCE = re.compile(r"^\s*(?P<name>[a-z0-9_][\w.+-]*)/(?P<version>[^@#\s]+)")
_SECTION = re.compile(r"^\[(?P<name>[\w.-]+)\]")
_REQUIRES = {"requires": "runtime", "tool_requires": "build", "build_requires": "build", "test_requires": "test"}
_SELF = re.compile(r"""\bself\.(?P<kind>requires|tool_requires|build_requires|test_requires)\s*\(\s*["'](?P<text>[^"']+)["']""")
_ATTRIBUTE = re.compile(r"^ {4}(?P<kind>requires|tool_requires|build_requires|test_requires)\s*=(?P<rest>.*)$")
_STRING = re.compile(r"""["']([^"']+)["']""")


def matches(path: str) -> bool:
    return path.rpartition("/")[2] in ("CMakeLists.txt", "vcpkg.json", "conanfile.txt", "conanfile.py")


def read(path: str, text: str, out: Collector) -> None:
    name = path.rpartition("/")[2]
    if name == "CMakeLists.txt":
        _cmake(path, text, out)
    elif name == "vcpkg.json":
        _vcpkg(path, text, out)
    elif name == "conanfile.txt":
        _conan_text(path, text, out)
    else:
        _conan_class(path, text, out)


def _words(inside: str) -> list[str]:
    return [found["quoted"] if found["quoted"] is not None else found["plain"] for found in _WORD.finditer(inside)]


def _cmake(path: str, text: str, out: Collector) -> None:
    for line, _, inside in calls_of(text, "project", "#"):
        words = _words(inside)
        if words and "$" not in words[0]:
            version = words[words.index("VERSION") + 1] if "VERSION" in words[:-1] else ""
            out.project(words[0], path, line, version="" if "$" in version else version)
            break
    for line, end_line, inside in calls_of(text, "find_package", "#"):
        words = _words(inside)
        if words and "$" not in words[0]:
            spec = words[1] if len(words) > 1 and _VERSION.match(words[1]) else ""
            group = "runtime" if "REQUIRED" in words else "optional"
            out.dependency(words[0], spec, path, line, end_line=end_line, group=group, ecosystem="cmake", source="CMakeLists.txt")
    for line, end_line, inside in calls_of(text, "FetchContent_Declare", "#"):
        words = _words(inside)
        if words and "$" not in words[0]:
            spec = next((words[at + 1] for at, word in enumerate(words[:-1]) if word == "GIT_TAG"), "")
            spec = spec or next((words[at + 1] for at, word in enumerate(words[:-1]) if word == "URL"), "")
            out.dependency(
                words[0], spec, path, line, end_line=end_line, group="runtime", ecosystem="cmake", source="CMakeLists.txt"
            )
    for line, end_line, inside in calls_of(text, "CPMAddPackage", "#"):
        words = _words(inside)
        if len(words) == 1 and ":" in words[0]:  # gh:fmtlib/fmt#10.1.1, gh:nlohmann/json@3.10.5
            name, _, spec = words[0].partition(":")[2].replace("#", "@").partition("@")
            name = name.rpartition("/")[2]
        else:
            said = dict(pairwise(words))
            name, spec = said.get("NAME", ""), said.get("VERSION", "") or said.get("GIT_TAG", "")
        if name and "$" not in name:
            out.dependency(name, spec, path, line, end_line=end_line, group="runtime", ecosystem="cmake", source="CMakeLists.txt")


def _vcpkg(path: str, text: str, out: Collector) -> None:
    root = read_json(text)
    if root.kind != "map":
        raise Unreadable("it is no JSON object")
    name = root.get("name")
    out.project(
        name.text, path, name.line, description=root.get("description").text, version=root.get("version").text,
        license_name=root.get("license").text,
    )  # fmt: skip
    pinned = {item.get("name").text: item.get("version").text for item in root.get("overrides").items}
    lists = [("runtime", root.get("dependencies"))]
    lists += [(feature, value.get("dependencies")) for feature, value in root.get("features").entries()]
    for group, listed in lists:
        for item in listed.items:
            named = item if item.kind == "text" else item.get("name")
            spec = item.get("version>=").text
            group_here = "build" if item.get("host").text == "true" else group
            out.dependency(
                named.text,
                f">={spec}" if spec else "",
                path,
                named.line,
                group=group_here,
                ecosystem="vcpkg",
                source="vcpkg.json",
                resolved=pinned.get(named.text, ""),
            )


def _reference(text: str, path: str, line: int, group: str, out: Collector) -> None:
    found = _REFERENCE.match(text)
    if found:
        version = found["version"]
        resolved = "" if version[:1] in "[<>~^" else version
        out.dependency(found["name"], version, path, line, group=group, ecosystem="conan", source="conanfile", resolved=resolved)


def _conan_text(path: str, text: str, out: Collector) -> None:
    section = ""
    for number, line in enumerate(text.split("\n"), 1):
        head = _SECTION.match(line)
        if head:
            section = head["name"]
        elif section in _REQUIRES:
            _reference(line[:500], path, number, _REQUIRES[section], out)


def _conan_class(path: str, text: str, out: Collector) -> None:
    """Literal references, in calls and in attributes of the class."""
    listing = ""
    for number, raw in enumerate(text.split("\n"), 1):
        line = raw[:2_000]
        attribute = _ATTRIBUTE.match(line)
        called = _SELF.search(line)
        if called and not line.lstrip().startswith("#"):
            _reference(called["text"], path, number, _REQUIRES[called["kind"]], out)
        if attribute:
            listing, line = attribute["kind"], attribute["rest"]
        if listing:
            for found in _STRING.finditer(line):
                _reference(found[1], path, number, _REQUIRES[listing], out)
            if not line.rstrip().endswith((",", "(", "[", "\\")):
                listing = ""
