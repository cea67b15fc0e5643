# Each target does all of its own set-up.  Nothing but Python 3.11 or newer, git and make is needed.
#   make run [REPO=path-or-address] [PORT=8000]   the portal with a repository's document (default: this repository)
#   make run REPO=path-or-address                 the same again while it runs: adds that repository to the running portal
#   make document REPO=… [OUTPUT=FILE]            print SYSTEM_ARTIFACT.md, or write it to a file
#   make test                                     lint, types, import contracts, all tests
#   make rigs                                     the heavy tests
#   make citations REPO=… [SEED=1] [COUNT=20]     a sample of a document's citations, each with the lines it cites
#   make bench REPO=folder-of-clones              facts against the hand-made truths in benchmarks/truth
#   make clean                                    remove the virtual environment and caches; .state, the portal's data, is kept

SHELL := /bin/sh
.DEFAULT_GOAL := help
VENV := .venv
PY := $(VENV)/bin/python
STATE := .test-state

# What a person typed reaches the recipes through the environment: neither make nor the shell reads code in it.
override REPO := $(value REPO)
override OUTPUT := $(value OUTPUT)
override SEED := $(value SEED)
override COUNT := $(value COUNT)
override PYTHON := $(value PYTHON)
export REPO OUTPUT SEED COUNT PYTHON
ifdef PORT
override PORT := $(value PORT)
export PORT
endif
unexport MAKEFLAGS MFLAGS MAKEOVERRIDES

.PHONY: help run document citations test rigs bench clean install install-dev

help:
	@sed -n 's/^#   make/make/p' Makefile

install:
	@python=$$(.ci/python) && exec "$$python" .ci/environment.py $(VENV) requirements.lock

install-dev:
	@python=$$(.ci/python) && exec "$$python" .ci/environment.py $(VENV) requirements-dev.lock

run: install
	@exec $(PY) manage.py run -- $${REPO:+"$$REPO"}

document: install
	@if [ -z "$$REPO" ]; then echo 'Say which repository: make document REPO=path-or-address [OUTPUT=FILE]' >&2; exit 2; fi; \
	exec $(PY) manage.py document $${OUTPUT:+--output="$$OUTPUT"} -- "$$REPO"

citations: install
	@if [ -z "$$REPO" ]; then echo 'Say which repository: make citations REPO=path-or-address [SEED=1] [COUNT=20]' >&2; exit 2; fi; \
	exec $(PY) manage.py citations $${SEED:+--seed="$$SEED"} $${COUNT:+--count="$$COUNT"} -- "$$REPO"

test: install-dev
	@$(VENV)/bin/ruff check .
	@$(VENV)/bin/ruff format --check .
	@$(VENV)/bin/mypy apps portal
	@$(VENV)/bin/lint-imports
	@$(PY) -m apps.integrations.embedded $(STATE) $(PY) .ci/checks.py
	@$(PY) -m pytest -n 2 --dist loadfile

rigs: install-dev
	@$(PY) -m pytest -m rig

bench: install-dev
	@if [ -z "$$REPO" ]; then echo 'Say which folder holds the clones: make bench REPO=folder' >&2; exit 2; fi; \
	exec $(PY) benchmarks/score_truths.py "$$REPO"

clean:
	@rm -rf $(VENV) $(STATE) .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
