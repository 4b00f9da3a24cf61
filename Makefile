# Every target sets up what it needs. Install yourself: Python 3.11 or newer with venv and, for the browser table,
# Node.js 20.19 or newer with npm.
# Extra arguments go in ARGS:  make test ARGS="-k scoring"

PYTHON ?= python3
ARGS ?=

VENV := .venv
BIN := $(VENV)/bin
PLAYS := $(VENV)/.stamp
COMPILES := $(VENV)/.stamp-fast
READY := $(VENV)/.stamp-dev
# Present after `make pure`: then `make play` does not compile in the background.
PLAIN := build/plain

# The built browser client, and the packages to build it
WEB := src/basebash/server/static/index.html
WEB_READY := web/node_modules/.stamp

export PIP_DISABLE_PIP_VERSION_CHECK := 1

.DEFAULT_GOAL := help
.PHONY: help play web site same test check docs lowest bench fast pure dist load soak restart kills format golden pairs positions metamorphic mutants gallery settings screenshots protocol lock clean browsers firefox screens webkit postgresql

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' Makefile

play: $(WEB) $(PLAYS) ## Play in the browser
	@$(BIN)/python -m tools.play $(ARGS)

web: $(WEB) ## Build the browser client

same: $(READY) $(WEB_READY) ## Play 200 games in CPython and in Pyodide and compare their logs
	@$(BIN)/python -m checks.pyodide_games $(ARGS)

site: $(WEB) $(READY) ## Build the game as static files that need no server, into build/site
	@$(BIN)/python -m tools.site $(ARGS)

test: $(READY) $(WEB) browsers postgresql ## Run all tests
	@echo "Tests of the browser client" && npm --prefix web run --silent test
	@echo "Tests" && $(BIN)/python -m pytest -q -n auto --dist worksteal $(ARGS)
	@test -n "$(ARGS)" || { echo "Some of them in Firefox" && BROWSER=firefox $(BIN)/python -m pytest -q tests/browser/test_game.py tests/browser/test_drag.py tests/browser/test_replay.py tests/browser/test_puzzles.py; }

firefox: $(READY) $(WEB) browsers ## Run all tests of the browser client in Firefox
	@WHOLE=1 BROWSER=firefox $(BIN)/python -m pytest -q tests/browser $(ARGS)

webkit: $(READY) $(WEB) browsers ## Play a game and look at crowded tables in WebKit, Safari's engine
	@WHOLE=1 $(BIN)/python -m pytest -q -rs tests/browser/test_webkit.py $(ARGS)

screens: $(READY) $(WEB) browsers ## Run the tests of the browser client on every size, page and scene
	@WHOLE=1 $(BIN)/python -m pytest -q -n auto --dist worksteal tests/browser $(ARGS)

check: $(READY) $(WEB_READY) ## Check style, types and imports
	@echo "Style" && $(BIN)/python -m ruff check --quiet . && $(BIN)/python -m ruff format --quiet --check .
	@echo "Types" && $(BIN)/python -m mypy --no-error-summary
	@echo "Imports" && $(BIN)/lint-imports --no-logo
	@echo "Browser client" && npm --prefix web run --silent check

bench: $(READY) ## Measure the engine's speed
	@$(BIN)/python benchmarks/bench.py $(ARGS)

fast: $(COMPILES) ## Compile the engine and the cards: three to four times as fast (needs a C compiler)
	@rm -f $(PLAIN)
	@echo "Compiling what has changed; the first time takes some minutes"
	@$(BIN)/python -m tools.compile $(ARGS)
	@echo "Done: $(VENV) uses the compiled engine now. After a change to the engine or a card run make fast, or make pure to go back"

pure: $(COMPILES) ## Go back to the plain engine and cards
	@mkdir -p build && touch $(PLAIN)
	@$(BIN)/python -m tools.compile --undo

dist: $(COMPILES) $(WEB) ## Build a universal wheel, and a compiled one for this platform
	@$(BIN)/python -m tools.dist $(ARGS)

load: $(READY) ## Measure the server with many tables at once
	@$(BIN)/python -m benchmarks.load $(ARGS)

soak: $(READY) ## Play for minutes while things go wrong: kills, a database that is away, a full disk, vanishing clients
	@$(BIN)/python -m benchmarks.soak $(ARGS)

restart: $(READY) ## Measure a start with many games in the database
	@$(BIN)/python -m benchmarks.restart $(ARGS)

kills: $(READY) postgresql ## Kill server processes 30 times under load and check that nothing is lost
	@KILLS=30 $(BIN)/python -m pytest -q -s tests/server/test_processes.py -k kills_under_load

protocol: $(READY) ## Regenerate the browser client's types
	@$(BIN)/python -m basebash.server.messages.typescript web/src/protocol/types.ts

format: $(READY) $(WEB_READY) ## Format the code and apply automatic fixes
	@$(BIN)/python -m ruff check --quiet --fix-only . && $(BIN)/python -m ruff format .
	@npm --prefix web run --silent format

positions: $(READY) ## Play many random positions and check all invariants
	@$(BIN)/python -m checks.random_positions $(ARGS)

metamorphic: $(READY) ## Play positions in two ways that must end the same
	@$(BIN)/python -m checks.metamorphic $(ARGS)

pairs: $(READY) ## Play a game with every pair of factions and check all invariants
	@$(BIN)/python -m checks.faction_pairs $(ARGS)

mutants: $(READY) ## Break cards in small ways and list the changes that no scenario notices
	@$(BIN)/python -m tools.mutants $(ARGS)

golden: $(READY) ## Regenerate the golden playthroughs
	@$(BIN)/python -m tools.golden $(ARGS)

