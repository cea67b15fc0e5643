"""Manifests of Swift, C and C++, Dart, Elixir, Conda and Deno."""

from __future__ import annotations

import pytest

from apps.engine.manifests import read_manifests

SWIFT = """\
// swift-tools-version:5.9
import PackageDescription
let package = Package(
    name: "shop",
    dependencies: [
        // .package(url: "https://example.com/x/off.git", from: "1.0.0"),
        .package(url: "https://example.com/apple/Swift-NIO.git", from: "2.0.0"),
        .package(
            url: "https://example.com/x/other", // why (not)
            .upToNextMinor(from: "1.2.0")
        ),
        .package(path: "../local"),
    ],
    targets: [.executableTarget(name: "server", dependencies: ["NIO"])]
)
"""
RESOLVED = """\
{
  "pins" : [
    {
      "location" : "https://example.com/apple/Swift-NIO.git",
      "state" : { "revision" : "abc", "version" : "2.65.0" }
    }
  ],
  "version" : 2
}
"""


def test_swift() -> None:
    facts = read_manifests({"Package.swift": SWIFT, "Package.resolved": RESOLVED})
    assert [(d.name, d.spec, d.resolved, d.place.line, d.place.end_line) for d in facts.dependencies] == [
        ("swift-nio", 'from: "2.0.0"', "2.65.0", 7, 7),
        ("other", '.upToNextMinor(from: "1.2.0")', "", 8, 11),
    ]
    assert [project.name for project in facts.projects] == ["shop"]
    assert [(c.kind, c.name, c.place.line) for c in facts.commands] == [("console script", "server", 14)]


CMAKE = """\
cmake_minimum_required(VERSION 3.20)
project(shop VERSION 1.4 LANGUAGES CXX)
# find_package(Off REQUIRED)
find_package(Boost 1.80 REQUIRED COMPONENTS
  system)
find_package(ZLIB)
find_package(${NAME})
include(FetchContent)
FetchContent_Declare(
  fmt
  GIT_REPOSITORY https://example.com/fmtlib/fmt
  GIT_TAG 10.1.1 # pinned
)
CPMAddPackage("gh:nlohmann/json@3.11.2")
CPMAddPackage(NAME spdlog VERSION 1.12.0)
"""
VCPKG = """\
{
  "name": "shop",
  "dependencies": [
    "zlib",
    { "name": "fmt", "version>=": "10.0.0" },
    { "name": "tool", "host": true }
  ],
  "features": { "gui": { "dependencies": ["qt"] } },
  "overrides": [{ "name": "fmt", "version": "10.1.0" }]
}
"""
CONAN = """\
from conan import ConanFile
class Shop(ConanFile):
    requires = "zlib/1.3", "fmt/[>=10]"
    def requirements(self):
        self.requires("boost/1.83.0")
        # self.requires("off/1")
    def build_requirements(self):
        self.tool_requires("cmake/3.27.0")
"""


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        (
            "CMakeLists.txt",
            CMAKE,
            [
                ("Boost", "1.80", "runtime", "", 4),
                ("ZLIB", "", "optional", "", 6),
                ("fmt", "10.1.1", "runtime", "", 9),
                ("json", "3.11.2", "runtime", "", 14),
                ("spdlog", "1.12.0", "runtime", "", 15),
            ],
        ),
        (
            "vcpkg.json",
            VCPKG,
            [
                ("zlib", "", "runtime", "", 4),
                ("fmt", ">=10.0.0", "runtime", "10.1.0", 5),
                ("tool", "", "build", "", 6),
                ("qt", "", "gui", "", 8),
            ],
        ),
        (
            "conanfile.py",
            CONAN,
            [
                ("fmt", "[>=10]", "runtime", "", 3),
                ("zlib", "1.3", "runtime", "1.3", 3),
                ("boost", "1.83.0", "runtime", "1.83.0", 5),
                ("cmake", "3.27.0", "build", "3.27.0", 8),
            ],
        ),
        (
            "conanfile.txt",
            "[requires]\nzlib/1.3\n# fmt/1\n[tool_requires]\ncmake/3.27@user/x\n[generators]\nCMakeDeps/1\n",
            [("zlib", "1.3", "runtime", "1.3", 2), ("cmake", "3.27", "build", "3.27", 5)],
        ),
        (
            "pubspec.yaml",
            "name: shop\ndependencies:\n  flutter:\n    sdk: flutter\n  http: ^1.0.0\ndev_dependencies:\n  lints: any\n",
            [("http", "^1.0.0", "runtime", "", 5), ("lints", "any", "dev", "", 7)],
        ),
        (
            "mix.exs",
            "defmodule Shop do\n  defp deps do\n    [\n      {:phoenix, \"~> 1.7\"},\n      {:credo, \"~> 1.6\", only: [:dev, :test]},\n"
            "      # {:off, \"1\"},\n      {:local, path: \"../x\"}\n    ]\n  end\n  def x do\n    {:ok, \"1\"}\n  end\nend\n",
            [("phoenix", "~> 1.7", "runtime", "", 4), ("credo", "~> 1.6", "dev, test", "", 5), ("local", "", "runtime", "", 7)],
        ),
        (
            "environment.yml",
            "dependencies:\n  - python=3.11\n  - conda-forge::numpy>=1.2\n  - pip\n  - pip:\n      - requests[socks]==2.31\n",
            [("numpy", ">=1.2", "runtime", "", 3), ("requests", "==2.31", "runtime", "", 6)],
        ),
        (
            "deno.json",
            '{\n "imports": {\n  "oak": "jsr:@oak/oak@^17",\n  "x": "npm:express@4.18.2",\n  "@/": "./src/"\n },\n "tasks": {"dev": "deno run main.ts"}\n}\n',
            [("@oak/oak", "^17", "runtime", "", 3), ("express", "4.18.2", "runtime", "", 4)],
        ),
    ],
)  # fmt: skip
def test_lists(path: str, text: str, expected: list[tuple[str, str, str, str, int]]) -> None:
    facts = read_manifests({path: text})
    assert not facts.unknowns
    assert [(d.name, d.spec, d.group, d.resolved, d.place.line) for d in facts.dependencies] == expected


@pytest.mark.parametrize(
    ("manifest", "lock", "expected"),
    [
        (
            ("pubspec.yaml", "dependencies:\n  http: ^1.0.0\n"),
            ("pubspec.lock", 'packages:\n  http:\n    dependency: "direct main"\n    version: "1.2.1"\n'),
            ("1.2.1", 2, 4),
        ),
        (
            ("mix.exs", 'defp deps do\n{:phoenix, "~> 1.7"},\n'),
            ("mix.lock", '%{\n  "phoenix": {:hex, :phoenix, "1.7.10", "abc", [:mix], [], "hexpm"},\n}\n'),
            ("1.7.10", 2, 2),
        ),
    ],
)
def test_locks(manifest: tuple[str, str], lock: tuple[str, str], expected: tuple[str, int, int]) -> None:
    (fact,) = read_manifests(dict([manifest, lock])).dependencies
    assert fact.locked_at is not None
    assert (fact.resolved, fact.locked_at.line, fact.locked_at.end_line) == expected


def test_brackets_that_never_close_take_linear_time() -> None:
    assert not read_manifests({"CMakeLists.txt": "find_package(" * 40_000}).dependencies
