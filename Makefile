# Everything is set up in .venv, from nothing but Python 3.11 or newer with pip; tools/install.py says what it does.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# A Python that was named is the one that is wanted; else an environment that is there goes on.
NAMED := $(if $(filter file default,$(origin PYTHON)),,--this-python)
OLD = import sys; sys.exit("Colonnade needs Python 3.11 or newer; this is " + sys.version.split()[0] \
	+ ". Try: make PYTHON=python3.12") if sys.version_info < (3, 11) else 0
INSTALL = @$(PYTHON) -c '$(OLD)' && $(PYTHON) -m tools.install --venv "$(VENV)" $(NAMED)

.PHONY: play terminal test test-all test-rest browsers soak check format bench screenshots site wheel wheels goldens types clean players developers

play: players
	@"$(BIN)/colonnade" serve $(ARGS)

terminal: players
	@"$(BIN)/colonnade" play $(ARGS)

# tools/suite.py says which parts there are, which tests run in which build, and what they need.
test: developers
	@"$(BIN)/python" -m tools.suite

# Also what takes long: the whole contract in the pure build, whole games made at the page.
test-all: developers
	@"$(BIN)/python" -m tools.suite --all

# What test-all has besides test: for those who have run that already.
test-rest: developers
	@"$(BIN)/python" -m tools.suite --rest

# Short games in Chromium, Firefox and WebKitGTK, and between them; a browser that is missing is skipped.
browsers: developers
	@"$(BIN)/python" -m tests.browsers $(ARGS)

# The server is killed two hundred times on each database while games go on: half an hour, or more.
soak: developers
	@"$(BIN)/python" -m tests.server.soak $(ARGS)

# Style and types of Python, then those of the page.
check: developers
	"$(BIN)/ruff" check .
	"$(BIN)/ruff" format --check .
	"$(BIN)/mypy"
	"$(BIN)/python" -m tools.page check
	"$(BIN)/python" -m tools.page lint

format: developers
	"$(BIN)/ruff" check --fix .
	"$(BIN)/ruff" format .
	"$(BIN)/python" -m tools.page format

# Rules first, then the page: one visit of each place, and taps; `python -m bench.page` takes the median of five.
bench: developers
	"$(BIN)/python" bench/speed.py
	"$(BIN)/python" -m bench.page --runs 1
	"$(BIN)/python" -m bench.taps

# To be looked at after a change of the page; needs Chromium.
screenshots: developers
	"$(BIN)/python" -m bench.pictures --out build/screenshots

# The documentation as a static site, without a warning.
site: developers
	"$(BIN)/python" -m sphinx -W --keep-going -q -b html docs build/site
	@echo "build/site/index.html"

# For this Python alone; `make wheels` for each supported one that is on the path.
wheel: players
	@"$(BIN)/python" -m tools.wheels "$(BIN)/python"

wheels: players
	@"$(BIN)/python" -m tools.wheels python3.11 python3.12 python3.13

# Only after a change of behaviour that is wanted: goldens are its evidence.
goldens: developers
	"$(BIN)/python" -m tests.golden.write

# What the page knows of the wire and of the games, from the sources of Python: web/src/gen.
types: developers
	COLONNADE_PURE=1 PYTHONPATH=src "$(BIN)/python" -m tools.typescript

clean:
	rm -rf "$(VENV)" build dist src/*.egg-info src/colonnade/page web/node_modules

players:
	$(INSTALL) play

developers:
	$(INSTALL) develop
