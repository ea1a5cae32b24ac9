# make play   the bot with its local Discord; with DISCORD_TOKEN set (here or in .env) on Discord itself
# make test   the tests, about three minutes on two cores
# make full   all tests but the soak, about a quarter of an hour: before a merge to main and a release
# make quick  rules and pages only, for work on the code: less than a minute; make quick ROOMS=tests/host tests others
#             make test ONLY=browser or ONLY=postgres runs those tests alone, ONLY="not browser" the others; so does full
# make lint   format, rules, types, import contracts
# make dev    only fills .venv                     make image  the container
# make wheel  the package for pip, pipx and uvx, and its source archive, in dist/
# make pins   requirements*.txt anew, from the ranges in pyproject.toml; make pins UPGRADE=1 takes the newest versions
# make bench  what is measured, as ratios        make soak   the long runs

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
ROOMS := tests/engine tests/show tests/locales tests/test_architecture.py
PYTEST = PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest
IN_PARALLEL = -n 4 --dist loadfile --no-loadscope-reorder
IMAGE ?= ichiza
VERSION ?= $(patsubst v%,%,$(shell git describe --tags --exact-match --match 'v[0-9]*' 2>/dev/null))
COMPILE = UV_CUSTOM_COMPILE_COMMAND="make pins" $(BIN)/uv pip compile --quiet --universal --python-version 3.11 \
	--no-build --generate-hashes --no-annotate $(if $(UPGRADE),--upgrade)

.PHONY: play test full quick lint dev wheel image pins bench soak clean

play: $(VENV)/.run
	@$(BIN)/python bot.py --or-local --port $(or $(PORT),0)

test: $(VENV)/.dev
	$(PYTEST) $(IN_PARALLEL) $(if $(ONLY),-m "$(ONLY)")

full: $(VENV)/.dev
	$(PYTEST) $(IN_PARALLEL) -m "not soak$(if $(ONLY), and ($(ONLY)))"

quick: $(VENV)/.dev
	$(PYTEST) -n 2 --dist loadfile --ignore=tests/engine/kit --ignore=tests/engine/players $(ROOMS)

lint: $(VENV)/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

dev: $(VENV)/.dev

wheel: $(VENV)/.dev
	rm -rf dist
	$(BIN)/python -m build --no-isolation --outdir dist

# An image has a version only if this commit has a tag.
image:
	docker build --build-arg VERSION=$(VERSION) --tag $(IMAGE) .

# A version that is pinned stays, unless a range leaves it out or UPGRADE is set. All files agree with requirements-dev.txt.
pins: $(VENV)/.dev
	$(COMPILE) --output-file requirements-dev.txt --extra postgres --extra sentry --group dev pyproject.toml
	$(COMPILE) --output-file requirements.txt --constraint requirements-dev.txt pyproject.toml
	$(COMPILE) --output-file requirements-postgres.txt --constraint requirements-dev.txt --extra postgres pyproject.toml
	$(COMPILE) --output-file requirements-sentry.txt --constraint requirements-dev.txt --extra sentry pyproject.toml
	$(COMPILE) --output-file requirements-build.txt --constraint requirements-dev.txt --group build
	$(COMPILE) --output-file requirements-bench.txt --constraint requirements-dev.txt --group bench

bench: $(VENV)/.bench
	$(BIN)/python -m benchmarks

soak: $(VENV)/.dev
	$(BIN)/python -m pytest -n 2 -m soak --ignore=tests/e2e
	ICHIZA_SOAK=1 $(BIN)/python -m pytest -s -m soak tests/e2e
	ICHIZA_SOAK=1 $(BIN)/python -m pytest -n 2 -s -m "not soak" tests/show/pages/test_worst_hands.py tests/show/test_end_of_games.py tests/engine/kit tests/engine/games/test_saizen_reference.py tests/pictures

$(VENV)/.run: requirements.txt
	$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Ichiza needs Python 3.11 or newer: make PYTHON=python3.12 play")'
	$(BIN)/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	touch $@

$(VENV)/.dev: requirements-dev.txt $(VENV)/.run
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	touch $@

# Where there is no open_spiel for this machine, the benchmarks go on without it and say so.
$(VENV)/.bench: requirements-bench.txt $(VENV)/.dev
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-bench.txt && touch $@ || true

clean:
	rm -rf .venv* build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
