# Every target sets up what it needs: Python 3.11 or newer with venv is all you install yourself.
# Extra arguments go in ARGS:  make test ARGS="-k scoring"

PYTHON ?= python3
ARGS ?=

VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.stamp

export PIP_DISABLE_PIP_VERSION_CHECK := 1

.DEFAULT_GOAL := help
.PHONY: help play test check bench format golden gallery lock clean load protocol

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' Makefile

play: $(READY) ## Play a game in the terminal
	@$(BIN)/basebash play $(ARGS)

test: $(READY) ## Run all tests
	@$(BIN)/python -m pytest -q -n auto $(ARGS)

check: $(READY) ## Check style, types and imports
	@echo "Style" && $(BIN)/python -m ruff check --quiet . && $(BIN)/python -m ruff format --quiet --check .
	@echo "Types" && $(BIN)/python -m mypy --no-error-summary
	@echo "Imports" && $(BIN)/lint-imports --no-logo

bench: $(READY) ## Measure the engine's speed
	@$(BIN)/python benchmarks/bench.py $(ARGS)

load: $(READY) ## Measure the server with many tables at once
	@$(BIN)/python benchmarks/load.py $(ARGS)

protocol: $(READY) ## Write the browser client's types anew
	@$(BIN)/python -m basebash.table.typescript web/src/lib/protocol.ts

format: $(READY) ## Format the code and mend what can be mended
	@$(BIN)/python -m ruff check --quiet --fix-only . && $(BIN)/python -m ruff format .

golden: $(READY) ## Write the golden playthroughs anew
	@$(BIN)/python -m tests.golden $(ARGS)

gallery: $(READY) ## Write the card gallery anew
	@$(BIN)/python -m tools.gallery

lock: ## Pin the newest versions in requirements.lock (needs uv)
	@uv pip compile --quiet --upgrade --universal --python-version 3.11 --group dev --generate-hashes \
		--no-emit-index-url --custom-compile-command "make lock" --output-file requirements.lock pyproject.toml

clean: ## Remove everything that was built
	@rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The lock is a plain list of versions and hashes: pip, which comes with Python, installs and verifies it,
# so nobody needs another tool. It pins the build backend too, hence no build isolation.
$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
		{ echo "Basebash needs Python 3.11 or newer. Name it so: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
		{ echo "Python's venv is missing. On Debian or Ubuntu: apt install python3-venv"; exit 1; }
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || \
		{ echo "Creating $(VENV)"; $(PYTHON) -m venv --clear $(VENV); }
	@echo "Installing the pinned packages"
	@$(BIN)/python -m pip install -qq --require-hashes -r requirements.lock
	@echo "Installing basebash"
	@$(BIN)/python -m pip install -qq --no-deps --no-build-isolation --editable .
	@touch $@
