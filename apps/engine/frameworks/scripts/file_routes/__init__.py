"""Frameworks whose routes are named by their files: Next.js, SvelteKit, Nuxt, Astro, Remix, TanStack Start, React Router."""

from __future__ import annotations

from apps.engine.frameworks.code import Code
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.routing import prefix_unknowns
from apps.engine.frameworks.scripts.file_routes import declared, nextjs, others

__all__ = ["find"]


def find(code: Code) -> Found:
    """Pages and handlers, by the files they stand in."""
    found = Found()
    found.endpoints = [
        *nextjs.find(code),
        *others.find_sveltekit(code),
        *others.find_nuxt(code),
        *others.find_astro(code),
        *others.find_remix(code),
        *declared.find_tanstack(code),
        *declared.find_react_router(code),
    ]
    found.frameworks = [endpoint.framework for endpoint in found.endpoints]
    found.unknowns = prefix_unknowns(found.endpoints, nextjs.FRAMEWORK)
    return found
