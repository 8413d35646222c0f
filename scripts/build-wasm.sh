#!/usr/bin/env bash
# Builds crates/wasm five times, where the web application imports it: into web/src/lib/wasm/ what the board
# needs, into web/src/lib/wasm-prospects/ what only a worker asks, into web/src/lib/wasm-table/ the table that no
# server keeps, into web/src/lib/wasm-analysis/ what the board for analysis asks, and into web/src/lib/wasm-engine/
# the computer, so that the first stays small.
set -euo pipefail
cd "$(dirname "$0")/.."

echo "Building the rules for the browser ($(scripts/need-wasm-target.sh))"
scripts/wasm-package.sh web/src/lib/wasm
# A worker is told where its module lies: only what the pages name themselves is kept for a time without network.
BINDGEN_ARGS=--omit-default-module-path scripts/wasm-package.sh web/src/lib/wasm-prospects --features prospects
BINDGEN_ARGS=--omit-default-module-path scripts/wasm-package.sh web/src/lib/wasm-table --features table
scripts/wasm-package.sh web/src/lib/wasm-analysis --features analysis
# Made to be fast and not small. Every browser of the last three years has these vectors. The search calls itself for
# each half-move.
WASM_PROFILE=wasm-engine WASM_FEATURES=+simd128 WASM_STACK=4194304 BINDGEN_ARGS=--omit-default-module-path \
    scripts/wasm-package.sh web/src/lib/wasm-engine --features engine
