"""Frameworks and libraries of Python: routes, models, jobs."""
