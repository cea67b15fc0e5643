"""What package.json and tsconfig say about the modules of a repository with several packages."""

from __future__ import annotations

import pytest

from apps.engine.facts import Import
from tests.engine.graph.building import resolver_of

FILES = {
    "package.json": '{"name": "root", "private": true, "workspaces": ["packages/*"]}',
    "tsconfig.base.json": '{"compilerOptions": {"baseUrl": ".", "paths": {"@shared/*": ["shared/*"]}}}',
    "shared/log.ts": "export const log = 1;\n",
    "packages/config/package.json": '{"name": "@acme/config"}',
    "packages/config/base.json": '{"compilerOptions": {"paths": {"~lib/*": ["../kit/src/*"]}}}',
    "packages/kit/package.json": """{
        "name": "@acme/kit",
        "exports": {
            ".": {"types": "./dist/index.d.ts", "import": "./dist/esm/index.js"},
            "./jwt": {"import": {"default": "./dist/esm/jwt/index.js"}},
            "./utils/*": "./lib/utils/*.js",
            "./package.json": "./package.json"
        }
    }""",
    "packages/kit/src/index.ts": "export const kit = 1;\n",
    "packages/kit/src/jwt/index.ts": "export const jwt = 1;\n",
    "packages/kit/src/utils/text.ts": "export const text = 1;\n",
    "packages/app/package.json": '{"name": "app", "imports": {"#db": "./src/db.js", "#view/*": {"default": "./src/view/*.js"}}}',
    "packages/app/tsconfig.json": '{"extends": ["@acme/config/base.json", "../../tsconfig.base.json"]} // both',
    "packages/app/src/db.ts": "export const db = 1;\n",
    "packages/app/src/view/page.tsx": "export const page = 1;\n",
    "packages/app/src/main.mts": "export {};\n",
    "packages/old/package.json": '{"name": "old", "main": "build/main.js"}',
    "packages/old/src/main.js": "module.exports = 1;\n",
}


@pytest.mark.parametrize(
    ("specifier", "expected"),
    [
        ("@acme/kit", "packages/kit/src/index.ts"),
        ("@acme/kit/jwt", "packages/kit/src/jwt/index.ts"),
        ("@acme/kit/utils/text", "packages/kit/src/utils/text.ts"),
        ("#db", "packages/app/src/db.ts"),
        ("#view/page", "packages/app/src/view/page.tsx"),
        ("@shared/log", "shared/log.ts"),
        ("./db.js", "packages/app/src/db.ts"),
        ("old", "packages/old/src/main.js"),
    ],
)
def test_names_of_packages_and_their_parts(specifier: str, expected: str) -> None:
    found = resolver_of(FILES).resolve_module("packages/app/src/main.mts", Import(specifier))
    assert (found.kind, found.path) == ("module", expected)


def test_aliases_come_from_every_configuration_that_is_extended() -> None:
    files = {**FILES, "packages/app/tsconfig.json": '{"extends": "@acme/config/base.json"}'}
    found = resolver_of(files).resolve_module("packages/app/src/main.mts", Import("~lib/jwt"))
    assert found.path == "packages/kit/src/jwt/index.ts"
    assert resolver_of(files).resolve_module("packages/app/src/main.mts", Import("@acme/kit/none")).kind == "unknown"
