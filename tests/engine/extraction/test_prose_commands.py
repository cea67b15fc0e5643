"""What a README tells people to type."""

from apps.engine.extraction.prose_commands import find_prose_commands
from apps.engine.facts import Document, Place


def typed(path: str, text: str, kind: str = "readme", *others: str) -> list[tuple[str, int, int]]:
    found = find_prose_commands([Document("", "", Place(path), kind=kind)], {path: text} | dict.fromkeys(others, ""))
    return [(command.text, command.place.line, command.place.end_line) for command in found]


def test_lines_of_fenced_blocks_whose_purpose_is_known():
    text = (
        "# Shop\n```bash\n$ pip install -r requirements.txt\n# start it\npython manage.py runserver\n```\n"
        "pytest\n```python\npytest\n```\n> ```\n> uv run pytest\n> ```\n~~~sh\npsql -h <host>\ndocker compose up <service>\n~~~\n"
    )
    assert typed("README.md", text, "readme", "manage.py") == [
        ("pip install -r requirements.txt", 3, 3),
        ("python manage.py runserver", 5, 5),
        ("uv run pytest", 12, 12),
    ]


def test_a_file_that_is_not_there_is_a_sample_for_the_reader_to_write():
    text = (
        "```\ngo run main.go\ngo run ./cmd/shop\nnode dist/server.js\nnode server.js\npython manage.py migrate\nuvicorn main:app\nuvicorn shop.web:app\n"
        "uvicorn bread:app\ngo run tools.go\n```\n"
    )
    there = ("shop/web.py", "bread/__init__.py")
    assert [line for line, *_ in typed("README.md", text, "readme", *there)] == [
        "go run ./cmd/shop", "node dist/server.js", "uvicorn shop.web:app", "uvicorn bread:app",
    ]  # fmt: skip


def test_all_packages_below_are_no_placeholder():
    text = "```\ngo build ./...\ngo test ./... -cover\ngo test ...\n```\n"
    assert [line for line, *_ in typed("readme.md", text)] == ["go build ./...", "go test ./... -cover"]


def test_a_folder_that_the_block_goes_into_is_part_of_the_command():
    assert typed("CONTRIBUTING.md", "```\ncd web\nnpm ci\n```\n", "contributing") == [("cd web && npm ci", 2, 3)]
    cloned = "```\ngit clone https://host/shop\ncd shop\nnpm ci\n```\n"
    assert typed("README.md", cloned) == [("npm ci", 4, 4)]


def test_folders_are_followed_through_a_block():
    text = "```\ncd web && npm ci\nnpm start\ncd ../api\nmake test\ncd -\n```\n```\ncd api\ncd tools\nmake build\nmake install\n```\n"
    assert typed("README.md", text, "readme", "web/a", "api/b", "tools/c") == [
        ("cd web && npm ci", 2, 2),
        ("cd web && npm start", 2, 3),
        ("cd api && make test", 4, 5),
        ("cd tools && make install", 10, 12),
    ]
    inside = "```\ncd api\ncd tools\nmake install\n```\n"
    assert typed("README.md", inside, "readme", "api/tools/c", "tools/c") == [("cd api/tools && make install", 3, 4)]


def test_a_block_that_only_goes_into_a_folder_holds_for_its_section():
    text = "## Web\n```\ncd web\n```\nthen\n```\nnpm ci\n```\n```\nnpm test\n```\n## Other\n```\nmake test\n```\n"
    assert typed("README.md", text, "readme", "web/a") == [
        ("cd web && npm ci", 3, 7),
        ("cd web && npm test", 3, 10),
        ("make test", 14, 14),
    ]
    both = "```\ncd web\nnpm ci\n```\nOr:\n```\ndocker compose up\n```\n"
    assert typed("README.md", both, "readme", "web/a") == [("cd web && npm ci", 2, 3), ("docker compose up", 7, 7)]


def test_what_follows_in_the_section_follows_where_its_files_are():
    text = (
        "From the `backend` directory:\n```\nuv sync\n```\nStart it:\n```\nuv run fastapi dev\n```\nOr:\n```\ndocker compose up\n```\n"
        "From the project root:\n```\nuv run pytest\n```\n## More\n```\nuv run ruff check\n```\n"
    )
    assert typed("README.md", text, "readme", "backend/pyproject.toml", "compose.yml") == [
        ("cd backend && uv sync", 1, 3),
        ("cd backend && uv run fastapi dev", 1, 7),
        ("docker compose up", 11, 11),
        ("uv run pytest", 15, 15),
        ("uv run ruff check", 19, 19),
    ]


def test_the_sentence_before_a_block_says_where():
    text = "From `./backend/` you can install with:\n\n```\nuv sync\n```\nIn the web folder:\n```\nnpm ci\n```\nIn `nowhere`:\n```\nnpm test\n```\n"
    assert typed("README.md", text, "readme", "backend/a", "web/a") == [
        ("cd backend && uv sync", 1, 4),
        ("cd web && npm ci", 6, 8),
        ("npm test", 12, 12),
    ]


def test_blocks_of_restructured_text():
    text = "Shop\n====\n\n.. code-block:: sh\n\n   make test\n\nRun it::\n\n   flask run\n\n.. code-block:: python\n\n   tox\n"
    assert typed("README.rst", text) == [("make test", 6, 6), ("flask run", 10, 10)]


def test_documents_of_parts_and_of_other_kinds_are_left_alone():
    assert typed("web/README.md", "```\nnpm ci\n```\n") == []
    assert typed("CHANGELOG.md", "```\nnpm ci\n```\n", "changelog") == []
    assert typed("deployment.md", "```\ndocker compose up\n```\n", "guide") == []
    assert typed("development.md", "```\ndocker compose up\n```\n", "guide") == [("docker compose up", 2, 2)]
