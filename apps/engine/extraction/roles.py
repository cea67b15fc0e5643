"""What a path says about its file: its role, whether its bytes are text, and whether its folder is worth reading.

Nothing here looks inside a file; `inventory.refine` corrects the answer once the text is known.
"""

from __future__ import annotations

import re
from dataclasses import dataclass


def _words(text: str) -> list[str]:
    return text.split()


# Folders that hold other people's code, by name alone.
DEPENDENCY_FOLDERS = frozenset({
    "node_modules", "bower_components", "jspm_packages", "site-packages", "dist-packages", "_vendor", "third_party",
    "third-party", "thirdparty", ".venv", "venv", "virtualenv", ".virtualenv", "pods", "carthage", ".bundle", ".pnpm-store",
    "__pypackages__", ".eggs",
})  # fmt: skip
# Folders that tools fill.
CACHE_FOLDERS = frozenset({
    ".git", ".hg", ".svn", "__pycache__", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".tox", ".nox", ".gradle", ".next",
    ".nuxt", ".svelte-kit", ".turbo", ".parcel-cache", ".cache", ".terraform", ".serverless", ".nyc_output", "htmlcov",
    ".ipynb_checkpoints", ".dart_tool", ".angular", ".vercel", ".netlify", ".hypothesis", ".idea", ".vs",
})  # fmt: skip
# Names that usually mean build output but are also good names for hand-written folders: decided with their neighbours.
OUTPUT_FOLDERS = frozenset({"dist", "build", "target", "out", "coverage", "_build", "storybook-static"})
VENDOR_FOLDERS = frozenset({"vendor", "vendors"})
VENDOR_PARENTS = frozenset({
    "static", "assets", "public", "js", "javascripts", "css", "stylesheets", "lib", "libs", "www", "htdocs", "scripts", "media",
    "resources", "dist", "plugins", "webroot", "wwwroot",
})  # fmt: skip
# A folder with one of these directly inside was written by hand, whatever its name.
HAND_WRITTEN = re.compile(
    r"^(__init__\.py|.*\.(go|rs|java|kt|rb|cs|scala|ex|exs|sh|bash|ps1|tf)|(?!.*\.d\.ts$).*\.tsx?|dockerfile.*|makefile"
    r"|(webpack|rollup|vite|gulp|grunt|karma|babel)[\w.-]*\.[cm]?js)$"
)
PROJECT_FILES = re.compile(
    r"^(package\.json|pyproject\.toml|setup\.(py|cfg)|pom\.xml|build\.(gradle|gradle\.kts|sbt|xml)|cargo\.toml|composer\.json"
    r"|go\.mod|gemfile|mix\.exs|makefile|cmakelists\.txt|.*\.(csproj|fsproj|sln|gemspec))$"
)

# Languages that hold data, settings or prose: a file in one of them is no code.
PLAIN_LANGUAGES = frozenset({
    "", "JSON", "JSON5", "JSON with Comments", "JSON Lines", "YAML", "TOML", "XML", "INI", "Properties", "Markdown", "MDX",
    "reStructuredText", "AsciiDoc", "Org", "Text", "Plain text", "Plain Text", "CSV", "TSV", "SVG", "Jupyter Notebook", "Dotenv",
    "dotenv", "Ignore List", "Gettext Catalog", "Diff", "Lock file", "LaTeX", "TeX", "Git Attributes", "EditorConfig", "Config",
    "Java Properties", "Go Checksums", "Pip Requirements",
})  # fmt: skip

