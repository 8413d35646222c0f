#!/usr/bin/env bash
# Builds crates/wasm twice, where the web application imports it: into web/src/lib/wasm/ what the board
# needs, and into web/src/lib/wasm-prospects/ what only a worker asks, so that the first stays small.
set -euo pipefail
cd "$(dirname "$0")/.."

target=wasm32-unknown-unknown
cargo_target=${CARGO_TARGET_DIR:-$PWD/target}
toolchain=$(scripts/need-wasm-target.sh)
bindgen=$(scripts/need-wasm-bindgen.sh)

# make_package FOLDER [CARGO-ARGUMENT...]
make_package() {
    local out=$1 built=$cargo_target
    local build=(build --locked --quiet --package tabiya-wasm --lib --profile wasm --target "$target" "${@:2}")
    case $toolchain in
    rustup)
        cargo "${build[@]}"
        ;;
    debian)
        # Debian ships the standard library as source, so it is built along; another compiler's
        # output must not mix with the rest.
        built=$cargo_target/debian
        RUSTC_BOOTSTRAP=1 RUSTC=/usr/bin/rustc PATH=/usr/bin:$PATH RUSTFLAGS="-C linker=wasm-ld-19" \
            CARGO_TARGET_DIR=$built /usr/bin/cargo "${build[@]}" -Zbuild-std=std,panic_abort
        ;;
    esac
    rm -rf "$out"
    "$bindgen" --target web --out-dir "$out" "$built/$target/wasm/tabiya_wasm.wasm"
    echo "  $out: $(gzip -9 -c "$out/tabiya_wasm_bg.wasm" | wc -c) bytes of WebAssembly, compressed"
}

echo "Building the rules for the browser ($toolchain)"
make_package web/src/lib/wasm
make_package web/src/lib/wasm-prospects --features prospects
