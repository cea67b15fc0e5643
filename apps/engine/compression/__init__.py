"""The same capsules and passages in five views, one for each kind of task, inside a token budget that holds."""

from apps.engine.compression.budgets import BUDGETS, MOST, budget_for
from apps.engine.compression.compress import compress
from apps.engine.compression.context import Block, Citation, Context, LeftOut
from apps.engine.compression.material import Folder, Material, Ref, Relations
from apps.engine.compression.ties import TOLD, ties_told
from apps.engine.compression.words import words

__all__ = [
    "BUDGETS",
    "MOST",
    "TOLD",
    "Block",
    "Citation",
    "Context",
    "Folder",
    "LeftOut",
    "Material",
    "Ref",
    "Relations",
    "budget_for",
    "compress",
    "ties_told",
    "words",
]
