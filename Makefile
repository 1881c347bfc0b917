# Claimbook: `make` sets everything up and builds the site; `make help` lists the targets.
# Every path below is relative, so that the checkout may lie anywhere, in a path with spaces too.

SHELL := /bin/bash
.DEFAULT_GOAL := build
quote = '$(subst ','\'',$(1))'
ROOT := $(shell makefile=$(call quote,$(MAKEFILE_LIST)); cd "$$(dirname "$${makefile:1}")" && pwd -P)

ifneq ($(ROOT),$(CURDIR))

# Called from another folder (make -f PATH/Makefile): go there first.
GOALS := $(or $(MAKECMDGOALS),build)
.PHONY: $(GOALS)
$(GOALS):
	@$(MAKE) --no-print-directory -C "$(ROOT)" $@

else

.NOTPARALLEL:
.DELETE_ON_ERROR:
.PHONY: help build setup serve audit test test-setup lint bench lock clean distclean

PYTHON ?=
STAMPS := .venv/stamps
STEP := tools/step
PIP := .venv/bin/python -m pip --disable-pip-version-check --no-input
# A lock file is the whole answer, so pip resolves nothing: left to resolve, old versions of pip ask the index for
# the newest release of `package[extra]` and refuse it once it is newer than the lock. `pip check` then tells whether
# anything is missing.
LOCKED := install --no-deps --require-hashes
NPM_CI := ci --ignore-scripts --no-audit --no-fund
export PYTHON

# An environment that was made elsewhere (the checkout moved) or whose Python has gone is made anew.
ifneq ($(shell [ -x .venv/bin/python ] && [ "$$(cat $(STAMPS)/root 2>/dev/null)" = "$$(pwd -P)" ] && echo sound),sound)
.PHONY: $(STAMPS)/root
endif

build: setup  ## set everything up, build both editions and the customers' PDF (the default)
	@.venv/bin/claimbook build
	@.venv/bin/claimbook build --config mkdocs.customer.yml --output dist/customer
	@tools/need-pango
	@.venv/bin/claimbook pdf --edition customer

help:  ## list the targets
	@sed -n 's/^\([a-z-]*\):.*  ## \(.*\)/  make \1\t\2/p' Makefile | expand -t 20

setup: $(STAMPS)/build $(STAMPS)/assets  ## the environment only: Python and npm packages, fonts

serve: setup  ## build, serve and rebuild on every change of a page, a record or a template
	@.venv/bin/claimbook serve

$(STAMPS)/root:
	@$(STEP) "Virtual environment" venv tools/make-venv

$(STAMPS)/build: $(STAMPS)/root requirements/build.txt pyproject.toml
	@$(STEP) --network "Python packages (hash-pinned)" python-packages \
		$(PIP) $(LOCKED) -r requirements/build.txt
	@$(STEP) "Claimbook itself (editable)" claimbook \
		$(PIP) install --no-deps --no-build-isolation --no-index -e .
	@$(STEP) "Nothing missing (pip check)" pip-check $(PIP) check
	@touch $@

node_modules/.stamp: $(STAMPS)/build package.json package-lock.json
	@$(STEP) --network "Fonts (npm, locked)" npm-packages .venv/bin/npm $(NPM_CI)
	@touch $@

$(STAMPS)/assets: node_modules/.stamp overrides/assets.json tools/copy_assets.py
	@$(STEP) "Fonts and licences into the theme" assets .venv/bin/python tools/copy_assets.py
	@touch $@

test: test-setup lint  ## all the set-up for the tests, then checks and tests
	@.venv/bin/python -m pytest --numprocesses auto --dist loadfile

test-setup: setup $(STAMPS)/test tests/node_modules/.stamp
	@tools/need-browser
	@tools/need-java
	@tools/need-pango
	@tools/need-poppler

$(STAMPS)/test: $(STAMPS)/build requirements/test.txt
	@$(STEP) --network "Test packages (hash-pinned)" test-packages \
		$(PIP) $(LOCKED) -r requirements/test.txt
	@$(STEP) "Nothing missing (pip check)" pip-check $(PIP) check
	@touch $@

tests/node_modules/.stamp: $(STAMPS)/build tests/package.json tests/package-lock.json
	@$(STEP) --network "Page checkers (npm, locked)" test-npm-packages .venv/bin/npm --prefix tests $(NPM_CI)
	@touch $@

audit: build  ## build, then say what no longer holds or never had a record
	@.venv/bin/claimbook audit --fail-on warning

lint: setup $(STAMPS)/test  ## formatting, lint, types and the floors of the engine
	@$(STEP) "Lint (ruff)" ruff .venv/bin/ruff check .
	@$(STEP) "Format (ruff)" ruff-format .venv/bin/ruff format --check .
	@$(STEP) "Types (mypy)" mypy .venv/bin/mypy --strict macros
	@$(STEP) "Floors (import-linter)" import-linter .venv/bin/lint-imports --cache-dir .cache/import-linter

bench: setup  ## measure builds and audits of the real site and of generated ones
	@.venv/bin/python -m tests.benchmarks.run
	@.venv/bin/python -m tests.benchmarks.audit

lock: $(STAMPS)/root  ## compile requirements/*.txt anew from pyproject.toml and requirements/*.in
	@tools/lock

clean:  ## remove the outputs, caches and logs
	@rm -rf dist .cache .hypothesis

distclean: clean  ## remove the environment, the npm packages and the copied fonts too
	@rm -rf .venv .venv-lock node_modules tests/node_modules overrides/assets/charts overrides/assets/fonts overrides/assets/licences overrides/print/fonts

endif
