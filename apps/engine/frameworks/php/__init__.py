"""Frameworks and libraries of PHP: routes, models, jobs."""