settings: $(READY) ## Regenerate the page of the server's settings
	@$(BIN)/python -m tools.settings_page

gallery: $(READY) ## Regenerate the card gallery and the index of the rules' tests
	@$(BIN)/python -m tools.gallery

screenshots: $(READY) $(WEB) browsers ## Retake the pictures of the README; ARGS=--all takes every picture at all sizes
	@$(BIN)/python -m tools.screenshots $(ARGS)

# Five locks: what it takes to play, what compiles the engine, what builds the docs, all that the tests need, and what a
# server with PostgreSQL needs.
PIN := pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--no-emit-find-links --custom-compile-command "make lock" pyproject.toml
EXTRAS := server lab ray postgres gymnasium pettingzoo openspiel mcp

lock: ## Pin the newest versions of all packages (needs uv)
	@uv $(PIN) --group build --extra server --output-file requirements.lock
	@uv $(filter-out pyproject.toml,$(PIN)) --group fast -c requirements.lock --output-file requirements-fast.lock
	@uv $(filter-out pyproject.toml,$(PIN)) --group docs -c requirements.lock -c requirements-dev.lock --output-file requirements-docs.lock
	@uv $(PIN) --group dev $(addprefix --extra ,$(EXTRAS)) -c requirements.lock -c requirements-fast.lock \
		--output-file requirements-dev.lock
	@uv $(filter-out --upgrade,$(PIN)) --extra server --extra postgres -c requirements.lock -c requirements-dev.lock \
		--output-file requirements-server.lock

docs: $(READY) ## Build the documentation site into build/docs; ARGS=--serve shows a live preview
	@$(BIN)/python -m pip install -qq --require-hashes -r requirements-docs.lock
	@$(BIN)/python -m tools.docs $(ARGS)

lowest: ## Run the tests of the command line and the server with the oldest allowed dependencies (needs uv)
	@uv venv --quiet --clear --python $(PYTHON) build/lowest
	@uv pip install --quiet --python build/lowest/bin/python --resolution lowest-direct -e ".[server]"
	@uv pip install --quiet --python build/lowest/bin/python pytest pytest-xdist hypothesis
	@build/lowest/bin/python -m pytest -q -n auto tests/test_cli.py tests/server/test_routes.py tests/server/test_protocol.py $(ARGS)

clean: ## Remove everything that was built
	@find src -name '*.so' -delete
	@rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis \
		web/node_modules web/src/generated src/basebash/server/static
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# A lock is a plain list of versions and hashes, which pip installs and verifies without another tool. It pins the
# build backend too, hence no build isolation.
$(COMPILES): $(PLAYS) requirements-fast.lock
	@$(BIN)/python -m pip install -qq --require-hashes -r requirements-fast.lock
	@touch $@

$(READY): $(PLAYS) requirements-dev.lock
	@echo "Installing the pinned packages of the tests"
	@$(BIN)/python -m pip install -qq --require-hashes -r requirements-dev.lock
	@touch $@

$(PLAYS): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
		{ echo "Basebash needs Python 3.11 or newer. To use another one: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
		{ echo "Python's venv is missing. On Debian or Ubuntu: apt install python3-venv"; exit 1; }
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || \
		{ echo "Creating $(VENV)"; $(PYTHON) -m venv --clear $(VENV); }
	@echo "Installing the pinned packages"
	@$(BIN)/python -m pip install -qq --require-hashes -r requirements.lock
	@echo "Installing basebash"
	@$(BIN)/python -m pip install -qq --no-deps --no-build-isolation --editable .
	@touch $@

$(WEB): $(WEB_READY) $(shell find web/src web/public web/scripts web/*.* -type f -not -path 'web/src/generated/*')
	@echo "Building the browser client"
	@npm --prefix web run --silent build -- --logLevel error
	@touch $@

$(WEB_READY): web/package.json web/package-lock.json
	@command -v node >/dev/null && command -v npm >/dev/null || \
		{ echo "Node.js or npm is missing: the browser client needs Node.js 20.19 or newer, https://nodejs.org"; exit 1; }
	@node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)' || \
		{ echo "Node.js $$(node --version) is too old: the browser client needs 20.19 or newer, https://nodejs.org"; exit 1; }
	@echo "Installing the pinned packages of the browser client"
	@npm --prefix web ci --no-audit --no-fund --loglevel=error --no-progress
	@touch $@

# The tests drive real browsers: Chromium, Firefox and WebKit. Set CHROMIUM and FIREFOX to use other binaries.
browsers:
	@{ test -n "$$CHROMIUM" || command -v chromium-headless-shell || command -v chromium || command -v chromium-browser || \
			command -v google-chrome; } >/dev/null && \
		{ test -n "$$FIREFOX" || command -v firefox-esr || command -v firefox; } >/dev/null && \
		command -v WebKitWebDriver >/dev/null && command -v Xvfb >/dev/null || \
		if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
			echo "Installing Chromium, Firefox and WebKit" && \
			apt-get -qq update >/dev/null && \
			apt-get -qq install --yes --no-install-recommends chromium-headless-shell firefox-esr webkit2gtk-driver xvfb >/dev/null; \
		else \
			echo "The tests need three browsers. On Debian: sudo apt-get install chromium-headless-shell firefox-esr webkit2gtk-driver xvfb"; \
			exit 1; \
		fi

# The tests start their own PostgreSQL; without it they report what they skip.
postgresql:
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || \
		if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
			echo "Installing postgresql" && \
			apt-get -qq update >/dev/null && \
			DEBIAN_FRONTEND=noninteractive apt-get -qq install --yes --no-install-recommends postgresql >/dev/null; \
		else \
			echo "Tests with several processes are skipped: they need PostgreSQL. On Debian: sudo apt-get install postgresql"; \
		fi
