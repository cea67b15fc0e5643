"""What a command line is for, told by the programs it calls and their flags, not by what somebody named it."""

from __future__ import annotations

import re

INSTALL = "install"
CONTAINERS = "start everything in containers"
START = "start"
WORK = "start background work"
MIGRATE = "migrate the database"
LOAD = "load data"
TEST = "test"
COVERAGE = "test, with coverage"
CHECK = "check the code"
CORRECT = "correct the code"
FORMAT = "format the code"
BUILD = "build"
DOCS = "build the documentation"
RELEASE = "make a release"

_MOST = 2_000  # characters of a line that are looked at
_WRAPPER = re.compile(
    r"^(?:\$ |sudo |time |exec |env |cross-env |dotenv -- |bundle exec |npx (?:--\S+ )*|bunx |pnpm exec |yarn exec "
    r"|uv run (?:--(?:with|group|extra|package|directory|project) \S+ |--\S+ |-m )*|(?:poetry|pipenv|pdm|hatch|rye) run "
    r"|docker[ -]compose (?:-[fp] \S+ )*(?:run|exec) (?:-\S+ )*\S+ |(?:\S*/)?python[\d.]* -m "
    r"|[A-Za-z_]\w*=(?:\"[^\"]*\"|'[^']*'|\S*) +)"
)
_FOLDER = re.compile(r"^(?:\S*/)?(?:bin|\.bin)/(?=\w)")
_PARTS = re.compile(r"\s*(?:&&|\|\||;)\s*")
_RUN = r"(?:(?:npm|yarn|pnpm|bun)(?: run)?(?: -\S+)*|make|just|poe|task|rake|composer(?: run)?)"
_MANAGE = r"(?:python[\d.]* )?(?:\./)?manage\.py"

