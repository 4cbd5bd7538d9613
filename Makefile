# make help says what there is. The target folder is Cargo's: CARGO_TARGET_DIR moves it.

SHELL := /bin/bash
CARGO ?= cargo
PREFIX ?= /usr/local
TARGET := $(or $(CARGO_TARGET_DIR),target)
RELEASE := $(TARGET)/release

.DEFAULT_GOAL := help
.PHONY: help toolchain build demo test fmt lint fuzz-dependence compare-tests install clean

help: ## Print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "make %-15s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

toolchain: ## Install or find clang 19, isl, GMP and the parts of CUDA that clang calls
	@scripts/toolchain.sh

build: toolchain ## Build warpcc, warpcc++, warpctl and the harness, optimised
	$(CARGO) build --release --workspace
	@ln -sfn warpcc '$(RELEASE)/warpcc++'

demo: build ## Five kernels with clang and with warpcc: one table, a source diff, a proof
	@'$(RELEASE)/spec-accel-harness' demo

test: toolchain fmt lint ## Check formatting and lints, run every test
	$(CARGO) test --workspace

fmt: ## Check formatting (cargo fmt repairs it)
	$(CARGO) fmt --all --check

lint: toolchain ## Run clippy; warnings are errors
	$(CARGO) clippy --workspace --all-targets -- -D warnings

# 28600 nests of each of seven families: 200200. Half an hour to hours; FUZZ_SEED moves the first seed.
FUZZ_NESTS ?= 28600
FUZZ_SEED ?= 1

fuzz-dependence: toolchain ## Check every claim about 200,000 random nests against enumeration
	WARPCC_FUZZ_NESTS=$(FUZZ_NESTS) WARPCC_FUZZ_SEED=$(FUZZ_SEED) WARPCC_FUZZ_TRUTH=20 \
		$(CARGO) test --release --test oracle -- --nocapture --skip comparison

compare-tests: toolchain ## What each family of tests proves alone: docs/results/dependence-tests.md
	@mkdir -p docs/results
	WARPCC_FUZZ_COMPARE='$(CURDIR)/docs/results/dependence-tests.md' WARPCC_FUZZ_TRUTH=1 WARPCC_FUZZ_NESTS=250 \
		$(CARGO) test --release --test oracle -- --nocapture --exact comparison

install: build ## Install the three commands in PREFIX/bin (PREFIX=/usr/local; DESTDIR honoured)
	install -d '$(DESTDIR)$(PREFIX)/bin'
	install -m 755 '$(RELEASE)/warpcc' '$(RELEASE)/warpctl' '$(DESTDIR)$(PREFIX)/bin'
	ln -sfn warpcc '$(DESTDIR)$(PREFIX)/bin/warpcc++'

clean: ## Remove the target folder
	$(CARGO) clean
