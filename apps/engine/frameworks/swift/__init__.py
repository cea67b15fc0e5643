"""Frameworks of Swift: routes and models."""