_TESTS = re.compile(
    rf"(?:py\.?test\b|unittest\b|{_MANAGE} test\b|jest\b|vitest\b|mocha\b|ava\b|playwright test\b|cypress run\b|karma start\b"
    rf"|go test\b|cargo (?:test|nextest)\b|tox\b|nox\b|phpunit\b|rspec\b|rails test\b|dotnet test\b|ng test\b|hatch test\b"
    rf"|react-scripts test\b|coverage run\b|nyc\b|c8\b|(?:\./)?mvnw? .*\b(?:test|verify)\b|(?:\./)?gradlew? .*\b(?:test|check)\b"
    rf"|{_RUN} tests?(?:$|[\s:-])|(?:bash |sh |\./)\S*\btests?(?:[_-]\w+)*\.sh\b)"
)
# A build of Gradle or Maven runs the tests unless it is told not to.
_TESTS_WHILE_BUILDING = re.compile(r"(?:\./)?gradlew? .*\bbuild\b|(?:\./)?mvnw? .*\b(?:package|install|deploy)\b")
_WITHOUT_TESTS = re.compile(r"-x\s*test\b|-DskipTests|-Dmaven\.test\.skip")
_COVERAGE = re.compile(r"\bcoverage run\b|^(?:nyc|c8)\b|--cov\b|--coverage\b|\s-cover(?:profile|mode)?\b")
# Environments of Tox and sessions of Nox by what their names say; others run tests.
_ENVIRONMENT = re.compile(r"\b(?:tox|nox)\b.*?\s(?:-[es]|--(?:env|envs|session|sessions))[ =]?(?P<names>[\w.,-]+)")
_TARGET = re.compile(rf"{_RUN} tests?[:-](?P<names>[\w:-]+)")
_OTHER_NAMES = (
    (CHECK, re.compile(
        r"(?:^|[-_:,])(?:lint\w*|typ(?:e|es|ing|echeck)|mypy|pyright|style|flake8|ruff|pylint|format|pre-?commit)(?:$|[-_:,])"
    )),
    (DOCS, re.compile(r"(?:^|[-_:,])docs?(?:$|[-_:,])")),
    ("", re.compile(r"(?:^|[-_:,])bench\w*(?:$|[-_:,])")),
)  # fmt: skip
_STYLE = re.compile(r"(?:prettier|black|isort|gofmt|goimports|rustfmt|cargo fmt|ruff format|biome format|dprint fmt|yapf)\b")
_LINT = re.compile(
    r"(?:ruff(?: check)?|eslint|flake8|pylint|mypy|pyright|ty check|tsc .*--noEmit|biome (?:check|lint|ci)|stylelint|go vet"
    r"|golangci-lint|cargo clippy|pre-commit run|prek run|semgrep|bandit|rubocop|phpstan|xo|standard|curlylint|djlint)\b"
)
_ONLY_LOOKS = re.compile(r"(?:^|\s)(?:--check(?:-only)?|--diff|--list-different|-[cl])(?:\s|$)")
_CHANGES = re.compile(r"(?:^|\s)(?:--fix|--write|-w)(?:\s|=|$)")
_RULES = tuple(
    (purpose, re.compile(pattern))
    for purpose, pattern in (
        (INSTALL, r"(?:pip3? install (?:-\S+ )*(?:-r|-e|--requirement|--editable|\.)|uv (?:sync|pip (?:install|sync))\b"
         r"|(?:poetry|pdm) (?:install|sync)\b|pipenv (?:install|sync)(?: -\S+)*$|(?:npm|pnpm|bun) (?:install|ci|i)(?: -\S+)*$"
         r"|yarn(?: install)?(?: -\S+)*$|bundle install\b|composer install\b|go mod download\b|dotnet restore\b"
         r"|(?:make|just|poe|task) (?:install|setup|bootstrap|init)$)"),
        (CONTAINERS, r"docker[ -]compose (?:.*\s)?(?:up|watch)\b"),
        (MIGRATE, rf"(?:{_MANAGE} migrate\b|alembic upgrade\b|flask db upgrade\b|prisma migrate\b|sequelize db:migrate\b"
         rf"|rails db:migrate\b|{_RUN} migrate$)"),
        (LOAD, rf"(?:{_MANAGE} (?:loaddata|load_\w+|seed\w*|populate\w*)\b|{_RUN} (?:load[-_]?\w+|seed\w*|populate\w*)$)"),
        (WORK, rf"(?:celery .*\b(?:worker|beat)\b|rq worker\b|{_MANAGE} (?:rqworker|qcluster|run_huey)\b|dramatiq \S|sidekiq\b"
         rf"|{_RUN} (?:worker|scheduler|beat)$)"),
        (START, rf"(?:{_MANAGE} runserver(?:_plus)?\b|(?:uvicorn|gunicorn|hypercorn|daphne|waitress-serve|nodemon|puma)\b"
         rf"|flask (?:--\S+ \S+ )*run\b|fastapi (?:dev|run)\b|next (?:dev|start)\b|vite(?: dev| serve)?(?: -.*)?$|ng serve\b"
         rf"|(?:pm2|pm2-runtime) start\b|node (?:-\S+ )*\S+\.[cm]?js\b|go run\b|cargo run\b|rails s(?:erver)?\b"
         rf"|php artisan serve\b"
         rf"|(?:\./)?mvnw? .*spring-boot:run|(?:\./)?gradlew? .*bootRun|dotnet run\b|{_RUN} (?:start|run|serve|server|dev|up)$)"),
        (BUILD, r"(?:(?:\./)?gradlew? .*\b(?:build|assemble|bootJar)\b|(?:\./)?mvnw? .*\b(?:package|install)\b"
         r"|tsc\b|(?:vite|next|ng|react-scripts|go|cargo|dotnet|hatch|uv|poetry|parcel) build\b|webpack\b|rollup\b"
         r"|esbuild\b"
         r"|docker(?:[ -]compose|x)? build\b|docker buildx build\b)"),
        (RELEASE, r"(?:release-it|semantic-release|standard-version|changeset publish|(?:npm|yarn|pnpm|uv|poetry) publish"
         r"|twine upload|cargo publish)\b"),
        (DOCS, r"(?:mkdocs|sphinx-build|typedoc|zensical)\b"),
    )
)  # fmt: skip


def core_of(line: str) -> str:
    """The command itself, without what only prepares its surroundings (variables, runners of environments, containers)."""
    text = " ".join(line[:_MOST].split())
    for _ in range(8):
        shorter = _FOLDER.sub("", _WRAPPER.sub("", text, count=1))
        if shorter == text:
            break
        text = shorter
    return text


def purposes_of(line: str) -> tuple[str, ...]:
    """What each command of a line is for, in its order, each once; () where none is known."""
    found = (_purpose(core_of(part)) for part in _PARTS.split(line[:_MOST]))
    return tuple(dict.fromkeys(purpose for purpose in found if purpose))


def runs_tests(line: str) -> bool:
    """Does a command of this line run tests, also as a part of building?"""
    if any(purpose in (TEST, COVERAGE) for purpose in purposes_of(line)):
        return True
    parts = (core_of(part) for part in _PARTS.split(line[:_MOST]))
    return any(_TESTS_WHILE_BUILDING.match(part) and not _WITHOUT_TESTS.search(part) for part in parts)


def _purpose(text: str) -> str:
    if _TESTS.match(text) and not _WITHOUT_TESTS.search(text):
        named = _ENVIRONMENT.search(text) or _TARGET.match(text)
        other = next((purpose for purpose, words in _OTHER_NAMES if named and words.search(named["names"])), None)
        if other is not None:
            return other
        return COVERAGE if _COVERAGE.search(text) else TEST
    if _STYLE.match(text):
        return CHECK if _ONLY_LOOKS.search(text) else FORMAT
    if _LINT.match(text):
        return CORRECT if _CHANGES.search(text) else CHECK
    return next((purpose for purpose, pattern in _RULES if pattern.match(text)), "")
