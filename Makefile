# make run · make phone · make quick · make test · make check · make bench   (make help says more)

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
CATALOGUES := $(wildcard scorekeeper/translations/*/LC_MESSAGES/*.po)
SCRIPTS := $(wildcard static/*.css static/*/*.css static/*/*.js static/*/*/*.css static/*/*/*.js)
# Options for `scorekeeper serve`: make run SERVE="--port 9000"
SERVE ?=
# Options for pytest: make test PYTEST="-k belot"
PYTEST ?=
# Options for the soak: make soak SOAK="--only crash"
SOAK ?=
# One room alone: make mutants ROOM=league
ROOM ?=
ifeq ($(CI),true)
PYTEST += --durations=15 --durations-min=0 -rfE
endif
# Python keeps what it compiles: tests start it hundreds of times.
unexport PYTHONDONTWRITEBYTECODE
# A worker more than there are cores, since tests wait for pages and disks now and then; one that has nothing left
# takes over from the others. PYTEST="-n 0" runs in one process.
CORES = $(shell $(PYTHON) -c "import os; print(os.cpu_count() or 1)")
WORKERS = -n $(shell expr $(CORES) + 1) --dist worksteal

.DEFAULT_GOAL := help
.PHONY: help run phone quick test check bench soak mutants audit lock messages system clean
.DELETE_ON_ERROR:

help: ## this list
	@sed -n 's/^\([a-z]*\):[^#]*## /\1#/p' Makefile | while IFS='#' read -r name what; do printf 'make %-10s %s\n' "$$name" "$$what"; done

run: $(VENV)/.runtime $(VENV)/.catalogues $(VENV)/.packed ## set up what is missing, then serve; prints the addresses
	@$(BIN)/scorekeeper serve $(SERVE)

test: $(VENV)/.dev $(VENV)/.catalogues $(VENV)/.packed system ## set up what is missing, Chromium and PostgreSQL included, then run every test
	$(BIN)/python -m pytest $(WORKERS) $(PYTEST)

quick: $(VENV)/.dev $(VENV)/.catalogues $(VENV)/.packed ## in a minute, two tests of three: no Chromium, no PostgreSQL, no server, nothing that takes long
	$(BIN)/python -m pytest -n $(CORES) --dist worksteal --ignore tests/browser --ignore tests/live \
	  -m "not chromium and not postgresql and not process and not long" $(PYTEST)

phone: $(VENV)/.dev $(VENV)/.catalogues $(VENV)/.packed ## write build/phone: the whole program as files, for phones that need no server and no network
	@$(BIN)/python -m tools.phone

check: $(VENV)/.dev $(VENV)/.catalogues $(VENV)/.packed ## ruff, oxlint, mypy, the catalogues, the lock files
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/oxlint --deny-warnings --quiet static phone tools/phone
	$(BIN)/mypy
	$(BIN)/python tools/catalogues.py check
	$(BIN)/python tools/lock.py check

bench: $(VENV)/.dev $(VENV)/.catalogues $(VENV)/.packed system ## speed and memory, as figures and ratios
	$(BIN)/python -m benchmarks

soak: $(VENV)/.dev $(VENV)/.catalogues $(VENV)/.packed system ## the tests of trust and all others that are tried in part, in full, and load; the result is kept in docs/soak.md
	$(BIN)/python tools/soak.py $(SOAK)

mutants: $(VENV)/.dev $(VENV)/.catalogues ## change one thing at a time where a wrong meaning costs a deal or a league; the tests beside it have to notice
	@$(BIN)/python tools/mutants.py $(if $(ROOM),--room $(ROOM))

audit: $(VENV)/.created ## ask the advisory database about every pinned version, where there is a network
	$(BIN)/python tools/audit.py

lock: $(VENV)/.dev-tools ## renew the lock files from pyproject.toml (LOCK=--upgrade takes the newest versions)
	$(BIN)/python tools/lock.py renew $(LOCK)

messages: $(VENV)/.dev ## collect the sentences of the program into the catalogues
	$(BIN)/python tools/catalogues.py update

clean: ## remove the environment and everything made from sources
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis dist build
	find scorekeeper -name '*.mo' -delete

system:
	@tools/install_system.sh

# Stamp files: a step is done again only when what it was made from has changed.

$(VENV)/.created:
	@tools/make_environment.sh "$(PYTHON)" $(VENV)
	@touch $@

$(VENV)/.runtime: $(VENV)/.created requirements.lock pyproject.toml tools/compile_catalogues.py
	@echo "Installing what the server needs …"
	@$(PIP) --require-hashes -r requirements.lock
	@$(PIP) --no-deps --no-build-isolation --no-index --editable .
	@$(BIN)/python -m compileall -q scorekeeper
	@touch $@

$(VENV)/.dev: $(VENV)/.runtime requirements-dev.lock
	@echo "Installing the tools and test libraries …"
	@$(PIP) --require-hashes -r requirements-dev.lock
	@touch $@

# What renews the lock must not need the lock to be right.
$(VENV)/.dev-tools: $(VENV)/.created
	@$(PIP) uv packaging
	@touch $@

$(VENV)/.catalogues: $(VENV)/.runtime $(CATALOGUES)
	@$(BIN)/python tools/compile_catalogues.py
	@touch $@

$(VENV)/.packed: $(VENV)/.runtime $(SCRIPTS) tools/pack_files.py scorekeeper/web/site/files.py scorekeeper/web/site/joining.py
	@$(BIN)/python tools/pack_files.py
	@touch $@
