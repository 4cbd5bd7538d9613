# make help says what there is. The target folder is Cargo's: CARGO_TARGET_DIR moves it.

SHELL := /bin/bash
CARGO ?= cargo
PREFIX ?= /usr/local
TARGET := $(or $(CARGO_TARGET_DIR),target)
RELEASE := $(TARGET)/release
SHARE = $(DESTDIR)$(PREFIX)/share

.DEFAULT_GOAL := help
.PHONY: help toolchain build demo test test-browser fmt lint install clean

help: ## Print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "make %-13s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

toolchain: ## Install or find clang 19, isl, GMP and the parts of CUDA that clang calls
	@scripts/toolchain.sh

build: toolchain ## Build warpcc, warpcc++, warpctl and the harness, optimised
	$(CARGO) build --release --workspace
	@ln -sfn warpcc '$(RELEASE)/warpcc++'

demo: build ## Five kernels with clang and with warpcc: one table, a source diff, a proof
	@'$(RELEASE)/spec-accel-harness' demo

test: toolchain fmt lint ## Check formatting and lints, run every test
	$(CARGO) test --workspace

test-browser: toolchain ## Test reports in Chromium and in LLVM's viewers (the packages chromium, llvm-19, llvm-19-tools)
	$(CARGO) test -p warpcc-wrapper --test browser -- --nocapture --test-threads=1

fmt: ## Check formatting (cargo fmt repairs it)
	$(CARGO) fmt --all --check

lint: toolchain ## Run clippy; warnings are errors
	$(CARGO) clippy --workspace --all-targets -- -D warnings

install: build ## Install commands, manual pages and completions in PREFIX (/usr/local; DESTDIR honoured)
	install -d '$(DESTDIR)$(PREFIX)/bin' '$(SHARE)/man/man1' '$(SHARE)/bash-completion/completions' \
	  '$(SHARE)/zsh/site-functions' '$(SHARE)/fish/vendor_completions.d'
	install -m 755 '$(RELEASE)/warpcc' '$(RELEASE)/warpctl' '$(DESTDIR)$(PREFIX)/bin'
	ln -sfn warpcc '$(DESTDIR)$(PREFIX)/bin/warpcc++'
	'$(RELEASE)/warpctl' man '$(SHARE)/man/man1'
	'$(RELEASE)/warpctl' completions bash > '$(SHARE)/bash-completion/completions/warpctl'
	'$(RELEASE)/warpctl' completions zsh > '$(SHARE)/zsh/site-functions/_warpctl'
	'$(RELEASE)/warpctl' completions fish > '$(SHARE)/fish/vendor_completions.d/warpctl.fish'

clean: ## Remove the target folder
	$(CARGO) clean
