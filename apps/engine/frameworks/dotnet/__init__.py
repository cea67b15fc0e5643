"""Frameworks and libraries of .NET: routes and models."""
