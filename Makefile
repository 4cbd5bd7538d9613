# make help says what there is. The target folder is Cargo's: CARGO_TARGET_DIR moves it.

SHELL := /bin/bash
CARGO ?= cargo
PREFIX ?= /usr/local
TARGET := $(or $(CARGO_TARGET_DIR),target)
RELEASE := $(TARGET)/release

.DEFAULT_GOAL := help
.PHONY: help toolchain build demo check-kernels stripped test fmt lint install clean

help: ## Print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "make %-13s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

toolchain: ## Install or find clang 19, isl, GMP and the parts of CUDA that clang calls
	@scripts/toolchain.sh

build: toolchain ## Build warpcc, warpcc++, warpctl and the harness, optimised
	$(CARGO) build --release --workspace
	@ln -sfn warpcc '$(RELEASE)/warpcc++'

demo: build ## Five kernels with clang and with warpcc: one table, a source diff, a proof
	@'$(RELEASE)/spec-accel-harness' demo

check-kernels: build ## Every kernel in every version with clang and warpcc, against its serial version
	@'$(RELEASE)/spec-accel-harness' check

stripped: build ## Which collapse clauses of the experts warpcc finds again: docs/results/stripped.md
	@'$(RELEASE)/spec-accel-harness' compare --stripped --format markdown --output docs/results/stripped.md

test: toolchain fmt lint ## Check formatting and lints, run every test
	$(CARGO) test --workspace

fmt: ## Check formatting (cargo fmt repairs it)
	$(CARGO) fmt --all --check

lint: toolchain ## Run clippy; warnings are errors
	$(CARGO) clippy --workspace --all-targets -- -D warnings

install: build ## Install the three commands in PREFIX/bin (PREFIX=/usr/local; DESTDIR honoured)
	install -d '$(DESTDIR)$(PREFIX)/bin'
	install -m 755 '$(RELEASE)/warpcc' '$(RELEASE)/warpctl' '$(DESTDIR)$(PREFIX)/bin'
	ln -sfn warpcc '$(DESTDIR)$(PREFIX)/bin/warpcc++'

clean: ## Remove the target folder
	$(CARGO) clean
