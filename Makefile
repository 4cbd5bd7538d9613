# make help says what there is. The target folder is Cargo's: CARGO_TARGET_DIR moves it. It is an absolute
# path here, since scripts build in folders of their own.

SHELL := /bin/bash
CARGO ?= cargo
PREFIX ?= /usr/local
absolute = $(if $(filter /%,$(1)),$(1),$(CURDIR)/$(1))
TARGET := $(call absolute,$(or $(CARGO_TARGET_DIR),target))
RELEASE := $(TARGET)/release
SHARE = $(DESTDIR)$(PREFIX)/share
, := ,

.DEFAULT_GOAL := help
.PHONY: help toolchain build demo bench profile bench-analysis check-kernels stripped simulate test test-tools \
        real-builds real-builds-quick bench-driver check-caches fuzz-driver driver-long transfers-public \
        bench-frontend test-browser fmt lint fuzz-dependence fuzz-rewrite fuzz-hosts check-poison lines \
        compare-tests install clean

help: ## Print this list
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## /{printf "make %-17s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

toolchain: ## Install or find clang 19, isl, GMP and the parts of CUDA 12.9 that clang calls
	@scripts/toolchain.sh

build: toolchain ## Build warpcc, warpcc++, warpctl and the harness, optimised
	$(CARGO) build --release --workspace
	@ln -sfn warpcc '$(RELEASE)/warpcc++'

# With an example Cargo takes the features that tests have, so that `make test` builds nothing of it again.
demo: toolchain ## Five kernels with clang and with warpcc: one table, a source diff, a proof
	$(CARGO) build --workspace --lib --bins --example lowered
	@'$(TARGET)/debug/spec-accel-harness' demo

# TIMES: devices to run on, where they are there; SIZES: small, usual or large.
bench: build ## Compare clang, warpcc, experts, gcc and CUDA on every kernel: docs/results/kernels.md (TIMES=, SIZES=, REPS=)
	@scripts/toolchain.sh --nvcc
	@'$(RELEASE)/spec-accel-harness' compare --write docs/results --times $(or $(TIMES),host$(,)x86_64$(,)gpu) \
	  --sizes $(or $(SIZES),usual) --reps $(or $(REPS),3)

profile: build ## Count sectors and requests on this machine's GPU with Nsight Compute: tests/profiles/NAME.csv (NAME=)
	@test -n '$(NAME)' || { echo 'make profile NAME=h200, say' >&2; exit 2; }
	@'$(RELEASE)/spec-accel-harness' profile --version plain,expert --output 'tests/profiles/$(NAME).csv'

bench-analysis: toolchain ## Measure what the analysis costs
	$(CARGO) bench -p warpcc --bench analysis

check-kernels: build ## Every kernel in every version with clang and warpcc, against its serial version
	@'$(RELEASE)/spec-accel-harness' check

totals: build ## What each kernel asks of the simulated GPU in all: docs/results/totals.md
	@'$(RELEASE)/spec-accel-harness' totals --write docs/results/totals.md

simulate: build ## Every kernel on the simulator at -O0, -O2, -O3, beside its predictions: docs/results/simulated.md
	@'$(RELEASE)/spec-accel-harness' simulate --optimize 0,2,3 --write docs/results/simulated.md

# FOLDER holds, or receives, clones of the codes. An hour.
transfers-public: build ## What public programs copy with and without --warp-transfers: docs/results/transfers.md (FOLDER=)
	@test -n '$(FOLDER)' || { echo 'make transfers-public FOLDER=../public, say' >&2; exit 2; }
	@WARPCC_BIN='$(RELEASE)' scripts/transfers.sh '$(FOLDER)'

stripped: build ## Which collapse clauses of the experts warpcc finds again: docs/results/stripped.md
	@'$(RELEASE)/spec-accel-harness' compare --stripped --format markdown --output docs/results/stripped.md

test: test-tools fmt lint ## Check formatting and lints, run every test, build two real packages
	$(CARGO) test --workspace
	@$(MAKE) --no-print-directory real-builds-quick

test-tools: ## Install or find what the tests need beyond make toolchain: CMake, Ninja, Meson, autoconf, nvcc
	@scripts/toolchain.sh --tests

real-builds: build ## Build real packages with clang and with warpcc, compare (PACKAGES="zlib curl", WRITE=1)
	@WARPCC_BIN='$(RELEASE)' scripts/real-builds.sh $(if $(WRITE),--write) $(PACKAGES)

real-builds-quick: ## Two of them, with the debug build
	@WARPCC_BIN='$(TARGET)/debug' scripts/real-builds.sh sqlite mimalloc

# At real-time priority, where that is allowed: then other work on the machine does not count.
bench-driver: build ## Time compilations with clang and with warpcc (RUNS=15, WRITE=1)
	@$$(chrt -f 1 true 2>/dev/null && echo chrt -f 1) '$(RELEASE)/spec-accel-harness' bench-driver --runs $(or $(RUNS),15) \
	  $(if $(WRITE),--write docs/results/bench-driver.md)

check-caches: build ## ccache, sccache and distcc in front of warpcc and of clang (WRITE=1)
	@WARPCC_BIN='$(RELEASE)' scripts/check-caches.sh $(if $(WRITE),--write)

fuzz-driver: ## Fuzz the readers of hostile input (SECONDS=60 for each target, WRITE=1)
	@FUZZ_SECONDS=$(or $(SECONDS),60) scripts/fuzz-driver.sh $(if $(WRITE),--write)

driver-long: toolchain ## Compare clang and warpcc on LINES=4000 random command lines
	WARPCC_DRIVER_LINES=$(or $(LINES),4000) $(CARGO) test -p warpcc-wrapper --test driver random:: -- --nocapture

