"""The ways a passage is found: by what was named exactly, by its words, by its meaning."""
