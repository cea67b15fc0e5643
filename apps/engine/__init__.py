"""Pure thinking: no Django, network, database, subprocess, clock or randomness.

Everything comes in as values and goes out as `facts`; the same input gives the same bytes.
"""
