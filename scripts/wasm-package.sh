#!/usr/bin/env bash
# Compiles crates/wasm to WebAssembly and writes the module with its JavaScript into a folder:
#   scripts/wasm-package.sh FOLDER [CARGO-ARGUMENT...]
# $BINDGEN_ARGS are arguments for wasm-bindgen, $WASM_PROFILE is the profile of Cargo.toml (wasm), $WASM_FEATURES what
# the processor is expected to have, as in -C target-feature, $WASM_STACK the stack in bytes, if not a mebibyte.
set -euo pipefail
cd "$(dirname "$0")/.."

out=$1
profile=${WASM_PROFILE:-wasm}
flags=${WASM_FEATURES:+-C target-feature=$WASM_FEATURES}${WASM_STACK:+ -C link-arg=-zstack-size=$WASM_STACK}
target=wasm32-unknown-unknown
cargo_target=${CARGO_TARGET_DIR:-$PWD/target}
toolchain=$(scripts/need-wasm-target.sh)
bindgen=$(scripts/need-wasm-bindgen.sh)

build=(build --locked --quiet --package tabiya-wasm --lib --profile "$profile" --target "$target" "${@:2}")
case $toolchain in
rustup)
    RUSTFLAGS="${RUSTFLAGS:-} $flags" cargo "${build[@]}"
    ;;
debian)
    # Debian ships the standard library as source, so it is built along; another compiler's
    # output must not mix with the rest.
    cargo_target=$cargo_target/debian
    RUSTC_BOOTSTRAP=1 RUSTC=/usr/bin/rustc PATH=/usr/bin:$PATH RUSTFLAGS="-C linker=wasm-ld-19 $flags" \
        CARGO_TARGET_DIR=$cargo_target /usr/bin/cargo "${build[@]}" -Zbuild-std=std,panic_abort
    ;;
esac

rm -rf "$out"
# Names of functions help nobody who plays, and would be a third of the download.
# shellcheck disable=SC2086
"$bindgen" --target web --remove-name-section --remove-producers-section ${BINDGEN_ARGS:-} --out-dir "$out" \
    "$cargo_target/$target/$profile/tabiya_wasm.wasm"
echo "  $out: $(gzip -9 -c "$out/tabiya_wasm_bg.wasm" | wc -c) bytes of WebAssembly, compressed"