bench-frontend: toolchain ## Time libclang's parse against parse and lowering
	$(CARGO) bench -p warpcc --bench frontend

test-browser: toolchain ## Test reports in Chromium and in LLVM's viewers (the packages chromium, llvm-19, llvm-19-tools)
	$(CARGO) test -p warpcc-wrapper --test browser -- --nocapture --test-threads=1

fmt: ## Check formatting (cargo fmt repairs it)
	$(CARGO) fmt --all --check

lint: toolchain ## Run clippy; warnings are errors
	$(CARGO) clippy --workspace --all-targets -- -D warnings

# 25000 nests of each family. Half an hour to hours; FUZZ_SEED moves the first seed.
FUZZ_NESTS ?= 25000
FUZZ_SEED ?= 1

fuzz-dependence: toolchain ## Check every claim about 200,000 random nests against enumeration (WRITE=1)
	@WARPCC_FUZZ_NESTS=$(FUZZ_NESTS) WARPCC_FUZZ_SEED=$(FUZZ_SEED) \
		scripts/fuzz-dependence.sh $(if $(WRITE),--write)

# 20000 functions: five hours on two cores. FUZZ_MINUTES ends it before.
FUZZ_REWRITES ?= 20000

fuzz-rewrite: toolchain ## Rewrite 20,000 random functions; run them on the host, an x86_64 device and the simulator (WRITE=1)
	WARPCC_FUZZ_REWRITES=$(FUZZ_REWRITES) WARPCC_FUZZ_SEED=$(FUZZ_SEED) \
		$(if $(FUZZ_MINUTES),WARPCC_FUZZ_MINUTES=$(FUZZ_MINUTES)) \
		$(if $(WRITE),WARPCC_FUZZ_WRITE='$(TARGET)/fuzz-rewrite.md') \
		$(CARGO) test --release -p warpcc --test rewrite -- --nocapture random_rewritings
	@$(if $(WRITE),scripts/fuzz-part.sh '$(TARGET)/fuzz-rewrite.md')

# 10000 programs: an hour on two cores. FUZZ_MINUTES ends it before.
FUZZ_HOSTS ?= 10000

fuzz-hosts: toolchain ## Keep data on the device in 10,000 random host programs; compare what they print and copy (WRITE=1)
	WARPCC_FUZZ_HOSTS=$(FUZZ_HOSTS) WARPCC_FUZZ_SEED=$(FUZZ_SEED) \
		WARPCC_FUZZ_FAILURES='$(TARGET)/hosts-failures' WARPCC_FUZZ_KNOWN='$(TARGET)/hosts-known' \
		$(if $(FUZZ_MINUTES),WARPCC_FUZZ_MINUTES=$(FUZZ_MINUTES)) \
		$(if $(WRITE),WARPCC_FUZZ_WRITE='$(TARGET)/fuzz-hosts.md') \
		$(CARGO) test --release -p warpcc --test hosts -- --nocapture random_host_programs
	@$(if $(WRITE),scripts/fuzz-part.sh '$(TARGET)/fuzz-hosts.md')

check-poison: toolchain ## Transfers of the corpus, all kernels and natural programs with a pattern wherever nobody needs what memory held
	WARPCC_POISON=1 $(CARGO) test -p warpcc --test corpus -- --nocapture what_a_plan_leaves_out

lines: toolchain ## Compare what L1 caches do not have, predicted and simulated, for all kernels (writes docs/results/lines.md)
	WARPCC_LINES_WRITE='$(CURDIR)/docs/results/lines.md' $(CARGO) test --release -p warpcc --test lines

compare-tests: toolchain ## What each family of tests proves alone
	@CARGO='$(CARGO)' scripts/compare-tests.sh

# SMT is a folder outside the tree: one script for each question.
SMT ?= $(TARGET)/unproved

compare-z3: toolchain ## What z3 (in PATH) proves of the random nests' questions that no test proves
	@mkdir -p '$(SMT)' && rm -f '$(SMT)'/*.smt2
	WARPCC_FUZZ_SMT='$(call absolute,$(SMT))' WARPCC_FUZZ_COMPARE=/dev/null WARPCC_FUZZ_TRUTH=1 WARPCC_FUZZ_NESTS=250 \
		$(CARGO) test --release --test oracle -- --exact comparison
	@scripts/compare-z3.sh '$(SMT)'

install: build ## Install commands, manual pages and completions in PREFIX (/usr/local; DESTDIR honoured)
	install -d '$(DESTDIR)$(PREFIX)/bin' '$(DESTDIR)$(PREFIX)/lib' '$(SHARE)/man/man1' \
	  '$(SHARE)/bash-completion/completions' '$(SHARE)/zsh/site-functions' '$(SHARE)/fish/vendor_completions.d'
	install -m 755 '$(RELEASE)/warpcc' '$(RELEASE)/warpctl' '$(RELEASE)/warpsim' '$(DESTDIR)$(PREFIX)/bin'
	install -m 644 '$(RELEASE)/libwarpsim.so' '$(DESTDIR)$(PREFIX)/lib'
	ln -sfn warpcc '$(DESTDIR)$(PREFIX)/bin/warpcc++'
	'$(RELEASE)/warpctl' man '$(SHARE)/man/man1'
	'$(RELEASE)/warpctl' completions bash > '$(SHARE)/bash-completion/completions/warpctl'
	'$(RELEASE)/warpctl' completions zsh > '$(SHARE)/zsh/site-functions/_warpctl'
	'$(RELEASE)/warpctl' completions fish > '$(SHARE)/fish/vendor_completions.d/warpctl.fish'

clean: ## Remove the target folder
	$(CARGO) clean
