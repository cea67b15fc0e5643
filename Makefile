# Each target does all of its own set-up.  Nothing but Python 3.11+, git and make is needed.
#   make run [REPO=path-or-address]      serve the portal with this repository's document
#   make document REPO=… [OUTPUT=FILE]   print SYSTEM_ARTIFACT.md
#   make test                            lint, types, import contracts, tests
#   make rigs | bench | citations        the heavy ones

SHELL := /bin/sh
.DEFAULT_GOAL := help
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
STATE := .test-state
# Values typed by a person reach the recipes through the environment and are never pasted into shell code.
export REPO OUTPUT SEED COUNT
unexport MAKEFLAGS MFLAGS

.PHONY: help run document test rigs bench citations install install-dev

help:
	@sed -n 's/^#   make/make/p' Makefile

install:
	@$(PYTHON) .ci/environment.py $(VENV) requirements.lock

install-dev:
	@$(PYTHON) .ci/environment.py $(VENV) requirements-dev.lock

run: install
	@exec $(PY) manage.py run $${REPO:+"$$REPO"}

document: install
	@if [ -z "$$REPO" ]; then echo 'Say which repository: make document REPO=path-or-address [OUTPUT=FILE]' >&2; exit 2; fi; \
	if [ -n "$$OUTPUT" ]; then exec $(PY) manage.py document --output "$$OUTPUT" -- "$$REPO"; \
	else exec $(PY) manage.py document -- "$$REPO"; fi

citations: install
	@if [ -z "$$REPO" ]; then echo 'Say which repository: make citations REPO=path-or-address [SEED=1] [COUNT=20]' >&2; exit 2; fi; \
	exec $(PY) manage.py citations --seed "$${SEED:-1}" --count "$${COUNT:-20}" -- "$$REPO"

test: install-dev
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check -q .
	$(VENV)/bin/lint-imports
	$(VENV)/bin/mypy apps portal
	$(PY) -m apps.integrations.embedded $(STATE) $(PY) .ci/checks.py
	$(PY) -m apps.integrations.embedded $(STATE) $(PY) -m pytest -n 2 --dist loadfile

rigs: install-dev
	$(PY) -m apps.integrations.embedded $(STATE) $(PY) -m pytest -m rig

bench: install-dev
	@if [ -z "$$REPO" ]; then echo 'Say which folder holds the clones: make bench REPO=folder' >&2; exit 2; fi; \
	$(PY) benchmarks/score_truths.py "$$REPO"
