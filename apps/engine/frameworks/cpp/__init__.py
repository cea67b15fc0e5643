"""Frameworks of C++: routes."""
