"""Definitions counted by another parser than ours, one module a language; `COUNTERS` lists them.

python -m benchmarks.census LANGUAGE FOLDER_OR_GIT_DIRECTORY
"""
