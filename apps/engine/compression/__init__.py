"""The same capsules and passages in five views, one for each kind of task, inside a token budget that holds."""

from apps.engine.compression.context import Block, Citation, Context, LeftOut

__all__ = ["Block", "Citation", "Context", "LeftOut"]
