# Tabiya in two commands:
#   make run     builds everything and serves http://localhost:8080   (make run ARGS="--port 9000")
#   make test    builds everything and runs every test
# Both install what they miss where they can. What has not changed is not done again.

SHELL := /bin/bash
export CARGO_TARGET_DIR ?= $(CURDIR)/target

BINARY := $(CARGO_TARGET_DIR)/release/tabiya
CARGO_LOCKED := cargo --locked
ONCE := scripts/once.sh
# A workspace of its own, with its own place for what it builds.
FUZZ_ARGS := --manifest-path fuzz/Cargo.toml --target-dir "$(CARGO_TARGET_DIR)/fuzz"
# What the rules and the bindings have beyond what our own crates use.
ALL_OF_RULES := --features tabiya-rules/openings,tabiya-rules/syzygy,tabiya-wasm/prospects,tabiya-wasm/table,tabiya-wasm/engine,tabiya-wasm/analysis

# What the browser's copy of the rules, the web application and its checks are made from.
BINDING_SOURCES := Cargo.toml Cargo.lock crates/rules crates/wasm/Cargo.toml crates/wasm/src scripts/wasm-package.sh
# The package of the local table has the arbiter in it, too, and that of the computer the engine.
WASM_SOURCES := $(BINDING_SOURCES) crates/arbiter/Cargo.toml crates/arbiter/src crates/engine/Cargo.toml \
	crates/engine/src scripts/build-wasm.sh
WASM_PACKAGES := web/src/lib/wasm web/src/lib/wasm-prospects web/src/lib/wasm-table web/src/lib/wasm-engine \
	web/src/lib/wasm-analysis
NPM_SOURCES := $(BINDING_SOURCES) crates/wasm/npm scripts/build-npm.sh LICENSES
WEB_SOURCES := $(filter-out web/node_modules web/build web/.svelte-kit,$(wildcard web/* web/.npmrc))

section = @printf '\n=== %s\n' "$(1)"

.PHONY: run build test bench fuzz audit clean basics web-packages wasm npm web binary \
	test-house test-wasm test-web test-rust test-fuzz test-e2e e2e-packages semver publish-check

run: build
	"$(BINARY)" $(ARGS)

build: binary

test: test-house test-wasm test-web test-rust test-fuzz test-e2e
	$(call section,All tests passed)

# --- What is built -----------------------------------------------------------------------------

basics:
	@scripts/need-basics.sh

web-packages: basics
	@$(ONCE) web/node_modules web/package.json web/package-lock.json -- npm ci --prefix web

wasm: basics
	@$(ONCE) "$(WASM_PACKAGES)" $(WASM_SOURCES) -- scripts/build-wasm.sh

# The package for JavaScript, in crates/wasm/pkg.
npm: basics
	@$(ONCE) crates/wasm/pkg $(NPM_SOURCES) -- scripts/build-npm.sh

web: web-packages wasm
	@$(ONCE) web/build $(WEB_SOURCES) -- npm run build --prefix web

# The web application is embedded in the binary, so it comes first.
binary: web
	$(call section,Building the binary)
	$(CARGO_LOCKED) build --release --package tabiya

# --- What is tested, fast to slow ---------------------------------------------------------------

# How the code is laid out: format, who may import whom, licences, the size of files.
test-house: basics
	$(call section,House rules)
	cargo fmt --all --check
	$(CARGO_LOCKED) test --quiet --package tabiya-house

test-wasm: wasm npm web-packages
	$(call section,The rules in the browser)
	node --test crates/wasm/tests/

test-web: web
	$(call section,Web: types and units)
	npm run check --prefix web
	npm test --prefix web

test-rust: web
	$(call section,Rust: lints)
	$(CARGO_LOCKED) clippy --workspace --all-targets $(ALL_OF_RULES) --quiet -- -D warnings
	$(call section,Rust: tests)
	@TABIYA_PYTHON=$$(scripts/need-python-chess.sh) && export TABIYA_PYTHON && \
		$(CARGO_LOCKED) test --workspace $(ALL_OF_RULES) --quiet

# Any bytes whatever: the seeds and what comes of them, then the fuzzer for a moment, with the same
# inputs each time. What nobody has thought of is looked for by `make fuzz`.
test-fuzz: basics
	$(call section,Any bytes: seeds)
	cargo fmt --manifest-path fuzz/Cargo.toml --check
	$(CARGO_LOCKED) clippy --quiet --all-targets $(FUZZ_ARGS) -- -D warnings
	$(CARGO_LOCKED) test --quiet $(FUZZ_ARGS)
	$(call section,Any bytes: the fuzzer)
	FUZZ_RUNS=20000 scripts/fuzz.sh

e2e-packages: basics
	@$(ONCE) e2e/node_modules e2e/package.json e2e/package-lock.json -- npm ci --prefix e2e

# The real binary in a real browser. `make test-e2e ARGS="-g resign"` runs the tests of that name.
test-e2e: binary e2e-packages
	$(call section,Browser: end to end)
	@CHROMIUM=$$(scripts/need-chromium.sh) && export CHROMIUM TABIYA_BINARY="$(BINARY)" && \
		cd e2e && npm run check && npm test -- $(ARGS)

# --- What is measured and looked for -------------------------------------------------------------

# Looks for bytes that break something. `make fuzz SECONDS=600 TARGETS="pgn san"`
SECONDS := 30
fuzz: basics
	$(call section,Fuzzing)
	scripts/fuzz.sh $(SECONDS) $(TARGETS)

# Licenses, sources and doubled libraries, by deny.toml. Needs cargo-deny.
audit: basics
	$(call section,Libraries)
	@cargo deny --version >/dev/null 2>&1 || \
		{ echo "make audit needs cargo-deny: cargo install --locked cargo-deny" >&2; exit 1; }
	cargo deny --locked check bans licenses sources

# Ours beside the peers; writes the table of docs/performance.md.
bench: basics
	$(call section,Speed beside the peers)
	scripts/bench.sh $(ARGS)

# --- What is published ---------------------------------------------------------------------------

# The public API of the rules against the last release of them.
semver: basics
	$(call section,Semantic versioning of the rules)
	scripts/semver.sh

# What would be sent to crates.io: packed, and compiled from the package.
publish-check: basics
	$(call section,The rules as a package)
	$(CARGO_LOCKED) publish --dry-run --package tabiya-rules $(ARGS)

clean:
	cargo clean
	rm -rf .make web/build web/.svelte-kit web/node_modules $(WASM_PACKAGES) crates/wasm/pkg e2e/node_modules e2e/artifacts
