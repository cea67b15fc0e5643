"""What a folder holds by its name: one answer for the tree of folders, for parts and for whoever else asks."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from apps.engine.facts import FileEntry

ENDPOINTS = "endpoints"
INTERFACE = "user interface"
NAMES = {
    name: role
    for role, names in {
        "models": "models model entities entity domain",
        "schemas": "schemas schema serializers dto",
        ENDPOINTS: "routes route routers router api apis controllers controller handlers handler views endpoints",
        "GraphQL": "resolvers graphql",
        "services": "services service usecases use_cases selectors",
        "documentation": "docs doc documentation guides",
        "decisions": "adr adrs decisions",
        "scripts": "scripts script bin tools tool hack",
        "continuous integration": ".github .circleci .gitlab .buildkite workflows ci .ci",
        "deployment": "k8s kubernetes helm charts deploy deployment deployments infra infrastructure terraform docker ansible",
        "assets": "static public assets images img icons fonts media",
        "templates": "templates layouts partials",
        INTERFACE: "components pages hooks screens widgets ui frontend client",
        "translations": "locale locales i18n translations lang",
        "fixtures": "fixtures fixture seeds testdata",
        "configuration": "config configs configuration settings conf",
        "background jobs": "tasks jobs workers worker job cron",
        "middleware": "middleware middlewares",
        "commands": "commands management cmd cli",
        "migrations": "migrations migrate alembic",
        "tests": "tests test __tests__ spec specs e2e",
        "examples": "examples example samples",
        "shared code": "utils util helpers helper common lib shared",
        "storage": "repositories repository dao",
        "validation": "validations validators",
        "styles": "styles css scss",
    }.items()
    for name in names.split()
}
_SCREENS = frozenset({"tsx", "jsx", "vue", "svelte", "astro", "html", "css", "scss", "swift", "dart", "kt"})
_NO_SERVER = frozenset({"sql", "sh", "bash", "ps1", "tf"})
_SCRIPTS = frozenset({"js", "mjs", "ts", "mts"})
_READ = frozenset({"Python", "JavaScript", "TypeScript", "TSX"})  # languages whose endpoints are found where there are any


def role_by_name(name: str, files: Sequence[FileEntry], serves: bool | None = None) -> str:
    """What a folder called `name` with these files holds, "" if its name tells nothing or its files speak against it.

    `serves` says whether endpoints were found in it, None where none were found anywhere.
    """
    return checked(NAMES.get(name.lower(), ""), files, serves)


def checked(role: str, files: Sequence[FileEntry], serves: bool | None = None) -> str:
    """A role that a name tells, as far as the files allow it: pages that a browser shows are no endpoints of a server."""
    endings = [entry.path.rpartition("/")[2].rpartition(".")[2].lower() for entry in files]
    screens = sum(ending in _SCREENS for ending in endings)
    if role == ENDPOINTS and not serves:
        if sum(ending in _NO_SERVER for ending in endings) * 2 > len(files):
            return ""
        if screens * 2 > len(files):
            return INTERFACE
        read = sum(entry.language in _READ for entry in files)
        return "" if serves is False and read * 2 > len(files) else role
    if role == INTERFACE and not screens and not any(ending in _SCRIPTS for ending in endings):
        return ""
    return role


def serving(folder: str, served: Collection[str]) -> bool | None:
    """Whether endpoints stand in a folder or below it; None where `served`, the folders that register or hold any, is empty."""
    if not served:
        return None
    return any(path == folder or path.startswith(f"{folder}/") for path in served)