CODE_EXTENSIONS = frozenset(
    _words(
        "py pyi pyw pyx pxd js jsx mjs cjs ts tsx mts cts vue svelte astro java kt kts groovy "
        "scala clj cljs cljc go rs c h cc cpp cxx "
        "hpp hh hxx inl m mm cs fs fsx vb rb rake php phtml swift dart lua pl pm r jl ex "
        "exs erl hrl hs lhs elm ml mli nim zig v d "
        "pas f f90 f95 cob cbl asm s sh bash zsh fish ps1 psm1 bat cmd sql psql "
        "plsql graphql gql proto thrift sol cu cuh glsl "
        "html htm xhtml jinja jinja2 j2 twig ejs hbs handlebars mustache pug jade haml slim "
        "erb erubi liquid njk jsp ftl cshtml razor "
        "css scss sass less styl postcss coffee ls tcl awk vim el lisp scm rkt cr hx gd prisma wasm-text wat"
    )
)
TEST_CODE_EXTENSIONS = CODE_EXTENSIONS - frozenset(_words("html htm xhtml css scss sass less sql jinja jinja2 j2"))
CONFIG_EXTENSIONS = frozenset(_words("yaml yml toml ini cfg conf config properties env tf tfvars hcl nix editorconfig plist cnf"))
DATA_EXTENSIONS = frozenset(
    _words(
        "json jsonl ndjson json5 geojson xml csv tsv lock po pot xliff xlf arb resx srt vtt "
        "ics wkt dtd xsd xsl xslt svgz patch diff "
        "snap ambr har log dat sum mod ipynb txt bib"
    )
)
DOC_EXTENSIONS = frozenset(_words("md markdown mdx mdown rst adoc asciidoc org textile tex rdoc pod wiki"))
TEXT_ASSETS = frozenset({"svg", "webmanifest"})
BINARY_EXTENSIONS = {
    **dict.fromkeys(
        _words("png jpg jpeg gif webp bmp ico icns tif tiff "
               "avif heic heif psd ai eps xcf sketch fig cur"), "image"
    ),
    **dict.fromkeys(_words("woff woff2 ttf otf eot"), "font"),
    **dict.fromkeys(_words("mp3 wav ogg flac m4a aac opus mid midi"), "audio"),
    **dict.fromkeys(_words("mp4 webm mov avi mkv m4v flv wmv"), "video"),
    **dict.fromkeys(_words("pdf doc docx xls xlsx ppt pptx odt ods odp rtf epub pages numbers key"), "document"),
    **dict.fromkeys(
        _words("zip tar gz tgz bz2 xz zst 7z rar jar war ear "
               "whl egg gem nupkg deb rpm apk ipa dmg iso cab br lz4"), "archive"
    ),
    **dict.fromkeys(
        _words("so dll dylib exe bin o a lib obj class "
               "pyc pyo pyd elc beam wasm rlib rmeta pdb node"), "compiled"
    ),
    **dict.fromkeys(_words("sqlite sqlite3 db mdb parquet avro orc feather npy npz pkl pickle joblib h5 hdf5 pt pth"), "data"),
    **dict.fromkeys(_words("onnx safetensors tflite mo rdb"), "data"),
    **dict.fromkeys(_words("p12 pfx jks keystore kdbx"), "key store"),
    **dict.fromkeys(_words("glb gltf-bin fbx blend stl 3ds"), "model"),
}  # fmt: skip
_TEXT_KEY = {"key"}  # a `.key` file is more often a key in PEM than a presentation: read it

LOCK_FILES = frozenset({
    "package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml", "bun.lock",
    "poetry.lock", "uv.lock", "pdm.lock",
    "pipfile.lock", "pixi.lock", "conda-lock.yml", "cargo.lock", "go.sum", "go.work.sum", "gemfile.lock", "composer.lock",
    "packages.lock.json", "mix.lock", "pubspec.lock", "podfile.lock", "flake.lock", "gradle.lockfile", "deno.lock",
    ".terraform.lock.hcl", "package.resolved", "symfony.lock",
})  # fmt: skip

_TEST_FOLDERS = frozenset({"test", "tests", "__tests__", "spec", "specs", "e2e", "__mocks__", "testdata", "cypress"})
_TEST_NAME = re.compile(
    r"^(test_.*\.py|.*_tests?\.py|tests\.py|conftest\.py|.*\.(test|spec|e2e|cy)\.[cm]?[jt]sx?|.*_test\.(go|rb|dart|exs?|cc|cpp|php)"
    r"|.*_spec\.(rb|lua|js)|test_helper\.\w+|spec_helper\.\w+)$"
)
# A class is a test by its name's end; by its beginning too, and a "Spec", where a runner of the language looks for that.
_TEST_CLASS = re.compile(
    r"^([A-Z]\w*(Test|Tests|TestCase|IT)\.(java|kt|kts|groovy|scala|cs|php|swift)|[A-Z]\w*Spec\.(kt|kts|groovy|scala|swift|php)"
    r"|Test[A-Z]\w*\.(java|kt|kts|groovy|scala)|[A-Z]\w*Cest\.php)$"
)
# Maven and Gradle keep tests in a source set of their own: what stands in this one is the program, whatever its name.
_MAIN_SOURCES = re.compile(r"^(?P<before>.*?)(?:^|/)src/main/.*\.(?:java|kt|kts|groovy|scala)$")
_MIGRATION_FOLDERS = frozenset({"migrations", "migrate", "migration"})
# What Rails writes when migrations have run: generated, and still what says how the tables are.
_SCHEMA = re.compile(r"(?:^|/)db/(?:\w+_)?schema\.rb$")
_DOC_NAME = re.compile(
    r"^(readme|changelog|changes|history|news|contributing|contributors|authors|maintainers|license|licence|copying|notice|security"
    r"|code_of_conduct|support|governance|todo|install|upgrading|releasing|architecture|agents|claude)([.\-_][\w.-]*)?$"
)
_CONFIG_NAME = re.compile(
    r"^(\.env(\..*)?|.*\.env|tsconfig.*\.json|jsconfig\.json|\.?[\w-]+rc(\.(json|ya?ml|[cm]?js|toml))?|.*\.config\.([cm]?[jt]s|json)"
    r"|\.(gitignore|gitattributes|gitmodules|dockerignore|npmignore|eslintignore|prettierignore|editorconfig|browserslistrc"
    r"|python-version|node-version|nvmrc|ruby-version|tool-versions|java-version|flake8|coveragerc|pylintrc|mailmap|npmrc|yarnrc"
    r"|helmignore|pre-commit-config\.yaml)|codeowners|nginx.*\.conf|appsettings.*\.json|launchsettings\.json|components\.json"
    r"|turbo\.json|nx\.json|lerna\.json|biome\.jsonc?|deno\.jsonc?|angular\.json|vercel\.json|netlify\.toml|renovate\.json.*"
    r"|mypy\.ini|pytest\.ini|tox\.ini|alembic\.ini|\.travis\.yml|devcontainer\.json)$"
)
_MINIFIED_NAME = re.compile(r"\.min\.(js|css|mjs|cjs|html)$|[.-]bundle\.js$|\.(js|css|ts)\.map$")


