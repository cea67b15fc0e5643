"""The language of a file by its name, its first line, and in a few doubtful cases its text.  Names as GitHub shows them."""

from __future__ import annotations

import re

_EXTENSIONS = {
    ext: name
    for name, exts in {
        "Python": "py pyi pyw",
        "Cython": "pyx pxd pxi",
        "JavaScript": "js mjs cjs jsx es6",
        "TypeScript": "ts mts cts",
        "TSX": "tsx",
        "Vue": "vue",
        "Svelte": "svelte",
        "Astro": "astro",
        "Java": "java",
        "Kotlin": "kt kts",
        "Groovy": "groovy gvy",
        "Gradle": "gradle",
        "Scala": "scala sc sbt",
        "Clojure": "clj cljs cljc edn",
        "Go": "go",
        "Rust": "rs",
        "C": "c",
        "C++": "cc cpp cxx c++ hpp hh hxx h++ inl ipp tpp",
        "C#": "cs csx",
        "F#": "fs fsi fsx",
        "Visual Basic .NET": "vb",
        "Objective-C": "m",
        "Objective-C++": "mm",
        "Swift": "swift",
        "Ruby": "rb rake gemspec ru podspec jbuilder thor",
        "PHP": "php phtml php3 php4 php5 phps",
        "Blade": "blade.php",
        "Perl": "pl pm t",
        "R": "r",
        "Julia": "jl",
        "Lua": "lua",
        "Dart": "dart",
        "Elixir": "ex exs",
        "HTML+EEX": "eex heex leex",
        "Erlang": "erl hrl",
        "Haskell": "hs lhs",
        "Elm": "elm",
        "OCaml": "ml mli",
        "Nim": "nim nims",
        "Zig": "zig",
        "D": "d",
        "Crystal": "cr",
        "Pascal": "pas dpr lpr",
        "Fortran": "f f77 f90 f95 f03 f08 for",
        "COBOL": "cob cbl cpy",
        "Assembly": "asm s nasm",
        "WebAssembly": "wat wast",
        "Common Lisp": "lisp cl lsp",
        "Emacs Lisp": "el",
        "Scheme": "scm ss sld",
        "Racket": "rkt",
        "Tree-sitter Query": "",
        "CoffeeScript": "coffee",
        "Shell": "sh bash zsh ksh bats",
        "fish": "fish",
        "PowerShell": "ps1 psm1 psd1",
        "Batchfile": "bat cmd",
        "Awk": "awk",
        "Tcl": "tcl",
        "Vim Script": "vim",
        "SQL": "sql ddl dml psql",
        "PLpgSQL": "pgsql",
        "PLSQL": "pls plsql pkb pks",
        "GraphQL": "graphql gql graphqls",
        "Protocol Buffer": "proto",
        "Thrift": "thrift",
        "Prisma": "prisma",
        "Solidity": "sol",
        "CUDA": "cu cuh",
        "GLSL": "glsl vert frag geom",
        "HLSL": "hlsl",
        "HTML": "html htm xhtml",
        "Jinja": "jinja jinja2 j2",
        "Twig": "twig",
        "EJS": "ejs",
        "Handlebars": "hbs handlebars",
        "Mustache": "mustache",
        "Pug": "pug jade",
        "Haml": "haml",
        "Slim": "slim",
        "HTML+ERB": "erb rhtml",
        "Liquid": "liquid",
        "Nunjucks": "njk",
        "Java Server Pages": "jsp",
        "FreeMarker": "ftl",
        "HTML+Razor": "cshtml razor",
        "CSS": "css",
        "SCSS": "scss",
        "Sass": "sass",
        "Less": "less",
        "Stylus": "styl",
        "PostCSS": "postcss pcss",
        "Markdown": "md markdown mdown mkd mdwn",
        "MDX": "mdx",
        "reStructuredText": "rst rest",
        "AsciiDoc": "adoc asciidoc asc",
        "Org": "org",
        "TeX": "tex sty cls bib",
        "Textile": "textile",
        "Text": "txt",
        "JSON": "json geojson webmanifest avsc har",
        "JSON with Comments": "jsonc code-workspace",
        "JSON5": "json5",
        "JSON Lines": "jsonl ndjson",
        "YAML": "yml yaml",
        "TOML": "toml",
        "INI": "ini cfg cnf conf editorconfig",
        "Java Properties": "properties",
        "XML": "xml xsd xsl xslt wsdl plist csproj vbproj fsproj props targets resx xliff xlf iml nuspec storyboard xib",
        "SVG": "svg",
        "CSV": "csv",
        "TSV": "tsv",
        "Jupyter Notebook": "ipynb",
        "HCL": "tf tfvars hcl",
        "Nix": "nix",
        "Dockerfile": "dockerfile",
        "Makefile": "mk mak",
        "CMake": "cmake",
        "Gettext Catalog": "po pot",
        "Diff": "diff patch",
        "Dotenv": "env",
        "Gherkin": "feature",
        "Bicep": "bicep",
        "Starlark": "bzl star bazel",
        "Puppet": "pp",
        "Smarty": "tpl",
        "Apex": "trigger apex",
        "ABAP": "abap",
        "Haxe": "hx",
        "Microsoft Visual Studio Solution": "sln",
        "Go Module": "",
    }.items()
    for ext in exts.split()
}
_NAMES = {
    "makefile": "Makefile",
    "gnumakefile": "Makefile",
    "bsdmakefile": "Makefile",
    "justfile": "Just",
    ".justfile": "Just",
    "dockerfile": "Dockerfile",
    "containerfile": "Dockerfile",
    "gemfile": "Ruby",
    "rakefile": "Ruby",
    "guardfile": "Ruby",
    "capfile": "Ruby",
    "vagrantfile": "Ruby",
    "berksfile": "Ruby",
    "fastfile": "Ruby",
    "appfile": "Ruby",
    "podfile": "Ruby",
    "brewfile": "Ruby",
    "dangerfile": "Ruby",
    "puppetfile": "Ruby",
    "gemfile.lock": "Gemfile.lock",
    "jenkinsfile": "Groovy",
    "go.mod": "Go Module",
    "go.work": "Go Workspace",
    "go.sum": "Go Checksums",
    "go.work.sum": "Go Checksums",
    "cmakelists.txt": "CMake",
    "procfile": "Procfile",
    "tiltfile": "Starlark",
    "build": "Starlark",
    "build.bazel": "Starlark",
    "workspace": "Starlark",
    "sconstruct": "Python",
    "sconscript": "Python",
    "wscript": "Python",
    "snakefile": "Snakemake",
    "pipfile": "TOML",
    "pipfile.lock": "JSON",
    "poetry.lock": "TOML",
    "uv.lock": "TOML",
    "pdm.lock": "TOML",
    "cargo.lock": "TOML",
    "composer.lock": "JSON",
    "composer.json": "JSON",
    "mix.lock": "Elixir",
    "yarn.lock": "YAML",
    "flake.lock": "JSON",
    "bun.lock": "JSON with Comments",
    "tsconfig.json": "JSON with Comments",
    "jsconfig.json": "JSON with Comments",
    "devcontainer.json": "JSON with Comments",
    ".babelrc": "JSON with Comments",
    ".eslintrc": "JSON with Comments",
    ".eslintrc.json": "JSON with Comments",
    ".swcrc": "JSON with Comments",
    ".prettierrc": "JSON",
    ".bowerrc": "JSON",
    ".env": "Dotenv",
    ".flaskenv": "Dotenv",
    ".gitignore": "Ignore List",
    ".dockerignore": "Ignore List",
    ".npmignore": "Ignore List",
    ".eslintignore": "Ignore List",
    ".prettierignore": "Ignore List",
    ".helmignore": "Ignore List",
    ".gitattributes": "Git Attributes",
    ".gitmodules": "Git Config",
    ".gitconfig": "Git Config",
    ".editorconfig": "EditorConfig",
    ".npmrc": "NPM Config",
    ".yarnrc": "YAML",
    ".clang-format": "YAML",
    ".pylintrc": "INI",
    ".coveragerc": "INI",
    ".flake8": "INI",
    ".bashrc": "Shell",
    ".bash_profile": "Shell",
    ".profile": "Shell",
    ".zshrc": "Shell",
    ".vimrc": "Vim Script",
    "codeowners": "CODEOWNERS",
    "license": "Text",
    "licence": "Text",
    "copying": "Text",
    "notice": "Text",
    "readme": "Text",
    "authors": "Text",
    "changelog": "Text",
    "pkgbuild": "Shell",
    "nginx.conf": "Nginx",
    "caddyfile": "Caddyfile",
    "earthfile": "Earthly",
    "meson.build": "Meson",
    "robots.txt": "robots.txt",
    "requirements.txt": "Pip Requirements",
}
_PREFIXES = (("dockerfile.", "Dockerfile"), ("containerfile.", "Dockerfile"), ("makefile.", "Makefile"), (".env.", "Dotenv"))
_SHEBANG = re.compile(r"#!\s*(?:\S*/)?([A-Za-z][\w.+-]*)(?:[ \t]+(?:-\S+[ \t]+)*(?:\w+=\S+[ \t]+)*([A-Za-z][\w.+-]*))?")
_INTERPRETERS = {
    "python": "Python", "pypy": "Python", "node": "JavaScript", "nodejs": "JavaScript", "deno": "TypeScript", "bun": "TypeScript",
    "ts-node": "TypeScript", "tsx": "TypeScript", "sh": "Shell", "bash": "Shell", "dash": "Shell", "zsh": "Shell", "ksh": "Shell",
    "ash": "Shell", "bats": "Shell", "fish": "fish", "ruby": "Ruby", "perl": "Perl", "php": "PHP", "lua": "Lua", "rscript": "R",
    "julia": "Julia", "elixir": "Elixir", "escript": "Erlang", "groovy": "Groovy", "pwsh": "PowerShell", "awk": "Awk",
    "gawk": "Awk", "tclsh": "Tcl", "make": "Makefile", "osascript": "AppleScript", "scala": "Scala", "kotlin": "Kotlin",
    "nix-shell": "Nix", "crystal": "Crystal", "runhaskell": "Haskell", "racket": "Racket", "guile": "Scheme",
    "sbcl": "Common Lisp",
}  # fmt: skip
_CPP = re.compile(r"^\s*(?:class|namespace|template\s*<|using\s+\w|public:|private:|protected:)|std::|extern\s+\"C\+\+\"", re.M)
_OBJECTIVE = re.compile(r"^\s*(?:@interface|@protocol|@implementation|#import\b|@property)", re.M)


