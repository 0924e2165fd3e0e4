# Lutetia. `make demo` and `make test` do all the set-up they need.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
READY := $(VENV)/.ready

.PHONY: help demo test kills check proto bench fast test-fast clean

help:  ## list the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/'

PIP := $(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt

$(INSTALLED): pyproject.toml constraints.txt
	@echo "Installing Lutetia into $(VENV); the first time this takes a minute or two."
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) -e .
	@touch $@

# What only tests and developers need, among it a game that shows how plug-ins work.
$(READY): $(INSTALLED) tests/connect_four/pyproject.toml
	@echo "Installing what the tests need."
	@$(PIP) -e '.[dev,postgres]' -e tests/connect_four
	@touch $@

demo: $(INSTALLED)  ## a round robin over all games, with the standings at the end
	@rm -f demo.db demo.db-*
	$(BIN)/lutetia tournament run --db sqlite:///demo.db --bot random --bot greedy \
		--game moscow_paris --game paris --game lumiere --rounds 20

test: $(READY)  ## the tests
	$(BIN)/pytest -n auto --dist worksteal

kills: $(READY)  ## a tournament of 1,440 matches that is killed a hundred times
	LUTETIA_FULL=1 LUTETIA_KILLS=100 $(BIN)/pytest tests/arbiter/cli/test_kills.py

check: $(READY)  ## format, lint and types
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

proto: $(READY)  ## generate Python from proto/
	$(BIN)/python proto/generate.py

bench: $(READY)  ## speed, as ratios in one run
	$(PIP) -e '.[bench]'
	$(BIN)/python -m benchmarks

fast: $(READY)  ## compile the hot modules, beside their sources; `make clean` removes them
	PYTHONPATH=.:proto $(BIN)/python .ci/compile.py

# In a copy, so that what is tested here stays interpreted.
test-fast: $(READY)  ## the tests of what `make fast` compiles, in compiled form
	rm -rf build/fast && mkdir -p build/fast
	git ls-files -z --cached --others --exclude-standard | xargs -0 tar c | tar x -C build/fast
	cd build/fast && PYTHONPATH=.:proto $(CURDIR)/$(BIN)/python .ci/compile.py
	cd build/fast && PYTHONPATH=$(CURDIR)/build/fast:$(CURDIR)/build/fast/proto \
		$(CURDIR)/$(BIN)/pytest -n auto --dist worksteal tests/engine tests/arbiter/wire \
		tests/arbiter/test_match.py tests/arbiter/test_live_match.py tests/arbiter/test_sessions.py

clean:  ## forget the virtual environment and what was compiled
	rm -rf $(VENV) build
	rm -f *__mypyc*.so
	find arbiter engine -name '*.so' -delete
