# Lutetia. `make demo` and `make test` do all the set-up they need.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
READY := $(VENV)/.ready

.PHONY: help demo test faults faults-10 kills check proto bench fast test-fast test-oldest clean

help:  ## list the targets
	@grep -E '^[a-z0-9-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/'

PIP := $(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt

$(INSTALLED): pyproject.toml constraints.txt
	@echo "Installing Lutetia into $(VENV); the first time this takes a minute or two."
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) -e .
	@touch $@

# What only tests and developers need, among it a game that shows how plug-ins work.
$(READY): $(INSTALLED) tests/connect_four/pyproject.toml
	@echo "Installing what the tests need."
	@$(PIP) -e '.[dev,postgres,cluster]' -e tests/connect_four
	@touch $@

demo: $(INSTALLED)  ## a round robin over all games, with the standings at the end
	@rm -f demo.db demo.db-*
	$(BIN)/lutetia tournament run --db sqlite:///demo.db --bot random --bot greedy \
		--game moscow_paris --game paris --game lumiere --rounds 20
	@echo "Look again with: $(BIN)/lutetia standings --db sqlite:///demo.db"
	@echo "Then write a first bot: see README.md."

test: $(READY)  ## the tests
	$(BIN)/pytest -n auto --dist worksteal

faults: $(READY)  ## the tests of every promise in docs/security.md
	$(BIN)/pytest -n auto --dist worksteal $$($(BIN)/python -m tests.security.promises)

faults-10: $(READY)  ## the same ten times in a row, until one fails
	@for time in 1 2 3 4 5 6 7 8 9 10; do \
		$(MAKE) --no-print-directory faults || { echo "failed at run $$time of 10"; exit 1; }; \
		echo "passed $$time of 10"; \
	done

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
	cd build/fast && LUTETIA_COMPILED=1 \
		PYTHONPATH=$(CURDIR)/build/fast:$(CURDIR)/build/fast/proto \
		$(CURDIR)/$(BIN)/pytest -n auto --dist worksteal tests/test_compiled.py \
		tests/engine tests/arbiter/wire \
		tests/arbiter/test_match.py tests/arbiter/test_live_match.py tests/arbiter/test_sessions.py

# What an environment that holds back other packages, such as protobuf, makes of us.
test-oldest:  ## a few tests with the oldest versions that pyproject.toml allows
	@echo "Installing the oldest versions into build/oldest."
	@$(PYTHON) -m venv build/oldest
	@build/oldest/bin/pip install --quiet --disable-pip-version-check -c constraints-oldest.txt \
		-e . -e tests/connect_four pytest pytest-timeout pytest-xdist
	build/oldest/bin/pytest -n auto tests/arbiter/test_client.py tests/arbiter/test_match.py \
		tests/arbiter/cli/test_match.py tests/arbiter/cli/test_standings.py \
		tests/ladder/store/test_sqlite.py tests/ladder/ratings/test_fit.py

clean:  ## forget the virtual environment and what was compiled
	rm -rf $(VENV) build
	rm -f *__mypyc*.so
	find arbiter engine -name '*.so' -delete
