"""Frameworks and libraries of JavaScript and TypeScript: routes, models, jobs."""