def language_of(path: str, text: str = "") -> str:
    """Display name of the language of a file, "" if unknown.  `text` decides where the name does not."""
    name = path.rpartition("/")[2].lower()
    known = _NAMES.get(name)
    if known:
        return known
    for prefix, language in _PREFIXES:
        if name.startswith(prefix):
            return language
    if name.startswith("requirements") and name.endswith(".txt"):
        return "Pip Requirements"
    stem, dot, ending = name.rpartition(".")
    if not dot:
        return _shebang(text)
    if not stem and ending not in ("env",):
        return _shebang(text)
    if name.endswith(".blade.php"):
        return "Blade"
    if ending == "h":
        return _header(text)
    if ending == "ts" and text.lstrip().startswith(("<?xml", "<!DOCTYPE TS")):
        return "XML"
    if ending == "m" and text and not _OBJECTIVE.search(text) and re.search(r"^\s*(?:function\b|%)", text, re.M):
        return "MATLAB"
    if ending == "v":
        return "Verilog" if re.search(r"\bendmodule\b", text) else "V"
    if ending == "tsx" or ending in _EXTENSIONS:
        return _EXTENSIONS[ending]
    return _shebang(text)


def _header(text: str) -> str:
    if _OBJECTIVE.search(text):
        return "Objective-C"
    return "C++" if _CPP.search(text) else "C"


def _shebang(text: str) -> str:
    if not text.startswith("#!"):
        return ""
    match = _SHEBANG.match(text[:300].partition("\n")[0])
    if match is None:
        return ""
    program = match[2] if match[1] == "env" and match[2] else match[1]
    program = program.lower()
    return _INTERPRETERS.get(program) or _INTERPRETERS.get(re.sub(r"[\d.]+$", "", program), "")
