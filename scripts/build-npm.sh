#!/usr/bin/env bash
# Puts the npm package tabiya-rules together in crates/wasm/pkg: `npm pack` and `npm publish` work there.
set -euo pipefail
cd "$(dirname "$0")/.."

out=crates/wasm/pkg
version=$(sed -n '/^\[workspace.package\]$/,/^$/s/^version = "\(.*\)"$/\1/p' Cargo.toml)

echo "Building the npm package $version"
rm -rf "$out"
mkdir -p "$out"
scripts/wasm-package.sh "$out/wasm" --features npm
# Its types are those of the whole module; the package has its own.
rm "$out"/wasm/*.d.ts
cp crates/wasm/npm/*.js crates/wasm/npm/index.d.ts crates/wasm/npm/README.md "$out"
sed "s/\"version\": \".*\"/\"version\": \"$version\"/" crates/wasm/npm/package.json >"$out/package.json"
cp LICENSES/MIT.txt "$out/LICENSE-MIT"
cp LICENSES/Apache-2.0.txt "$out/LICENSE-APACHE"
