"""What a README tells people to type."""

from apps.engine.extraction.prose_commands import find_prose_commands
from apps.engine.facts import Document, Place


def typed(path: str, text: str, kind: str = "readme") -> list[tuple[str, int, int]]:
    found = find_prose_commands([Document("", "", Place(path), kind=kind)], {path: text})
    return [(command.text, command.place.line, command.place.end_line) for command in found]


def test_lines_of_fenced_blocks_whose_purpose_is_known():
    text = (
        "# Shop\n```bash\n$ pip install -r requirements.txt\n# start it\npython manage.py runserver\n```\n"
        "pytest\n```python\npytest\n```\n> ```\n> uv run pytest\n> ```\n~~~sh\npsql -h <host>\ndocker compose up <service>\n~~~\n"
    )
    assert typed("README.md", text) == [
        ("pip install -r requirements.txt", 3, 3),
        ("python manage.py runserver", 5, 5),
        ("uv run pytest", 12, 12),
    ]


def test_a_folder_that_the_block_goes_into_is_part_of_the_command():
    assert typed("CONTRIBUTING.md", "```\ncd web\nnpm ci\n```\n", "contributing") == [("cd web && npm ci", 2, 3)]
    cloned = "```\ngit clone https://host/shop\ncd shop\nnpm ci\n```\n"
    assert typed("README.md", cloned) == [("npm ci", 4, 4)]


def test_blocks_of_restructured_text():
    text = "Shop\n====\n\n.. code-block:: sh\n\n   make test\n\nRun it::\n\n   flask run\n\n.. code-block:: python\n\n   tox\n"
    assert typed("README.rst", text) == [("make test", 6, 6), ("flask run", 10, 10)]


def test_documents_of_parts_and_of_other_kinds_are_left_alone():
    assert typed("web/README.md", "```\nnpm ci\n```\n") == []
    assert typed("CHANGELOG.md", "```\nnpm ci\n```\n", "changelog") == []
    assert typed("deployment.md", "```\ndocker compose up\n```\n", "guide") == []
    assert typed("development.md", "```\ndocker compose up\n```\n", "guide") == [("docker compose up", 2, 2)]
