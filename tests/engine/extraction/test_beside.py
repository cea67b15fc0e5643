"""A library with examples and benchmarks, and a repository of examples only: what each of them is said to be."""

from __future__ import annotations

from apps.engine.extraction.extract import extract
from apps.engine.facts import FactSheet, FileEntry
from apps.engine.parsing import PARSED_LANGUAGES, language_of, parse

SERVER = """\
const express = require('express')
const { route } = require('bread')
const app = express()
function bake(req, res) { return route(req) }
app.get('/bread', bake)
app.listen(3000)
"""
LIBRARY = {
    "package.json": '{"name": "bread", "description": "Bakes.", "main": "lib/index.js"}',
    "lib/index.js": "function route(req) { return knead(req) }\nfunction knead(req) { return req }\nmodule.exports = { route }\n",
}
EXAMPLE = {
    "examples/shop/package.json": '{"name": "shop", "dependencies": {"express": "^5", "bread": "*"}}',
    "examples/shop/server.js": SERVER,
    "examples/cafe/server.js": SERVER,
}


def sheet(sources: dict[str, str]) -> FactSheet:
    languages = {path: language_of(path, text) for path, text in sources.items()}
    files = [
        FileEntry(
            path, languages[path], len(text), text.count("\n"), role="code" if languages[path] in PARSED_LANGUAGES else "data"
        )
        for path, text in sources.items()
    ]
    facts = {path: parse(path, languages[path], text) for path, text in sources.items() if languages[path] in PARSED_LANGUAGES}
    return extract(name="bread", files=files, facts=facts, texts=sources).sheet


def test_examples_make_no_web_application_of_a_library() -> None:
    found = sheet(LIBRARY | EXAMPLE)
    assert (found.project.kind, found.frameworks, found.frameworks_beside) == ("library", (), ("Express",))
    assert found.flows == ()
    assert len(found.endpoints) == 2  # which are still facts of the commit
    parts = {part.path: (part.role, part.files) for part in found.components}
    assert parts == {"lib": ("shared code", 1), "examples": ("examples", 2)}


def test_a_repository_of_examples_is_what_they_are() -> None:
    found = sheet(EXAMPLE)
    assert (found.project.kind, found.frameworks, found.frameworks_beside) == ("web application", ("Express",), ())
    assert {part.path for part in found.components} >= {"examples/cafe", "examples/shop"}


def test_a_framework_that_the_program_and_its_examples_use_is_the_programs() -> None:
    found = sheet(LIBRARY | EXAMPLE | {"lib/server.js": SERVER.replace("require('bread')", "require('./index')")})
    assert (found.frameworks, found.frameworks_beside) == (("Express",), ())


def test_what_a_repository_is_it_is_not_built_on() -> None:
    server = "from flask import Flask\n\napp = Flask(__name__)\n"
    found = sheet({"pyproject.toml": '[project]\nname = "Flask"\n', "tools/server.py": server})
    assert (found.frameworks, found.frameworks_beside) == ((), ("Flask",))


def test_a_system_is_shown_by_the_program_where_it_shows_it() -> None:
    code = "const redis = require('redis')\nconst client = redis.createClient()\n"
    examples = {
        "examples/shop/store.js": code,
        "examples/shop/package.json": '{"name": "shop", "dependencies": {"mongodb": "*"}}',
    }
    own = LIBRARY | {"package.json": '{"name": "bread", "main": "lib/index.js", "dependencies": {"redis": "^5"}}'}
    shown = [(service.name, service.place.path) for service in sheet(own | examples).services]
    assert shown == [("MongoDB", "examples/shop/package.json"), ("Redis", "package.json")]
    assert ("Redis", "examples/shop/store.js") in [(item.name, item.place.path) for item in sheet(LIBRARY | examples).services]
