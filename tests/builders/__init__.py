"""Builders of repositories that tests read."""
