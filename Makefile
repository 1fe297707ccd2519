# `make run` starts the program, `make test` checks everything; both set up what they need.

PYTHON := .venv/bin/python
RUNTIME := .venv/.requirements
TOOLS := .venv/.requirements-dev
# Python compiles what it imports, a small part of what is installed.
PIP := $(PYTHON) -m pip install --quiet --disable-pip-version-check --no-compile

# Tests and checks never touch the var/ of the program in use.
TEST_VAR = $(CURDIR)/.venv/test-var
# Where Python keeps them: whoever removes those removes this.
COMPILED := tests/__pycache__/compiled
# Only the files with such tests: collecting the others took each process three seconds.
ON_POSTGRESQL = -q -n 2 --dist worksteal -m "database and not slow" \
    $(shell grep -rlE --include='test_*.py' 'mark\.database|on_postgresql' tests/tournament)
# What is compiled is kept: every process of the program that a test starts would compile it again.
IN_TEST_VAR = env -u DATABASE_URL -u PYTHONDONTWRITEBYTECODE KREUZDAME_VAR="$(TEST_VAR)"

.PHONY: run test lint coverage fast browser gallery postgresql slow torture fuzz bench scale mutants lock translations release clean
.DEFAULT_GOAL := run

run: $(RUNTIME)
	@$(PYTHON) manage.py serve

test: $(TOOLS)
	@$(MAKE) --no-print-directory -j 2 lint $(COMPILED)
	@scripts/system-package chromium
	@scripts/system-package chromium-headless-shell
	@scripts/system-package postgresql
	@scripts/system-package caddy
	$(IN_TEST_VAR) $(PYTHON) -m pytest -n 2 --dist worksteal
	$(IN_TEST_VAR) $(PYTHON) tests/postgresql/run.py $(ON_POSTGRESQL)

# Beside the checks, which use one core: else each worker compiles every test that has changed.
$(COMPILED): $(TOOLS) $(shell find tests -name '*.py')
	@$(IN_TEST_VAR) $(PYTHON) -m pytest -qq --collect-only -o python_functions=none >/dev/null || true
	@mkdir -p $(@D)
	@touch $@

lint: $(TOOLS)
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/djlint --quiet --lint templates
	$(IN_TEST_VAR) .venv/bin/mypy
	$(IN_TEST_VAR) .venv/bin/lint-imports
	$(IN_TEST_VAR) $(PYTHON) manage.py makemigrations --check --dry-run
	$(IN_TEST_VAR) $(PYTHON) manage.py check --fail-level WARNING

# Measuring makes the pure packages four times as slow, so it is no part of every run.
coverage: $(TOOLS)
	$(IN_TEST_VAR) $(PYTHON) -m pytest -q -n 2 --dist worksteal --cov --cov-report=term

# What one runs between two thoughts: the pure packages and what reads the program, no database.
fast: $(TOOLS)
	$(IN_TEST_VAR) $(PYTHON) -m pytest -q -n 2 --dist worksteal -m "not slow and not long" \
	    tests/scoring tests/rules tests/architecture

browser: $(TOOLS)
	@scripts/system-package chromium
	@scripts/system-package chromium-headless-shell
	$(IN_TEST_VAR) $(PYTHON) -m pytest -q -n 2 --dist worksteal tests/browser

# Every address in both languages, light and dark, in three widths, and every picture of the hall in
# five formats: checked, and kept as pictures under var/gallery.
gallery: $(TOOLS)
	@scripts/system-package chromium
	$(IN_TEST_VAR) KREUZDAME_THOROUGH=1 KREUZDAME_GALLERY="$(CURDIR)/var/gallery" $(PYTHON) -m pytest -q \
	    -n 2 --dist worksteal -m "" tests/browser/test_every_page.py tests/browser/test_screen_formats.py \
	    tests/browser/test_keyboard_alone.py \
	    tests/tournament/exports/test_every_paper.py

postgresql: $(TOOLS)
	@scripts/system-package postgresql
	$(IN_TEST_VAR) $(PYTHON) tests/postgresql/run.py $(ON_POSTGRESQL)

# By night and before a release: every test, chance tries many times as often.
slow: $(TOOLS)
	@scripts/system-package chromium
	$(IN_TEST_VAR) KREUZDAME_THOROUGH=1 $(PYTHON) -m pytest -q -n 2 --dist worksteal -m ""

# Kills and full disks at 1,000 random moments under four typing clients; needs root; an hour.
torture: $(TOOLS)
	$(IN_TEST_VAR) $(PYTHON) -m tests.processes.torture 1000

bench: $(TOOLS)
	$(PYTHON) -m tools.benchmarks.draw
	$(PYTHON) -m tools.benchmarks.rules
	$(IN_TEST_VAR) $(PYTHON) -m pytest -q -s $(wildcard tools/benchmarks/*.py)
	$(MAKE) scale

# Pages, saves, draws, documents over the size of a tournament and of the database: docs/scale.md.
scale: $(TOOLS)
	@scripts/system-package postgresql
	$(PYTHON) -m tools.benchmarks.scale

# After a change of requirements.txt: every package it brings, with the hashes of all its files.
lock: $(TOOLS)
	.venv/bin/uv pip compile --quiet --universal --generate-hashes --python-version 3.11 \
	    --no-header --no-annotate --output-file requirements.lock requirements.txt

# Would the tests notice? 400 changes by a seed in Python and scripts, 50 dropped parts, styles and
# scripts, 50 German texts turned, each in a copy; by night.
PYTHON_CHANGED = tournament
MUTANTS = $(IN_TEST_VAR) $(PYTHON) -m tools.mutants
mutants: $(TOOLS)
	@scripts/system-package chromium
	$(MUTANTS) $(PYTHON_CHANGED) --tests tests/rules tests/tournament --count 300
	$(MUTANTS) tournament/static --tests tests/browser --count 100
	$(MUTANTS) templates tournament/templatetags/pages.py --tests tests/tournament --count 50
	$(MUTANTS) tournament/locale --tests tests/tournament --count 50 --within 90

# 100,000 hostile inputs against the program as a process of its own; hours.
fuzz: $(TOOLS)
	$(IN_TEST_VAR) $(PYTHON) -m tests.processes.fuzz 100000

# Drops texts that are used no more, names those without German, compiles the catalogues.
translations: $(TOOLS)
	$(IN_TEST_VAR) $(PYTHON) -m tests.architecture.texts

# The wheel, and for each system an archive with everything in it, under dist/ (docs/install.md).
release: $(TOOLS)
	$(PYTHON) scripts/release.py

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .coverage .hypothesis

# The stamps are newer than the requirements they stand for: a second start installs nothing.
$(RUNTIME): requirements.lock scripts/web_fonts.py
	@scripts/create-venv
	@echo "Installing what the program needs ..."
	@$(PIP) --require-hashes -r requirements.lock
	@$(PYTHON) scripts/web_fonts.py
	@scripts/system-package pango
	@touch $@

$(TOOLS): requirements-dev.txt $(RUNTIME)
	@echo "Installing what tests and checks need ..."
	@$(PIP) -r requirements-dev.txt
	@touch $@
