# Everything is set up in .venv, from nothing but Python 3.11 or newer with pip.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# What is built from these sources is none: not the compiled modules, not the page.
SOURCES := $(shell find src -type f -not -path '*/__pycache__/*' -not -name '*.so' -not -path 'src/colonnade/page/*') \
	$(shell find web -type f -not -path '*/node_modules/*' 2>/dev/null) build_page.py setup.py pyproject.toml

CLUSTER := tests/lab/test_ray.py tests/server/test_ray_bots.py
CLUSTER_CACHE = -o cache_dir=$(VENV)/cluster-cache
APART := tests/page $(CLUSTER)

.PHONY: play terminal test whole-games check format bench screenshots site wheel goldens clean

play: $(VENV)/installed
	@$(BIN)/colonnade serve $(ARGS)

terminal: $(VENV)/installed
	@$(BIN)/colonnade play $(ARGS)

# Hot code is tested in both builds; the compiled one is the default of an installed package.
# The browser's driver keeps an event loop in its process: tests of the page run by themselves. So do
# those of the cluster, which wait half of their time: they go on beside the pure build, and report
# after it. What fails there is tried once more, alone: a browser or a cluster may miss its time.
test: $(VENV)/developing
	$(BIN)/python -m pytest -n auto --dist worksteal $(APART:%=--ignore=%)
	$(BIN)/python -m pytest -n auto --dist worksteal tests/page || $(BIN)/python -m pytest --last-failed tests/page
	$(BIN)/python -m pytest $(CLUSTER_CACHE) $(CLUSTER) >$(VENV)/cluster.log 2>&1 & cluster=$$!; \
	COLONNADE_PURE=1 $(BIN)/python -m pytest -n auto --dist worksteal $(APART:%=--ignore=%) -m "not once"; pure=$$?; \
	wait $$cluster; lost=$$?; cat $(VENV)/cluster.log; test $$pure = 0 || exit $$pure; \
	test $$lost = 0 || $(BIN)/python -m pytest --last-failed $(CLUSTER_CACHE) $(CLUSTER)

# Every move of every whole game made at the page itself: long, for before a release.
whole-games: $(VENV)/developing
	COLONNADE_WHOLE=1 $(BIN)/python -m pytest -n auto tests/page/test_games.py tests/page/test_friends.py

check: $(VENV)/developing
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python build_page.py check

format: $(VENV)/developing
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/developing
	$(BIN)/python bench/speed.py

# To be looked at after a change of the page; needs Chromium.
screenshots: $(VENV)/developing
	$(BIN)/python -m bench.pictures --out build/screenshots

# The documentation as a static site, without a warning.
site: $(VENV)/developing
	$(BIN)/python -m sphinx -W --keep-going -q -b html docs build/site
	@echo "build/site/index.html"

wheel: $(VENV)/created
	$(BIN)/python -m pip wheel --quiet --no-deps --wheel-dir dist .
	@ls dist

# Only after a change of behaviour that is wanted: goldens are its evidence.
goldens: $(VENV)/developing
	$(BIN)/python -m tests.golden.write

clean:
	rm -rf $(VENV) build dist src/*.egg-info src/colonnade/page web/node_modules

$(VENV)/created:
	@$(PYTHON) -c 'import sys; sys.exit("Colonnade needs Python 3.11 or newer; this is " + sys.version.split()[0] \
		+ ". Try: make PYTHON=python3.12") if sys.version_info < (3, 11) else 0'
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/installed: $(VENV)/created $(SOURCES)
	@echo "Setting up Colonnade (a minute the first time) ..."
	$(BIN)/python -m pip install --quiet --disable-pip-version-check .
	@$(BIN)/colonnade --version
	@touch $@

$(VENV)/developing: $(VENV)/created $(SOURCES)
	@echo "Setting up Colonnade and its tests (a minute the first time) ..."
	$(BIN)/python -m pip install --quiet --disable-pip-version-check ".[dev]"
	@$(BIN)/colonnade --version
	@touch $(VENV)/installed $@
