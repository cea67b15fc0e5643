"""Frameworks and libraries of Ruby: routes, models, jobs."""
