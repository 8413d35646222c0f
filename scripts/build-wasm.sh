#!/usr/bin/env bash
# Builds crates/wasm twice, where the web application imports it: into web/src/lib/wasm/ what the board
# needs, and into web/src/lib/wasm-prospects/ what only a worker asks, so that the first stays small.
set -euo pipefail
cd "$(dirname "$0")/.."

echo "Building the rules for the browser ($(scripts/need-wasm-target.sh))"
scripts/wasm-package.sh web/src/lib/wasm
scripts/wasm-package.sh web/src/lib/wasm-prospects --features prospects
