# make demo    install, then judge, explain and import what ships in examples/
# make test    install with what the tests need, then run every quick test
# make long    run the long campaigns: of the search, and of handoffs and theorems,
#              meant for a quarter of an hour of two cores each; long-search, long-handoffs
# make release run those that need more, and write benchmarks/release.md
# make lint    ruff, mypy --strict and pyright
# make bench   print the measured ratios
# make clean   remove the environment and everything that was built

PYTHON ?= python3
BIN := .venv/bin

# Folders are listed beside their files, so that a deleted module reinstalls too.
PACKAGE := pyproject.toml README.md LICENSE $(wildcard *.py) py.typed \
	$(shell find spec model checker properties cli -name __pycache__ -prune -o \
		\( -type d -o -name '*.py' -o -name '*.json' \) -print)

# A build reuses build/lib, where a deleted module would still be.
install = rm -rf build && $(BIN)/python -m pip install --quiet

.PHONY: demo test long long-search long-handoffs release lint bench clean
.DELETE_ON_ERROR:

demo: .venv/installed
	$(BIN)/obligato check examples.invoicing:JUDGED || test $$? -eq 3  # work is open
	$(BIN)/obligato explain examples.invoicing:not_arrived
	@mkdir -p build
	$(BIN)/obligato import chat examples/runs/desk.json \
		--adapter examples.airline:case_of --out build/desk.json
	$(BIN)/obligato check build/desk.json || test $$? -eq 1  # a rule is broken

test: .venv/tested
	$(BIN)/python -m pytest -n 2

long: long-search long-handoffs

HANDOFFS := tests/checker/admission tests/checker/termination tests/checker/proofs \
	tests/checker/test_sufficiency.py tests/properties/test_laws.py tests/model tests/cli
LONG := -m pytest -n 2 --dist worksteal -m long -raP  # prints what they count

long-search: .venv/tested
	$(BIN)/python $(LONG) tests $(HANDOFFS:%=--ignore=%)

long-handoffs: .venv/tested
	$(BIN)/python $(LONG) $(HANDOFFS)

release: .venv/tested
	$(BIN)/python -m benchmarks.release

lint: .venv/linted
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy tests
	$(BIN)/mypy examples benchmarks
	$(BIN)/pyright --pythonpath $(BIN)/python

bench: .venv/benched
	$(BIN)/python -m benchmarks

clean:
	rm -rf .venv build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage

.venv/made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Obligato needs Python 3.11 or later; $(PYTHON) is not." \
			"Name another: make PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv .venv
	touch $@

.venv/installed: .venv/made $(PACKAGE)
	$(install) .
	touch $@

.venv/tested: .venv/made $(PACKAGE)
	$(install) '.[test]'
	touch $@ .venv/installed

.venv/benched: .venv/tested
	$(install) '.[bench]'
	touch $@

.venv/linted: .venv/made $(PACKAGE)
	$(install) '.[dev]'
	touch $@ .venv/tested .venv/installed