@dataclass(frozen=True, slots=True)
class Guess:
    """What a path alone says.  `binary` names the sort of bytes ("" for text), `known` is false for unknown extensions."""

    role: str
    binary: str = ""
    known: bool = True


def extension(name: str) -> str:
    """Lower-case extension without its dot, "" if there is none; ``.env`` and the like have none."""
    stem, dot, ending = name.rpartition(".")
    return ending.lower() if dot and stem else ""


def is_lock_file(name: str) -> bool:
    return name.lower() in LOCK_FILES


def is_minified_name(name: str) -> bool:
    """Bundles, minified files and source maps."""
    return _MINIFIED_NAME.search(name.lower()) is not None


def is_hidden(path: str) -> bool:
    """Does it stand in a folder whose name begins with a dot?  Those hold what tools need, not the program."""
    return any(part.startswith(".") for part in path.split("/")[:-1])


def is_test_path(path: str) -> bool:
    """By folder (`tests`, `__tests__`, `spec`, …) or by file name (`test_x.py`, `x.test.ts`, `x_test.go`, `XTest.java`)."""
    main = _MAIN_SOURCES.match(path)
    folder, _, name = path.rpartition("/") if main is None else (main["before"], "", "")
    if _TEST_NAME.match(name.lower()) or _TEST_CLASS.match(name):
        return True
    parts = folder.lower().split("/")
    return not _TEST_FOLDERS.isdisjoint(parts) or any(part.endswith((".tests", ".test")) for part in parts)


def _is_migration(folder: str, ending: str) -> bool:
    parts = folder.lower().split("/")
    if ending not in CODE_EXTENSIONS:
        return False
    if not _MIGRATION_FOLDERS.isdisjoint(parts):
        return True
    return "versions" in parts and any("alembic" in part for part in parts)


def guess(path: str) -> Guess:
    """Role by path.  Order: binary, migration, test, documentation, configuration, data, code."""
    folder, _, name = path.rpartition("/")
    low = name.lower()
    ending = extension(low)
    if ending in BINARY_EXTENSIONS and ending not in _TEXT_KEY and not _CONFIG_NAME.match(low):
        sort = BINARY_EXTENSIONS[ending]
        role = {"document": "documentation", "image": "asset", "font": "asset", "audio": "asset", "video": "asset"}.get(
            sort, "data"
        )
        return Guess(role, sort)
    if _is_migration(folder, ending) or (low.endswith("schema.rb") and _SCHEMA.search(path)):
        return Guess("migration")
    if ending in TEST_CODE_EXTENSIONS and is_test_path(path):
        return Guess("test")
    if _CONFIG_NAME.match(low):
        return Guess("configuration")
    if ending in CODE_EXTENSIONS:
        return Guess("code")
    if ending in DOC_EXTENSIONS or _DOC_NAME.match(low):
        return Guess("documentation")
    if ending in TEXT_ASSETS:
        return Guess("asset")
    if low in LOCK_FILES:
        return Guess("data")
    if ending in CONFIG_EXTENSIONS:
        return Guess("configuration")
    if ending in DATA_EXTENSIONS:
        return Guess("data")
    return Guess("data", known=False)
