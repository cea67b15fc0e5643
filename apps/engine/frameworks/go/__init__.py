"""Routers and stored structs of Go."""
