#!/usr/bin/env bash
# Compares the public API of the rules with the last release (a tag rules-v*), by semantic versioning.
set -euo pipefail
cd "$(dirname "$0")/.."

tag=$(git describe --tags --abbrev=0 --match 'rules-v*' 2>/dev/null || true)
if [ -z "$tag" ]; then
    echo "The rules have not been released yet (no tag rules-v*): there is nothing to compare with"
    exit 0
fi
if ! cargo semver-checks --version >/dev/null 2>&1; then
    echo "Compiling cargo-semver-checks, once for this machine (minutes)"
    env -u CARGO_TARGET_DIR cargo install --quiet --locked cargo-semver-checks
fi
cargo semver-checks --package tabiya-rules --all-features --baseline-rev "$tag"
