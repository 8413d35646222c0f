#!/usr/bin/env bash
# Says in one line each what is missing of the things that every build needs: Rust, Node.js, a C compiler.
set -euo pipefail

status=0
missing() {
    echo "Missing $1. $2" >&2
    status=1
}

# The oldest Rust that builds Tabiya stands in Cargo.toml, once.
rust_wanted=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
rust_here=$(cargo --version 2>/dev/null | cut -d ' ' -f 2)
if [ "$(printf '%s\n' "$rust_wanted" "${rust_here:-0}" | sort -V | head -n 1)" != "$rust_wanted" ]; then
    missing "Rust $rust_wanted or newer (here: ${rust_here:-none})" "Get it from https://rustup.rs"
fi

node_here=$(node --version 2>/dev/null | tr -d v)
if [ "${node_here%%.*}" -lt 20 ] 2>/dev/null || [ -z "$node_here" ] || ! command -v npm >/dev/null; then
    missing "Node.js 20 or newer with npm (here: ${node_here:-none})" "Get it from https://nodejs.org"
fi

# SQLite is compiled from its C source.
if ! command -v cc >/dev/null; then
    scripts/apt.sh "a C compiler" gcc libc6-dev || status=1
fi
exit "$status"
